"""The errors the package raises on purpose.

MemoryRetrievalError            base: the message names thing, place and next step
├── ConfigError                 a configuration file cannot be used at all
├── StoreError                  a store is missing, not trusted or not readable
├── RecordError                 a record breaks its schema (carries `problems`)
├── IndexUnavailable            the search index cannot be opened or built
└── DatabaseError               the team database cannot be reached, or refuses
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .model import Problem


class MemoryRetrievalError(Exception):
    """Base of every deliberate error; `str()` is one line fit for a user."""


class ConfigError(MemoryRetrievalError):
    pass


class StoreError(MemoryRetrievalError):
    pass


class RecordError(MemoryRetrievalError):
    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        MemoryRetrievalError.__init__(self, message)
        self.problems = tuple(problems)


class IndexUnavailable(MemoryRetrievalError):
    pass


class DatabaseError(MemoryRetrievalError):
    pass
