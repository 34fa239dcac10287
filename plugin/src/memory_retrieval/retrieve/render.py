"""Renders hits as the text for an agent: pointers, one line a memory, sanitised and escaped. Knows no host."""

from __future__ import annotations

from ..core import clock, environment, holds
from ..core.instructions import spoken, spoken_title
from ..core.sanitize import escape, one_line
from ..core.tokens import STOP_WORDS, tokenize
from ..store.layouts import DISPLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..core.model import Hit, Store

MAX_TEXT = 1_990  # characters of a block, under the 2,000 of the contract
MAX_LINE = 600  # characters of a line, of which tags give way first, so that three lines fit into a block
MAX_TAGS = 8
MAX_TAG = 40  # characters
MAX_FILE = 80  # characters of a file that has changed
NONE_CHANGED: Mapping[str, str] = {}
MAX_SHORTLIST = 699  # characters of a shortlist
SHORTLIST_OPEN = """<memory-shortlist source=".claude/memory/">
These may or may not bear on the request; read the files that do."""
SHORTLIST_CLOSE = "</memory-shortlist>"
SHORTENED = ".claude/memory/"  # left out of the paths of a shortlist, whose first line has it
CLOSE = "</memory-context>"
CHANGED = "If one no longer applies, save its replacement with `supersedes`: [its ID] (the file name without .json)."
SHARED_WORDS = 2  # of title and tags, from which two records of a category are on one matter,
SHARED_PART = 1 / 3  # if they are this part of the words of the shorter one


def render(hits: list[Hit], *, first: bool = False, changed: Mapping[str, str] = NONE_CHANGED) -> tuple[str, list[Hit]]:
    """(block for the agent, the hits in it); "" without hits. The best hits are kept, as many as fit into MAX_TEXT.

    first    the session was given no memory before: the block says what to do with one that no longer holds
    changed  {path of a memory of the project: a file it names that has changed since it was written}
    """
    fitting = _fitting(hits, changed)
    lines = [line for _, line in fitting] + [CHANGED] * first
    return ("\n".join([_open(hits), *lines, CLOSE]) if fitting else ""), [hit for hit, _ in fitting]


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
    path = shown_path(hit)
    path = path[len(SHORTENED) :] if path.startswith(SHORTENED) else path
    state = holds.mark(hit.memory, environment.now())
    return "{}: {}".format(escape(path), escape(spoken_title(hit.memory.title)) + (f" ({state})" if state else ""))


def without_unfit(hits: list[Hit]) -> list[Hit]:
    """The hits, where one that was to be injected and does not fit into the block is decided otherwise."""
    chosen = [hit for hit in hits if hit.decision == "injected"]
    fitting = {id(hit) for hit, _ in _fitting(chosen)}
    if len(fitting) == len(chosen):
        return hits
    unfit = {id(hit) for hit in chosen} - fitting
    reason = "does not fit into the %d characters of a block" % MAX_TEXT
    return [hit.replace(decision="cut", reason=reason) if id(hit) in unfit else hit for hit in hits]


def render_line(hit: Hit, changed: Mapping[str, str] = NONE_CHANGED) -> str:
    """`- [DECISION] title -> path #tags:a,b`, with `#scope:user`, `#scope:team` or `#branch:NAME` for records that are
    not in the project.

    A record that does not simply hold has its state in the mark `#state:proposed`; one that names a file which has
    changed since, in `changed` as for `render`, has `#changed:src/a.py`.
    """
    memory = hit.memory
    line = "- [{}] {} -> {}".format(
        DISPLAY.get(memory.kind, "MEMORY"), escape(spoken_title(memory.title)), escape(shown_path(hit))
    )
    tags = [_tag(tag) for tag in memory.tags[:MAX_TAGS]]
    tags = [tag for tag in tags if tag and tag != "untagged"]
    marks = _marks(hit.store)
    state = holds.state(memory, environment.now())
    marks += " #state:" + state if state else ""
    file = changed.get(memory.path, "") if hit.store.kind.own else ""
    marks += " #changed:" + escape(one_line(file, MAX_FILE)).replace(" ", "%20") if file else ""
    while tags and len(line) + len(" #tags:") + len(",".join(tags)) + len(marks) > MAX_LINE:
        tags.pop()
    return line + (" #tags:" + ",".join(tags) if tags else "") + marks


def shown_path(hit: Hit) -> str:
    """Relative to the project; a memory from elsewhere by its absolute path."""
    return hit.store.shown(hit.memory.path)


def _marks(store: Store) -> str:
    """Where a memory is from; "" for the project's own."""
    kind = store.kind
    if kind.branch:
        return " #branch:" + _tag(kind.branch(store))
    return "" if kind.own or not kind.files else " #scope:" + kind.name


def _fitting(hits: list[Hit], changed: Mapping[str, str] = NONE_CHANGED) -> list[tuple[Hit, str]]:
    """(hit, its line) of the hits that fit into a block, best first."""
    size = len(_open(hits)) + len(CHANGED) + len(CLOSE) + 2
    fitting, ages = [], _ages(hits)
    for hit in hits:
        line = render_line(hit, changed) + ages.get(id(hit), "")
        if size + len(line) + 1 <= MAX_TEXT:
            fitting.append((hit, line))
            size += len(line) + 1
    return fitting


def _ages(hits: list[Hit]) -> dict[int, str]:
    """{id of a hit: " #newer:DAY" or " #older:DAY"} of hits of one category on one matter, but of different days."""
    marks: dict[int, str] = {}
    words = [{t for t in tokenize(" ".join((h.memory.title, *h.memory.tags))) if t not in STOP_WORDS} for h in hits]
    for at, hit in enumerate(hits):
        for other, theirs in zip(hits[:at], words):
            shared = len(words[at] & theirs)
            alike = shared >= max(SHARED_WORDS, SHARED_PART * min(len(words[at]), len(theirs)))
            times = [clock.believed(h.memory.updated, environment.now()) for h in (hit, other)]
            if alike and hit.memory.kind == other.memory.kind and all(times):
                days = [clock.format_time(at or 0)[:10] for at in times]
                if days[0] != days[1]:
                    newer = days[0] > days[1]
                    marks.setdefault(id(hit), " #{}:{}".format("newer" if newer else "older", days[0]))
                    marks.setdefault(id(other), " #{}:{}".format("older" if newer else "newer", days[1]))
    return marks


def _open(hits: list[Hit]) -> str:
    source = ".claude/memory/"
    if hits and all(hit.store.kind.own for hit in hits):
        roots = {".memories/" if hit.memory.path.startswith(".memories/") else ".claude/memory/" for hit in hits}
        source = roots.pop() if len(roots) == 1 else source
    return f'<memory-context source="{source}">'


def _tag(tag: str) -> str:
    return escape(spoken(tag, MAX_TAG)).replace(" ", "-").replace(",", "-").replace("#", "")
