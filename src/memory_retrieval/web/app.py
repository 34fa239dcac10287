"""The application: routes, the one way a page is made, and errors as pages with a next step."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from ..core import config
from ..core.clock import format_time
from ..core.errors import DatabaseError, MemoryRetrievalError
from . import forms, present
from .notes import Note, Notes
from .old_addresses import OldAddresses
from .security import Access, Form, Guard, Refused, read_form
from .source import NotGranted, NotOnDatabase, Source, StoreGone, Writer

STATIC = os.path.join(os.path.dirname(os.path.abspath(__file__)), "static")
TYPES = {".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".svg": "image/svg+xml"}
REMEDIES = {
    400: "Go back and try again.",
    403: "Open the address that `memories serve` printed, token included. Each start has a new one.",
    404: "It may have been renamed or removed since the link was made. The list has what is there now.",
    405: "Go back, and use the buttons of the page.",
    409: "Look at the record as it is now, then repeat what you meant to do.",
    413: "Shorten the text; long material belongs into a file of the project that the memory names.",
    415: "Go back, and use the buttons of the page.",
}


KINDS: tuple[
    tuple[type[Exception], int, str, str], ...
] = (  # of errors: status, heading and next step; the first that fits
    (
        NotOnDatabase,
        403,
        "This belongs to a repository",
        "Change it in its repository (`memories serve` or `memories save` there); the next `memories ingest` brings it here.",
    ),
    (
        NotGranted,
        403,
        "Not granted to your role",
        "Ask the owner of the database for `memories db grant`, then load this page again; the viewer need not be restarted.",
    ),
    (
        StoreGone,
        503,
        "The store is gone",
        "Put its folder back (from git, or from where it was moved to) and load this page again, or end the viewer with Ctrl-C.",
    ),
    (DatabaseError, 503, "The database did not answer", "Then load this page again; the viewer need not be restarted."),
)


class Gone(Exception):
    """What a page is asked for is not there."""


@dataclass(frozen=True)
class View:
    """What a page is given: the source, the request's parameters and form, and how to answer."""

    source: Source
    query: dict[str, str]
    path: dict[str, str]
    form: Form
    web: Web

    @property
    def writer(self) -> Writer:
        """What changes the store; NotOnDatabase where nothing does."""
        if self.source.writer is None:
            raise NotOnDatabase
        return self.source.writer

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        note = self.web.notes.take(self.query["note"]) if "note" in self.query else None
        return self.web.page(template, status, **{"note": note, **values})

    def to(self, address: str, note: Note | None = None) -> Response:
        """On to another page after a write, with a word about it."""
        if note is not None:
            address += ("&" if "?" in address else "?") + "note=" + self.web.notes.keep(note)
        return RedirectResponse(address, 303)


Page = Callable[[View], Response]


class Web:
    """Templates and what all pages show."""

    def __init__(self, source: Source, access: Access) -> None:
        self.source, self.access, self.notes, self.old_addresses = source, access, Notes(), OldAddresses()
        self._templates = present.environment()

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        text = self._templates.get_template(template).render(
            project=self.source.name,
            place=self.source.place,
            team=self.source.team,
            remarks=self.source.remarks(),
            csrf=self.access.csrf,
            **{"note": None, "search": "", **values},
        )
        return HTMLResponse(text, status)

    def error(self, status: int, what: str, remedy: str = "", title: str = "", form: Form | None = None) -> Response:
        """`form`: what was sent, which the page shows, so that nobody has to write it again."""
        title = (
            title
            or {403: "Not let in", 404: "Not found", 409: "Changed meanwhile"}.get(status)
            or HTTPStatus(status).phrase
        )
        remedy = remedy or REMEDIES.get(status, "Go back and try again.")
        return self.page("error.html", status, title=title, what=what, remedy=remedy, typed=forms.typed(form or {}))

    def denied(self, _: Request, reason: str) -> Response:
        """For those who have not shown the token: says nothing of the project."""
        return HTMLResponse(
            self._templates.get_template("denied.html").render(reason=reason, remedy=REMEDIES[403]), 403
        )


def make_app(source: Source, access: Access, seen: Callable[[], None] = lambda: None) -> ASGIApp:
    """The whole application behind its guard; `seen` is called at every request that is let in."""
    from .pages import routes

    web = Web(source, access)
    table = [
        Route(path, _endpoint(web, path, page, writes=pages in (routes.FORMS, routes.WRITING)), methods=[method])
        for method, pages in (
            ("GET", routes.FORMS),
            ("GET", routes.READING),
            ("POST", routes.ASKING),
            ("POST", routes.WRITING),
        )
        for path, page in pages
    ]
    table.append(Route("/static/{name}", _static(), methods=["GET"]))
    handlers: dict[Any, Any] = {HTTPException: _http_error(web), Refused: _refused(web)}
    app = Starlette(routes=table, exception_handlers=handlers)
    return Guard(app, access, web.denied, seen)


def _endpoint(web: Web, path: str, page: Page, *, writes: bool) -> Callable[[Request], Awaitable[Response]]:
    """A page as Starlette wants it: reads the form of a write, and turns our errors into pages."""

    async def answer(request: Request) -> Response:
        form = await read_form(request, web.access) if request.method == "POST" else {}
        view = View(web.source, dict(request.query_params), dict(request.path_params), form, web)
        try:
            if writes and web.source.writer is None:
                raise NotOnDatabase
            return await run_in_threadpool(_answered, page, view, path if request.method == "GET" else "")
        except Gone as error:
            return web.error(404, str(error), form=form)
        except MemoryRetrievalError as error:
            found = next(
                (kind for kind in KINDS if isinstance(error, kind[0])),
                (MemoryRetrievalError, 409 if form else 500, "", ""),
            )
            _, status, title, remedy = found
            return web.error(status, str(error), remedy, title, form)
        except OSError as error:
            what = "%s: %s" % (error.filename or "input/output", error.strerror or error)
            return web.error(500, what, "Check the path and its permissions.", form=form)
        except HTTPException:
            raise
        except Exception:  # the one handler of this host
            return web.error(
                500, "This is a bug of ours", "Please report it with %s." % _log_bug(request.url.path), form=form
            )

    return answer


def _answered(page: Page, view: View, reading: str) -> Response:
    """What the page says; of a record that was renamed here, at its new address. `reading`: the route of a page that only shows."""
    view.source.look()
    key = view.path.get("key", "")
    now = view.web.old_addresses.follow(
        key, lambda key: view.source.row(key) is not None or view.source.broken_text(key) is not None
    )
    if now != key and reading:
        return RedirectResponse(reading.replace("{key:path}", present.address(now)), 302)
    return page(view if now == key else replace(view, path={**view.path, "key": now}))


def _log_bug(path: str) -> str:
    """Appends the traceback to the log of errors; its path."""
    log = os.path.join(config.state_dir(), "errors.log") if config.state_dir() else ""
    text = "%s memories serve %s\n%s\n" % (format_time(config.now()), path.split("/")[1][:40], traceback.format_exc())
    try:
        os.makedirs(os.path.dirname(log), mode=0o700, exist_ok=True)
        with open(log, "a", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError:
        sys.stderr.write(text)
        return "the traceback on the terminal of `memories serve`"
    return log


def _static() -> Callable[[Request], Awaitable[Response]]:
    """The files that ship with the package, read once; a name is looked up, never joined to a folder."""
    files = {}
    for name in sorted(os.listdir(STATIC)):
        kind = TYPES.get(os.path.splitext(name)[1])
        if kind:
            with open(os.path.join(STATIC, name), "rb") as file:
                files[name] = (file.read(), kind)

    async def answer(request: Request) -> Response:
        data, kind = files.get(request.path_params["name"], (b"", ""))
        if not kind:
            raise HTTPException(404)
        return Response(data, media_type=kind, headers={"cache-control": "private, max-age=3600"})

    return answer


def _http_error(web: Web) -> Callable[[Request, Any], Response]:
    def answer(request: Request, error: HTTPException) -> Response:
        what = {404: "There is no page %s" % request.url.path, 405: "This page is not asked for in that way"}
        return web.error(error.status_code, what.get(error.status_code, error.detail))

    return answer


def _refused(web: Web) -> Callable[[Request, Any], Response]:
    def answer(_: Request, error: Refused) -> Response:
        return web.error(
            error.status,
            error.reason[:1].upper() + error.reason[1:],
            "Reload the page the form is on, and send it again." if error.status == 403 else "",
        )

    return answer
