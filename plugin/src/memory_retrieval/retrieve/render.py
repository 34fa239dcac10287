"""Renders hits as the text for an agent: pointers, one line a memory, sanitised and escaped. Knows no host."""

from __future__ import annotations

from ..core import clock, environment, holds
from ..core.instructions import spoken, spoken_title
from ..core.sanitize import escape, one_line
from ..core.tokens import STOP_WORDS, tokenize
from ..store import witnesses
from ..store.layouts import DISPLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit, Store

MAX_TEXT = 1_990  # characters of a block, under the 2,000 of the contract
MAX_LINE = 600  # characters of a line, of which tags give way first, so that three lines fit into a block
MAX_TAGS = 8
MAX_TAG = 40  # characters
MAX_SHORTLIST = 999  # characters of a shortlist
SHORTLIST_OPEN = """<memory-shortlist source=".claude/memory/">
These may or may not bear on the request; read the files that do."""
SHORTLIST_CLOSE = "</memory-shortlist>"
SHORTENED = (
    ".claude/memory/"  # left out of the paths of a shortlist, whose first line has it
)
CLOSE = "</memory-context>"
CHANGED = (
    "If one no longer applies, save its replacement with `supersedes`: "
    "[its ID: the file name without .json]."
)
BY_PATH = ", or a document's path]."  # its end where one of them is a document
SHARED_WORDS = (
    2  # of title and tags, from which two records of a category are on one matter,
)
SHARED_PART = 1 / 3  # if they are this part of the words of the shorter one


def render(hits: list[Hit], *, first: bool = False) -> tuple[str, list[Hit]]:
    """(block for the agent, the hits in it); "" without hits. The best hits are kept, as many as fit into MAX_TEXT.

    first  the block says what to do with one that no longer holds
    """
    marks = {id(hit): witnesses.marks(hit.store, hit.memory) for hit in hits}
    fitting = _fitting(hits, marks)
    if not fitting:
        return "", []
    lines = [line for _, line in fitting]
    if first:
        by_path = any(hit.store.kind.documents for hit, _ in fitting)
        lines.append(CHANGED[:-2] + BY_PATH if by_path else CHANGED)
    return "\n".join([_open(hits), *lines, CLOSE]), [hit for hit, _ in fitting]


def render_shortlist(hits: list[Hit]) -> tuple[str, list[Hit]]:
    """(whole titles for the agent to judge, the hits in it); ("", []) without hits.

    The best are kept, as many as fit into MAX_SHORTLIST.
    """
    room = MAX_SHORTLIST - len(SHORTLIST_OPEN) - len(SHORTLIST_CLOSE) - 1
    lines: list[str] = []
    kept = []
    for hit in hits:
        line = _short_line(hit)
        if len(line) < room:
            room -= len(line) + 1
            lines.append(line)
            kept.append(hit)
    return ("\n".join([SHORTLIST_OPEN, *lines, SHORTLIST_CLOSE]) if lines else ""), kept


def _short_line(hit: Hit) -> str:
    line = (
        escape(shown_path(hit).removeprefix(SHORTENED))
        + ": "
        + escape(spoken_title(hit.memory.title))
    )
    state = holds.mark(hit.memory, environment.now())
    return f"{line} ({state})" if state else line


def without_unfit(hits: list[Hit]) -> list[Hit]:
    """The hits, where one that was to be injected and does not fit into the block is decided otherwise."""
    fitting = {
        id(hit)
        for hit, _ in _fitting([hit for hit in hits if hit.decision == "injected"])
    }
    reason = f"does not fit into the {MAX_TEXT} characters of a block"
    out = []
    for hit in hits:
        fits = hit.decision != "injected" or id(hit) in fitting
        out.append(hit if fits else hit.replace(decision="cut", reason=reason))
    return out


def render_line(hit: Hit) -> str:
    """`- [DECISION] title -> path #tags:a,b`, with `#scope:user`, `#scope:team` or `#branch:NAME` for records that are
    not in the project.

    A record that does not simply hold has its state in the mark `#state:proposed`; one with news has their place and
    the word in `#text:vf2`.
    """
    memory = hit.memory
    kind, title = DISPLAY.get(memory.kind, "MEMORY"), escape(spoken_title(memory.title))
    line = f"- [{kind}] {title} -> " + escape(shown_path(hit))
    marks = _marks(hit.store)
    state = holds.state(memory, environment.now())
    if state:
        marks += " #state:" + state
    if hit.news:
        where, word = hit.news
        marks += f" #{where}:{_tag(word)}"
    tags = ""
    for tag in map(_tag, memory.tags[:MAX_TAGS]):
        more = tags + ("," if tags else " #tags:") + tag
        if tag in ("", "untagged"):
            continue
        if len(line) + len(more) + len(marks) > MAX_LINE:
            break
        tags = more
    return line + tags + marks


def shown_path(hit: Hit) -> str:
    """Relative to the project; a memory from elsewhere by its absolute path."""
    return hit.store.shown(hit.memory.path)


def _marks(store: Store) -> str:
    """Where a memory is from; "" for the project's own."""
    kind = store.kind
    if kind.branch:
        return " #branch:" + _tag(kind.branch(store))
    return "" if kind.own or not kind.files else " #scope:" + kind.name


def _fitting(
    hits: list[Hit], marks: dict[int, list[str]] | None = None
) -> list[tuple[Hit, str]]:
    """(hit, its line) of the hits that fit into a block, best first; `marks`: {id of a hit: what its line ends with}."""
    size = len(_open(hits)) + len(CHANGED) + len(CLOSE) + 2
    fitting, ages, marks = [], _ages(hits), marks or {}
    for hit in hits:
        line = render_line(hit) + ages.get(id(hit), "")
        line = " ".join([line, *marks.get(id(hit), ())])
        if size + len(line) + 1 <= MAX_TEXT:
            fitting.append((hit, line))
            size += len(line) + 1
    return fitting


def _ages(hits: list[Hit]) -> dict[int, str]:
    """{id of a hit: " #newer:DAY" or " #older:DAY"} of hits of one category on one matter, but of different days."""
    marks: dict[int, str] = {}
    days, words = [_day(hit) for hit in hits], [_words(hit) for hit in hits]
    for at, hit in enumerate(hits):
        for before in range(at):
            other = hits[before]
            shared, shorter = (
                len(words[at] & words[before]),
                min(len(words[at]), len(words[before])),
            )
            if hit.memory.kind != other.memory.kind or shared < max(
                SHARED_WORDS, SHARED_PART * shorter
            ):
                continue
            if days[at] and days[before] and days[at] != days[before]:
                older, newer = (at, before) if days[at] < days[before] else (before, at)
                marks.setdefault(id(hits[newer]), f" #newer:{days[newer]}")
                marks.setdefault(id(hits[older]), f" #older:{days[older]}")
    return marks


def _day(hit: Hit) -> str:
    """When a memory was last changed; "" where that is not known, or not believed."""
    updated = clock.believed(hit.memory.updated, environment.now())
    return clock.format_time(updated)[:10] if updated else ""


def _words(hit: Hit) -> set[str]:
    return {*tokenize(" ".join((hit.memory.title, *hit.memory.tags)))} - STOP_WORDS


def _open(hits: list[Hit]) -> str:
    source = ".claude/memory/"
    if hits and all(hit.store.kind.own for hit in hits):
        roots = {_root(hit) for hit in hits}
        source = roots.pop() if len(roots) == 1 else source
    return f'<memory-context source="{source}">'


def _root(hit: Hit) -> str:
    if hit.store.kind.documents:
        return "documents"
    return (
        ".memories/" if hit.memory.path.startswith(".memories/") else ".claude/memory/"
    )


def _tag(tag: str) -> str:
    return (
        escape(spoken(tag, MAX_TAG))
        .replace(" ", "-")
        .replace(",", "-")
        .replace("#", "")
    )
