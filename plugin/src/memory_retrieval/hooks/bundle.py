"""An event's modules in one file of the cache: one read instead of thirty lookups saves a third of a hook's own start.

It is written after an answer, used by hooks/memory_hook.py, and discarded as soon as any source file has changed.
This module imports nothing of ours at the top: `start` runs before the package can be imported.
"""

from __future__ import annotations

import _imp
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PACKAGE = "memory_retrieval"
CODE = "code of a late module"
MODULE: Any = type(sys)
LATER = (
    "brief.binding",
    "brief.lines",
    "core.git",
    "core.globs",
    "core.guards",
    "core.matching",
    "core.output",
    "core.programs",
    "core.shell",
    "core.witness",
    "hosts.",
    "index.ingest",
    "index.sweep",
    "index.titles",
    "save.",
    "state.watched",
    "store.reader",
    "store.schema",
    "store.witnesses",
)  # not unmarshalled until the host, a record that has changed, or the sweep of a large store needs it


def start(root: str, cache: str, path: str, made: dict[str, Any] | None) -> str:
    """Makes the package ready to be imported; returns where a bundle may be written, "" for nowhere.

    path  the bundle's
    made  what it holds; None without a usable one
    """
    os.umask(0o077)  # whatever a hook writes is the user's alone
    sys.path.insert(0, os.path.join(root, "src"))
    scope: dict[str, Any] = {"__name__": "bytecode"}
    exec(made["bytecode"] if made else _source(root, "core", "bytecode.py"), scope)  # noqa: S102  our own code
    kept = scope["prepare"](cache)  # modules that are not in the bundle
    try:
        if made:
            install(made, root)
    except Exception:
        pass  # the modules are imported one by one
    return path if kept else ""


def install(made: dict[str, Any], root: str) -> None:
    """Serves imports from the bundle if this Python made it from the current sources.

    Any error leaves the import system as it was.
    """
    if made["python"] != sys.version or made["root"] != root:
        return
    for path, mtime, size in made["sources"]:
        info = os.stat(os.path.join(root, path))
        if info.st_mtime_ns != mtime or info.st_size != size:
            return
    modules: dict[str, Any] = {}
    for name, (is_package, relative, code) in made["modules"].items():
        module = modules[name] = _Late(name)
        module.__file__ = os.path.join(root, relative)
        module.__package__ = name if is_package else name.rpartition(".")[0]
        if is_package:
            module.__path__ = [os.path.dirname(module.__file__)]
        module.__dict__[CODE] = code
        parent, _, child = name.rpartition(".")
        if parent:
            setattr(modules[parent], child, module)
    sys.modules.update(modules)
    sys.meta_path.insert(0, _Finder(made))


def _source(root: str, *names: str) -> str:
    with open(os.path.join(root, "src", PACKAGE, *names), encoding="utf-8") as file:
        return file.read()


class _Late(MODULE):  # type: ignore[misc]
    """A module whose code runs when one of its names is first asked for; its source where that fails.

    An import then finds it at once, which saves the import system's work on each, and what is never used never runs.
    """

    def __getattr__(self, name: str) -> Any:
        _imp.acquire_lock()  # the thread of the deadline waits for what this one has begun
        try:
            code = self.__dict__.pop(CODE, None)
            if code is not None:
                _run(code, self.__dict__)
        finally:
            _imp.release_lock()
        self.__class__ = MODULE
        return getattr(self, name)


def _run(code: Any, scope: dict[str, Any]) -> None:
    try:
        if isinstance(code, bytes):
            import marshal

            code = marshal.loads(code)  # noqa: S302
        exec(code, scope)  # noqa: S102  our own code, compiled by `write`
    except Exception:  # such as a library that has moved
        with open(scope["__file__"], encoding="utf-8") as file:
            exec(file.read(), scope)  # noqa: S102


def write(path: str, root: str, *, whole: bool) -> None:
    """Bundles the modules of the package that this process has loaded from `root`, and those of the last bundle.

    whole  whether the next start is to unmarshal them all at once, and not each when it is needed

    Silent when it cannot write, or a source cannot be read.
    """
    import marshal

    from ..core import bytecode  # not at the top, where `start` could not resolve it
    from ..core.files import write_private

    scripts = {__name__: "loader", bytecode.__name__: "bytecode"}
    made: dict[str, Any] = {"modules": {}, "libraries": {}, "sources": []}
    made.update(getattr(sys.meta_path[0], "made", ()), python=sys.version, root=root)
    for name, module in list(
        sys.modules.items()
    ):  # in the order in which they were complete
        source = getattr(module, "__file__", None)
        if source and type(module.__loader__).__name__ == "ExtensionFileLoader":
            made["libraries"][name] = source
        if (
            name.split(".")[0] != PACKAGE
            or not source
            or not source.startswith(root + os.sep)
            or name in made["modules"]
            or scripts.get(name) in made
        ):
            continue
        try:
            info = os.stat(source)
            with open(source, encoding="utf-8") as file:
                text = file.read()
            code = compile(text, source, "exec", dont_inherit=True, optimize=2)
        except (OSError, SyntaxError, ValueError):
            return  # the plugin is being replaced: a later start makes it
        relative = os.path.relpath(source, root)
        made["sources"].append((relative, info.st_mtime_ns, info.st_size))
        if name in scripts:
            made[scripts[name]] = code
            continue
        late = not whole or name.partition(".")[2].startswith(LATER)
        made["modules"][name] = (
            hasattr(module, "__path__"),
            relative,
            marshal.dumps(code) if late else code,
        )
    try:
        write_private(path, bytecode.sealed(marshal.dumps(made)))
    except OSError:
        pass


class _Finder:
    """Knows where the interpreter's C modules lie.

    missed  whether a module of the package was asked for that the bundle has not: another one is due
    """

    def __init__(self, made: dict[str, Any]) -> None:
        self.made, self.missed = made, False

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        self.missed = self.missed or name.startswith(PACKAGE)
        library = self.made["libraries"].get(name)
        if library is None or not os.path.exists(library):
            return None
        machinery: Any = sys.modules["_frozen_importlib_external"]
        loader = machinery.ExtensionFileLoader(name, library)
        return type(sys.__spec__)(name, loader, origin=library)
