"""Which hits are handed over: in `auto` mode few or none, in `search` mode all that were found.

Each hit leaves here with its decision ("injected", "listed", "cut") and the sentence that says why.
"""

from ..core.clock import DAY
from ..core.model import CATEGORIES, Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config

HOOK_KINDS = frozenset(CATEGORIES) | {"pattern"}
RELATIVE = 0.4  # of the best hit's score; what lies below is not worth a line beside it


def select(hits, config, mode, limit, now, threshold, shown=None, include_retired=False, category=None):
    # type: (list[Hit], Config, str, int, int, float, dict[str, str] | None, bool, str | None) -> list[Hit]
    """All hits in order, each with `decision` and `reason` filled in.

    mode   "auto" or "search"
    limit  hits handed over at most
    shown  {path: digest} of what this session has had already
    """
    out, taken = [], 0
    best = 0.0
    for hit in hits:
        reason = _barred(hit, config, mode, now, include_retired, category)
        if not reason and mode == "auto":
            best = best or hit.score
            reason = _not_now(hit, config, threshold, best, shown or {})
        if not reason and taken >= limit:
            reason = "rank %d; at most %d are handed over" % (taken + 1, limit) if limit else "max_inject is 0"
        if reason:
            out.append(_decided(hit, "cut", reason))
        else:
            taken += 1
            why = "score %.2f reaches %.2f" % (hit.score, threshold) if mode == "auto" else "found"
            out.append(_decided(hit, "injected" if mode == "auto" else "listed", why))
    return out


def _decided(hit, decision, reason):
    return Hit.of(hit.memory, hit.store, hit.score, hit.evidence, hit.signals, decision, reason)


def chosen(hits):
    # type: (list[Hit]) -> list[Hit]
    """Those that `select` let through."""
    return [hit for hit in hits if hit.decision in ("injected", "listed")]


def _barred(hit, config, mode, now, include_retired, category):
    """Why a hit may not appear at all, whatever its score."""
    memory = hit.memory
    if not include_retired and memory.status != "active":
        return "is " + memory.status
    if not include_retired and memory.superseded_by:
        return "is superseded by " + memory.superseded_by
    if category and category not in (memory.category, memory.kind):
        return "is of another category"
    if mode == "auto":
        if memory.kind not in HOOK_KINDS:
            return "%s records are found by search only" % memory.kind
        if memory.kind in CATEGORIES:
            if not config.get("categories.%s.enabled" % memory.kind):
                return "category %s is switched off" % memory.kind
            days = config.get("categories.%s.retention_days" % memory.kind)
            if days and memory.updated is not None and now - memory.updated > days * DAY:
                return "older than retention_days (%d)" % days
    return ""


def _not_now(hit, config, threshold, best, shown):
    """Why a hit is not injected at this prompt."""
    if hit.score < threshold:
        return "score %.2f is below %.2f" % (hit.score, threshold)
    if hit.score < RELATIVE * best:
        return "score %.2f is far below the best (%.2f)" % (hit.score, best)
    if shown.get(hit.memory.path) == hit.memory.digest and not config.get("retrieval.repeat_in_session"):
        return "already injected in this session"
    return ""
