"""The inbox: candidates are completed, stored as records, or rejected."""

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
        "inbox.html", here="inbox", candidates=[_shown(candidate) for candidate in reversed(view.source.candidates())]
    )


def candidate(view: View) -> Response:
    candidate = _candidate(view)
    return _form(view, candidate, forms.filled(candidate["category"], _record(candidate)))


def decide(view: View) -> Response:
    """The field `do` is accept, keep or reject; `more` adds an item to a list."""
    candidate, what = _candidate(view), one(view.form, "do")
    if what == "reject":
        view.writer.reject(candidate["id"])
        return view.to("/inbox", Note("Rejected."))
    fields = forms.posted(candidate["category"], view.form)
    if "more" in view.form:
        return _form(view, candidate, fields, more=one(view.form, "more"))
    record = forms.record_of(fields)
    kept = {key: value for key, value in record.items() if value not in (None, "", [])}
    try:
        candidate = view.writer.fill(
            candidate["id"], {**kept, "title": record["title"] or "", "content": _or_none(record["content"])}
        )
    except RecordError as error:
        return _form(
            view, candidate, fields, status=422, rest=forms.assign_problems(fields, error.problems) or [str(error)]
        )
    if what != "accept":
        return view.to("/inbox/" + address(candidate["id"]), Note("Saved. It stays in the inbox until you accept it."))
    missing = inbox.gaps(candidate["record"], candidate["category"])
    if missing:
        problems = [Problem(location=field, message="is required; fill it in here") for field in missing]
        return _form(view, candidate, fields, status=422, rest=forms.assign_problems(fields, problems))
    try:
        outcome = view.writer.accept(candidate["id"])
    except RecordError as error:
        rest = forms.assign_problems(fields, error.problems)
        return _form(view, candidate, fields, status=422, rest=rest)
    row = view.source.at(outcome.path)
    return view.to(
        "/memories/" + address(row.key) if row else "/inbox",
        noted(view.writer, "Accepted and saved.", outcome, "project"),
    )


def _shown(candidate: dict[str, Any]) -> dict[str, Any]:
    """A line of the list. Any program may write candidates; parts that reading does not check may be missing."""
    quotes, record = _quotes(candidate), candidate["record"]
    return {
        **candidate,
        "title": record.get("title") or (quotes[0] if quotes else "") or "Without a title",
        "quotes": quotes,
        "gaps": inbox.gaps(record, candidate["category"]),
    }


def _quotes(candidate: dict[str, Any]) -> list[str]:
    """The passages of the session that are kept as evidence."""
    evidence = candidate.get("evidence")
    return (
        [str(e["text"]) for e in evidence if isinstance(e, dict) and e.get("text")]
        if isinstance(evidence, list)
        else []
    )


def _candidate(view: View) -> dict[str, Any]:
    candidate = view.source.candidate(view.path["id"])
    if candidate is None:
        raise NotFound("There is no candidate %s; it was accepted or rejected" % view.path["id"][:100])
    return candidate


def _record(candidate: dict[str, Any]) -> dict[str, Any]:
    """The partial record with all its content under `content`."""
    record = candidate["record"]
    flat = {key: record[key] for key in schema.CONTENT[candidate["category"]] if key in record}
    nested = record.get("content")
    return {**record, "content": {**flat, **(nested if isinstance(nested, dict) else {})}}


def _or_none(content: dict[str, Any]) -> dict[str, Any]:
    """Content with None for empty values, which removes them."""
    plain = {key: forms.without_blanks(value) if isinstance(value, dict) else value for key, value in content.items()}
    return {key: None if value in ("", [], {}) else value for key, value in plain.items()}


def _form(
    view: View, candidate: dict[str, Any], fields: list[Field], *, status: int = 200, more: str = "", rest: Any = ()
) -> Response:
    return view.page(
        "candidate.html",
        status,
        here="inbox",
        candidate=candidate,
        fields=add_item(fields, more),
        more=more,
        rest=rest,
        quotes=_quotes(candidate),
        removed=[str(name) for name in candidate.get("removed") or ()],
    )
