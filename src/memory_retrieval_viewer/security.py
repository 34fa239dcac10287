"""Which requests are let in, and what a browser may do with the answer: token, Host, Origin, forms, headers.

Other programs and other users of the machine can reach a loopback port, and so can every page that is open in the
browser. Hence a secret that only the person who started the viewer has; the origin of a request proves nothing.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, urlencode

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",  # "no-referrer" would make browsers send `Origin: null` with our own forms
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
NAMES = ("127.0.0.1", "localhost", "[::1]")  # by which a browser may ask for it
READING = ("GET", "HEAD")
TICKET_SECONDS = 60  # within which a started browser opens its page
MAX_FORM = 4_194_304  # bytes: a record of 1 MiB, percent-encoded
MAX_FIELDS = 2000


class Access:
    """The secrets of one run, and the host names that it answers to."""

    def __init__(self, port: int) -> None:
        self.token = secrets.token_urlsafe(32)
        self.csrf = secrets.token_urlsafe(32)
        self.port = port
        self.cookie = f"memories-{port}"  # cookies are shared by all ports of a host
        self.hosts = {f"{name}:{port}" for name in NAMES}
        if port == 80:
            self.hosts.update(NAMES)
        self._tickets: dict[str, float] = {}

    def ticket(self) -> str:
        """The name of a link that works once: other users of the machine can read the browser's command line."""
        name = secrets.token_urlsafe(24)
        self._tickets[name] = time.monotonic() + TICKET_SECONDS
        return name

    def redeem(self, name: str) -> bool:
        return self._tickets.pop(name, 0.0) > time.monotonic()


def same(given: str, expected: str) -> bool:
    """Compares in constant time."""
    return hmac.compare_digest(
        given.encode("utf-8", "replace"), expected.encode("utf-8")
    )


def refusal(request: Request, access: Access) -> str:
    """Why a request is refused because of its Host or Origin, whatever token it has; "" when it is not."""
    host = request.headers.get("host", "").lower()
    if host not in access.hosts:
        return "this is not the address the viewer answers to"
    origin = request.headers.get("origin")
    if origin is None:
        return (
            ""
            if request.method in READING
            else "the browser did not say which page this comes from"
        )
    return (
        "" if origin.lower() == f"http://{host}" else "another page sent this request"
    )


class Guard:
    """Refuses requests, exchanges a token for a cookie, sets the headers.

    denied    makes the page of a refusal from its reason
    admitted  is called at every request that is let in
    """

    def __init__(
        self,
        app: ASGIApp,
        access: Access,
        denied: Callable[[str], Response],
        admitted: Callable[[], None] = lambda: None,
    ) -> None:
        self._app, self._access, self._denied, self._admitted = (
            app,
            access,
            denied,
            admitted,
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return  # no web sockets, no lifespan
        request = Request(scope)

        async def answered(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        answer = self._before(request)
        if answer is None:
            self._admitted()
            await self._app(scope, receive, answered)
        else:
            await answer(scope, receive, answered)

    def _before(self, request: Request) -> Response | None:
        """The answer to a request that reaches no page; None lets it pass."""
        access = self._access
        reason = refusal(request, access)
        if reason:
            return self._denied(reason)
        path = request.url.path
        if request.method in READING:
            if path.startswith("/open/") and access.redeem(path[len("/open/") :]):
                return self._welcome("/")
            given = request.query_params.get("token")
            if given is not None and same(given, access.token):
                rest = [
                    (key, value)
                    for key, value in request.query_params.multi_items()
                    if key != "token"
                ]
                return self._welcome(path + ("?" + urlencode(rest) if rest else ""))
        if not same(request.cookies.get(access.cookie, ""), access.token):
            return self._denied(
                "the address lacks the token, or has one of an earlier run"
            )
        return None

    def _welcome(self, path: str) -> Response:
        """Redirects to the page without the token, which stays out of the browser's history."""
        self._admitted()
        answer = RedirectResponse("/" + path.lstrip("/\\"), 303)
        access = self._access
        answer.set_cookie(
            access.cookie, access.token, httponly=True, samesite="strict", path="/"
        )
        return answer


class Refused(Exception):
    """A form that is refused: HTTP status and reason."""

    def __init__(self, status: int, reason: str) -> None:
        Exception.__init__(self, reason)
        self.status, self.reason = status, reason


Form = dict[str, list[str]]


async def read_form(request: Request, secret: str) -> Form:
    """The fields of a posted form. Refused unless it holds the secret that only our own pages have."""
    kind = request.headers.get("content-type", "").partition(";")[0]
    if kind.strip().lower() != "application/x-www-form-urlencoded":
        raise Refused(415, "this is not a form")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_FORM:
            raise Refused(413, "the form is larger than a memory may be")
    try:
        text = body.decode("utf-8")
        fields = parse_qsl(
            text, keep_blank_values=True, max_num_fields=MAX_FIELDS, errors="strict"
        )
    except ValueError:
        raise Refused(400, "the form cannot be read") from None
    form: Form = {}
    for key, value in fields:
        form.setdefault(key, []).append(value.replace("\r\n", "\n"))
    if not same(form.pop("csrf", [""])[0], secret):
        raise Refused(403, "the form belongs to another viewer or an earlier run")
    return form


def one(form: Form, name: str, default: str = "") -> str:
    """The first value of a field."""
    return form.get(name, [default])[0]
