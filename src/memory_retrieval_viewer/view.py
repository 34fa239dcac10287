"""What every page is given, the one way to answer, and errors as pages with a next step. Knows no page and no route."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import HTMLResponse, RedirectResponse, Response

from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError

from . import forms, present
from .notes import Note, Notes
from .security import Access, Form
from .source.protocol import NotGranted, NotOnDatabase, Source, StoreGone, Writer

REMEDIES = {
    400: "Go back and try again.",
    403: "Open the address that `memories serve` printed, token included. Each start has a new one.",
    404: "It may have been renamed or removed since. See the list of memories.",
    405: "Go back and use the buttons of the page.",
    409: "Look at the record as it is now, then try again.",
    413: "Shorten the text. Put long material into a file of the project, and name that file in the memory.",
    415: "Go back and use the buttons of the page.",
}
TITLES = {403: "Access denied", 404: "Not found", 409: "Changed in the meantime"}


@dataclass(frozen=True)
class ErrorKind:
    """How a page shows errors of a class; "" takes the title or the remedy of the status."""

    error: type[MemoryRetrievalError]
    status: int
    title: str = ""
    remedy: str = ""


KINDS = (  # the first that fits
    ErrorKind(
        NotOnDatabase,
        403,
        "This belongs to a repository",
        "Change it in its repository (`memories serve` or `memories save` there); the next `memories ingest` brings it"
        " here.",
    ),
    ErrorKind(
        NotGranted,
        403,
        "Not granted to your role",
        "Ask the owner of the database for `memories db grant`, then load this page again; the viewer need not be"
        " restarted.",
    ),
    ErrorKind(
        StoreGone,
        503,
        "The store is gone",
        "Put its folder back (from git, or from where it was moved to) and load this page again, or end the viewer"
        " with Ctrl-C.",
    ),
    ErrorKind(
        DatabaseError,
        503,
        "The database did not answer",
        "Then load this page again; the viewer need not be restarted.",
    ),
)


class NotFound(Exception):
    """The record, report or session that a page is asked for does not exist."""


@dataclass(frozen=True)
class View:
    """What a page is given: the source, the parameters and the form of the request, and how to answer."""

    source: Source
    query: dict[str, str]
    path: dict[str, str]
    form: Form
    web: Web
    lost: str = ""  # the error of a node without which the lists are those of before

    @property
    def writer(self) -> Writer:
        """What changes the store; NotOnDatabase over a team database."""
        if self.source.writer is None:
            raise NotOnDatabase
        return self.source.writer

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        note = self.web.notes.take(self.query["note"]) if "note" in self.query else None
        return self.web.page(template, status, **{"note": note, "source": self.source, **values})

    def to(self, address: str, note: Note | None = None) -> Response:
        """Redirects to another page after a write, which shows the note."""
        if note is not None:
            address += ("&" if "?" in address else "?") + "note=" + self.web.notes.keep(note)
        return RedirectResponse(address, 303)


Page = Callable[[View], Response]


class Web:
    """Renders pages. Holds what outlives a request: templates and notes."""

    def __init__(self, source: Source, access: Access) -> None:
        self.source, self.access, self.notes = source, access, Notes()
        self._first = source
        self._templates = present.environment()

    def switch(self, root: str) -> None:
        """Shows another project. Forms that are open over the one before are refused from now on."""
        self.source = self._first.switched(root)

    def page(self, template: str, status: int = 200, source: Source | None = None, **values: Any) -> Response:
        """`source` is what the page is about, if that is not what is shown now."""
        source = source or self.source
        text = self._templates.get_template(template).render(
            project=source.name,
            location=source.location,
            team=source.team,
            remarks=source.remarks(),
            csrf=self.access.form_secret(source.location),
            styles=present.STYLES,
            badges=_badges(source),
            local_projects=[root for root in self._first.local_projects() if root != source.location],
            **{"note": None, "search": "", **values},
        )
        return HTMLResponse(text, status)

    def error(self, status: int, what: str, remedy: str = "", title: str = "", form: Form | None = None) -> Response:
        """`form` is what was sent; the page shows it, so that it can be copied."""
        return self.page(
            "error.html",
            status,
            title=title or TITLES.get(status) or HTTPStatus(status).phrase,
            what=what,
            remedy=remedy or REMEDIES.get(status, REMEDIES[400]),
            typed=forms.typed(form or {}),
        )

    def failure(self, error: MemoryRetrievalError, form: Form) -> Response:
        """The page of an error of this package."""
        kind = next((kind for kind in KINDS if isinstance(error, kind.error)), None)
        if kind is None:
            return self.error(409 if form else 500, str(error), form=form)
        return self.error(kind.status, str(error), kind.remedy, kind.title, form)

    def denied(self, reason: str) -> Response:
        """For a request without the token: reveals nothing of the project."""
        page = self._templates.get_template("denied.html").render(reason=reason, remedy=REMEDIES[403])
        return HTMLResponse(page, 403)


def _badges(source: Source) -> dict[str, int]:
    """{page: number of things that wait there}; error pages are shown even without a store."""
    try:
        return {"inbox": len(source.candidates())}
    except MemoryRetrievalError:
        return {}
