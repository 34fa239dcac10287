"""Embeddings from an endpoint with OpenAI's `POST /embeddings`: OpenAI, vLLM, llama.cpp, Ollama and others.

Standard library only. Checks every answer: as many vectors as texts, all finite, of one dimension.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from typing import Any

from memory_retrieval.core.sanitize import one_line

from .base import ATTEMPTS, readable, unit
from .http_endpoint import HttpEndpoint

BATCH_TEXTS = 64
BATCH_CHARS = 100_000  # OpenAI takes 300,000 tokens a request, and a character is rarely more than one token
SECONDS = 30.0
FIRST_WAIT = 0.5

_Pair = tuple[int, str]


class HttpEmbedder:
    """One endpoint and model. `dims` and `revision` come with the first answer, so reading them may raise."""

    name = "http"

    def __init__(
        self,
        url: str,
        model: str,
        key: str = "",
        *,
        allow_plain: bool = False,
        seconds: float = SECONDS,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
    ) -> None:
        self.model = model
        self._endpoint = HttpEndpoint(
            url, model, key, allow_plain=allow_plain, seconds=seconds, attempts=attempts, first_wait=first_wait
        )
        self._known: tuple[int, str] | None = None  # dimensions and revision

    @property
    def dims(self) -> int:
        return self._probe()[0]

    @property
    def revision(self) -> str:
        """The model that the server reports if it differs from the requested one: the target of an alias."""
        return self._probe()[1]

    def embed(self, texts: Sequence[str]) -> list[list[float] | None]:
        out: list[list[float] | None] = [None] * len(texts)
        for batch in _batches([(i, clean) for i, text in enumerate(texts) if (clean := readable(text))]):
            for (i, _), row in zip(batch, self._ask([text for _, text in batch]), strict=True):
                out[i] = unit(row)
        return out

    def close(self) -> None:
        self._endpoint.forget_key()

    def _probe(self) -> tuple[int, str]:
        if self._known is None:
            self._ask(["dimensions"])
        return self._known or (0, "")

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of one request."""
        body = {"model": self.model, "input": texts, "encoding_format": "float"}
        try:
            answer = json.loads(self._endpoint.post(json.dumps(body).encode("ascii")))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            step = "use the address without /embeddings, usually one that ends with /v1"
            raise self._endpoint.error("the answer is not JSON with a list `data`", step)
        rows = self._rows(answer["data"], len(texts))
        if self._known is None:
            model = answer.get("model")
            alias = isinstance(model, str) and model != self.model
            self._known = len(rows[0]), one_line(str(model), 80) if alias else ""
        for i, row in enumerate(rows, 1):
            if len(row) != self._known[0]:
                what = f"answered {len(row)} numbers for text {i}, and {self._known[0]} before"
                raise self._endpoint.error(what, "ask for one model")
        return rows

    def _rows(self, data: list[Any], count: int) -> list[list[float]]:
        """The vectors in order of `index`."""
        if len(data) != count:
            step = "use an endpoint that takes several texts at a time"
            raise self._endpoint.error(f"answered {len(data)} vectors for {count} texts", step)
        rows: dict[int, list[float]] = {}
        for i, item in enumerate(data):
            index = item.get("index") if isinstance(item, dict) else None
            if type(index) is not int or not 0 <= index < count or index in rows:
                what = f"data[{i}].index: expected each of 0 to {count - 1} once"
                raise self._endpoint.error(what, "use an endpoint that follows OpenAI's")
            if not _is_vector(item.get("embedding")):
                step = "use a model that embeds, on an endpoint that follows OpenAI's"
                raise self._endpoint.error(f"data[{i}].embedding: expected a list of finite numbers", step)
            rows[index] = item["embedding"]
        return [rows[i] for i in range(count)]


def _is_vector(value: object) -> bool:
    try:
        return (
            isinstance(value, list) and bool(value) and all(type(x) in (int, float) and math.isfinite(x) for x in value)
        )
    except OverflowError:  # an integer that no float can hold
        return False


def _batches(texts: Sequence[_Pair]) -> Iterator[list[_Pair]]:
    batch: list[_Pair] = []
    size = 0
    for i, text in texts:
        if batch and (len(batch) == BATCH_TEXTS or size + len(text) > BATCH_CHARS):
            yield batch
            batch, size = [], 0
        batch.append((i, text))
        size += len(text)
    if batch:
        yield batch
