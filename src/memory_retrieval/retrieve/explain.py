"""The trace of a retrieval as JSON and as text: the query, the candidates, and the reason for each decision."""

from __future__ import annotations

from ..core.sanitize import one_line, plain_title
from .relevance import sigmoid
from .render import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Hit
    from .relevance import Relevance
    from .trace import Trace

SHOWN = 10  # candidates shown as text


def as_json(trace: Trace) -> dict[str, Any]:
    """The trace as `memories why --format json` prints it."""
    query = trace.query
    return {
        "engine": trace.engine,
        "tokens": list(query.terms) if query else [],
        "weights": dict(query.terms) if query else {},
        "dropped": list(query.dropped) if query else [],
        "enriched": bool(query and query.enriched),
        "threshold": round(trace.threshold, 4),
        "further": round(trace.further, 4),
        "kind": None if trace.kind is None else round(sigmoid(trace.kind), 4),
        "total": trace.total,
        "complete": trace.complete,
        "candidates": [_candidate(rank, hit, trace) for rank, hit in enumerate(trace.hits, 1)],
        "injected": [shown_path(hit) for hit in trace.chosen],
        "shortlist": [shown_path(hit) for hit in trace.shortlist],
    }


def _candidate(rank: int, hit: Hit, trace: Trace) -> dict[str, Any]:
    return {
        "id": hit.memory.id,
        "path": shown_path(hit),
        "title": plain_title(hit.memory.title),
        "rank": rank,
        "score": round(hit.score, 4),
        "terms": [
            {"term": e.term, "score": round(e.score, 3), "idf": round(e.idf, 3), "fields": list(e.fields)}
            for e in hit.evidence
        ],
        "signals": {name: round(value, 4) for name, value in hit.signals.items()},
        "contributions": contributions(hit, trace.relevance) if trace.calibrated else {},
        "decision": hit.decision,
        "reason": hit.reason,
    }


def contributions(hit: Hit, relevance: Relevance) -> dict[str, float]:
    """What each weighted signal adds to the log-odds of the score; together with "bias" they are its sum."""
    parts = {"bias": relevance.bias}
    for name, weight in relevance.weights.items():
        value = weight * hit.signals.get(name, 0.0)
        if round(value, 3):
            parts[name] = round(value, 3)
    return parts


def as_text(trace: Trace, only: str | None = None) -> str:
    """The trace for people; `only` is the id or path of the one memory to show."""
    query = trace.query
    if query is None:
        return "nothing was looked for: no store, switched off, or a prompt without words\n"
    lines = [
        "asked for: "
        + (", ".join("%s%s" % (t, "" if w == 1.0 else " x%.2g" % w) for t, w in query.terms.items()) or "nothing")
    ]
    if query.dropped:
        lines.append("left out: " + ", ".join(query.dropped))
    if query.enriched:
        lines.append("the prompt says little, so earlier turns were added")
    lines.append(
        "%d memories searched with %s; injected from a score of %.2f\n" % (trace.total, trace.engine, trace.threshold)
    )
    if trace.kind is not None:
        chance = "chance that a prompt of this kind needs a memory: %.2f\n" % sigmoid(trace.kind)
        lines[-1:] = [lines[-1].rstrip("\n"), chance]
    hits = [(rank, hit) for rank, hit in enumerate(trace.hits, 1)]
    if only:
        hits = [(rank, hit) for rank, hit in hits if only in (hit.memory.id, hit.memory.path, shown_path(hit))]
        if not hits:
            lines.append("%s shares no word and no meaning with the prompt, so it was no candidate" % only)
    for rank, hit in hits[: None if only else SHOWN]:
        lines += _hit_lines(rank, hit, trace)
    return "\n".join(lines) + "\n"


def _hit_lines(rank: int, hit: Hit, trace: Trace) -> list[str]:
    mark = "+" if hit.decision in ("injected", "listed") else "-"
    lines = [
        "%s %2d. %.2f  %s  (%s)" % (mark, rank, hit.score, plain_title(hit.memory.title), shown_path(hit)),
        "         %s: %s" % (hit.decision, hit.reason),
    ]
    if hit.evidence:
        words = ["%s %.2f in %s" % (one_line(e.term, 40), e.score, "+".join(e.fields)) for e in hit.evidence[:8]]
        lines.append("         words: " + "; ".join(words))
    if trace.calibrated:
        parts = sorted(contributions(hit, trace.relevance).items(), key=lambda item: -abs(item[1]))
        lines.append("         log-odds: " + ", ".join("%s %+.2f" % part for part in parts[:8]))
    return lines
