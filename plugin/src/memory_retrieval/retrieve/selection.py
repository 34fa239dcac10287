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
from .relevance import HALF, in_common

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.settings import Config
    from ..state.usage import Usage
    from .relevance import Relevance
    from .trace import Request

RULE = 2.0  # times its odds a rule counts where a memory is needed: to miss it costs more than a line too many
WEAK = frozenset(("default", "soft"))  # strengths of a preference that is no rule
MEANING = 0.3  # least cosine of a hit in a list when it shares no word with the query
TITLE_SAYS_ALL = {category.key for category in TABLE if category.binding[0]}  # of use without being opened
SEARCHED = 10  # results of a search that does not say how many
REPEATED = "already injected in this session"
BELOW_FLOOR = "below the floor of a search"
HOOK_KINDS = frozenset(CATEGORIES) | {"pattern"}


class Rules(Value):
    """What `select` decides by.

    limit    hits handed over at most
    now      seconds since 1970
    shown    {path: digest} of the memories that this session was given before
    briefed  the paths of the memories in the session's brief
    usage    how often memories were shown and read; None when that does not count
    kind     log-odds that a prompt of this kind needs a memory
    named    {(root of the store, id): the alias or title} of the memories that the prompt names in whole
    """

    request: Request
    config: Config
    limit: int
    now: int
    relevance: Relevance
    shown: dict[str, str] = {}
    briefed: frozenset[str] = frozenset()
    usage: Usage | None = None
    named: dict[tuple[str, str], str] = {}
    kind: float = -1.0

    def needed(self, taken: bool) -> float:
        """The score from which the best hit is injected, or those beside it where one is taken."""
        return self.relevance.needed(self.config.get("retrieval.strictness"))[taken]

    @property
    def surest(self) -> float:
        """The score from which a hit is injected that the session's brief has shown already."""
        return self.relevance.needed("quiet")[0]


def default_limit(config: Config, mode: str) -> int:
    """Hits handed over at most when the request does not say."""
    return int(config.get("retrieval.max_inject")) if mode == "auto" else SEARCHED


def select(hits: list[Hit], rules: Rules) -> list[Hit]:
    """All hits in the same order, each with its decision and the reason for it."""
    out, taken = [], 0
    auto, leading = rules.request.mode == "auto", True
    seen: set[tuple[str, ...]] = set()
    floor = "" if auto or rules.request.everything else _nothing_in_common(hits, rules)
    for hit in hits:
        reason = _excluded(hit, rules)
        if not reason:
            reason = _repeats(hit, seen)
        if not reason and auto:
            reason = _withheld(hit, rules, rules.needed(not leading))
            leading = False
        if not reason and taken >= rules.limit:
            reason = (
                "rank %d; at most %d are injected" % (taken + 1, rules.limit) if rules.limit else "none are injected"
            )
        if reason:
            taken += reason == REPEATED  # so that the same prompt again does not inject weaker hits instead
            out.append(_decided(hit, "cut", reason))
        elif floor:
            out.append(_decided(hit, "cut", floor))
        elif not (auto or hit.evidence or rules.request.everything) and _is_faint(hit, rules):
            out.append(_decided(hit, "cut", "no words in common and not close enough in meaning: " + BELOW_FLOOR))
        elif auto:
            out.append(_decided(hit, "injected", _granted(hit, rules, rules.needed(taken > 0))))
            taken += 1
        else:
            out.append(_decided(hit, "listed", "found"))
            taken += 1
    return out


def _granted(hit: Hit, rules: Rules, needed: float) -> str:
    """Why a hit is injected."""
    phrase = rules.named.get(_key(hit))
    if phrase:
        return f"the prompt names it: `{one_line(phrase, 80)}`"
    told = f"score {hit.score:.2f}" if hit.score >= needed else _counted(hit, rules)[1]
    return f"{told} reaches {needed:.2f}"


def _key(hit: Hit) -> tuple[str, str]:
    return hit.store.home, hit.memory.id


def holding_first(hits: list[Hit], now: int) -> list[Hit]:
    """The hits in the same order, but those that do not hold after all that do."""
    return sorted(hits, key=lambda hit: not holds.holds(hit.memory, now))


def left_out(hits: list[Hit]) -> int:
    """How many of the hits a search left out because they are below its floor."""
    return sum(BELOW_FLOOR in hit.reason for hit in hits)


def withheld(hits: list[Hit], why: str) -> list[Hit]:
    """The hits where none may be injected, whatever its score."""
    reason = "would be injected, but " + why
    return [_decided(hit, "cut", reason) if hit.decision == "injected" else hit for hit in hits]


def may_be_listed(hit: Hit, rules: Rules) -> bool:
    """Whether the hit may be handed over at all, whatever its score."""
    return not _excluded(hit, rules) and (rules.usage is None or hit.memory.path not in rules.usage.muted)


def _decided(hit: Hit, decision: str, reason: str) -> Hit:
    if hit.replaces:
        reason += f"; in place of {hit.replaces}, which it supersedes"
    return Hit(hit.memory, hit.store, hit.score, hit.evidence, hit.signals, decision, reason, hit.prior, hit.replaces)


def _excluded(hit: Hit, rules: Rules) -> str:
    """Why a hit is left out whatever its score; "" when it is not."""
    memory, request = hit.memory, rules.request
    reason = holds.why_not(memory, rules.now)
    if reason and not request.include_retired and (request.mode == "auto" or memory.status != "active"):
        return reason
    if request.category and request.category not in (memory.category, memory.kind):
        return "not in that category"
    if request.mode == "auto" and memory.kind not in HOOK_KINDS:
        return f"{memory.kind} records are found only by search"
    if request.mode == "auto" and memory.kind in CATEGORIES:
        if not rules.config.get(f"categories.{memory.kind}.enabled"):
            return f"the category {memory.kind} is switched off"
        days = rules.config.get(f"categories.{memory.kind}.retention_days")
        updated = believed(memory.updated, rules.now)
        if days and memory.updated is not None and (updated is None or rules.now - updated > days * DAY):
            return "older than retention_days (%d)" % days
    return ""


def _nothing_in_common(hits: list[Hit], rules: Rules) -> str:
    """Why a search lists nothing at all; "" when one of the hits has enough in common with the query."""
    if any(
        in_common(hit.signals) >= rules.relevance.in_common or hit.signals.get("coverage", 0.0) >= HALF for hit in hits
    ):
        return ""
    return "what the best match has in common with the query is " + BELOW_FLOOR


def _is_faint(hit: Hit, rules: Rules) -> bool:
    """Whether a hit without a word in common is below the floor by its meaning."""
    return hit.score < rules.relevance.floor or hit.signals.get("cosine", 1.0) < MEANING


def _repeats(hit: Hit, seen: set[tuple[str, ...]]) -> str:
    """Why a hit is the same memory as a better one; "" when it is not. Adds the hit to `seen`."""
    memory = hit.memory
    if hit.store.kind.copied:  # of many projects with ids of their own; shared ones are shown once
        same: tuple[str, ...] = (memory.kind, memory.id, memory.title)
        reason = "a memory with the same ID and title ranks higher" if same in seen else ""
    else:
        same = hit.store.home, memory.kind if memory.kind == "llm_cache" else "", memory.id, ""
        taken = f"another file with the ID {memory.id} ranks higher; `memories doctor --store` names both"
        reason = taken if same in seen else ""
        seen.add((memory.kind, memory.id, memory.title))
    seen.add(same)
    return reason


def _withheld(hit: Hit, rules: Rules, needed: float) -> str:
    """Why a hit is not injected at this prompt; "" when it is. `needed` is the score that it has to reach."""
    if rules.usage is not None and hit.memory.path in rules.usage.muted:
        return "muted; `memories mute ID --off` allows it again"
    reason = "" if _key(hit) in rules.named else _too_weak(hit, rules, needed)
    return reason or (REPEATED if rules.shown.get(hit.memory.path) in (hit.memory.digest, ANY) else "")


def _too_weak(hit: Hit, rules: Rules, needed: float) -> str:
    """Why the score of a hit is not enough; "" when it is."""
    score, told = _counted(hit, rules)
    if score < needed:
        return f"{told} is below {needed:.2f}"
    if hit.memory.path in rules.briefed and score < rules.surest:
        return f"{told} is below {rules.surest:.2f}, and the session's brief already shows it"
    return ""


def _counted(hit: Hit, rules: Rules) -> tuple[float, str]:
    """(what the score of a hit counts, the words for it)."""
    memory, score, why = hit.memory, hit.score, ""
    if memory.category not in TITLE_SAYS_ALL:
        score *= rules.usage.factor(memory.path) if rules.usage is not None else 1.0
        if score < hit.score and rules.usage is not None:
            why = "it was shown %d times and never read" % rules.usage.shown.get(memory.path, 0)
    elif rules.kind >= 0 and memory.severity not in WEAK:
        score, why = RULE * score / (1 + (RULE - 1) * score), "it is a rule"
    told = f"score {hit.score:.2f}"
    return score, f"{told} (counts as {score:.2f}, because {why})" if why else told
