"""Where optional packages are joined to the rest: the one module that imports what needs an extra, and only when asked."""

from __future__ import annotations

from .core.errors import MemoryRetrievalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def site_packages() -> None:
    """Lets extras be found: bin/memories starts Python without site-packages, since most commands need nothing of them."""
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


def postgres(name: str) -> Any:
    """The module `memory_retrieval.postgres.<name>`; MemoryRetrievalError that names the extra when its packages are missing."""
    import importlib
    import sys

    if "psycopg" not in sys.modules:
        site_packages()
    try:
        return importlib.import_module(".postgres." + name, __package__)
    except ImportError as error:
        missing = (error.name or "").split(".")[0]
        if missing == "memory_retrieval":
            raise
        message = "--db-url: the package %s is missing; %s -m pip install 'memory-retrieval[postgres]'"
        raise MemoryRetrievalError(message % (missing or "psycopg", sys.executable or "python3")) from None
