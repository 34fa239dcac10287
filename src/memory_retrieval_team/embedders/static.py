"""The shipped table of term vectors: no model, no package, no network. Over a thousand texts a second on one core.

Standard library only.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.index import semantic

from .base import readable, unit

MODEL = "memory-retrieval/terms"


class StaticEmbedder:
    """The shipped table, open."""

    name = "static"
    model = MODEL

    def __init__(self, model: str = "") -> None:
        if model not in ("", MODEL):
            raise MemoryRetrievalError(
                f"--model {model[:80]!r}: there is only one static table; leave out --model, or choose --embedder onnx"
            )
        table = semantic.open_table()
        if table is None:
            raise MemoryRetrievalError(f"{semantic.TABLE_PATH}: missing or damaged; install memory-retrieval again")
        self._table = table
        self._lock = threading.Lock()  # the table has caches that are not thread-safe
        self.revision = table.revision
        self.dims = table.dims

    def embed(self, texts: Sequence[str]) -> list[list[float] | None]:
        with self._lock:
            return [self._embed(text) for text in texts]

    def close(self) -> None:
        self._table.close()

    def _embed(self, text: str) -> list[float] | None:
        vector = self._table.embed(readable(text))
        return None if vector is None else unit(array("b", vector))
