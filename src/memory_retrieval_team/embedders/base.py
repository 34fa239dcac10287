"""The protocol of an embedder, and the preparation of texts and vectors. Uses no database."""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

Vector = list[float] | None
"""Of length 1; None for a text without content."""
ATTEMPTS = 5  # of a request that fails with a transient error
# of a text; MiniLM reads 256 word pieces, about 1,200 characters; below the 8,192 tokens of common HTTP models
MAX_CHARS = 8192
REVISION = 12  # hexadecimal digits of a SHA-256: no two of a billion models share them by chance
_CHUNK = 1 << 20


class Embedder(Protocol):
    """Embeds texts with one model. Vectors with equal `dims` and `revision` are comparable. Thread-safe.

    name      the value of `--embedder`: one of `choose.NAMES`
    model     the common name of the model: all-MiniLM-L6-v2, memory-retrieval/terms, or the model requested from an
              HTTP endpoint
    revision  short, changes with the weights; "" if unknown
    dims      dimensions of a vector
    """

    @property
    def name(self) -> str: ...
    @property
    def model(self) -> str: ...
    @property
    def revision(self) -> str: ...
    @property
    def dims(self) -> int: ...

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        """A vector of length 1 for each text, in order; None for a text without content. May raise
        MemoryRetrievalError."""

    def close(self) -> None:
        """Releases resources; the embedder cannot be used afterwards."""


def readable(text: str) -> str:
    """The part of a text that is embedded: MAX_CHARS from the first visible character, lone surrogates as `?`, without
    NULs. May be empty."""
    beginning = text[: 64 * MAX_CHARS].replace("\0", "").strip()
    return beginning[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")


def embed_readable(
    texts: Sequence[str], embed: Callable[[list[str]], Iterable[Vector]]
) -> list[Vector]:
    """The vectors of `texts` in order: of the readable parts by `embed`, None for a text without one."""
    cleaned = {i: clean for i, text in enumerate(texts) if (clean := readable(text))}
    vectors = dict(zip(cleaned, embed(list(cleaned.values())), strict=True))
    return [vectors.get(i) for i in range(len(texts))]


def unit(values: Sequence[float]) -> Vector:
    """The values scaled to length 1; None if their length is zero or not finite."""
    length = math.hypot(*values)
    if not length or not math.isfinite(length):
        return None
    return [value / length for value in values]


def model_name(folder: str) -> str:
    """The folder's name; in the hub's cache (`models--org--NAME/snapshots/COMMIT`) the repository's."""
    head, name = os.path.split(os.path.abspath(folder))
    head, snapshots = os.path.split(head)
    repository = os.path.basename(head)
    if snapshots == "snapshots" and repository.startswith("models--"):
        return repository.split("--", 2)[-1]
    return name


def revision(paths: Sequence[str]) -> str:
    """The first digits of the SHA-256 of the files' content. May raise OSError."""
    digest = hashlib.sha256()
    for path in paths:
        with open(path, "rb") as file:
            while chunk := file.read(_CHUNK):
                digest.update(chunk)
    return digest.hexdigest()[:REVISION]
