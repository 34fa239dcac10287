"""What turns texts into vectors: the protocol of an embedder, and the one place where one is chosen and loaded.

Knows no database. Each implementation has a module of its own, which is imported when it is asked for, since its package is an extra.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

from ...core.errors import MemoryRetrievalError

NAMES = ("static", "onnx", "sentence-transformers", "http")
ATTEMPTS = 5  # at a request that a server turns down for the moment
MAX_CHARS = 8192  # a text's part that counts: the 256 word pieces of MiniLM are about 1,200; stays below 8,192 tokens of an HTTP model


class Embedder(Protocol):
    """Makes vectors of one model. Vectors compare when `dims` and `revision` are equal. Threads may share one.

    name      what `--embedder` says: one of `NAMES`
    model     the model, as people call it: all-MiniLM-L6-v2, memory-retrieval/terms, or what an HTTP endpoint was asked for
    revision  short, changes with the weights; "" when an endpoint says nothing
    dims      numbers a vector
    """

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dims(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> list[list[float] | None]:
        """A vector of length 1 for each text, in their order; None where there is nothing to embed. May raise MemoryRetrievalError."""

    def close(self) -> None:
        """Release what is held. The embedder answers no more."""


def open_embedder(
    name: str,
    model: str = "",
    url: str = "",
    key: str = "",
    *,
    threads: int = 0,
    allow_plain: bool = False,
    attempts: int = ATTEMPTS,
) -> Embedder:
    """The embedder `name`, ready to use; MemoryRetrievalError when it cannot be had.

    model        onnx: a folder; sentence-transformers: a folder or a name on the hub (all-MiniLM-L6-v2 if empty); http: the model's name
    url, key     http: the address before `/embeddings`, and the bearer token, if one is needed
    threads      onnx: how many compute; 0 for one a core
    allow_plain  http: also unencrypted to another machine
    attempts     http: 1 where nobody is to wait, as at a query
    """
    if name not in NAMES:
        raise MemoryRetrievalError(f"--embedder {name[:80]!r}: no such embedder; choose one of {', '.join(NAMES)}")
    if name != "http" and url:
        raise MemoryRetrievalError(
            f"--embedder {name}: it asks no server; leave the address out, or choose --embedder http"
        )
    if name == "static":
        from .static import StaticEmbedder

        return StaticEmbedder(model)
    if name == "http":
        from .openai_http import HttpEmbedder

        return HttpEmbedder(url, model, key, allow_plain=allow_plain, attempts=attempts)
    try:
        if name == "onnx":
            from .onnx import OnnxEmbedder

            return OnnxEmbedder(model, threads=threads)
        from .st import SentenceTransformersEmbedder

        return SentenceTransformersEmbedder(model)
    except ImportError as error:
        raise MemoryRetrievalError(_missing(name, error)) from None


def readable(text: str) -> str:
    """What of a text is embedded: `MAX_CHARS` from its first visible character, lone surrogates as `?`, NULs gone. May be empty."""
    return text[: 64 * MAX_CHARS].replace("\0", "").strip()[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")


def unit(values: Sequence[float]) -> list[float] | None:
    """The values scaled to length 1; None when their length is zero or no number."""
    length = math.hypot(*values)
    if not length or not math.isfinite(length):
        return None
    return [value / length for value in values]


def _missing(name: str, error: ImportError) -> str:
    extra = "embed" if name == "onnx" else "torch"
    what = (
        f"the package {error.name} is missing"
        if isinstance(error, ModuleNotFoundError)
        else " ".join(str(error).split())[:200]
    )
    return f"--embedder {name}: {what}; pip install 'memory-retrieval[{extra}]'"
