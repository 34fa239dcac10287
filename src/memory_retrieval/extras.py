"""The one module through which optional packages are imported, and only when a command needs them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType


def site_packages(*modules: str) -> None:
    """Makes installed packages importable: bin/memories starts Python without them, as most commands need none.

    MissingPackage when the active virtual environment is another one and has the modules: they are to be used there.
    """
    import sys

    if not sys.flags.no_site:
        return
    from .core.environments import MissingPackage, active, holds

    if active() and holds(active(), modules):
        raise MissingPackage("this needs the active virtual environment", (), modules)
    import site

    site.main()


def require(extra: str, *modules: str) -> None:
    """MissingPackage with the next step unless all modules of an extra can be imported."""
    import importlib

    site_packages(*modules)
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            from .core.environments import MissingPackage

            raise MissingPackage("this needs the extra `%s`" % extra, [extra], modules) from None


class PostgresImports:
    """Imports modules of the team engine, with their types: `with PostgresImports(): from .postgres.db import access`.

    MissingPackage that names the extra when a package that they need is not there.
    """

    def __enter__(self) -> None:
        import sys

        if "psycopg" not in sys.modules:
            site_packages("psycopg")

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if not isinstance(error, ImportError):
            return
        missing = (error.name or "").split(".")[0] or "psycopg"
        if missing != "memory_retrieval":
            from .core.environments import MissingPackage

            raise MissingPackage("--db-url: the package %s is missing" % missing, ["postgres"], [missing]) from None
