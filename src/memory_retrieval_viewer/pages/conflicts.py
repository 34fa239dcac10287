"""Pairs of memories that may contradict or repeat each other, side by side, with what can be done about each pair."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ..fileage import texts
from ..notes import Note
from ..security import one
from ..source.protocol import Source
from ..values import Checkup, Document
from ..view import NotFound, View
from .memory import facts, noted

SHOWN = 20  # pairs on the page


def show(view: View) -> Response:
    checkup = view.source.checkup()
    pairs = found(view.source, checkup)
    shown = [_shown(what, view.source.document(newer), view.source.document(older)) for what, newer, older in pairs]
    open_pairs = [pair for pair in shown if pair is not None]
    return view.page(
        "conflicts.html", here="conflicts", checkup=checkup, pairs=open_pairs[:SHOWN], more=len(open_pairs) - SHOWN
    )


def decide(view: View) -> Response:
    """The field `do` is replace (the newer takes the place of the older) or hold (both are right)."""
    newer, older, what = (one(view.form, name) for name in ("newer", "older", "do"))
    if what not in ("replace", "hold"):
        raise NotFound("There is no action %s for a pair" % what[:40])
    if what == "hold":
        outcome, text = view.writer.both_hold(newer, older), "Noted that both hold."
    else:
        outcome, text = view.writer.resolve(older, newer), "The newer one supersedes the older."
    store = "user" if newer.startswith("user/") else "project"
    return view.to("/conflicts", noted(view.writer, text, outcome, store) if outcome.changed else Note(text))


def found(source: Source, checkup: Checkup) -> list[tuple[str, str, str]]:
    """(what, key of the newer, key of the older) of the pairs of a checkup whose records are both active still."""
    out = []
    for finding in checkup.findings:
        rows = [source.at(path) for path in finding.where]
        active = [row for row in rows if row is not None and row.group == "active"]
        if finding.group == "conflict" and len(active) == 2 == len(rows):
            newer, older = sorted(active, key=lambda row: (-(row.memory.updated or 0), row.memory.path))
            out.append((finding.what, newer.key, older.key))
    return out


def _shown(what: str, newer: Document | None, older: Document | None) -> dict[str, Any] | None:
    """None for a pair that is settled meanwhile."""
    if newer is None or older is None:
        return None
    holding = (*texts(newer.raw.get("holds_with")), *texts(older.raw.get("holds_with")))
    if newer.row.memory.id in holding or older.row.memory.id in holding:
        return None
    sides = [("Newer", facts(newer)), ("Older", facts(older))]
    return {"what": what.partition(":")[0], "sides": sides, "settles": newer.store == older.store != "patterns"}
