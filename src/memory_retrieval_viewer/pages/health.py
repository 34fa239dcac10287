"""Findings of the checkup: broken files, conflicts, stale records; each with its remedy."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ..notes import Note
from ..security import one
from ..source.protocol import Source
from ..values import Checkup
from ..view import View

GROUPS = (
    ("broken", "Broken", "Files that cannot be read, or that contradict the rest of the store."),
    ("conflict", "Duplicates and contradictions", "Active memories that say the same thing, or disagree."),
    ("stale", "Stale", "Memories of which a related file is gone; `memories review` also names changed ones."),
)
TEAM = (("database", "This database", "The server, its tables and its indexes."),)
SHOWN = 60  # findings in a group


def show(view: View) -> Response:
    checkup = view.source.checkup()
    return view.page(
        "health.html", here="health", checkup=checkup, lost=view.lost, groups=grouped(view.source, checkup)
    )


def again(view: View) -> Response:
    view.source.checkup(again=True)
    return view.to("/conflicts" if one(view.form, "back") == "/conflicts" else "/health")


def mend(view: View) -> Response:
    mended = view.writer.mend()
    view.source.checkup(again=True)
    text = "Fixed %d finding%s." % (mended, "" if mended == 1 else "s")
    return view.to("/health", Note(text if mended else "There was nothing that could be fixed safely."))


def grouped(source: Source, checkup: Checkup, *, every: bool = False) -> list[dict[str, Any]]:
    """The findings by group and remedy, their paths with the records that they link to."""
    out = []
    keys = {item.path: item.key for item in source.broken()}
    for name, title, about in TEAM if source.team else GROUPS:
        findings = [f for f in checkup.findings if f.group == name]
        by_remedy: dict[tuple[str, str], list[Any]] = {}
        shown_here = findings if every else findings[:SHOWN]
        for f in shown_here:
            by_remedy.setdefault((f.severity, f.remedy), []).append(
                (f, [(path, source.at(path), keys.get(path, "")) for path in f.where])
            )
        shown = [(severity, remedy, items) for (severity, remedy), items in by_remedy.items()]
        out.append(
            {
                "name": name,
                "title": title,
                "about": about,
                "remedies": shown,
                "shown": len(shown_here),
                "total": len(findings),
            }
        )
    return out
