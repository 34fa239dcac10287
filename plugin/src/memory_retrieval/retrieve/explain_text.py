"""The trace of a retrieval in sentences for people, as `memories why` prints it."""

from __future__ import annotations

from ..core import environment, holds
from ..core.counted import counted
from ..core.instructions import spoken_title
from ..core.sanitize import one_line
from ..store.place import EMPTY_STORE
from . import parts
from .relevance import sigmoid
from .remedies import remedies
from .render import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Query
    from .trace import Trace

    Ranked = list[tuple[int, Hit]]

FAINT = 0.05  # score below which candidates are only counted
SHOWN = 10  # candidates shown
INDENT = " " * 9
NOT_A_CANDIDATE = " has nothing in common with the prompt, neither words nor meaning, so it was not considered"
NEEDED = (
    "the best memory is injected if its score reaches {:.2f}, further ones if theirs reach {:.2f} "
    "(strictness: {})"
)
BRIEFED = "in this session a brief stands: what it lists needs {:.2f}, and a word that its line does not show"


def as_text(trace: Trace, only: str | None = None) -> str:
    """The trace for people; `only` is the id or path of the one memory to show."""
    lines = _off(trace)
    if trace.query is None or not trace.query.terms:
        return "".join(line + "\n" for line in [*lines, _nothing(trace)])
    lines += [*_asked(trace, trace.query), ""]
    ranked = list(enumerate(trace.hits, 1))
    if only:
        shown = [(rank, hit) for rank, hit in ranked if _is_named(only, hit)]
        rest = []
        if not shown:
            lines.append(one_line(only, 80) + NOT_A_CANDIDATE)
    else:
        shown = _worth_showing(ranked, trace)
        rest = _folded(len(ranked) - len(shown), trace) + _shortlist(trace)
        if not ranked:
            lines.append(
                "no memory has words or meaning in common with the prompt"
                if trace.total
                else EMPTY_STORE
            )
    for rank, hit in shown:
        lines += _candidate(rank, hit, trace)
    lines += rest
    if trace.request.mode == "auto" and trace.total:
        lines += _remedies(shown, trace)
    return "\n".join(lines) + "\n"


def _is_named(name: str, hit: Hit) -> bool:
    return name in (hit.memory.id, hit.memory.path, shown_path(hit))


def _off(trace: Trace) -> list[str]:
    return (
        [f"the hook is off: {trace.off}", "what it would find if it were on:", ""]
        if trace.off
        else []
    )


def _nothing(trace: Trace) -> str:
    if trace.query is None:
        return "nothing was looked for"
    return "nothing to search for: the prompt has no word that says what it is about"


def _asked(trace: Trace, query: Query) -> list[str]:
    weights = {
        weight: f" x{weight:.2g}" for weight in query.terms.values() if weight != 1.0
    }
    words = [
        one_line(term, 40) + weights.get(weight, "")
        for term, weight in query.terms.items()
    ]
    lines = ["searched for: " + ", ".join(words)]
    if query.dropped:
        lines.append(
            "ignored: " + ", ".join([one_line(word, 40) for word in query.dropped])
        )
    if query.enriched:
        lines.append("the prompt says little, so earlier turns were added")
    lines.append(
        "searched "
        + counted(trace.total, "memory", "memories")
        + f" with {trace.engine}"
    )
    if not trace.complete:
        lines.append(
            "the search index is still being built, so some memories may be missing"
        )
    if trace.request.mode == "auto":
        lines.append(_assumed(trace))
        lines.append(NEEDED.format(trace.threshold, trace.further, trace.strictness))
    if trace.kind is not None:
        chance = sigmoid(trace.kind)
        lines.append(
            f"probability that a prompt of this kind needs a memory: {chance:.2f}"
        )
    return lines


def _assumed(trace: Trace) -> str:
    """The brief that the decisions go by."""
    if trace.whole is None:
        return "assumed: a session in which no brief stands"
    return BRIEFED.format(trace.further)


def _worth_showing(ranked: Ranked, trace: Trace) -> Ranked:
    """The first SHOWN candidates, without those that were not chosen and have a faint score."""
    least = FAINT if trace.calibrated else 0.0
    return [
        (rank, hit) for rank, hit in ranked if _is_taken(hit) or hit.score >= least
    ][:SHOWN]


def _candidate(rank: int, hit: Hit, trace: Trace) -> list[str]:
    mark = "+" if _is_taken(hit) else "-"
    title, path = _title(hit), shown_path(hit)
    lines = [
        f"{mark} {rank:2d}. {hit.score:.2f}  {title}  ({path})",
        f"{INDENT}{hit.decision}: {hit.reason}",
    ]
    if not trace.calibrated:
        return (
            [*lines, INDENT + "words in common: " + parts.words(hit)]
            if hit.evidence
            else lines
        )
    lines += [
        f"{INDENT}{part.log_odds:+6.2f}  {part.name}: {part.text}"
        for part in parts.parts(hit, trace)
    ]
    total = parts.total(hit, trace)
    return [
        *lines,
        f"{INDENT}{total:6.2f}  total, in log-odds: a score of {hit.score:.2f}",
    ]


def _title(hit: Hit) -> str:
    """The title, with the state of a memory that does not simply hold."""
    state = holds.mark(hit.memory, environment.now())
    return spoken_title(hit.memory.title) + (f" [{state}]" if state else "")


def _folded(hidden: int, trace: Trace) -> list[str]:
    """How many candidates are not shown."""
    if not hidden:
        return []
    faint = sum(hit.score < FAINT and not _is_taken(hit) for hit in trace.hits)
    what = "with lower scores"
    if trace.calibrated and faint == hidden:
        what = f"with a score below {FAINT:.2f}"
    return [
        counted(hidden, "more memory", "more memories")
        + f" {what} (--memory ID shows one)"
    ]


def _shortlist(trace: Trace) -> list[str]:
    if not trace.listing:
        return []
    titles = [
        INDENT + _title(hit) + "  (" + shown_path(hit) + ")" for hit in trace.shortlist
    ]
    what = (
        counted(len(titles), "title") + " for the agent to judge" if titles else "none"
    )
    return ["", f"shortlist: {what}; {trace.listing}", *titles]


def _could_come(hit: Hit) -> bool:
    """Whether only its score kept a hit of the project away."""
    return (
        hit.decision == "cut" and hit.reason.startswith("score") and hit.store.kind.own
    )


def _remedies(ranked: Ranked, trace: Trace) -> list[str]:
    """What to do about it: the commands that work, with the ids at hand; nothing when none does."""
    missing = next((hit for _, hit in ranked if _could_come(hit)), None)
    taken = next((hit for _, hit in ranked if _is_taken(hit)), None)
    lines = remedies(trace, missing, taken) if trace.calibrated and trace.stores else []
    return (
        [
            "",
            "what you can do (tried on this prompt):",
            *["  " + line for line in lines],
        ]
        if lines
        else []
    )


def _is_taken(hit: Hit) -> bool:
    return hit.decision in ("injected", "listed")
