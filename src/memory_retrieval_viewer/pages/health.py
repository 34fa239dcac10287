"""Findings of the checkup, each with its remedy."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from memory_retrieval.core.counted import counted

from ..security import one
from ..source.files import FilesSource
from ..values import Checkup, Fields
from ..view import Note, View

SHOWN = 60  # findings


def show(view: View) -> Response:
    checkup = view.source.checkup()
    found = problems(view.source, checkup)
    return view.page("health.html", here="health", checkup=checkup, problems=found)


def again(view: View) -> Response:
    view.source.checkup(again=True)
    return view.to("/review" if one(view.form, "back") == "/review" else "/health")


def fix(view: View) -> Response:
    fixed = view.writer.fix()
    view.source.checkup(again=True)
    found = counted(fixed, "finding")
    return view.to(
        "/health",
        Note(
            f"Fixed {found}."
            if fixed
            else "There was nothing that could be fixed safely."
        ),
    )


def problems(source: FilesSource, checkup: Checkup, *, shown: int = SHOWN) -> Fields:
    """The findings by remedy, their paths with the records that they link to."""
    keys = {item.path: item.key for item in source.broken()}
    by_remedy: dict[tuple[str, str], list[Any]] = {}
    for finding in checkup.findings[:shown]:
        where = []
        for path in finding.paths:
            where.append((path, source.at(path), keys.get(path, "")))
        of_remedy = by_remedy.setdefault((finding.severity, finding.remedy), [])
        of_remedy.append((finding, where))
    remedies = [(*remedy, items) for remedy, items in by_remedy.items()]
    total = len(checkup.findings)
    return {"remedies": remedies, "more": max(0, total - shown), "total": total}
