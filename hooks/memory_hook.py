# Entry point of every hook: python3 -I -S memory_hook.py EVENT [--host NAME]. Kept tiny, since it is compiled at every start.
import os, sys
root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path.insert(0, os.path.join(root, "src"))
cache = os.environ.get("XDG_CACHE_HOME", "")
if not os.path.isabs(cache):
    cache = os.path.join(os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), ".cache")
if os.path.isabs(cache):
    sys.pycache_prefix = os.path.join(cache, "memory-retrieval", "bytecode")
else:
    sys.dont_write_bytecode = True
if sys.version_info >= (3, 9):
    from memory_retrieval.hosts.hook import main
    main(sys.argv[1:])
