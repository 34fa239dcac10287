"""The errors the package raises on purpose.

MemoryRetrievalError            base: the message names thing, place and next step
├── ConfigError                 a configuration file cannot be used at all
├── StoreError                  a store is missing, not trusted or not readable
├── RecordError                 a record breaks its schema (carries `problems`)
├── MissingPackage              an optional package is not installed (extras.py)
├── IndexUnavailable            the search index cannot be opened or built
└── DatabaseError               the team's database or server cannot be reached, or refuses
"""

from __future__ import annotations

from .model import Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable


class MemoryRetrievalError(Exception):
    """Base of every deliberate error.

    `str()` is one line fit for a user. `problems` says the same in parts, where known.
    """

    problems: tuple[Problem, ...] = ()


class ConfigError(MemoryRetrievalError):
    pass


class StoreError(MemoryRetrievalError):
    @staticmethod
    def at(path: str, message: str, code: str = "unusable") -> StoreError:
        """The error about one file or folder."""
        error = StoreError(f"{path}: {message}")
        error.problems = (Problem(path=path, message=message, code=code),)
        return error


class RecordError(MemoryRetrievalError):
    def __init__(self, message: str, problems: Iterable[Problem] = ()) -> None:
        MemoryRetrievalError.__init__(self, message)
        self.problems = tuple(problems)

    @staticmethod
    def at(location: str, message: str, code: str = "invalid") -> RecordError:
        """The error about one part of a record or of a request."""
        return RecordError(
            f"{location}: {message}", [Problem.at(location, message, code)]
        )


class IndexUnavailable(MemoryRetrievalError):
    pass


class DatabaseError(MemoryRetrievalError):
    pass
