"""An endpoint that speaks OpenAI's `POST /embeddings`: OpenAI, vLLM, llama.cpp, Ollama, text-embeddings-inference and
others.

Standard library only. The key stands in one header and never in a message; texts leave the machine encrypted, or not
at all.
"""

from __future__ import annotations

import email.utils
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

from ...core.errors import MemoryRetrievalError
from ...core.sanitize import one_line
from .base import ATTEMPTS, readable, unit

BATCH_TEXTS = 64
BATCH_CHARS = 100_000  # OpenAI takes 300,000 tokens a request, and a character is seldom more than one
ANSWER_BYTES = 64 << 20  # far more than `BATCH_TEXTS` vectors
SECONDS = 30.0  # for a whole answer
FIRST_WAIT = 0.5  # seconds; doubles with each attempt
LONGEST_WAIT = 60.0  # seconds; who is told to wait longer has used up a quota, and should hear of it
AGAIN = (408, 429, 500, 502, 503, 504, 529)  # statuses that pass; 529: overloaded
REFUSED = (401, 403)
BROKEN = (
    ConnectionResetError,
    ConnectionAbortedError,
    BrokenPipeError,
    http.client.HTTPException,
)  # seen when servers restart
_SHOWN_KEY = 6  # so many characters of the key in a server's words, and the words are not repeated

_Pair = tuple[int, str]


class HttpEmbedder:
    """One endpoint and model. Holds no connection. `dims` and `revision` are what the server's first answer says:
    asking may raise."""

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
        self._address, self._place, proxied = _parse(url, allow_plain=allow_plain)
        if not model:
            raise MemoryRetrievalError(f"{self._place}: no model; name one that the endpoint has with --model")
        if not key.isascii() or not key.isprintable() or " " in key:
            raise MemoryRetrievalError(f"{self._place}: the key holds characters that no header may; copy it again")
        self.model = model
        self._key, self._seconds, self._attempts, self._first_wait = key, seconds, attempts, first_wait
        self._dims, self._revision = 0, ""
        self._opener = urllib.request.build_opener(_Stay, *([] if proxied else [urllib.request.ProxyHandler({})]))

    @property
    def dims(self) -> int:
        if not self._dims:
            self._ask(["dimensions"])
        return self._dims

    @property
    def revision(self) -> str:
        """The model that the server says it used, where that is not the one it was asked for: an alias resolved."""
        if not self._dims:
            self._ask(["dimensions"])
        return self._revision

    def embed(self, texts: Sequence[str]) -> list[list[float] | None]:
        out: list[list[float] | None] = [None] * len(texts)
        for batch in _batches([(i, clean) for i, text in enumerate(texts) if (clean := readable(text))]):
            for (i, _), vector in zip(batch, self._ask([text for _, text in batch]), strict=True):
                out[i] = vector
        return out

    def close(self) -> None:
        self._key = ""

    def _ask(self, texts: Sequence[str]) -> list[list[float] | None]:
        """The vectors of one request; the first answer settles the dimensions."""
        answer = self._decode(
            self._send(json.dumps({"model": self.model, "input": texts, "encoding_format": "float"}).encode("ascii"))
        )
        rows = self._rows(answer, len(texts))
        if not self._dims:
            said = answer.get("model")
            self._revision = one_line(said, 80) if isinstance(said, str) and said != self.model else ""
            self._dims = len(rows[0])
        for i, row in enumerate(rows):
            if len(row) != self._dims:
                raise self._error(
                    f"answered {len(row)} numbers for text {i + 1}, and {self._dims} before", "ask for one model"
                )
        return [unit(row) for row in rows]

    def _send(self, body: bytes) -> bytes:
        """The body of the answer; tries again where that may help."""
        for attempt in range(self._attempts):
            try:
                return self._request(body)
            except (OSError, http.client.HTTPException) as error:
                failure, least = self._judge(error)
            wait = max(least, self._first_wait * 2**attempt * random.uniform(1, 1.5))  # not all clients at once
            if wait > LONGEST_WAIT or attempt + 1 == self._attempts:
                break
            time.sleep(wait)
        raise failure from None

    def _judge(self, error: OSError | http.client.HTTPException) -> tuple[MemoryRetrievalError, float]:
        """What to tell the user, and how many seconds to wait before another attempt: infinite where one would be in
        vain."""
        if isinstance(error, urllib.error.HTTPError):
            with error:
                failure, again = self._failure(error), error.code in AGAIN
            return failure, _retry_after(error.headers.get("Retry-After", "")) if again else math.inf
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, TimeoutError):
            return self._error(
                f"no answer within {self._seconds:g} s", "see whether it is overloaded, then try again"
            ), math.inf
        failure = self._error(
            f"no connection ({self._safe(str(reason) or type(reason).__name__)})", "see whether it runs there"
        )
        return failure, 0.0 if isinstance(reason, BROKEN) else math.inf

    def _request(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "memory-retrieval"}
        request = urllib.request.Request(self._address, body, headers)  # noqa: S310 - `_parse` lets http and https through only
        if self._key:
            request.add_unredirected_header("Authorization", "Bearer " + self._key)
        end = time.monotonic() + self._seconds
        with self._opener.open(request, timeout=self._seconds) as response:
            parts, size = [], 0
            while part := response.read1(1 << 16):
                parts.append(part)
                size += len(part)
                if time.monotonic() > end:
                    raise TimeoutError
                if size > ANSWER_BYTES:
                    raise self._error(
                        f"answered more than {ANSWER_BYTES >> 20} MB", "give the address of an embeddings endpoint"
                    )
            if response.length:  # `read1` does not look whether all has come
                raise http.client.IncompleteRead(b"", response.length)
        return b"".join(parts)

    def _decode(self, body: bytes) -> dict[str, Any]:
        try:
            answer = json.loads(body)
        except (ValueError, RecursionError):
            answer = None
        if not isinstance(answer, dict) or not isinstance(answer.get("data"), list):
            raise self._error(
                "answered no JSON with a list `data`",
                "give the address before /embeddings, mostly one that ends with /v1",
            )
        return answer

    def _rows(self, answer: dict[str, Any], count: int) -> list[list[float]]:
        """The vectors by index, checked: as many as asked for, each a list of finite numbers."""
        data = answer["data"]
        if len(data) != count:
            raise self._error(
                f"answered {len(data)} vectors for {count} texts", "use an endpoint that takes several texts at a time"
            )
        rows: list[list[float]] = [[]] * count
        seen = set()
        for i, item in enumerate(data):
            index = item.get("index") if isinstance(item, dict) else None
            if type(index) is not int or not 0 <= index < count or index in seen:
                raise self._error(
                    f"data[{i}].index: expected each of 0 to {count - 1} once", "use an endpoint that follows OpenAI's"
                )
            seen.add(index)
            rows[index] = self._numbers(item.get("embedding"), f"data[{i}].embedding")
        return rows

    def _numbers(self, value: object, where: str) -> list[float]:
        try:
            if isinstance(value, list) and value and all(type(number) in (float, int) for number in value):
                numbers = [float(number) for number in value]
                if all(map(math.isfinite, numbers)):
                    return numbers
        except OverflowError:
            pass
        raise self._error(
            f"{where}: expected a list of finite numbers",
            "use a model that embeds, on an endpoint that follows OpenAI's",
        )

    def _failure(self, error: urllib.error.HTTPError) -> MemoryRetrievalError:
        if 300 <= error.code < 400:
            target = self._safe(_host(error.headers.get("Location", "")))
            return self._error(f"redirects to {target or 'another address'}", "give the address that it has moved to")
        if error.code in REFUSED:  # what the server says may quote the key
            return self._error(f"refused access (HTTP {error.code})", "check the key" if self._key else "give it a key")
        said = self._said(error)
        next_step = "try again later" if error.code in AGAIN else "check the address and the model's name"
        return self._error(f"HTTP {error.code}{f' ({said})' if said else ''}", next_step)

    def _said(self, error: urllib.error.HTTPError) -> str:
        """`error.message` of the body, as OpenAI has it, or of its kin."""
        try:
            body = json.loads(error.read(1 << 16))
        except (OSError, ValueError, RecursionError, http.client.HTTPException):
            return ""
        found = body.get("error", body.get("message", body.get("detail"))) if isinstance(body, dict) else None
        found = found.get("message") if isinstance(found, dict) else found
        return self._safe(found) if isinstance(found, str) else ""

    def _safe(self, text: str) -> str:
        """A stranger's words as a line; none of them if they hold a part of the key."""
        parts = (
            [self._key[i : i + _SHOWN_KEY] for i in range(max(1, len(self._key) - _SHOWN_KEY + 1))] if self._key else []
        )
        return "" if any(part in text for part in parts) else one_line(text, 200)

    def _error(self, what: str, next_step: str) -> MemoryRetrievalError:
        return MemoryRetrievalError(f"{self._place}, model {one_line(self.model, 80)}: {what}; {next_step}")


class _Stay(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: key and texts go to the address that the user gave, or nowhere."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> None:
        return None  # and so it becomes an HTTPError

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _parse(url: str, *, allow_plain: bool) -> tuple[str, str, bool]:
    """Where to post to, how it is shown (without user, password and query), and whether a proxy may stand between."""
    example = "give one such as https://api.openai.com/v1"
    if not url:
        raise MemoryRetrievalError(f"--embedder http: no address; {example}")
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urllib.parse.urlsplit("")
    if not host or parts.scheme not in ("https", "http") or not url.isascii() or not url.isprintable() or " " in url:
        raise MemoryRetrievalError(f"--embedder http: the address is no https://HOST/PATH; {example}")
    shown = (
        f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{f':{port}' if port else ''}{parts.path.rstrip('/')}"
    )
    if "@" in parts.netloc:
        raise MemoryRetrievalError(f"{shown}: an address with a password ends up in logs; give the key by itself")
    loopback = _is_loopback(host)
    if parts.scheme == "http" and not loopback and not allow_plain:
        raise MemoryRetrievalError(f"{shown}: would send texts and key unencrypted to another machine; use https")
    path = parts.path.rstrip("/")
    path = path if path.endswith("/embeddings") else path + "/embeddings"
    return urllib.parse.urlunsplit((parts.scheme, parts.netloc, path, parts.query, "")), shown, not loopback


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _host(url: str) -> str:
    try:
        return urllib.parse.urlsplit(url).netloc.rpartition("@")[2]
    except ValueError:
        return ""


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


def _retry_after(value: str) -> float:
    """Seconds to wait, from the header's number or date; 0 when it is neither."""
    if value.strip().isdecimal():
        return float(value[:12])
    date = email.utils.parsedate_tz(value)
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else 0.0
