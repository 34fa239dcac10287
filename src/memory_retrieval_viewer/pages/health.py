"""Findings of the checkup, each with its remedy."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ..security import one
from ..source.files import FilesSource
from ..values import Checkup
from ..view import Note, View

SHOWN = 60  # findings


def show(view: View) -> Response:
    checkup = view.source.checkup()
    return view.page("health.html", here="health", checkup=checkup, problems=problems(view.source, checkup))


def again(view: View) -> Response:
    view.source.checkup(again=True)
    return view.to("/review" if one(view.form, "back") == "/review" else "/health")


def mend(view: View) -> Response:
    mended = view.writer.mend()
    view.source.checkup(again=True)
    text = "Fixed %d finding%s." % (mended, "" if mended == 1 else "s")
    return view.to("/health", Note(text if mended else "There was nothing that could be fixed safely."))


def problems(source: FilesSource, checkup: Checkup, *, shown: int = SHOWN) -> dict[str, Any]:
    """The findings by remedy, their paths with the records that they link to."""
    keys = {item.path: item.key for item in source.broken()}
    by_remedy: dict[tuple[str, str], list[Any]] = {}
    for f in checkup.findings[:shown]:
        where = [(path, source.at(path), keys.get(path, "")) for path in f.where]
        by_remedy.setdefault((f.severity, f.remedy), []).append((f, where))
    remedies = [(severity, remedy, items) for (severity, remedy), items in by_remedy.items()]
    total = len(checkup.findings)
    return {"remedies": remedies, "more": max(0, total - shown), "total": total}
