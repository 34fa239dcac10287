"""Project memory for coding agents. The names below are the library; everything else may change."""

from __future__ import annotations

__version__ = "0.2.0"

# `__init__.pyi` says their types.
_EXPORTS = {
    "AsyncMemoryRetriever": ".library.async_retriever",
    "MemoryRetriever": ".library.retriever",
    "Result": ".library.retriever",
    "find": ".library.records",
    "list_memories": ".library.records",
    "show": ".library.records",
    "StoredRecord": ".library.records",
    "stats": ".library.stats",
    "why": ".library.records",
    "save_memory": ".library.records",
    "undo": ".library.records",
    "SaveOutcome": ".save.request",
    "MemoryRetrievalError": ".core.errors",
    "StoreError": ".core.errors",
    "RecordError": ".core.errors",
    "DatabaseError": ".core.errors",
    "validate": ".store.schema",
    "tokenize": ".core.tokens",
}
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


def __getattr__(name: str) -> object:
    if name not in _EXPORTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_EXPORTS[name], __name__), name)
