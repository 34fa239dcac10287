"""The one module through which optional packages are imported, and only when a command needs them."""

from __future__ import annotations

from .core.errors import MemoryRetrievalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


def site_packages() -> None:
    """Makes installed packages importable: bin/memories starts Python without them, as most commands need none."""
    import sys

    if sys.flags.no_site:
        import site

        site.main()


def require(extra: str, *modules: str) -> None:
    """MemoryRetrievalError with the next step unless all modules of an extra can be imported."""
    import importlib

    site_packages()
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            raise MemoryRetrievalError(
                "this needs the extra `%s`: pip install 'memory-retrieval[%s]'" % (extra, extra)
            ) from None


class PostgresImports:
    """Imports modules of the team engine, with their types: `with PostgresImports(): from .postgres.db import access`.

    MemoryRetrievalError that names the extra when a package that they need is missing.
    """

    def __enter__(self) -> None:
        import sys

        if "psycopg" not in sys.modules:
            site_packages()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        import sys

        if not isinstance(error, ImportError):
            return
        missing = (error.name or "").split(".")[0]
        if missing != "memory_retrieval":
            message = "--db-url: the package %s is missing; %s -m pip install 'memory-retrieval[postgres]'"
            raise MemoryRetrievalError(message % (missing or "psycopg", sys.executable or "python3")) from None
