"""Try a prompt: the block that an agent would get, and the trace of the pipeline as tables and bars."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from memory_retrieval.core.sanitize import visible
from memory_retrieval.retrieve import explain, signals
from memory_retrieval.retrieve.relevance import sigmoid
from memory_retrieval.retrieve.render import render, render_shortlist
from memory_retrieval.retrieve.trace import Trace
from memory_retrieval.save.alias_list import phrase_of

from ..charts import leaning, meter
from ..security import one
from ..source.protocol import Source
from ..view import View
from . import try_fixes

MODES = ("auto", "search")
SHOWN = 15  # candidates in the table
WEAK = 0.1  # score below which a candidate that is not taken is folded away, in the view of the hook
FIRST = 3  # candidates shown openly of a search, or where all are weak
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


def _answer(view: View, prompt: str, mode: str) -> Response:
    mode = mode if mode in MODES else "auto"
    result = _tried(view.source, prompt, mode) if prompt.strip() else None
    return view.page("try.html", here="try", prompt=prompt, mode=mode, result=result)


def _tried(source: Source, prompt: str, mode: str) -> dict[str, Any]:
    """Everything the page shows of one retrieval."""
    trace = source.retrieve(prompt, mode)
    value = explain.as_json(trace)
    block, kept = render(trace.chosen, first=True) if mode == "auto" else ("", trace.chosen)
    phrase, muted = phrase_of(prompt), source.usage().muted
    rows = [source.row_of(hit) for hit in trace.hits[:SHOWN]]
    candidates = [
        {**_candidate(c, row, hit.store.scope, trace), "fixes": try_fixes.offered(source, row, phrase, muted)}
        for c, row, hit in zip(value["candidates"][:SHOWN], rows, trace.hits[:SHOWN], strict=True)
    ]
    return {
        **value,
        "block": visible(block),
        "kept": len(kept),
        "candidates": candidates,
        "phrase": phrase if any(c["fixes"]["alias"] for c in candidates) else "",
        "posted": try_fixes.posted(prompt),
        "more": len(trace.hits) - len(candidates),
        "strong": _strong(candidates) if mode == "auto" else len(candidates),
        "signals": SIGNALS if trace.calibrated and candidates else (),
        "asked": trace.query is not None and bool(value["tokens"]),
        "kind_bar": meter(sigmoid(trace.kind)) if trace.kind is not None else "",
        "off": _off(trace),
        "titles": [source.row_of(hit) for hit in trace.shortlist],
        "list": visible(render_shortlist(trace.shortlist)[0]),
        "silence": "" if value["injected"] else _silence(candidates),
    }


def _candidate(c: dict[str, Any], row: Any, scope: str, trace: Trace) -> dict[str, Any]:
    most = max([abs(part["log_odds"]) for part in c["parts"]] + [0.01])
    top = max([term["score"] for term in c["terms"]] + [0.01])
    return {
        **c,
        "row": row,
        "scope": scope,
        "bar": meter(c["score"], trace.threshold) if trace.calibrated else "",
        "parts": [{**part, "bar": leaning(part["log_odds"], most)} for part in c["parts"]],
        "together": round(sum(part["log_odds"] for part in c["parts"]), 2),
        "terms": [{**term, "bar": meter(term["score"] / top, title="%.2f" % term["score"])} for term in c["terms"]],
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
    return "The hook is off: %s." % trace.off if trace.off else "There is no store."


def _silence(candidates: list[dict[str, Any]]) -> str:
    return candidates[0]["reason"] if candidates else "no memory shares a word or a meaning with it"
