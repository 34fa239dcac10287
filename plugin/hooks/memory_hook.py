# Entry point of every hook: python3 -I -S memory_hook.py EVENT [--host NAME]. Kept tiny: it is compiled at every start.
import os

try:
    import gc, marshal, sys, zlib

    gc.disable()  # a hook lives for milliseconds, and the bundle makes thousands of objects
    # Without memory, Python 3.11 may handle an error for ever, and hosts stop only the shell.
    if os.name == "posix":
        from _signal import ITIMER_VIRTUAL, setitimer

        setitimer(ITIMER_VIRTUAL, 10)  # seconds of work, after which the system ends it

    root = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    given = [
        name
        for name in ("CACHE", "CONFIG", "DATA", "STATE")
        if os.environ.get("XDG_%s_HOME" % name)
    ]
    if given:  # a folder of ours in the repository would hold what somebody else wrote; core/programs.py does the same
        top = here = os.path.realpath(os.curdir)
        while not os.path.lexists(
            os.path.join(here, ".git")
        ) and here != os.path.dirname(here):
            here = os.path.dirname(here)
        top = os.path.join(
            here if os.path.lexists(os.path.join(here, ".git")) else top, ""
        )
        if not os.path.join(os.path.realpath(os.path.expanduser("~")), "").startswith(
            top
        ):
            for name in ["XDG_%s_HOME" % name for name in given]:
                if os.path.join(os.path.realpath(os.environ[name]), "").startswith(top):
                    del os.environ[name]
    cache = os.environ.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(cache):
        cache = os.path.join(
            os.environ.get("LOCALAPPDATA") or os.path.expanduser("~"), ".cache"
        )
    cache += "/memory-retrieval"
    path = cache + "/bytecode/" + root[-120:].replace(os.sep, "%").replace(":", "%")
    path += ".%08x.bundle" % zlib.crc32(
        f"{sys.version}{sys.argv[1:2]}".encode()
    )  # two builds of one version differ, and events
    made, scope = None, {"__name__": "bundle"}
    try:  # all modules in one file; anything wrong with it, and they are imported one by one
        info = os.stat(cache)
        if os.name == "posix" and (
            info.st_mode & 0o077
            or not info.st_uid == os.lstat(cache).st_uid == os.geteuid()
        ):
            raise OSError  # others could have put it there
        with open(path, "rb") as file:
            data = file.read()
        if zlib.crc32(data[:-4]) != int.from_bytes(data[-4:], "big"):
            raise OSError  # damaged
        made = marshal.loads(data)
        exec(made["loader"], scope)
    except Exception:
        made = None
        with open(
            root + "/src/memory_retrieval/hooks/bundle.py", encoding="utf-8"
        ) as file:
            exec(file.read(), scope)
    bundle = scope["start"](root, cache, path, made)
    if sys.version_info >= (3, 9):
        from memory_retrieval.hooks.runner import main

        main(sys.argv[1:], bundle, root)
finally:
    os._exit(0)  # whatever failed: a hook never breaks a prompt
