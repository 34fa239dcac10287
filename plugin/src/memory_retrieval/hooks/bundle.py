"""The hook's modules in one file of the cache: one read instead of thirty lookups saves a third of a hook's own start.

It is written after an answer, used by hooks/memory_hook.py, and discarded as soon as any source file has changed.
This module imports nothing of ours at the top: `start` runs before the package can be imported.
"""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = "memory_retrieval"
LATER = (
    "core.globs",
    "core.guards",
    "core.shell",
    "hosts.",
    "index.ingest",
    "index.sweep",
    "index.titles",
    "store.reader",
    "store.schema",
)  # not unmarshalled until the host, a record that has changed, or the sweep of a large store needs it


def start(root: str, cache: str, path: str, made: dict[str, Any] | None) -> str:
    """Makes the package ready to be imported; returns where a bundle is to be written, "" for nowhere.

    path  the bundle's
    made  what it holds; None without a usable one
    """
    os.umask(0o077)  # whatever a hook writes is the user's alone
    sys.path.insert(0, os.path.join(root, "src"))
    scope: dict[str, Any] = {"__name__": "bytecode"}
    exec(made["bytecode"] if made else _source(root, "core", "bytecode.py"), scope)  # noqa: S102  our own code
    kept = scope["prepare"](cache)  # modules that are not in the bundle
    try:
        ready = made is not None and install(made, root)
    except Exception:
        ready = False
    return path if kept and not ready else ""


def install(made: dict[str, Any], root: str) -> bool:
    """Serves imports from the bundle if this Python made it from the current sources; whether it does.

    Any error leaves the import system as it was.
    """
    if made["python"] != sys.version or made["root"] != root:
        return False
    for path, mtime, size in made["sources"]:
        info = os.stat(os.path.join(root, path))
        if info.st_mtime_ns != mtime or info.st_size != size:
            return False
    sys.meta_path.insert(0, _Finder(made["modules"], made["libraries"], root))
    if sys.argv[1:2] == [
        "prompt"
    ]:  # the event that the bundle was made at; others need less of it
        try:
            _load_all(made["modules"], root)
        except BaseException:
            del sys.meta_path[0]
            for name in made["modules"]:
                sys.modules.pop(name, None)
            raise
    return True


def _source(root: str, *names: str) -> str:
    with open(os.path.join(root, "src", PACKAGE, *names), encoding="utf-8") as file:
        return file.read()


def _load_all(modules: dict[str, Any], root: str) -> None:
    """Runs the modules in the order in which they were complete when the bundle was made.

    An import then finds its module loaded, which saves the import system's work on each: a tenth of a hook's own start.
    """
    module_type = type(sys)
    for name, (is_package, relative, code) in modules.items():
        if name in sys.modules or isinstance(code, bytes):
            continue
        module: Any = module_type(name)
        module.__file__ = os.path.join(root, relative)
        module.__package__ = name if is_package else name.rpartition(".")[0]
        if is_package:
            module.__path__ = [os.path.dirname(module.__file__)]
        sys.modules[name] = module
        exec(code, module.__dict__)  # noqa: S102  our own code, compiled by `write`
        parent, _, child = name.rpartition(".")
        if parent in sys.modules:
            setattr(sys.modules[parent], child, module)


def write(path: str, root: str) -> None:
    """Bundles the modules of the package that this process has loaded from `root`; silent when it cannot write."""
    import marshal

    from ..core import bytecode  # not at the top, where `start` could not resolve it
    from ..core.files import write_private

    modules, libraries, sources, scripts = {}, {}, [], {}
    for name, module in list(
        sys.modules.items()
    ):  # in the order in which they were complete
        source = getattr(module, "__file__", None)
        if source and type(module.__loader__).__name__ == "ExtensionFileLoader":
            libraries[name] = source
        if (
            name.split(".")[0] != PACKAGE
            or not source
            or not source.startswith(root + os.sep)
        ):
            continue
        info = os.stat(source)
        with open(source, encoding="utf-8") as text:
            code = compile(text.read(), source, "exec", dont_inherit=True, optimize=2)
        relative = os.path.relpath(source, root)
        sources.append((relative, info.st_mtime_ns, info.st_size))
        if name in (__name__, bytecode.__name__):
            scripts[name] = code
        else:
            late = name.partition(".")[2].startswith(LATER)
            modules[name] = (
                hasattr(module, "__path__"),
                relative,
                marshal.dumps(code) if late else code,
            )
    made = {
        "python": sys.version,
        "root": root,
        "sources": sources,
        "modules": modules,
        "libraries": libraries,
        "loader": scripts[__name__],
        "bytecode": scripts[bytecode.__name__],
    }
    try:
        write_private(path, bytecode.sealed(marshal.dumps(made)))
    except OSError:
        pass


class _Finder:
    """A finder and loader over the code objects of a bundle; knows where the interpreter's C modules lie."""

    def __init__(
        self, modules: dict[str, Any], libraries: dict[str, str], root: str
    ) -> None:
        self._modules, self._libraries, self._root = modules, libraries, root

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        module = self._modules.get(name)
        if module is None:
            library = self._libraries.get(name)
            if library is None:
                return None
            loader: Any = sys.modules["_frozen_importlib_external"].ExtensionFileLoader(
                name, library
            )
            return type(sys.__spec__)(name, loader, origin=library)
        is_package, path, _ = module
        origin = os.path.join(self._root, path)
        made: Any = type(sys.__spec__)
        spec = made(name, self, origin=origin, is_package=is_package)
        spec.has_location = True
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(origin)]
        return spec

    def create_module(self, spec: Any) -> None:
        return None

    def exec_module(self, module: Any) -> None:
        code = self._modules[module.__name__][2]
        if isinstance(code, bytes):
            import marshal

            code = marshal.loads(code)  # noqa: S302
        exec(code, module.__dict__)  # noqa: S102  our own code, compiled by `write`
