"""What waits for a decision, as `memories review` asks: candidates, what sessions left open, records out of date."""

from __future__ import annotations

from starlette.responses import Response

from ..security import one
from ..source.files import FilesSource
from ..values import Checkup, Fields, Row
from ..view import Note, NotFound, View
from . import inbox
from .memory import facts, noted

SHOWN = 20  # records of a kind
KINDS = {  # of a reason: (heading, the same in a sentence, what to decide)
    "guard": (
        "Guards to accept",
        "guard to accept",
        "A guard only reminds until you accept it.",
    ),
    "expired": (
        "Past their end date",
        "past its end date",
        "They are no longer injected.",
    ),
    "conflict": ("Conflicts", "conflict", "An agent could be given both."),
    "gone": (
        "Files are gone",
        "names a file that is gone",
        "Correct the files it names, or retire it.",
    ),
    "old": (
        "Too old to be injected",
        "too old to be injected",
        "Nobody changed them for a long time.",
    ),
    "unused": (
        "Never needed",
        "never needed",
        "No prompt brought them up, and no agent opened them.",
    ),
}


def show(view: View) -> Response:
    checkup, candidates = view.source.checkup(), inbox.candidates(view.source)
    groups = grouped(view.source, checkup)
    return view.page(
        "review.html",
        here="review",
        checkup=checkup,
        groups=groups,
        candidates=candidates,
    )


def decide(view: View) -> Response:
    """The field `do` is keep or retire; `seen` says what the page showed of the record."""
    key, what, seen = (one(view.form, name) for name in ("key", "do", "seen"))
    if what not in ("keep", "retire"):
        raise NotFound(f"There is no action {what[:40]} for a record to review")
    waiting = view.source.checkup(begin=False).records
    item = next(
        (item for item in waiting if (item.key, item.seen) == (key, seen)), None
    )
    if item is None:
        return view.to(
            "/review", Note("It has changed meanwhile: look at it again.", good=False)
        )
    outcome, newer = view.writer.decide(item, what), item.review.newer()
    if (
        what == "keep" and not newer
    ):  # noted for this user alone, so there is nothing to undo
        note = Note(
            "Kept: it comes up again when something changes.", tuple(outcome.notes)
        )
        return view.to("/review", note)
    text = "Retired."
    if newer:
        text = (
            "Noted that both hold."
            if what == "keep"
            else "The newer one supersedes it."
        )
    return view.to("/review", noted(view.writer, text, outcome, item.store))


def decide_open(view: View) -> Response:
    """The field `do` is keep or drop."""
    ends = {end.id: end for end in view.source.checkup(begin=False).ends}
    end = ends.get(one(view.form, "id"))
    if end is None:
        return view.to("/review", Note("It is done already.", good=False))
    drop = one(view.form, "do") == "drop"
    view.writer.decide_open(end, drop=drop)
    return view.to(
        "/review", Note("Dropped." if drop else "Kept: the brief shows it again.")
    )


def grouped(source: FilesSource, checkup: Checkup) -> list[Fields]:
    """The records to look at by their weightiest reason, without those that were changed meanwhile."""
    by_id = {(row.scope, row.memory.id): row for row in source.rows()}
    found: dict[str, list[Fields]] = {}
    for item in checkup.records:
        row = source.row(item.key)
        if row is None or row.memory.status != "active" or row.memory.superseded_by:
            continue
        newer = by_id.get((row.scope, item.review.newer()))
        of_kind = found.setdefault(item.kind, [])
        sides = _sides(source, row, newer) if len(of_kind) < SHOWN else []
        of_kind.append({"item": item, "row": row, "newer": newer, "sides": sides})
    groups = []
    for name, (title, _, about) in KINDS.items():
        if name in found:
            items = found[name]
            total, shown = len(items), items[:SHOWN]
            groups.append(
                {
                    "name": name,
                    "title": title,
                    "about": about,
                    "found": shown,
                    "total": total,
                }
            )
    return groups


def _sides(
    source: FilesSource, row: Row, newer: Row | None
) -> list[tuple[str, Fields]]:
    """The two records of a conflict, side by side; [] for a record alone."""
    if newer is None:
        return []
    documents = (
        ("Newer", source.document(newer.key)),
        ("Older", source.document(row.key)),
    )
    return [
        (name, facts(document)) for name, document in documents if document is not None
    ]
