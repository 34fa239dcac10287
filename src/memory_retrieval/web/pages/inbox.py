"""Candidates that wait for a person: read, completed, stored as records, or rejected."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ...core.errors import RecordError
from ...core.model import Problem
from ...save import inbox
from ...store import schema
from .. import forms
from ..forms import Field
from ..notes import Note
from ..present import address
from ..security import one
from ..view import NotFound, View
from .edit import add_item
from .memory import noted


def show(view: View) -> Response:
    return view.page(
        "inbox.html", here="inbox", candidates=[_shown(found) for found in reversed(view.source.candidates())]
    )


def candidate(view: View) -> Response:
    found = _candidate(view)
    return _form(view, found, forms.filled(found["category"], _record(found)))


def decide(view: View) -> Response:
    """`do`: accept, keep (what was typed) or reject; `more` adds an item."""
    found, what = _candidate(view), one(view.form, "do")
    if what == "reject":
        view.writer.reject(found["id"])
        return view.to("/inbox", Note("Rejected: the candidate is gone."))
    fields = forms.posted(found["category"], view.form)
    if "more" in view.form:
        return _form(view, found, fields, more=one(view.form, "more"))
    record = forms.record_of(fields)
    kept = {key: value for key, value in record.items() if value not in (None, "", [])}
    try:
        found = view.writer.fill(
            found["id"], {**kept, "title": record["title"] or "", "content": _or_none(record["content"])}
        )
    except RecordError as error:
        return _form(view, found, fields, status=422, rest=forms.place_problems(fields, error.problems) or [str(error)])
    if what != "accept":
        return view.to("/inbox/" + address(found["id"]), Note("Kept. It stays in the inbox until you accept it."))
    missing = inbox.gaps(found["record"], found["category"])
    if missing:
        problems = [Problem(location=place, message="is needed; fill it in here") for place in missing]
        return _form(view, found, fields, status=422, rest=forms.place_problems(fields, problems))
    outcome = view.writer.accept(found["id"])
    if outcome.status == "rejected":
        rest = forms.place_problems(fields, outcome.problems)
        return _form(view, found, fields, status=422, rest=rest)
    row = view.source.at(outcome.path)
    return view.to(
        "/memories/" + address(row.key) if row else "/inbox",
        noted(view.writer, "Accepted and stored.", outcome, "project"),
    )


def _shown(found: dict[str, Any]) -> dict[str, Any]:
    """A line of the list. Candidates are files that anybody may write, so that any part but those checked on reading may be missing."""
    said, record = _said(found), found["record"]
    return {
        **found,
        "title": record.get("title") or (said[0] if said else "") or "Without a title",
        "said": said,
        "gaps": inbox.gaps(record, found["category"]),
    }


def _said(found: dict[str, Any]) -> list[str]:
    """The passages that were kept of a session."""
    evidence = found.get("evidence")
    return (
        [str(e["text"]) for e in evidence if isinstance(e, dict) and e.get("text")]
        if isinstance(evidence, list)
        else []
    )


def _candidate(view: View) -> dict[str, Any]:
    found = view.source.candidate(view.path["id"])
    if found is None:
        raise NotFound("There is no candidate %s; it was accepted or rejected" % view.path["id"][:100])
    return found


def _record(found: dict[str, Any]) -> dict[str, Any]:
    """The partial record with its content in one place, wherever triage put it."""
    record = found["record"]
    flat = {key: record[key] for key in schema.CONTENT[found["category"]] if key in record}
    nested = record.get("content")
    return {**record, "content": {**flat, **(nested if isinstance(nested, dict) else {})}}


def _or_none(content: dict[str, Any]) -> dict[str, Any]:
    """What was emptied counts as not given."""
    plain = {key: forms.without_blanks(value) if isinstance(value, dict) else value for key, value in content.items()}
    return {key: None if value in ("", [], {}) else value for key, value in plain.items()}


def _form(
    view: View, found: dict[str, Any], fields: list[Field], *, status: int = 200, more: str = "", rest: Any = ()
) -> Response:
    return view.page(
        "candidate.html",
        status,
        here="inbox",
        found=found,
        fields=add_item(fields, more),
        more=more,
        rest=rest,
        said=_said(found),
        removed=[str(name) for name in found.get("removed") or ()],
    )
