"""POST to an HTTP endpoint: retries, time limit, no redirects, and errors that never quote the key.

Standard library only. The key goes into one header and no message; texts leave the machine encrypted or not at all.
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
from typing import Any

from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.sanitize import one_line

ANSWER_BYTES = 64 << 20  # far more than a batch of vectors
LONGEST_WAIT = 60.0  # seconds; a longer Retry-After means that a quota is used up, which the user should hear
TRANSIENT = (408, 429, 500, 502, 503, 504, 529)  # 529: overloaded
RESTARTING = (ConnectionResetError, ConnectionAbortedError, BrokenPipeError, http.client.HTTPException)
KEY_PART = 6  # characters; server text that holds so many of the key in a row is not repeated
HEADERS = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "memory-retrieval"}


class HttpEndpoint:
    """An embeddings endpoint; holds no connection. `shown` is its address without secrets.

    allow_plain  also unencrypted to another machine
    seconds      for a whole answer
    first_wait   seconds before the first retry; doubles with each attempt
    """

    def __init__(
        self, url: str, model: str, key: str, *, allow_plain: bool, seconds: float, attempts: int, first_wait: float
    ) -> None:
        self._address, self.shown, proxied = _parse(url, allow_plain=allow_plain)
        if not model:
            raise MemoryRetrievalError(f"{self.shown}: no model; set --model to one that the endpoint has")
        if not key.isascii() or not key.isprintable() or " " in key:
            raise MemoryRetrievalError(
                f"{self.shown}: the key has characters that are not allowed in a header; copy it again"
            )
        self._model = one_line(model, 80)
        self._key, self._seconds, self._attempts, self._first_wait = key, seconds, attempts, first_wait
        proxies = [] if proxied else [urllib.request.ProxyHandler({})]
        self._opener = urllib.request.build_opener(_NoRedirects, *proxies)

    def forget_key(self) -> None:
        self._key = ""

    def post(self, body: bytes) -> bytes:
        """The body of the answer; retries transient failures."""
        for attempt in range(self._attempts):
            try:
                return self._request(body)
            except (OSError, http.client.HTTPException) as error:
                failure, least = self._judge(error)
            wait = max(least, self._first_wait * 2**attempt * random.uniform(1, 1.5))  # jitter
            if wait > LONGEST_WAIT or attempt + 1 == self._attempts:
                break
            time.sleep(wait)
        raise failure from None  # outside `except`: the original error may quote the key

    def error(self, what: str, next_step: str) -> MemoryRetrievalError:
        """An error of this endpoint, with the next step."""
        return MemoryRetrievalError(f"{self.shown}, model {self._model}: {what}; {next_step}")

    def _request(self, body: bytes) -> bytes:
        request = urllib.request.Request(self._address, body, HEADERS)  # noqa: S310 - `_parse` checks the scheme
        if self._key:
            request.add_unredirected_header("Authorization", "Bearer " + self._key)
        end, data = time.monotonic() + self._seconds, bytearray()
        with self._opener.open(request, timeout=self._seconds) as response:
            while part := response.read1(1 << 16):
                data += part
                if time.monotonic() > end:
                    raise TimeoutError
                if len(data) > ANSWER_BYTES:
                    what = f"answered more than {ANSWER_BYTES >> 20} MB"
                    raise self.error(what, "use the address of an embeddings endpoint")
            if response.length:  # `read1` does not notice an answer that was cut short
                raise http.client.IncompleteRead(b"", response.length)
        return bytes(data)

    def _judge(self, error: OSError | http.client.HTTPException) -> tuple[MemoryRetrievalError, float]:
        """The error to raise, and the least seconds to wait before a retry: infinite if a retry cannot help."""
        if isinstance(error, urllib.error.HTTPError):
            with error:
                wait = _retry_after(error.headers.get("Retry-After", "")) if error.code in TRANSIENT else math.inf
                return self._refusal(error), wait
        reason = error.reason if isinstance(error, urllib.error.URLError) else error
        if isinstance(reason, TimeoutError):
            step = "check whether it is overloaded, then try again"
            return self.error(f"no answer within {self._seconds:g} s", step), math.inf
        what = f"no connection ({self._safe(str(reason) or type(reason).__name__)})"
        return self.error(what, "check whether it is running there"), 0.0 if isinstance(
            reason, RESTARTING
        ) else math.inf

    def _refusal(self, error: urllib.error.HTTPError) -> MemoryRetrievalError:
        if 300 <= error.code < 400:
            target = self._safe(_host(error.headers.get("Location", ""))) or "another address"
            return self.error(f"redirects to {target}", "use the address that it has moved to")
        if error.code in (401, 403):  # the server's text may quote the key
            return self.error(f"refused access (HTTP {error.code})", "check the key" if self._key else "set a key")
        reason = self._safe(_reason(error))
        step = "try again later" if error.code in TRANSIENT else "check the address and the model's name"
        return self.error(f"HTTP {error.code}{f' ({reason})' if reason else ''}", step)

    def _safe(self, text: str) -> str:
        """Text of the server on one line; "" if it holds a part of the key."""
        starts = range(max(1, len(self._key) - KEY_PART + 1)) if self._key else ()
        return "" if any(self._key[i : i + KEY_PART] in text for i in starts) else one_line(text, 200)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Turns a redirect into an HTTPError: key and texts go to the given address only."""

    def http_error_302(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> None:
        return None

    http_error_301 = http_error_303 = http_error_307 = http_error_308 = http_error_302


def _parse(url: str, *, allow_plain: bool) -> tuple[str, str, bool]:
    """(the address to post to, the same for messages, whether a proxy may be used). The shown one has no secrets."""
    example = "use one such as https://api.openai.com/v1"
    if not url:
        raise MemoryRetrievalError(f"--embedder http: no address; {example}")
    try:
        parts = urllib.parse.urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        parts = urllib.parse.urlsplit("")
        host, port = "", None
    if not host or parts.scheme not in ("https", "http") or not url.isascii() or not url.isprintable() or " " in url:
        raise MemoryRetrievalError(f"--embedder http: the address is not https://HOST/PATH; {example}")
    path, name = parts.path.rstrip("/"), f"[{host}]" if ":" in host else host
    shown = f"{parts.scheme}://{name}{f':{port}' if port else ''}{path}"
    if "@" in parts.netloc:
        raise MemoryRetrievalError(f"{shown}: an address with a password ends up in logs; pass the key separately")
    loopback = _is_loopback(host)
    if parts.scheme == "http" and not loopback and not allow_plain:
        raise MemoryRetrievalError(
            f"{shown}: would send the texts and the key unencrypted to another machine; use https"
        )
    path = path.removesuffix("/embeddings") + "/embeddings"
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


def _reason(error: urllib.error.HTTPError) -> str:
    """The message in the body of an error, in OpenAI's form or a similar one; "" without one."""
    try:
        body = json.loads(error.read(1 << 16))
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return ""
    value = body.get("error", body.get("message", body.get("detail"))) if isinstance(body, dict) else None
    value = value.get("message") if isinstance(value, dict) else value
    return value if isinstance(value, str) else ""


def _retry_after(value: str) -> float:
    """Seconds to wait, from the header's number or date; 0 if it is neither."""
    if value.strip().isdecimal():
        return float(value[:12])
    date = email.utils.parsedate_tz(value)
    return max(0.0, email.utils.mktime_tz(date) - time.time()) if date else 0.0
