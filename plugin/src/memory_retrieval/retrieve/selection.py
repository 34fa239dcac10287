"""Decides which hits are handed over: few or none in mode "auto", the best ones in mode "search".

Every hit gets a decision ("injected", "listed" or "cut") and the sentence that gives the reason.
"""

from __future__ import annotations

from ..core import holds
from ..core.categories import TABLE
from ..core.clock import DAY, believed
from ..core.model import CATEGORIES, Hit, Value
from ..core.sanitize import one_line
from ..state.session import ANY
from ..store.layouts import DOCUMENT
from .news import news
from .relevance import NORMAL, any_in_common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.settings import Config
    from ..state.usage import Usage
    from .relevance import Relevance
    from .trace import Request

RULE = 2.0  # times its odds a rule counts where a memory is needed: to miss it costs more than a line too many
WEAK = frozenset(("default", "soft"))  # strengths of a preference that is no rule
MEANING = 0.3  # least cosine of a hit in a list when it shares no word with the query
TITLE_SAYS_ALL = {
    category.key for category in TABLE if category.binding[0]
}  # of use without being opened
SEARCHED = 10  # results of a search that does not say how many
REPEATED = "already injected in this session"
BELOW_FLOOR = "below the floor of a search"
HOOK_KINDS = frozenset(CATEGORIES) | {"pattern", DOCUMENT}


class Mode(Value):
    """How a request is answered.

    unasked  as the hook does: with the few memories that surely help, or with none; else with a list
    pool     candidates by words, and at most about as many again by meaning alone
    limit    hits handed over at most
    floor    whether what has too little in common with the query is left out of a list
    """

    unasked: bool
    pool: int
    limit: int
    floor: bool


class Rules(Value):
    """What a decision goes by.

    now      seconds since 1970
    shown    {path: digest} of the memories that this session was given before
    lines    {path: its line} of the memories that the session's brief lists
    rare     the words of the prompt that one memory alone has
    saved    the paths of the memories that the session has saved itself
    level    the strictness in force
    usage    how often memories were shown and read; None when that does not count
    kind     log-odds that a prompt of this kind needs a memory
    named    {(root of the store, id): the alias or title} of the memories that the prompt names in whole
    """

    request: Request
    config: Config
    mode: Mode
    now: int
    relevance: Relevance
    shown: dict[str, str] = {}
    lines: dict[str, str] = {}
    rare: frozenset[str] = frozenset()
    saved: frozenset[str] = frozenset()
    level: str = NORMAL
    usage: Usage | None = None
    named: dict[tuple[str, str], str] = {}
    kind: float = -1.0

    def needed(self, taken: bool) -> float:
        """The score from which the best hit is injected, or those beside it where one is taken."""
        return self.relevance.needed(self.level)[taken]

    def with_news(self, hit: Hit) -> Hit:
        """The hit with what is new in it, where the session's brief lists it and its score is enough."""
        line = self.lines.get(hit.memory.path)
        if line is None or _counted(hit, self)[0] < self.needed(True):
            return hit
        return hit.replace(news=news(hit, line, self.rare, self.request.prompt))


def mode_of(request: Request, config: Config) -> Mode:
    """The mode of a request by its name; its own limit comes before that of the configuration."""
    if request.mode == "auto":
        mode = Mode(
            unasked=True, pool=16, limit=config.get("retrieval.max_inject"), floor=False
        )
    else:
        mode = Mode(
            unasked=False, pool=30, limit=SEARCHED, floor=not request.everything
        )
    if request.limit is None:
        return mode
    return mode.replace(pool=max(mode.pool, request.limit), limit=request.limit)


def injected(hits: list[Hit], rules: Rules) -> list[Hit]:
    """All hits in the same order, each with the decision whether it is given unasked, and the reason for it."""
    out, taken, leading = [], 0, True
    seen: set[tuple[str, ...]] = set()
    for hit in hits:
        reason = _excluded(hit, rules) or _repeats(hit, seen)
        if not reason:
            hit = rules.with_news(hit)
            briefed = hit.memory.path in rules.lines
            needed = rules.needed(briefed or not leading)
            reason = _withheld(hit, rules, needed) or _beyond(taken, rules.mode.limit)
            leading = False
        if reason:
            out.append(_decided(hit, "cut", reason))
        else:
            needed = rules.needed(briefed or taken > 0)
            out.append(_decided(hit, "injected", _granted(hit, rules, needed)))
        taken += reason in (
            "",
            REPEATED,
        )  # so that the same prompt again does not inject weaker hits instead
    return out


def listed(hits: list[Hit], rules: Rules) -> list[Hit]:
    """All hits in the same order, each with the decision whether a search lists it, and the reason for it."""
    out, taken = [], 0
    seen: set[tuple[str, ...]] = set()
    floor = _nothing_in_common(hits, rules) if rules.mode.floor else ""
    for hit in hits:
        reason = (
            _excluded(hit, rules)
            or _repeats(hit, seen)
            or _beyond(taken, rules.mode.limit)
            or floor
        )
        if not reason and rules.mode.floor:
            reason = _faint(hit, rules)
        out.append(_decided(hit, "cut" if reason else "listed", reason or "found"))
        taken += not reason
    return out


def _beyond(taken: int, limit: int) -> str:
    """Why a hit comes too late; "" when it does not."""
    if taken < limit:
        return ""
    return (
        f"rank {taken + 1}; at most {limit} are injected"
        if limit
        else "none are injected"
    )


def _granted(hit: Hit, rules: Rules, needed: float) -> str:
    """Why a hit is injected."""
    if _is_promised(hit, rules):
        return "the prompt names it: `" + one_line(rules.named[hit.key], 80) + "`"
    told = f"score {hit.score:.2f}"
    if hit.score < needed:
        told = _counted(hit, rules)[1]
    told = f"{told} reaches {needed:.2f}"
    if not hit.news:
        return told
    where, word = hit.news
    return f"{told}, and `{one_line(word, 40)}` in its {where} is news: its line in the brief does not show it"


def holding_first(hits: list[Hit], now: int) -> list[Hit]:
    """The hits in the same order, but those that do not hold after all that do."""
    return sorted(hits, key=lambda hit: not holds.holds(hit.memory, now))


def left_out(hits: list[Hit]) -> int:
    """How many of the hits a search left out because they are below its floor."""
    return sum(BELOW_FLOOR in hit.reason for hit in hits)


def withheld(hits: list[Hit], why: str) -> list[Hit]:
    """The hits where none may be injected, whatever its score."""
    reason = "would be injected, but " + why
    return [
        _decided(hit, "cut", reason) if hit.decision == "injected" else hit
        for hit in hits
    ]


def may_be_listed(hit: Hit, rules: Rules) -> bool:
    """Whether the hit may be handed over at all, whatever its score."""
    return not _excluded(hit, rules) and not _is_muted(hit, rules)


def _decided(hit: Hit, decision: str, reason: str) -> Hit:
    if hit.replaces:
        reason += f"; in place of {hit.replaces}, which it replaces"
    return hit.replace(decision=decision, reason=reason)


def _excluded(hit: Hit, rules: Rules) -> str:
    """Why a hit is left out whatever its score; "" when it is not."""
    memory, request = hit.memory, rules.request
    reason = holds.why_not(memory, rules.now)
    if (
        reason
        and not request.include_retired
        and (rules.mode.unasked or memory.status != "active")
    ):
        return reason
    if request.category and request.category not in (memory.category, memory.kind):
        return "not in that category"
    return _kept_from_prompts(hit, rules) if rules.mode.unasked else ""


def _kept_from_prompts(hit: Hit, rules: Rules) -> str:
    """Why a hit is found only by search; "" when it is not."""
    memory, kind, config = hit.memory, hit.memory.kind, rules.config
    if kind not in HOOK_KINDS:
        return f"{kind} memories are found only by search"
    if kind not in CATEGORIES:
        return ""
    if not config.get(f"categories.{kind}.enabled"):
        return f"the category {kind} is switched off"
    days = config.get(f"categories.{kind}.retention_days")
    if not days or memory.updated is None:
        return ""
    updated = believed(memory.updated, rules.now)
    if updated is None or rules.now - updated > days * DAY:
        return f"older than retention_days ({days})"
    return ""


def _nothing_in_common(hits: list[Hit], rules: Rules) -> str:
    """Why a search lists nothing at all; "" when one of the hits has enough in common with the query."""
    if any_in_common(hits, rules.relevance):
        return ""
    return f"what the best match has in common with the query is {BELOW_FLOOR}"


def _faint(hit: Hit, rules: Rules) -> str:
    """Why a hit without a word in common is not near enough by its meaning; "" when it is."""
    if hit.evidence or (
        hit.score >= rules.relevance.floor and hit.signals.get("cosine", 1.0) >= MEANING
    ):
        return ""
    return f"no words in common and not close enough in meaning: {BELOW_FLOOR}"


def _repeats(hit: Hit, seen: set[tuple[str, ...]]) -> str:
    """Why a hit is the same memory as a better one; "" when it is not. Adds the hit to `seen`."""
    memory = hit.memory
    shared = memory.kind, memory.id, memory.title
    if (
        hit.store.kind.copied
    ):  # of many projects with ids of their own; shared ones are shown once
        reason = (
            "a memory with the same ID and title ranks higher" if shared in seen else ""
        )
    else:
        own = (
            hit.store.home,
            memory.kind if memory.kind == "llm_cache" else "",
            memory.id,
            "",
        )
        reason = f"another file with the ID {memory.id} ranks higher; `memories doctor --store` names both"
        if own not in seen:
            reason = ""
        seen.add(own)
    seen.add(shared)
    return reason


def _withheld(hit: Hit, rules: Rules, needed: float) -> str:
    """Why a hit is not injected at this prompt; "" when it is. `needed` is the score that it has to reach."""
    if _is_muted(hit, rules):
        return "muted; `memories mute ID --off` allows it again"
    if hit.memory.path in rules.saved:
        return "saved in this session"
    if not _is_promised(hit, rules):
        reason = _too_weak(hit, rules, needed)
        if reason:
            return reason
    return (
        REPEATED if rules.shown.get(hit.memory.path) in (hit.memory.digest, ANY) else ""
    )


def _is_promised(hit: Hit, rules: Rules) -> bool:
    """Whether the prompt names the hit, by more than a title that stands in the session's brief."""
    named, memory = rules.named.get(hit.key, ""), hit.memory
    return named != "" and (named != memory.title or memory.path not in rules.lines)


def _is_muted(hit: Hit, rules: Rules) -> bool:
    return rules.usage is not None and hit.memory.path in rules.usage.muted


def _too_weak(hit: Hit, rules: Rules, needed: float) -> str:
    """Why the score of a hit is not enough; "" when it is."""
    score, told = _counted(hit, rules)
    if score < needed:
        return f"{told} is below {needed:.2f}"
    if hit.memory.path in rules.lines and not hit.news:
        return f"{told} is enough, but the session's brief shows its line, and the prompt has nothing else"
    return ""


def _counted(hit: Hit, rules: Rules) -> tuple[float, str]:
    """(what the score of a hit counts, the words for it)."""
    memory, usage = hit.memory, rules.usage
    told, score, why = f"score {hit.score:.2f}", hit.score, ""
    if memory.category in TITLE_SAYS_ALL:
        if rules.kind >= 0 and memory.severity not in WEAK:
            score = RULE * hit.score / (1 + (RULE - 1) * hit.score)
            why = "it is a rule"
    elif usage is not None:
        score *= usage.factor(memory.path)
        if score < hit.score:
            times = usage.shown.get(memory.path, 0)
            why = f"it was shown {times} times and never read"
    return score, f"{told} (counts as {score:.2f}, because {why})" if why else told
