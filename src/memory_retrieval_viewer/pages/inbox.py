"""The inbox: candidates get a title and a category, and are saved as records or rejected, alone or together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from starlette.responses import Response

from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.sanitize import MAX_TITLE, headline
from memory_retrieval.store import schema
from memory_retrieval.upkeep import inbox

from ..present import address, kind_name
from ..preview import preview
from ..security import one
from ..source.files import FilesSource
from ..source.files_writer import INBOX
from ..view import Note, NotFound, View
from .memory import noted


def listed(source: FilesSource) -> list[dict[str, Any]]:
    """The candidates as the page shows them, the latest first."""
    return [_shown(candidate) for candidate in reversed(source.candidates())]


def note(view: View) -> Response:
    """Saves a sentence as a record, as `memories note` does."""
    outcome = view.writer.note(one(view.form, "text"))
    text = "{} as a {}.".format("Saved" if outcome.changed else "Already saved", kind_name(outcome.category).lower())
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
            remarks.append("{}: {}".format(title, "; ".join(str(problem) for problem in error.problems) or error))
    text = "{} accepted and saved.".format(counted(number, "candidate"))
    done = noted(view.writer, text, outcome, "project") if outcome else Note("Nothing was accepted.", good=False)
    more = ("Undo reverts the last of them.",) if number > 1 else ()
    return view.to("/review", replace(done, remarks=(*remarks, *done.remarks, *more), good=not remarks))


def candidate(view: View) -> Response:
    return _form(view, _candidate(view))


def decide(view: View) -> Response:
    """The field `do` is accept, keep or reject; `title` and `category` change what the candidate has."""
    candidate, what = _candidate(view), one(view.form, "do")
    if what == "reject":
        return view.to("/review", _rejected(view, [candidate["id"]]))
    fields: dict[str, Any] = {key: one(view.form, key) for key in ("title", "category") if key in view.form}
    try:
        if what != "accept":
            view.writer.fill(candidate["id"], fields)
            return view.to("/review", Note("Saved. It stays in the inbox until you accept it."))
        outcome = view.writer.accept(candidate["id"], fields, incomplete=True)
    except RecordError as error:
        record = {**candidate["record"], **fields}
        return _form(view, {**candidate, **fields, "record": record}, 422, [str(p) for p in error.problems])
    row = view.source.at(outcome.path)
    return view.to(
        "/memories/" + address(row.key) if row else "/review",
        noted(view.writer, "Accepted and saved.", outcome, "project"),
    )


def _rejected(view: View, ids: list[str]) -> Note:
    """Rejects candidates; the note has a button that brings them back."""
    ticket = view.writer.reject(ids)
    return Note("{} rejected.".format(counted(len(ids), "candidate")), store=INBOX, ticket=ticket)


def _shown(candidate: dict[str, Any]) -> dict[str, Any]:
    """A line of the list. Any program may write candidates; parts that reading does not check may be missing."""
    quotes, record = _quotes(candidate), candidate["record"]
    title = str(record.get("title") or (quotes[0] if quotes else "") or "Without a title")
    missing = inbox.gaps(record, candidate["category"])
    return {
        **candidate,
        "title": title,
        "quotes": [quote for quote in quotes if title.rstrip(" …") not in quote or len(quote) > 2 * len(title)],
        "gaps": missing,
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
        raise NotFound("There is no candidate {}; it was accepted or rejected".format(view.path["id"][:100]))
    return candidate


def _record(candidate: dict[str, Any]) -> dict[str, Any]:
    """The partial record with all its content under `content`."""
    record = candidate["record"]
    flat = {key: record[key] for key in schema.CONTENT[candidate["category"]] if key in record}
    nested = record.get("content")
    return {**record, "content": {**flat, **(nested if isinstance(nested, dict) else {})}}


def _form(view: View, candidate: dict[str, Any], status: int = 200, rest: Sequence[str] = ()) -> Response:
    quotes = _quotes(candidate)
    return view.page(
        "candidate.html",
        status,
        title=str(candidate["record"].get("title") or headline("".join(quotes[:1]), MAX_TITLE)),
        here="review",
        candidate=_shown(candidate),
        categories=CATEGORIES,
        rest=rest,
        quotes=quotes,
        removed=[str(name) for name in candidate.get("removed") or ()],
    )
