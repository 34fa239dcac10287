# What `__init__.py` hands out when it is asked for, for type checkers; a test compares the two.
from .core.errors import DatabaseError, MemoryRetrievalError, RecordError, StoreError
from .core.tokens import tokenize
from .library.async_retriever import AsyncMemoryRetriever
from .library.records import (
    StoredRecord,
    find,
    list_memories,
    save_memory,
    show,
    undo,
    why,
)
from .library.retriever import MemoryRetriever, Result
from .library.stats import stats
from .save.request import SaveOutcome
from .store.schema import validate

__version__: str
__all__ = [
    "AsyncMemoryRetriever",
    "DatabaseError",
    "MemoryRetrievalError",
    "MemoryRetriever",
    "RecordError",
    "Result",
    "SaveOutcome",
    "StoreError",
    "StoredRecord",
    "find",
    "list_memories",
    "save_memory",
    "show",
    "stats",
    "tokenize",
    "undo",
    "validate",
    "why",
]
