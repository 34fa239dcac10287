"""Commands that need more than the standard library: whether it is there, and one line that names the extra when it is not."""

import importlib
import sys

from ...core.errors import MemoryRetrievalError


def require(extra, *modules):
    # type: (str, str) -> None
    """MemoryRetrievalError with the next step unless all modules of an extra can be imported.

    `bin/memories` starts Python without site-packages, since most commands need nothing of them; here they are looked at after all.
    """
    for name in modules:
        try:
            importlib.import_module(name)
        except ImportError:
            if not (sys.flags.no_site and _with_site_packages(name)):
                raise MemoryRetrievalError("this needs the extra `%s`: pip install 'memory-retrieval[%s]'" % (extra, extra)) from None


def _with_site_packages(name):
    # type: (str) -> bool
    import site

    site.main()
    try:
        importlib.import_module(name)
    except ImportError:
        return False
    return True
