"""What waits for a decision, as `memories review` asks: candidates, what may be out of date, what sessions left open."""

from __future__ import annotations

from starlette.responses import Response

from .. import fileage
from ..security import one
from ..source.files import FilesSource
from ..values import Checkup, Fields, Row
from ..view import Note, NotFound, View
from . import inbox
from .memory import facts, noted

SHOWN = 20  # of a kind
KINDS = {  # of what waits, in the order of the pages: (heading, what it means)
    "now": (
        "The code says otherwise",
        "A line that the memory rests on has changed since.",
    ),
    "lost": ("Successor is missing", "The document names one that is not there."),
    "conflict": ("May contradict", "An agent could be given both."),
    "guard": ("Guards to accept", "A guard only reminds until you accept it."),
    "expired": ("Past their end date", "Agents no longer get them."),
    "gone": ("Files are gone", "Correct the files that it names, or retire it."),
    "imported": ("Copies of documents", "The document itself is read in place now."),
    "open": ("Left unfinished", "By a session; the brief no longer shows it."),
    "old": ("Grown old", "Nobody changed them for long: agents no longer get them."),
    "unused": ("Never needed", "No prompt brought them up, and no agent opened them."),
}


def show(view: View) -> Response:
    source = view.source
    checkup, groups = source.checkup(), []
    for group in grouped(source, checkup):
        found = [_detailed(source, shown) for shown in group["found"][:SHOWN]]
        groups.append({**group, "found": found})
    return view.page(
        "review.html",
        here="review",
        checkup=checkup,
        groups=groups,
        candidates=inbox.candidates(source),
    )


def decide(view: View) -> Response:
    """The field `do` is keep or retire; `seen` says what the page showed of the memory."""
    key, what = one(view.form, "key"), one(view.form, "do")
    shown = key, one(view.form, "seen")
    if what not in ("keep", "retire"):
        raise NotFound(f"There is no action {what[:40]} for what waits")
    waiting = view.source.checkup(begin=False).waiting
    item = next((item for item in waiting if (item.key, item.seen) == shown), None)
    if item is None:
        return view.to(
            "/review", Note("It has changed meanwhile: look at it again.", good=False)
        )
    outcome = view.writer.decide(item, what)
    if item.kind == "open":
        kept = "Kept: the brief shows it again."
        return view.to("/review", Note(kept if what == "keep" else "Dropped."))
    if what == "keep" and not item.newer:  # for this user alone: nothing to undo
        note = Note(
            "Kept: it comes up again when something changes.", tuple(outcome.notes)
        )
        return view.to("/review", note)
    text = "Retired."
    if item.newer:
        both = "Noted that both hold."
        text = both if what == "keep" else "The newer one replaces it."
    return view.to("/review", noted(view.writer, text, outcome, item.store))


def grouped(source: FilesSource, checkup: Checkup) -> list[Fields]:
    """What waits by its weightiest reason, without what was changed meanwhile."""
    by_id = {}
    for row in source.rows():
        by_id[row.store.kind.name, row.memory.id] = row
    found: dict[str, list[Fields]] = {name: [] for name in KINDS}
    for item in checkup.waiting:
        about = source.row(item.key)
        newer = by_id.get((item.store, item.newer))
        if item.kind == "open" or (about is not None and _is_there(about)):
            label = about.memory.title if about else item.item.what.text
            told = {"item": item, "row": about, "newer": newer, "label": label}
            found[item.kind].append(told)
    return [
        {
            "name": name,
            "title": title,
            "about": about,
            "found": found[name],
            "total": len(found[name]),
        }
        for name, (title, about) in KINDS.items()
        if found[name]
    ]


def _is_there(row: Row) -> bool:
    return row.memory.status == "active" and not row.memory.superseded_by


def _detailed(source: FilesSource, shown: Fields) -> Fields:
    """With the two memories of a conflict side by side, and the line of code that says otherwise."""
    row, newer = shown["row"], shown["newer"]
    named = [("Newer", newer), ("Older", row)] if newer else []
    documents = [(name, source.document(side.key)) for name, side in named]
    told = [reason.kind for reason in shown["item"].reasons]
    return {
        **shown,
        "sides": [(name, facts(document)) for name, document in documents if document],
        "against": fileage.against(row.store, row.memory) if "now" in told else None,
    }
