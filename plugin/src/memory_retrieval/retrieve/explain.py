"""The trace of a retrieval as JSON: the query, the candidates, and the reason for each decision."""

from __future__ import annotations

from ..core import environment, holds
from ..core.instructions import spoken_title
from . import parts
from .relevance import sigmoid
from .render import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Evidence, Hit
    from .trace import Trace


def as_json(trace: Trace) -> dict[str, Any]:
    """The trace as `memories why --format json` prints it."""
    query = trace.query
    return {
        "engine": trace.engine,
        "off": trace.off,
        "tokens": list(query.terms) if query else [],
        "weights": dict(query.terms) if query else {},
        "dropped": list(query.dropped) if query else [],
        "enriched": bool(query and query.enriched),
        "strictness": trace.config.get("retrieval.strictness"),
        "threshold": round(trace.threshold, 4),
        "further": round(trace.further, 4),
        "kind": None if trace.kind is None else round(sigmoid(trace.kind), 4),
        "total": trace.total,
        "complete": trace.complete,
        "candidates": [
            _candidate(rank, hit, trace) for rank, hit in enumerate(trace.hits, 1)
        ],
        "injected": [shown_path(hit) for hit in trace.chosen],
        "shortlist": [shown_path(hit) for hit in trace.shortlist],
        "shortlist_reason": trace.listing,
    }


def _candidate(rank: int, hit: Hit, trace: Trace) -> dict[str, Any]:
    return {
        "id": hit.memory.id,
        "path": shown_path(hit),
        "title": spoken_title(hit.memory.title),
        "status": holds.status(hit.memory, environment.now()),
        "rank": rank,
        "score": round(hit.score, 4),
        "terms": [_term(evidence) for evidence in hit.evidence],
        "signals": {name: round(value, 4) for name, value in hit.signals.items()},
        "contributions": parts.contributions(hit, trace) if trace.calibrated else {},
        "parts": [
            {"name": part.name, "log_odds": part.log_odds, "text": part.text}
            for part in (parts.parts(hit, trace) if trace.calibrated else [])
        ],
        "decision": hit.decision,
        "reason": hit.reason,
    }


def _term(evidence: Evidence) -> dict[str, Any]:
    return {
        "term": evidence.term,
        "score": round(evidence.score, 3),
        "idf": round(evidence.idf, 3),
        "fields": list(evidence.fields),
        "matched": evidence.matched,
    }
