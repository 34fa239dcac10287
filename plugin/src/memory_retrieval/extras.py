"""The companions of the product: which package a word belongs to, which extra brings what it needs.

A host and an agent never come here. The product names no companion at the top of a module: it asks for one when a
command or an option needs it, and says how to install what is missing.
"""

from __future__ import annotations

from .core.errors import MemoryRetrievalError
from .core.paths import CHECKOUT, companions
from .core.shell import command_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType, TracebackType

COMPANIONS = {
    "team": ("memory_retrieval_team", "team"),
    "viewer": ("memory_retrieval_viewer", "web"),
    "eval": ("memory_retrieval_eval", "eval"),
}
"""Companion -> (its package, the extra that brings what it needs)."""

WORDS = {"ingest": "team", "sync": "team", "serve": "viewer", "eval": "eval"}
"""Command word -> companion. A fixed table: reading the metadata of installed packages is slow, a checkout has none,
and any package could add a word."""


class MissingPackage(MemoryRetrievalError):
    """A command needs modules that extras would install. PyPI does not carry this product: a clone does."""

    def __init__(self, what: str, *extras: str) -> None:
        clone = CHECKOUT if companions() else "CLONE"
        named = ",".join(extras)
        install = command_line("uv", "tool", "install", f"{clone}[{named}]")
        MemoryRetrievalError.__init__(
            self, f"{what} (extra `{named}`); install it with: {install}"
        )


def load(companion: str, module: str) -> ModuleType:
    """A module of a companion: `load("team", "search.team")`. MissingPackage names the extra that is missing."""
    import importlib
    import sys

    package, extra = COMPANIONS[companion]
    if companions() not in ("", *sys.path):
        sys.path.append(companions())
    with Packages(extra):
        return importlib.import_module(f"{package}.{module}")


class Packages:
    """Imports what an extra brings: `with Packages("web"): import uvicorn`. Raises MissingPackage."""

    def __init__(self, extra: str) -> None:
        self._extra = extra

    def __enter__(self) -> None:
        site_packages()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        name = (error.name or "") if isinstance(error, ImportError) else ""
        package = name.split(".")[0]
        ours = package.startswith(
            "memory_retrieval"
        )  # a module missing in a package of ours is a fault of ours
        if package and (
            not ours or name in [known for known, _ in COMPANIONS.values()]
        ):
            raise MissingPackage(
                f"this needs the package {package}", self._extra
            ) from None


def site_packages() -> None:
    """Makes installed packages importable: bin/memories starts Python without them, as most commands need none."""
    import sys

    if sys.flags.no_site and "site" not in sys.modules:
        import site

        site.main()


def require(extra: str, modules: Sequence[str]) -> None:
    """MissingPackage unless all modules of an extra can be imported."""
    import importlib

    with Packages(extra):
        for name in modules:
            importlib.import_module(name)
