"""Waiting memories (candidates) get a title and a category, and are accepted or rejected, alone or together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.responses import Response

from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.sanitize import MAX_TITLE, headline
from memory_retrieval.store import schema
from memory_retrieval.upkeep import inbox

from ..fileage import listed
from ..present import address, kind_name
from ..preview import preview
from ..security import one
from ..source.files import FilesSource
from ..source.files_writer import INBOX
from ..values import Fields
from ..view import Note, NotFound, View
from .memory import noted


def candidates(source: FilesSource) -> list[Fields]:
    """The candidates as the page shows them, the latest first."""
    return [_shown(candidate) for candidate in reversed(source.candidates())]


def note(view: View) -> Response:
    """Saves a sentence as a memory, as `memories note` does."""
    outcome = view.writer.note(one(view.form, "text"))
    done, kind = (
        "Saved" if outcome.changed else "Already saved",
        kind_name(outcome.category).lower(),
    )
    return view.to(
        "/review", noted(view.writer, f"{done} as a {kind}.", outcome, "project")
    )


def decide_many(view: View) -> Response:
    """Accepts the chosen candidates, or rejects them."""
    ids = view.form.get("id", [])
    there = [item for item in view.source.candidates() if item["id"] in ids]
    if not there:
        return view.to(
            "/review", Note("Nothing is selected; tick the memories first.", good=False)
        )
    if one(view.form, "do") == "reject":
        return view.to(
            "/review", _rejected(view, [candidate["id"] for candidate in there])
        )
    remarks, outcomes = [], []
    for candidate in there:
        fields = _titled(candidate)
        try:
            outcomes.append(view.writer.accept(candidate["id"], fields))
        except RecordError as error:
            said = "; ".join(map(str, error.problems)) or error
            remarks.append(f"{fields['title']}: {said}")
    done = Note("Nothing was accepted.", good=False)
    if outcomes:
        accepted = counted(len(outcomes), "memory", "memories")
        done = noted(view.writer, f"{accepted} accepted.", outcomes[-1], "project")
    good = not remarks
    remarks += done.remarks
    if len(outcomes) > 1:
        remarks.append("Undo reverts the last of them.")
    return view.to("/review", replace(done, remarks=tuple(remarks), good=good))


def candidate(view: View) -> Response:
    return _form(view, _candidate(view))


def decide(view: View) -> Response:
    """The field `do` is accept, keep or reject; `title` and `category` change what the candidate has."""
    candidate, what = _candidate(view), one(view.form, "do")
    if what == "reject":
        return view.to("/review", _rejected(view, [candidate["id"]]))
    given = [key for key in ("title", "category") if key in view.form]
    fields: Fields = {key: one(view.form, key) for key in given}
    fields = {**_titled(candidate), **fields}
    try:
        if what != "accept":
            view.writer.fill(candidate["id"], fields)
            return view.to("/review", Note("Saved. It waits until you accept it."))
        outcome = view.writer.accept(candidate["id"], fields)
    except RecordError as error:
        record = {**candidate["record"], **fields}
        problems = [str(problem) for problem in error.problems]
        return _form(view, {**candidate, **fields, "record": record}, 422, problems)
    row = view.source.at(outcome.path)
    where = "/memories/" + address(row.key) if row else "/review"
    return view.to(where, noted(view.writer, "Accepted.", outcome, "project"))


def _titled(candidate: Fields) -> Fields:
    """Its title, or one from what was said."""
    said = "".join(_quotes(candidate)[:1])
    return {"title": candidate["record"].get("title") or headline(said, MAX_TITLE)}


def _rejected(view: View, ids: list[str]) -> Note:
    """Rejects candidates; the note has a button that brings them back."""
    ticket = view.writer.reject(ids)
    gone = counted(len(ids), "memory", "memories")
    return Note(f"{gone} rejected.", store=INBOX, ticket=ticket)


def _shown(candidate: Fields) -> Fields:
    """A line of the list. Any program may write candidates; parts that reading does not check may be missing."""
    quotes, record = _quotes(candidate), candidate["record"]
    title = str(_titled(candidate)["title"] or "Without a title")
    long, begun = 2 * len(title), title.rstrip(" …")
    return {
        **candidate,
        "title": title,
        "quotes": [text for text in quotes if begun not in text or len(text) > long],
        "gaps": inbox.gaps(record, candidate["category"]),
        "preview": preview(candidate["category"], _record(candidate)),
    }


def _quotes(candidate: Fields) -> list[str]:
    """The passages of the session that are kept as evidence."""
    passages = [
        part for part in listed(candidate.get("evidence")) if isinstance(part, dict)
    ]
    return [str(part["text"]) for part in passages if part.get("text")]


def _candidate(view: View) -> Fields:
    id = view.path["id"]
    for candidate in view.source.candidates():
        if candidate["id"] == id:
            return candidate
    raise NotFound(f"{id[:100]} waits no more; it was accepted or rejected")


def _record(candidate: Fields) -> Fields:
    """The partial record with all its content under `content`."""
    record = candidate["record"]
    flat = {
        key: record[key]
        for key in schema.CONTENT[candidate["category"]]
        if key in record
    }
    nested = record.get("content")
    return {**record, "content": flat | nested if isinstance(nested, dict) else flat}


def _form(
    view: View, candidate: Fields, status: int = 200, rest: Sequence[str] = ()
) -> Response:
    return view.page(
        "candidate.html",
        status,
        title=str(_titled(candidate)["title"]),
        here="review",
        candidate=_shown(candidate),
        categories=CATEGORIES,
        rest=rest,
        quotes=_quotes(candidate),
        removed=[str(name) for name in candidate.get("removed") or ()],
    )
