"""The protocol of an embedder, and the preparation of texts and vectors that all embedders share. Knows no database."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Protocol

ATTEMPTS = 5  # at a request that a server turns down for the moment
# A text's part that counts: the 256 word pieces of MiniLM are about 1,200; stays below 8,192 tokens of an HTTP model
MAX_CHARS = 8192


class Embedder(Protocol):
    """Makes vectors of one model. Vectors compare when `dims` and `revision` are equal. Threads may share one.

    name      what `--embedder` says: one of `choose.NAMES`
    model     the model, as people call it: all-MiniLM-L6-v2, memory-retrieval/terms, or what an HTTP endpoint was
              asked for
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
        """A vector of length 1 for each text, in their order; None where there is nothing to embed. May raise
        MemoryRetrievalError."""

    def close(self) -> None:
        """Release what is held. The embedder answers no more."""


def readable(text: str) -> str:
    """What of a text is embedded: `MAX_CHARS` from its first visible character, lone surrogates as `?`, NULs gone.
    May be empty."""
    return text[: 64 * MAX_CHARS].replace("\0", "").strip()[:MAX_CHARS].encode("utf-8", "replace").decode("utf-8")


def unit(values: Sequence[float]) -> list[float] | None:
    """The values scaled to length 1; None when their length is zero or no number."""
    length = math.hypot(*values)
    if not length or not math.isfinite(length):
        return None
    return [value / length for value in values]
