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

from ..security import one
from ..source.files import FilesSource
from ..view import View

MODES = ("auto", "search")
SHOWN = 15  # candidates in the table
WEAK = 0.1  # score below which a candidate that is not taken is folded away, in the view of the hook
FIRST = 3  # candidates shown openly of a search, or where all are weak
FILES = 300  # paths that the form suggests, those that most memories name first
NAMING = 50  # memories shown for a file
SIGNALS = (  # the parts of a score, in words
    (signals.START, "most memories have nothing to do with a prompt, so every score begins low"),
    (signals.WORDS, "words that the prompt and the memory share; in a title, tag or alias they count more"),
    (signals.RAREST, "the shared words that few other memories have; they say most"),
    (signals.MEANING, "how close prompt and memory are in meaning, also without a common word"),
    (signals.LEAD, "whether it is the best of all memories, by words and by meaning"),
    (signals.KIND, "whether prompts like this one usually need a memory; “thanks” does not"),
    (signals.RECORD, "session summaries, and memories from other stores, come a little less often"),
)


def show(view: View) -> Response:
    return _answer(view, view.query.get("prompt", ""), view.query.get("mode", "auto"))


def ask(view: View) -> Response:
    return _answer(view, one(view.form, "prompt"), one(view.form, "mode", "auto"))


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


def _answer(view: View, prompt: str, mode: str) -> Response:
    mode = mode if mode in MODES else "auto"
    result = _tried(view.source, prompt, mode) if prompt.strip() else None
    return view.page("try.html", here="try", prompt=prompt, mode=mode, result=result)


def _tried(source: FilesSource, prompt: str, mode: str) -> dict[str, Any]:
    """Everything the page shows of one retrieval."""
    trace = source.retrieve(prompt, mode)
    value = explain.as_json(trace)
    block, kept = render(trace.chosen, first=True) if mode == "auto" else ("", trace.chosen)
    rows = [source.row_of(hit) for hit in trace.hits[:SHOWN]]
    candidates = [_candidate(c, row) for c, row in zip(value["candidates"][:SHOWN], rows, strict=True)]
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


def _candidate(c: dict[str, Any], row: Any) -> dict[str, Any]:
    """A candidate with its record, and with what a full bar stands for in its tables."""
    return {
        **c,
        "row": row,
        "most": max([abs(part["log_odds"]) for part in c["parts"]] + [0.01]),
        "top": max([term["score"] for term in c["terms"]] + [0.01]),
        "together": round(sum(part["log_odds"] for part in c["parts"]), 2),
        "taken": c["decision"] in ("injected", "listed"),
    }


def _strong(candidates: list[dict[str, Any]]) -> int:
    """How many candidates are shown openly: all that were taken or come near, else the first few."""
    near = [c["rank"] for c in candidates if c["taken"] or c["score"] >= WEAK]
    return max(near, default=min(FIRST, len(candidates)))


def _off(trace: Trace) -> str:
    """Why there was no search; "" when there was one."""
    if trace.query is not None:
        return "" if trace.query.terms else "The prompt has no word to search for."
    return f"The hook is off: {trace.off}." if trace.off else "There is no store."


def _silence(candidates: list[dict[str, Any]]) -> str:
    return candidates[0]["reason"] if candidates else "no memory shares a word or a meaning with it"


def _known(source: FilesSource) -> list[str]:
    """The paths that memories name."""
    counts = Counter(path for row in source.rows() for path in row.memory.related_files)
    return [path for path, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:FILES]]
