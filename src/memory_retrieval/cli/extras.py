"""Commands that need more than the standard library: whether it is there, and one line that names the extra when it is not."""

import importlib

from ..core.errors import MemoryRetrievalError
from ..extras import site_packages


def require(extra: str, *modules: str) -> None:
    """MemoryRetrievalError with the next step unless all modules of an extra can be imported."""
    site_packages()
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            raise MemoryRetrievalError(
                "this needs the extra `%s`: pip install 'memory-retrieval[%s]'" % (extra, extra)
            ) from None
