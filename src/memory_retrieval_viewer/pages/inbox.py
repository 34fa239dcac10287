"""The inbox: candidates get a title and a category, and are saved as records or rejected, alone or together."""

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
    """Saves a sentence as a record, as `memories note` does."""
    outcome = view.writer.note(one(view.form, "text"))
    done, kind = (
        "Saved" if outcome.changed else "Already saved",
        kind_name(outcome.category).lower(),
    )
    return view.to(
        "/review", noted(view.writer, f"{done} as a {kind}.", outcome, "project")
    )


def decide_many(view: View) -> Response:
    """Accepts the complete ones of the chosen candidates, or rejects all of them."""
    ids = view.form.get("id", [])
    there = [
        candidate for candidate in view.source.candidates() if candidate["id"] in ids
    ]
    if not there:
        return view.to(
            "/review",
            Note("Nothing is selected; tick the candidates first.", good=False),
        )
    if one(view.form, "do") == "reject":
        return view.to(
            "/review", _rejected(view, [candidate["id"] for candidate in there])
        )
    remarks, outcomes = [], []
    for candidate in there:
        title = _shown(candidate)["title"]
        try:
            outcomes.append(view.writer.accept(candidate["id"]))
        except RecordError as error:
            said = "; ".join(map(str, error.problems)) or error
            remarks.append(f"{title}: {said}")
    done = Note("Nothing was accepted.", good=False)
    if outcomes:
        accepted = counted(len(outcomes), "candidate")
        done = noted(
            view.writer, f"{accepted} accepted and saved.", outcomes[-1], "project"
        )
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
    try:
        if what != "accept":
            view.writer.fill(candidate["id"], fields)
            return view.to(
                "/review", Note("Saved. It stays in the inbox until you accept it.")
            )
        outcome = view.writer.accept(candidate["id"], fields, incomplete=True)
    except RecordError as error:
        record = {**candidate["record"], **fields}
        problems = [str(problem) for problem in error.problems]
        return _form(view, {**candidate, **fields, "record": record}, 422, problems)
    row = view.source.at(outcome.path)
    where = "/memories/" + address(row.key) if row else "/review"
    return view.to(where, noted(view.writer, "Accepted and saved.", outcome, "project"))


def _rejected(view: View, ids: list[str]) -> Note:
    """Rejects candidates; the note has a button that brings them back."""
    ticket = view.writer.reject(ids)
    gone = counted(len(ids), "candidate")
    return Note(f"{gone} rejected.", store=INBOX, ticket=ticket)


def _shown(candidate: Fields) -> Fields:
    """A line of the list. Any program may write candidates; parts that reading does not check may be missing."""
    quotes, record = _quotes(candidate), candidate["record"]
    title = str(record.get("title") or "".join(quotes[:1]) or "Without a title")
    kept = []
    for quote in quotes:
        says_more = len(quote) > 2 * len(title)
        if says_more or title.rstrip(" …") not in quote:
            kept.append(quote)
    return {
        **candidate,
        "title": title,
        "quotes": kept,
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
    raise NotFound(f"There is no candidate {id[:100]}; it was accepted or rejected")


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
    quotes = _quotes(candidate)
    proposed = headline("".join(quotes[:1]), MAX_TITLE)
    return view.page(
        "candidate.html",
        status,
        title=str(candidate["record"].get("title") or proposed),
        here="review",
        candidate=_shown(candidate),
        categories=CATEGORIES,
        rest=rest,
        quotes=quotes,
        removed=[str(name) for name in candidate.get("removed") or ()],
    )
