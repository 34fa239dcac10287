"""The hook's modules in one file of the cache: one read instead of thirty look-ups, a third of a hook's own start.

Written after an answer, used by hooks/memory_hook.py, thrown away as soon as any source is another than it was made from.
Imports nothing of ours: it runs before anything of ours is imported.
"""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = "memory_retrieval"


def install(made, root):
    # type: (dict[str, Any], str) -> bool
    """Lets the bundle answer imports of the package, if it was made by this Python from the sources as they are now."""
    if made["python"] != sys.version or made["root"] != root:
        return False
    for path, mtime, size in made["sources"]:
        info = os.stat(os.path.join(root, path))
        if info.st_mtime_ns != mtime or info.st_size != size:
            return False
    sys.meta_path.insert(0, _Finder(made["modules"], root))
    return True


def write(path, root):
    # type: (str, str) -> None
    """Bundles every module of the package that this process has loaded from `root`; silent when the cache takes no file."""
    import marshal

    modules, sources = {}, []
    for name, module in sorted(sys.modules.items()):
        source = getattr(module, "__file__", None)
        if name.split(".")[0] != PACKAGE or not source or not source.startswith(root + os.sep):
            continue
        info = os.stat(source)
        with open(source, encoding="utf-8") as text:
            code = compile(text.read(), source, "exec", dont_inherit=True, optimize=2)
        relative = os.path.relpath(source, root)
        modules[name] = (hasattr(module, "__path__"), relative, code)
        sources.append((relative, info.st_mtime_ns, info.st_size))
    made = {"python": sys.version, "root": root, "sources": sources, "modules": modules, "loader": modules[__name__][2]}
    temporary = "%s.%d" % (path, os.getpid())
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(temporary, "wb") as out:
            marshal.dump(made, out)
        os.replace(temporary, path)
    except OSError:
        pass


class _Finder:
    """A finder and loader over the code objects of a bundle."""

    def __init__(self, modules, root):
        # type: (dict[str, Any], str) -> None
        self._modules, self._root = modules, root

    def find_spec(self, name, path=None, target=None):
        # type: (str, Any, Any) -> Any
        found = self._modules.get(name)
        if found is None:
            return None
        origin = os.path.join(self._root, found[1])
        made = type(sys.__spec__)  # type: Any
        spec = made(name, self, origin=origin, is_package=found[0])
        spec.has_location = True
        if found[0]:
            spec.submodule_search_locations = [os.path.dirname(origin)]
        return spec

    def create_module(self, spec):
        # type: (Any) -> None
        return None

    def exec_module(self, module):
        # type: (Any) -> None
        exec(self._modules[module.__name__][2], module.__dict__)  # noqa: S102  our own code, compiled by `write`
