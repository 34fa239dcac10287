"""The inbox: candidates are completed, saved as records, or rejected, one by one or several at once."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from starlette.responses import Response

from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import Problem
from memory_retrieval.save import inbox
from memory_retrieval.store import schema

from .. import forms
from ..forms import Field
from ..present import address, kind_name
from ..preview import preview
from ..security import one
from ..source.files import FilesSource
from ..source.files_writer import INBOX
from ..view import Note, NotFound, View
from .edit import add_item, offer
from .memory import noted


def listed(source: FilesSource) -> list[dict[str, Any]]:
    """The candidates as the page shows them, the latest first."""
    return [_shown(candidate) for candidate in reversed(source.candidates())]


def note(view: View) -> Response:
    """Saves a sentence as a record, as `memories note` does."""
    outcome = view.writer.note(one(view.form, "text"))
    text = "%s as a %s." % ("Saved" if outcome.changed else "Already saved", kind_name(outcome.category).lower())
    return view.to("/review", noted(view.writer, text, outcome, "project"))


def decide_many(view: View) -> Response:
    """Accepts the complete ones of the chosen candidates, or rejects all of them."""
    ids = list(dict.fromkeys(view.form.get("id", [])))
    there = [candidate for candidate in view.source.candidates() if candidate["id"] in ids]
    if not there:
        return view.to("/review", Note("Nothing is selected; tick the candidates first.", good=False))
    if one(view.form, "do") == "reject":
        return view.to("/review", _rejected(view, [candidate["id"] for candidate in there]))
    remarks, number, outcome = [], 0, None
    for candidate in there:
        title = _shown(candidate)["title"]
        try:
            outcome, number = view.writer.accept(candidate["id"]), number + 1
        except RecordError as error:
            remarks.append("%s: %s" % (title, "; ".join(str(problem) for problem in error.problems) or error))
    text = "%s accepted and saved." % counted(number, "candidate")
    done = noted(view.writer, text, outcome, "project") if outcome else Note("Nothing was accepted.", good=False)
    more = ("Undo reverts the last of them.",) if number > 1 else ()
    return view.to("/review", replace(done, remarks=(*remarks, *done.remarks, *more), good=not remarks))


def candidate(view: View) -> Response:
    candidate = _candidate(view)
    return _form(view, candidate, forms.filled(candidate["category"], _record(candidate)))


def decide(view: View) -> Response:
    """The field `do` is accept, keep or reject; `more` adds an item to a list."""
    candidate, what = _candidate(view), one(view.form, "do")
    if what == "reject":
        return view.to("/review", _rejected(view, [candidate["id"]]))
    fields = _posted(view, candidate)
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
        "/memories/" + address(row.key) if row else "/review",
        noted(view.writer, "Accepted and saved.", outcome, "project"),
    )


def _posted(view: View, candidate: dict[str, Any]) -> list[Field]:
    """The posted fields; of a form that asks for the missing ones only, the others as the candidate has them."""
    posted = forms.posted(candidate["category"], view.form)
    if "only" not in view.form:
        return posted
    known = forms.filled(candidate["category"], _record(candidate))
    missing = inbox.gaps(candidate["record"], candidate["category"])
    return [new if new.name in missing else old for new, old in zip(posted, known, strict=True)]


def _rejected(view: View, ids: list[str]) -> Note:
    """Rejects candidates; the note has a button that brings them back."""
    ticket = view.writer.reject(ids)
    return Note("%s rejected." % counted(len(ids), "candidate"), store=INBOX, ticket=ticket)


def _shown(candidate: dict[str, Any]) -> dict[str, Any]:
    """A line of the list. Any program may write candidates; parts that reading does not check may be missing."""
    quotes, record = _quotes(candidate), candidate["record"]
    title = str(record.get("title") or (quotes[0] if quotes else "") or "Without a title")
    missing = inbox.gaps(record, candidate["category"])
    fields = [f for f in forms.filled(candidate["category"], _record(candidate)) if f.name in missing]
    for f in fields:
        f.form = candidate["id"] + "-"
    return {
        **candidate,
        "title": title,
        "quotes": [quote for quote in quotes if title.rstrip(" …") not in quote or len(quote) > 2 * len(title)],
        "gaps": missing,
        "fields": add_item(fields, ""),
        "preview": preview(candidate["category"], _record(candidate)),
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
    candidate = next((c for c in view.source.candidates() if c["id"] == view.path["id"]), None)
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
        here="review",
        candidate=candidate,
        fields=add_item(offer(view, fields), more),
        more=more,
        rest=rest,
        quotes=_quotes(candidate),
        removed=[str(name) for name in candidate.get("removed") or ()],
    )
