"""The application: the routes behind their guard, and every exception turned into a page."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from memory_retrieval.core import environment
from memory_retrieval.core.clock import format_time
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.save.failures import keep_traceback

from . import present
from .pages import agent, health, inbox, ledger, memories, memory, overview, review
from .security import Access, Guard, Refused, read_form
from .source.files import FilesSource
from .view import NotFound, Page, View, Web

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
Endpoint = Callable[[Request], Awaitable[Response]]

# The page of each route. Whatever changes a record is a POST.
READING: list[tuple[str, Page]] = [
    ("/", overview.show),
    ("/memories", memories.show),
    ("/memories/{key:path}", memory.show),
    ("/try", agent.show),
    ("/brief", agent.brief),
    ("/file", agent.file),
    ("/review", review.show),
    ("/ledger", ledger.show),
    ("/health", health.show),
    ("/inbox/{id}", inbox.candidate),
]
ASKING: list[tuple[str, Page]] = [  # POST that changes no record
    ("/try", agent.ask),
    ("/health/check", health.again),
]
WRITING: list[tuple[str, Page]] = [
    ("/memories/retire", memories.retire),
    ("/status/{key:path}", memory.change_status),
    ("/mute/{key:path}", memory.mute),
    ("/review", review.decide),
    ("/undo", memory.undo),
    ("/health/fix", health.fix),
    ("/inbox", inbox.decide_many),
    ("/inbox/note", inbox.note),
    ("/inbox/{id}", inbox.decide),
]


def make_app(
    source: FilesSource, access: Access, admitted: Callable[[], None] = lambda: None
) -> ASGIApp:
    """The whole application behind its guard.

    admitted  is called at every request that is let in
    """
    web = Web(source, access)
    table = [
        Route(path, _endpoint(web, page), methods=[method])
        for method, pages in (("GET", READING), ("POST", ASKING), ("POST", WRITING))
        for path, page in pages
    ]
    table.append(Route("/static/{name}", _static(), methods=["GET"]))
    handlers: dict[Any, Any] = {HTTPException: _http_error(web), Refused: _refused(web)}
    app = Starlette(routes=table, exception_handlers=handlers)
    return Guard(app, access, web.denied, admitted)


def _endpoint(web: Web, page: Page) -> Endpoint:
    """A page as Starlette calls it: reads the form of a POST, and turns exceptions into pages."""

    async def answer(request: Request) -> Response:
        form = (
            await read_form(request, web.access.csrf)
            if request.method == "POST"
            else {}
        )
        view = View(
            web.source, dict(request.query_params), dict(request.path_params), form, web
        )
        try:
            return await run_in_threadpool(_answered, page, view)
        except NotFound as error:
            return web.error(404, str(error), form=form)
        except MemoryRetrievalError as error:
            return web.failure(error, form)
        except OSError as error:
            place, said = error.filename or "input/output", error.strerror or error
            what = f"{place}: {said}"
            return web.error(
                500, what, "Check the path and its permissions.", form=form
            )
        except HTTPException:
            raise
        except Exception:  # the one handler of this host
            log = _log_bug(request.url.path)
            return web.error(
                500,
                "This is a bug in the viewer",
                f"Please report it with {log}.",
                form=form,
            )

    return answer


def _answered(page: Page, view: View) -> Response:
    view.source.refresh()
    return page(view)


def _log_bug(path: str) -> str:
    """Appends the traceback to the log of errors; says where it can be read."""
    page = path.split("/")[1][:40]
    text, log = keep_traceback(format_time(environment.now()), f"serve {page}")
    if not log:
        sys.stderr.write(text)
    return log or "the traceback on the terminal of `memories serve`"


def _static() -> Endpoint:
    """The files that ship with the package, read once; a name is looked up, never joined to a folder."""
    files = {}
    for path in Path(present.STATIC).iterdir():
        if path.suffix in TYPES:
            files[path.name] = (path.read_bytes(), TYPES[path.suffix])

    async def answer(request: Request) -> Response:
        data, kind = files.get(request.path_params["name"], (b"", ""))
        if not kind:
            raise HTTPException(404)
        return Response(
            data, media_type=kind, headers={"cache-control": "private, max-age=3600"}
        )

    return answer


def _http_error(web: Web) -> Callable[[Request, Any], Response]:
    def answer(request: Request, error: HTTPException) -> Response:
        what = {
            404: f"There is no page {request.url.path}",
            405: "This page does not take that kind of request",
        }
        return web.error(error.status_code, what.get(error.status_code, error.detail))

    return answer


def _refused(web: Web) -> Callable[[Request, Any], Response]:
    def answer(_: Request, error: Refused) -> Response:
        remedy = (
            "Reload the page the form is on, and send it again."
            if error.status == 403
            else ""
        )
        reason = error.reason[:1].upper() + error.reason[1:]
        return web.error(error.status, reason, remedy)

    return answer
