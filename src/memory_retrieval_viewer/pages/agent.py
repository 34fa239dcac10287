"""What an agent gets without asking: the brief of a session start, and the memories that come with a file."""

from __future__ import annotations

from collections import Counter
from typing import Any

from starlette.responses import Response

from memory_retrieval.brief.values import SECTIONS
from memory_retrieval.core.globs import names
from memory_retrieval.core.sanitize import visible

from ..source.protocol import Source
from ..view import View

FILES = 300  # paths that the form suggests, those that most memories name first
NAMING = 50  # memories shown for a file


def brief(view: View) -> Response:
    made = view.source.brief()
    shown: dict[str, Any] = {"text": "", "sections": [], "left_out": []}
    if made is not None:
        entries = made.brief.entries
        groups = [(title, [e for e in entries if e.section == name]) for name, (title, _) in SECTIONS.items()]
        shown = {
            "text": visible(made.brief.text),
            "sections": [(title, len(entries)) for title, entries in groups if entries],
            "left_out": [(view.source.at(e.memory.path), e) for e in made.brief.left_out[:NAMING]],
        }
    off = made is not None and made.config.get("session.brief") == "off"
    return view.page("brief.html", here="try", off=off, **shown)


def file(view: View) -> Response:
    path = view.query.get("path", "").replace("\0", "").strip()[:1000]
    brought = view.source.for_file(path) if path else []
    rows = [row for row in view.source.rows() if path and any(names(p, path) for p in row.memory.related_files)]
    others = [row for row in rows if row.key not in {row.key for row in brought}]
    return view.page(
        "file.html",
        here="try",
        path=path,
        brought=brought,
        others=others[:NAMING],
        more=len(others) - NAMING,
        known=_known(view.source),
    )


def _known(source: Source) -> list[str]:
    """The paths that memories name."""
    counts = Counter(path for row in source.rows() for path in row.memory.related_files)
    return [path for path, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:FILES]]
