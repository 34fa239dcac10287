"""Opens an embedder by name. Each is imported on use, because its packages are an extra, but for the shipped table."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence

from memory_retrieval.core import environment
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.extras import MissingPackage
from memory_retrieval.index import semantic

from .base import ATTEMPTS, Embedder, Vector, readable, unit

MODEL = "memory-retrieval/terms"  # of the shipped table
NAMES = ("static", "onnx", "http")
FORMER = {
    "sentence-transformers": "onnx"
}  # in a database that an earlier version has filled


def open_embedder(
    name: str,
    model: str = "",
    url: str = "",
    key: str = "",
    *,
    attempts: int = ATTEMPTS,
) -> Embedder:
    """The embedder `name`, ready to use; MemoryRetrievalError if it is unavailable.

    model     onnx: a folder (all-MiniLM-L6-v2 from the hub's cache if empty); http: the model's name
    url, key  http: the address before `/embeddings`, and the bearer token if required
    attempts  http: of a request; 1 for a query, which should not wait
    """
    if name not in NAMES:
        choices = ", ".join(NAMES)
        raise MemoryRetrievalError(
            f"--embedder {name[:80]!r}: no such embedder; choose one of {choices}"
        )
    if name != "http" and url:
        raise MemoryRetrievalError(
            f"--embedder {name}: does not use a server; leave out the address, or choose --embedder http"
        )
    if name == "static":
        return StaticEmbedder(model)
    if name == "http":
        from .openai_http import HttpEmbedder

        return HttpEmbedder(url, model, key, attempts=attempts)
    try:
        from .onnx import OnnxEmbedder
    except ImportError as error:
        missing = f"the package {error.name} is missing"
        what = (
            missing
            if isinstance(error, ModuleNotFoundError)
            else one_line(str(error), 200)
        )
        raise MissingPackage(f"--embedder {name}: {what}", "embed") from None
    return OnnxEmbedder(model)


def open_configured(
    name: str,
    model: str = "",
    url: str = "",
    *,
    stored_model: str = "",
    attempts: int = ATTEMPTS,
) -> Embedder:
    """As `open_embedder`, with what is left out from the environment, an endpoint's model also from the database."""
    name = FORMER.get(name, name)
    if name == "static":
        return open_embedder(name)
    model = model or environment.get("MEMORIES_EMBED_MODEL")
    if name != "http":
        return open_embedder(name, model)
    url = url or environment.get("MEMORIES_EMBED_URL")
    return open_embedder(
        name,
        model or stored_model,
        url,
        environment.get("MEMORIES_EMBED_KEY"),
        attempts=attempts,
    )


class StaticEmbedder:
    """The shipped table of term vectors: no model, no package, no network. A thousand texts a second on one core."""

    name = "static"
    model = MODEL

    def __init__(self, model: str = "") -> None:
        if model not in ("", MODEL):
            raise MemoryRetrievalError(
                f"--model {model[:80]!r}: there is only one static table; leave out --model, or choose --embedder onnx"
            )
        table = semantic.open_table()
        if table is None:
            raise MemoryRetrievalError(
                f"{semantic.TABLE_PATH}: missing or damaged; install memory-retrieval again"
            )
        self._table = table
        self._lock = threading.Lock()  # the table has caches that are not thread-safe
        self.revision = table.revision
        self.dims = table.dims

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        found = map(self.term_vector, map(readable, texts))
        return [None if raw is None else unit(array("b", raw)) for raw in found]

    def term_vector(self, text: str) -> bytes | None:
        """The vector as the index of files has it."""
        with self._lock:
            return self._table.embed(text)

    def close(self) -> None:
        self._table.close()
