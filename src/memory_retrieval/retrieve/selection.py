"""Which hits are handed over: in `auto` mode few or none, in `search` mode all that were found.

Each hit leaves here with its decision ("injected", "listed", "cut") and the sentence that says why.
"""

from __future__ import annotations

from ..core.clock import DAY
from ..core.model import CATEGORIES, Hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.config import Config
    from ..state.usage import Usage
    from .trace import Request

MEANING = 0.2  # cosine that a search's hit needs when it shares no word with the query
REPEATED = "already injected in this session"
HOOK_KINDS = frozenset(CATEGORIES) | {"pattern"}


class Rules:
    """What `select` decides by.

    limit    hits handed over at most
    now      seconds since 1970
    first    score from which the best hit is injected
    further  score from which hits beside it are
    shown    {path: digest} of the memories that this session was given before
    usage    how often memories were shown and read; None when that does not count
    silence  why nothing is injected at this prompt, whatever the scores; "" when something may be
    """

    __slots__ = ("config", "first", "further", "limit", "now", "request", "shown", "silence", "usage")

    def __init__(
        self,
        request: Request,
        config: Config,
        limit: int,
        now: int,
        first: float,
        further: float,
        shown: dict[str, str] | None = None,
        usage: Usage | None = None,
        silence: str = "",
    ) -> None:
        self.request, self.config, self.limit, self.now = request, config, limit, now
        self.first, self.further = first, further
        self.shown, self.usage, self.silence = shown or {}, usage, silence


def default_limit(config: Config, mode: str) -> int:
    """Hits handed over at most when the request does not say."""
    return config.max_inject() if mode == "auto" else config.get("retrieval.search.max_results")


def select(hits: list[Hit], rules: Rules) -> list[Hit]:
    """All hits in order, each with `decision` and `reason` filled in; which are handed over depends on the request's mode."""
    out, taken = [], 0
    auto, leading = rules.request.mode == "auto", True
    seen: set[tuple[str, ...]] = set()
    for hit in hits:
        reason = _barred(hit, rules)
        if not reason:
            reason = _said_before(hit, seen)
        if not reason and auto:
            reason = _not_now(hit, rules, rules.first if leading else rules.further)
            leading = False
        if not reason and taken >= rules.limit:
            reason = (
                "rank %d; at most %d are handed over" % (taken + 1, rules.limit)
                if rules.limit
                else "none are handed over"
            )
        if reason:
            taken += reason == REPEATED  # a prompt said twice brings nothing weaker up the second time
            out.append(_decided(hit, "cut", reason))
        elif not auto and not hit.evidence and hit.signals.get("cosine", 1.0) < MEANING:
            out.append(_decided(hit, "cut", "no word in common and not near enough in meaning"))
        elif auto:
            needed = rules.further if taken else rules.first
            out.append(_decided(hit, "injected", "score %.2f reaches %.2f" % (hit.score, needed)))
            taken += 1
        else:
            out.append(_decided(hit, "listed", "found"))
            taken += 1
    return out


def _decided(hit: Hit, decision: str, reason: str) -> Hit:
    return Hit.of(hit.memory, hit.store, hit.score, hit.evidence, hit.signals, decision, reason, hit.prior)


def _barred(hit: Hit, rules: Rules) -> str:
    """Why a hit may not appear at all, whatever its score; "" when it may."""
    memory, request = hit.memory, rules.request
    if not request.include_retired and memory.status != "active":
        return "is " + memory.status
    if not request.include_retired and memory.superseded_by:
        return "is superseded by " + memory.superseded_by
    if request.category and request.category not in (memory.category, memory.kind):
        return "is of another category"
    if request.mode == "auto" and memory.kind not in HOOK_KINDS:
        return "%s records are found by search only" % memory.kind
    if request.mode == "auto" and memory.kind in CATEGORIES:
        if not rules.config.get("categories.%s.enabled" % memory.kind):
            return "category %s is switched off" % memory.kind
        days = rules.config.get("categories.%s.retention_days" % memory.kind)
        if days and memory.updated is not None and rules.now - memory.updated > days * DAY:
            return "older than retention_days (%d)" % days
    return ""


def _said_before(hit: Hit, seen: set[tuple[str, ...]]) -> str:
    """Why a hit brings nothing that a better one, as `seen` has it, did not bring; "" when it does."""
    memory = hit.memory
    if hit.store.scope == "team":  # many projects, each with ids of its own; a record they share is shown once
        same: tuple[str, ...] = (memory.kind, memory.id, memory.title)
        reason = "a memory of the same id and title comes first" if same in seen else ""
    else:
        same = hit.store.root, memory.kind if memory.kind == "llm_cache" else "", memory.id, ""
        reason = (
            "another file with the id %s comes first; `memories fsck` names both" % memory.id if same in seen else ""
        )
        seen.add((memory.kind, memory.id, memory.title))
    seen.add(same)
    return reason


def _not_now(hit: Hit, rules: Rules, needed: float) -> str:
    """Why a hit is not injected at this prompt; "" when it is."""
    if rules.silence:
        return rules.silence
    if rules.usage is not None:
        if hit.memory.path in rules.usage.muted:
            return "is muted; `memories unmute` allows it again"
        factor = rules.usage.factor(hit.memory.path)
        if factor < 1.0 and hit.score * factor < needed:
            times = rules.usage.shown.get(hit.memory.path, 0)
            return "score %.2f counts %.2f, since it was shown %d times and never read" % (
                hit.score,
                hit.score * factor,
                times,
            )
    if hit.score < needed:
        return "score %.2f is below %.2f" % (hit.score, needed)
    shown = rules.shown.get(hit.memory.path)
    if shown == hit.memory.digest and not rules.config.get("retrieval.repeat_in_session"):
        return REPEATED
    return ""
