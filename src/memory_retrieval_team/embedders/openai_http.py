"""Embeddings from an endpoint with OpenAI's `POST /embeddings`: OpenAI, vLLM, llama.cpp, Ollama and others.

Standard library only. Checks every answer: as many vectors as texts, all finite, of one dimension. The key goes into
one header and no message; texts leave the machine encrypted or not at all, and follow no redirect.
"""

from __future__ import annotations

import http.client
import ipaddress
import json
import math
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator, Sequence
from typing import Any

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.sanitize import one_line

from .base import ATTEMPTS, Vector, embed_readable, unit

BATCH_TEXTS = 64
BATCH_CHARS = 100_000  # OpenAI takes 300,000 tokens a request, and a character is rarely more than one token
ANSWER_BYTES = 64 << 20  # far more than a batch of vectors
SECONDS = 30.0  # for a whole answer
FIRST_WAIT = 0.5  # seconds before the first retry; doubles with each attempt
LONGEST_WAIT = 60.0  # seconds; a longer Retry-After means that a quota is used up, which the user should hear
TRANSIENT = (408, 429, 500, 502, 503, 504, 529)  # 529: overloaded
RESTARTING = (
    ConnectionResetError,
    ConnectionAbortedError,
    BrokenPipeError,
    http.client.HTTPException,
)
KEY_PART = (
    6  # characters; server text that holds so many of the key in a row is not repeated
)
HEADERS = {
    "Content-Type": "application/json",
    "Accept": "application/json",
    "User-Agent": "memory-retrieval",
}
EXAMPLE = "use one such as https://api.openai.com/v1"


class HttpEmbedder:
    """One endpoint and model. `dims` and `revision` come with the first answer, so reading them may raise."""

    name = "http"

    def __init__(
        self,
        url: str,
        model: str,
        key: str = "",
        *,
        seconds: float = SECONDS,
        attempts: int = ATTEMPTS,
        first_wait: float = FIRST_WAIT,
    ) -> None:
        self._address, self._shown, local = _parse(url)
        if not model:
            raise MemoryRetrievalError(
                f"{self._shown}: no model; set --model to one that the endpoint has"
            )
        if not key.isascii() or not key.isprintable() or " " in key:
            raise MemoryRetrievalError(
                f"{self._shown}: the key has characters that are not allowed in a header; copy it again"
            )
        self.model = model
        self._key, self._seconds, self._attempts, self._first_wait = (
            key,
            seconds,
            attempts,
            first_wait,
        )
        past_proxies = [urllib.request.ProxyHandler({})] if local else []
        self._opener = urllib.request.build_opener(NoRedirects, *past_proxies)
        self._known: tuple[int, str] | None = None  # dimensions and revision

    @property
    def dims(self) -> int:
        return self._probe()[0]

    @property
    def revision(self) -> str:
        """The model that the server reports if it differs from the requested one: the target of an alias."""
        return self._probe()[1]

    def embed(self, texts: Sequence[str]) -> list[Vector]:
        return embed_readable(texts, self._embed)

    def close(self) -> None:
        self._key = ""

    def _embed(self, texts: Sequence[str]) -> Iterator[Vector]:
        for batch in _batches(texts):
            yield from map(unit, self._ask(batch))

    def _probe(self) -> tuple[int, str]:
        if self._known is None:
            self._ask(["dimensions"])
        return self._known or (0, "")

    def _ask(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of one request."""
        body = {"model": self.model, "input": texts, "encoding_format": "float"}
        try:
            answer = json.loads(self._post(json.dumps(body).encode("ascii")))
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            step = "use the address without /embeddings, usually one that ends with /v1"
            raise self._error("the answer is not JSON with a list `data`", step)
        rows = self._rows(answer["data"], len(texts))
        if self._known is None:
            model = answer.get("model")
            alias = isinstance(model, str) and model != self.model
            self._known = len(rows[0]), one_line(str(model), 80) if alias else ""
        dims = self._known[0]
        for i, row in enumerate(rows, 1):
            if len(row) != dims:
                count = len(row)
                raise self._error(
                    f"answered {count} numbers for text {i}, and {dims} before",
                    "ask for one model",
                )
        return rows

    def _rows(self, data: list[Any], count: int) -> list[list[float]]:
        """The vectors in order of `index`."""
        if len(data) != count:
            found, step = (
                len(data),
                "use an endpoint that takes several texts at a time",
            )
            raise self._error(f"answered {found} vectors for {count} texts", step)
        rows: dict[int, list[float]] = {}
        for i, item in enumerate(data):
            index = item.get("index") if isinstance(item, dict) else None
            if type(index) is not int or not 0 <= index < count or index in rows:
                what = f"data[{i}].index: expected each of 0 to {count - 1} once"
                raise self._error(what, "use an endpoint that follows OpenAI's")
            if not _is_vector(item.get("embedding")):
                step = "use a model that embeds, on an endpoint that follows OpenAI's"
                raise self._error(
                    f"data[{i}].embedding: expected a list of finite numbers", step
                )
            rows[index] = item["embedding"]
        return [rows[i] for i in range(count)]

    def _post(self, body: bytes) -> bytes:
        """The body of the answer; retries transient failures."""
        for attempt in range(self._attempts):
            try:
                return self._request(body)
            except (OSError, http.client.HTTPException) as error:
                failure, least = self._judge(error)
            wait = max(
                least, self._first_wait * 2**attempt * random.uniform(1, 1.5)
            )  # jitter
            if wait > LONGEST_WAIT or attempt + 1 == self._attempts:
                break
            time.sleep(wait)
        raise failure from None  # outside `except`: the original error may quote the key

    def _request(self, body: bytes) -> bytes:
        request = urllib.request.Request(self._address, body, HEADERS)  # noqa: S310 - `_parse` checks the scheme
        if self._key:
            request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        end = time.monotonic() + self._seconds
        data = bytearray()
        with self._opener.open(request, timeout=self._seconds) as response:
            while part := response.read1(1 << 16):
                data += part
                if time.monotonic() > end:
                    raise TimeoutError
                if len(data) > ANSWER_BYTES:
                    what = f"answered more than {ANSWER_BYTES >> 20} MB"
                    raise self._error(what, "use the address of an embeddings endpoint")
            if response.length:  # `read1` does not notice an answer that was cut short
                raise http.client.IncompleteRead(b"", response.length)
        return bytes(data)

    def _judge(
        self, error: OSError | http.client.HTTPException
    ) -> tuple[MemoryRetrievalError, float]:
        """The error to raise, and the least seconds to wait before a retry: infinite if a retry cannot help."""
        if isinstance(error, urllib.error.HTTPError):
            with error:
                return self._refusal(error), _least_wait(error)
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, TimeoutError):
            step = "check whether it is overloaded, then try again"
            return self._error(f"no answer within {self._seconds:g} s", step), math.inf
        said = self._safe(str(reason) or type(reason).__name__)
        least = 0.0 if isinstance(reason, RESTARTING) else math.inf
        return self._error(
            f"no connection ({said})", "check whether it is running there"
        ), least

    def _refusal(self, error: urllib.error.HTTPError) -> MemoryRetrievalError:
        if 300 <= error.code < 400:
            return self._error(
                f"redirects (HTTP {error.code})", "use the address that it has moved to"
            )
        if error.code in (401, 403):  # the server's text may quote the key
            return self._error(
                f"refused access (HTTP {error.code})",
                "check the key" if self._key else "set a key",
            )
        reason = self._safe(_reason(error))
        step = (
            "try again later"
            if error.code in TRANSIENT
            else "check the address and the model's name"
        )
        return self._error(
            f"HTTP {error.code} ({reason})" if reason else f"HTTP {error.code}", step
        )

    def _safe(self, text: str) -> str:
        """Text of the server on one line; "" if it holds a part of the key."""
        starts = range(max(1, len(self._key) - KEY_PART + 1))
        parts = [self._key[i : i + KEY_PART] for i in starts]
        quotes = self._key and any(part in text for part in parts)
        return "" if quotes else one_line(text, 200)

    def _error(self, what: str, next_step: str) -> MemoryRetrievalError:
        model = one_line(self.model, 80)
        return MemoryRetrievalError(
            f"{self._shown}, model {model}: {what}; {next_step}"
        )


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Turns a redirect into an HTTPError: key and texts go to the given address only."""

    def redirect_request(self, *_: Any) -> None:
        return None


def _parse(url: str) -> tuple[str, str, bool]:
    """(the address to post to, the same for messages, whether it is this machine). The shown one has no secrets."""
    if not url:
        raise MemoryRetrievalError(f"--embedder http: no address; {EXAMPLE}")
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host = ""
    readable = url.isascii() and url.isprintable() and " " not in url
    if not host or not readable or parts.scheme not in ("https", "http"):
        raise MemoryRetrievalError(
            f"--embedder http: the address is not https://HOST/PATH; {EXAMPLE}"
        )
    path = parts.path.rstrip("/")
    name = f"[{host}]" if ":" in host else host
    at_port = f":{port}" if port else ""
    shown = f"{parts.scheme}://{name}{at_port}{path}"
    if "@" in parts.netloc:
        raise MemoryRetrievalError(
            f"{shown}: an address with a password ends up in logs; pass the key separately"
        )
    local = _is_loopback(host)
    if parts.scheme == "http" and not local:
        raise MemoryRetrievalError(
            f"{shown}: would send the texts and the key unencrypted to another machine; use https"
        )
    path = path.removesuffix("/embeddings") + "/embeddings"
    return parts._replace(path=path, fragment="").geturl(), shown, local


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _least_wait(error: urllib.error.HTTPError) -> float:
    """Seconds until a retry may succeed: what the server says, infinite for what a retry does not change."""
    if error.code not in TRANSIENT:
        return math.inf
    after = str(error.headers.get("Retry-After", "")).strip()
    return float(after[:12]) if after.isdecimal() else 0.0


def _reason(error: urllib.error.HTTPError) -> str:
    """The message in the body of an error, in OpenAI's form or a similar one; "" without one."""
    try:
        value = json.loads(error.read(1 << 16))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return ""
    for keys in (("error", "message", "detail"), ("message",)):
        if isinstance(value, dict):
            value = next((value[key] for key in keys if key in value), "")
    return value if isinstance(value, str) else ""


def _is_vector(value: object) -> bool:
    if not isinstance(value, list) or not value:
        return False
    try:
        return all(type(x) in (int, float) and math.isfinite(x) for x in value)
    except OverflowError:  # an integer that no float can hold
        return False


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    size = 0
    for text in texts:
        if batch and (len(batch) == BATCH_TEXTS or size + len(text) > BATCH_CHARS):
            yield batch
            batch, size = [], 0
        batch.append(text)
        size += len(text)
    if batch:
        yield batch
