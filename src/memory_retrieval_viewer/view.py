"""What every page is given, the one way to answer, and errors as pages with a next step. Knows no page and no route."""

from __future__ import annotations

import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from starlette.responses import HTMLResponse, RedirectResponse, Response

from memory_retrieval.core.errors import MemoryRetrievalError

from . import present
from .security import Access, Form
from .source.files import FilesSource, StoreGone
from .source.files_writer import FilesWriter

REMEDIES = {
    400: "Go back and try again.",
    403: "Open the address that `memories serve` printed, token included. Each start has a new one.",
    404: "It may have been renamed or removed since. See the list of memories.",
    405: "Go back and use the buttons of the page.",
    409: "Look at the memory as it is now, then try again.",
    413: "Shorten the text. Put long material into a file of the project, and name that file in the memory.",
    415: "Go back and use the buttons of the page.",
}
UNTYPED = (
    "back category do id key mode muted seen store ticket verb".split()
)  # filled by the page, not by a person
TITLES = {403: "Access denied", 404: "Not found", 409: "Changed in the meantime"}
KEPT = 100  # notes that no page has shown yet


REMEDY_GONE = (
    "Put its folder back (from git, or from where it was moved to) and load this page again, or end the viewer with "
    "Ctrl-C."
)


class NotFound(Exception):
    """The memory or session that a page is asked for does not exist."""


@dataclass(frozen=True)
class Note:
    """What a page shows once after a write: what was done, remarks of the write path, and the undo button.

    `store` and `ticket` name the write, which can be undone while it is the last; `good` is False for a warning.
    """

    text: str
    remarks: tuple[str, ...] = ()
    store: str = ""
    ticket: str = ""
    good: bool = True


class Notes:
    """In memory, by a random name that the address carries: an address alone cannot put text on a page."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._notes: dict[str, Note] = {}

    def keep(self, note: Note) -> str:
        name = secrets.token_urlsafe(9)
        with self._lock:
            self._notes[name] = note
            while len(self._notes) > KEPT:
                del self._notes[next(iter(self._notes))]
        return name

    def take(self, name: str) -> Note | None:
        """Removes and returns a note."""
        with self._lock:
            return self._notes.pop(name, None)


@dataclass(frozen=True)
class View:
    """What a page is given: the source, the parameters and the form of the request, and how to answer."""

    source: FilesSource
    query: dict[str, str]
    path: dict[str, str]
    form: Form
    web: Web

    @property
    def writer(self) -> FilesWriter:
        return self.source.writer

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        note = self.web.notes.take(self.query["note"]) if "note" in self.query else None
        return self.web.page(template, status, **{"note": note, **values})

    def to(self, address: str, note: Note | None = None) -> Response:
        """Redirects to another page after a write, which shows the note."""
        if note is not None:
            address += (
                ("&" if "?" in address else "?") + "note=" + self.web.notes.keep(note)
            )
        return RedirectResponse(address, 303)


Page = Callable[[View], Response]


class Web:
    """Renders pages. Holds what outlives a request: templates and notes."""

    def __init__(self, source: FilesSource, access: Access) -> None:
        self.source, self.access, self.notes = source, access, Notes()
        self._templates = present.templates()

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        source = self.source
        text = self._templates.get_template(template).render(
            project=source.name,
            location=source.location,
            csrf=self.access.csrf,
            styles=present.STYLES,
            badges=_badges(source),
            **{"note": None, "search": "", **values},
        )
        return HTMLResponse(text, status)

    def error(
        self,
        status: int,
        what: str,
        remedy: str = "",
        title: str = "",
        form: Form | None = None,
    ) -> Response:
        """`form` is what was sent; the page shows it, so that it can be copied."""
        return self.page(
            "error.html",
            status,
            title=title or TITLES.get(status) or HTTPStatus(status).phrase,
            what=what,
            remedy=remedy or REMEDIES.get(status, REMEDIES[400]),
            typed=_typed(form or {}),
        )

    def failure(self, error: MemoryRetrievalError, form: Form) -> Response:
        """The page of an error of this package."""
        if isinstance(error, StoreGone):
            return self.error(503, str(error), REMEDY_GONE, "The store is gone", form)
        return self.error(409 if form else 500, str(error), form=form)

    def denied(self, reason: str) -> Response:
        """For a request without the token: reveals nothing of the project."""
        page = self._templates.get_template("denied.html").render(
            reason=reason, remedy=REMEDIES[403]
        )
        return HTMLResponse(page, 403)


def _typed(form: Form) -> list[tuple[str, str]]:
    """(label, text) of everything that a person may have typed, in the order of the form."""
    sent = [
        (name, text)
        for name, texts in form.items()
        if name not in UNTYPED
        for text in texts
    ]
    return [(present.label(name), text) for name, text in sent if text.strip()]


def _badges(source: FilesSource) -> dict[str, int]:
    """{page: number of things that wait there}; error pages are shown even without a store."""
    try:
        waiting = source.checkup(begin=False).waiting
        return {"review": len(source.candidates()) + len(waiting)}
    except MemoryRetrievalError:
        return {}
