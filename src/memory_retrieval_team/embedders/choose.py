"""Opens an embedder by name. Each one is imported on use, because its packages are an extra."""

from __future__ import annotations

from memory_retrieval.core.environments import MissingPackage
from memory_retrieval.core.errors import MemoryRetrievalError

from .base import ATTEMPTS, Embedder

NAMES = ("static", "onnx", "sentence-transformers", "http")


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
    """The embedder `name`, ready to use; MemoryRetrievalError if it is unavailable.

    model        onnx: a folder; sentence-transformers: a folder or a name on the hub (all-MiniLM-L6-v2 if empty);
                 http: the model's name
    url, key     http: the address before `/embeddings`, and the bearer token if required
    threads      onnx: number of threads; 0 for one per core
    allow_plain  http: allow unencrypted connections to other machines
    attempts     http: of a request; 1 for a query, which should not wait
    """
    if name not in NAMES:
        raise MemoryRetrievalError(f"--embedder {name[:80]!r}: no such embedder; choose one of {', '.join(NAMES)}")
    if name != "http" and url:
        raise MemoryRetrievalError(
            f"--embedder {name}: does not use a server; leave out the address, or choose --embedder http"
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
        raise _missing(name, error) from None


def _missing(name: str, error: ImportError) -> MissingPackage:
    extra = "embed" if name == "onnx" else "torch"
    what = (
        f"the package {error.name} is missing"
        if isinstance(error, ModuleNotFoundError)
        else " ".join(str(error).split())[:200]
    )
    return MissingPackage(f"--embedder {name}: {what}", [extra])
