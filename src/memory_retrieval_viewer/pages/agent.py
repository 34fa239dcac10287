"""What an agent gets: for a prompt, with the trace of the pipeline; for a file; and at the start of a session."""

from __future__ import annotations

from collections import Counter
from typing import Any

from starlette.responses import Response

from memory_retrieval.brief.values import SECTIONS
from memory_retrieval.core.globs import names
from memory_retrieval.core.sanitize import visible
from memory_retrieval.retrieve import explain, signals
from memory_retrieval.retrieve.relevance import sigmoid
from memory_retrieval.retrieve.render import render, render_shortlist
from memory_retrieval.retrieve.trace import Trace

from ..present import by_count
from ..security import one
from ..source.files import FilesSource
from ..values import Fields, Row
from ..view import View

MODES = ("auto", "search")
SHOWN = 15  # candidates in the table
WEAK = 0.1  # score below which a candidate that is not taken is folded away, in the view of the hook
FIRST = 3  # candidates shown openly of a search, or where all are weak
FILES = 300  # paths that the form suggests, those that most memories name first
NAMING = 50  # memories shown for a file
RECENT, SUGGESTED = 7, 4  # days of the ledger, and prompts of it to try again
SIGNALS = (  # the parts of a score, in words
    (
        signals.START,
        "most memories have nothing to do with a prompt, so every score begins low",
    ),
    (
        signals.WORDS,
        "words that the prompt and the memory share; in a title, tag or alias they count more",
    ),
    (signals.RAREST, "the shared words that few other memories have; they say most"),
    (
        signals.MEANING,
        "how close prompt and memory are in meaning, also without a common word",
    ),
    (signals.LEAD, "whether it is the best of all memories, by words and by meaning"),
    (
        signals.KIND,
        "whether prompts like this one usually need a memory; “thanks” does not",
    ),
    (
        signals.RECORD,
        "session summaries, and memories from other stores, come a little less often",
    ),
)


def show(view: View) -> Response:
    return _answer(view, view.query.get("prompt", ""), view.query.get("mode", "auto"))


def ask(view: View) -> Response:
    return _answer(view, one(view.form, "prompt"), one(view.form, "mode", "auto"))


def brief(view: View) -> Response:
    made = view.source.brief()
    shown: Fields = {"text": "", "sections": [], "left_out": []}
    if made is not None:
        counts = Counter(entry.section for entry in made.brief.entries)
        left_out = made.brief.left_out[:NAMING]
        shown = {
            "text": visible(made.brief.text),
            "sections": [
                (title, counts[name])
                for name, (title, _) in SECTIONS.items()
                if counts[name]
            ],
            "left_out": [
                (view.source.at(entry.memory.path), entry) for entry in left_out
            ],
        }
    off = made is not None and made.config.get("session.brief") == "off"
    return view.page("brief.html", here="try", off=off, **shown)


def file(view: View) -> Response:
    asked = view.query.get("path", "").replace("\0", "")
    path = asked.strip()[:1000]
    brought = view.source.for_file(path) if path else []
    others = _naming(view.source, path, {row.key for row in brought}) if path else []
    return view.page(
        "file.html",
        here="try",
        path=path,
        brought=brought,
        others=others[:NAMING],
        more=len(others) - NAMING,
        known=_known(view.source),
    )


def _naming(source: FilesSource, path: str, left_out: set[str]) -> list[Row]:
    """The memories that name the file, without those whose key is left out."""
    rows = [row for row in source.rows() if row.key not in left_out]
    return [
        row
        for row in rows
        if any(names(pattern, path) for pattern in row.memory.related_files)
    ]


def _answer(view: View, prompt: str, mode: str) -> Response:
    known = mode if mode in MODES else "auto"
    result = _tried(view.source, prompt, known) if prompt.strip() else None
    sent = [entry.prompt for entry in view.source.ledger(RECENT) if entry.prompt]
    return view.page(
        "try.html",
        here="try",
        prompt=prompt,
        mode=known,
        result=result,
        recent=list(dict.fromkeys(reversed(sent)))[:SUGGESTED],
    )


def _tried(source: FilesSource, prompt: str, mode: str) -> Fields:
    """Everything the page shows of one retrieval."""
    trace = source.retrieve(prompt, mode)
    value = explain.as_json(trace)
    block, kept = (
        render(trace.chosen, first=True) if mode == "auto" else ("", trace.chosen)
    )
    rows = map(source.row_of, trace.hits[:SHOWN])
    candidates = list(map(_candidate, value["candidates"], rows))
    return {
        **value,
        "block": visible(block),
        "kept": len(kept),
        "candidates": candidates,
        "more": len(trace.hits) - len(candidates),
        "strong": _strong(candidates) if mode == "auto" else len(candidates),
        "signals": SIGNALS if trace.calibrated and candidates else (),
        "asked": trace.query is not None and bool(value["tokens"]),
        "calibrated": trace.calibrated,
        "kind_share": sigmoid(trace.kind) if trace.kind is not None else 0.0,
        "off": _off(trace),
        "titles": [source.row_of(hit) for hit in trace.shortlist],
        "list": visible(render_shortlist(trace.shortlist)[0]),
        "silence": "" if value["injected"] else _silence(candidates),
    }


def _candidate(c: Fields, row: Any) -> Fields:
    """A candidate with its record, and with what a full bar stands for in its tables."""
    odds = [part["log_odds"] for part in c["parts"]]
    return {
        **c,
        "row": row,
        "most": max([0.01, *map(abs, odds)]),
        "top": max([0.01, *[term["score"] for term in c["terms"]]]),
        "together": round(sum(odds), 2),
        "taken": c["decision"] in ("injected", "listed"),
    }


def _strong(candidates: list[Fields]) -> int:
    """How many candidates are shown openly: all that were taken or come near, else the first few."""
    near = [c for c in candidates if c["taken"] or c["score"] >= WEAK]
    return len(near) or FIRST


def _off(trace: Trace) -> str:
    """Why there was no search; "" when there was one."""
    if trace.query is not None:
        return "" if trace.query.terms else "The prompt has no word to search for."
    return f"The hook is off: {trace.off}." if trace.off else "There is no store."


def _silence(candidates: list[Fields]) -> str:
    return (
        candidates[0]["reason"]
        if candidates
        else "no memory shares a word or a meaning with it"
    )


def _known(source: FilesSource) -> list[str]:
    """The paths that memories name."""
    counts = Counter(path for row in source.rows() for path in row.memory.related_files)
    return by_count(counts)[:FILES]
