"""What the line of a memory says: its short name, its title, marks, and a rule as a quotation; all of it escaped."""

from __future__ import annotations

import re
from functools import lru_cache

from ..core import holds
from ..core.categories import BY_KEY, SESSION
from ..core.clock import believed, format_time
from ..core.instructions import READ, spoken, spoken_title
from ..core.model import Value
from ..core.sanitize import escape, one_line
from ..core.tokens import STOP_WORDS, tokenize
from ..store import witnesses
from ..store.kinds import branch_of
from .binding import sentences, strength
from .values import FIRST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..core.model import Memory
    from .values import Entry

MAX_NAME = 100  # characters of a file name
SHORTEST = 6  # characters of a short name at least: a shorter one is soon the beginning of another ID too
MAX_TAG = 24  # characters
MAX_RULE = 300  # characters of a rule's sentence
MAX_QUOTED = 420  # of several of them
SHORT_TITLE, SHORT_RULE = 60, 120  # of their first clauses, where room is short
LEAST = 20  # of a clause
MEANT = 2  # the strength from which a clause binds
CLAUSE = re.compile("[,;:–—](?= )|[、，；：]| [(]")
LONG = 100  # characters of a title that may be the cut beginning of a sentence, as `note` makes it
VAGUE, TAGS = 3, 2  # words of a title that says little, and the tags that then help
DETAILS = 6
KEPT = 200  # rules whose words are worked out once for all the details of a row
IMPORT, WRITTEN = "import:", ("import:adr",)  # by whom a record was saved


def plain(text: str, limit: int = 120) -> str:
    """A foreign name as part of a line: one line, nothing invisible, nothing that could close the frame."""
    return escape(one_line(text, limit))


def told(text: str, limit: int = 120) -> str:
    """Foreign words as part of a line; "" for those that speak to the agent."""
    return escape(spoken(text, limit))


class Told(Value):
    """What a brief may say of a memory, not escaped.

    imported   whether it comes from other notes
    marks      as a pointer has them
    sentences  of a constraint, decision or preference; () for any other memory
    title      what stands for the title
    """

    imported: bool
    marks: list[str]
    sentences: tuple[str, ...]
    title: str


class Lines:
    """The lines of one brief.

    files  all records that a name could mean
    read   a record as it is on disk now; None when it is gone
    """

    def __init__(
        self,
        files: Iterable[Memory],
        read: Callable[[Entry], dict[str, Any] | None],
        now: int,
    ) -> None:
        self._names = short_names(
            name for memory in files for name in {memory.id, _file_name(memory)}
        )
        self._read, self._now = read, now
        self._known: dict[tuple[str, str], Told] = {}

    def name(self, entry: Entry) -> str:
        return plain(self._names[_file_name(entry.memory)], MAX_NAME)

    def row(self, entry: Entry, detail: int) -> str:
        """`name: title [state]`, under it a rule as a quotation, and tags where the title says little.

        detail  from 0, the first clause of the title, to DETAILS, all of it
        """
        said = self.told(entry)
        title = said.title if detail > 0 else clause(said.title, SHORT_TITLE)
        text = f"{self.name(entry)}: " + escape(title)
        marks = ", ".join(filter(None, self._marks(entry)))
        if marks:
            text += f" [{marks}]"
        if detail >= DETAILS and len(tokenize(title)) <= VAGUE:
            tags = [told(tag, MAX_TAG) for tag in entry.memory.tags]
            new = [
                tag
                for tag in tags
                if tag not in ("", "untagged") and tag.lower() not in text.lower()
            ]
            more = ", ".join(new[:TAGS])
            text += f" ({more})" if more else ""
        quoted = (
            quotes(said.sentences, said.title)[: detail - 1][-1:] if detail > 1 else ()
        )
        return "\n".join([text, *[f'  "{escape(quote)}"' for quote in quoted]])

    def _marks(self, entry: Entry) -> Iterator[str]:
        """State, end and branch of a memory, and the month of a session, as far as they are to be told."""
        memory = entry.memory
        yield holds.mark(memory, self._now)
        yield from self.told(entry).marks
        if memory.expires:
            yield "until " + format_time(memory.expires - 1)[:10]
        if entry.store.kind.branch:
            yield "branch " + plain(branch_of(entry.store), MAX_TAG)
        if memory.kind == SESSION:
            yield format_time(believed(memory.updated, self._now) or self._now)[:7]

    def told(self, entry: Entry) -> Told:
        key = entry.store.root, entry.memory.path
        if key not in self._known:
            record = self._read(entry) or {}
            by = record.get("source")
            agent = str(by.get("agent")) if isinstance(by, dict) else ""
            imported = agent.startswith(IMPORT) and agent not in WRITTEN
            marks = witnesses.marks(entry.store, entry.memory)
            texts = _texts(entry, record.get("content"))
            self._known[key] = Told(imported, marks, *texts)
        return self._known[key]


def _texts(entry: Entry, content: Any) -> tuple[tuple[str, ...], str]:
    """(the sentences of what is to be obeyed, what stands for the title)."""
    memory = entry.memory
    title, known = spoken_title(memory.title), BY_KEY.get(memory.kind)
    quoted = memory.kind in FIRST
    if known is None or not isinstance(content, dict):
        return (), title
    if not quoted and len(memory.title) < LONG:
        return (), title
    said = content.get(known.says[0])
    found = sentences(spoken(said, READ)) if isinstance(said, str) else []
    if found and found[0].startswith(title.rstrip(".…")):
        title = clause(found.pop(0), MAX_RULE)
    told = tuple([sentence.replace('"', "'") for sentence in found])
    return told if quoted else (), title


@lru_cache(KEPT)
def quotes(found: tuple[str, ...], title: str) -> tuple[str, ...]:
    """Of the sentences of a rule those that bind, but for what the title says: a clause, one, two where they fit, all.

    Where none binds it is the first.
    """
    known, binds = {*tokenize(title), *STOP_WORDS}, strength(title)
    strong = {sentence: strength(sentence) for sentence in found}
    best: list[str] = []
    for sentence in sorted(strong, key=lambda sentence: -strong[sentence]):
        if len(best) < 2 and (
            (strong[sentence] and not binds) or not known.issuperset(tokenize(sentence))
        ):
            best.append(sentence)
    if not best:
        return ()
    both = " ".join(
        [
            clause(sentence, MAX_RULE)
            for sentence in strong
            if sentence in best and strong[sentence]
        ]
    )
    one, whole = clause(best[0], MAX_RULE), " ".join(found)
    both = both if len(one) < len(both) <= MAX_QUOTED else one
    return core(one), one, both, whole if len(whole) <= MAX_QUOTED else both


def core(sentence: str) -> str:
    """Its first clauses where they bind, else those from the first that does."""
    short = clause(sentence, SHORT_RULE)
    for mark in CLAUSE.finditer(sentence):
        rest = sentence[mark.end() :].strip()
        if strength(short) < MEANT <= strength(CLAUSE.split(rest, maxsplit=1)[0]):
            return "…" + clause(rest, SHORT_RULE)
    return short


def clause(text: str, limit: int) -> str:
    """A text of at most `limit` characters: the whole, or else as many of its clauses, or its words."""
    if len(text) <= limit:
        return text
    ends = [end.start() for end in CLAUSE.finditer(text, LEAST, limit - 1)]
    head = (
        text[: ends[-1]]
        if ends
        else text[: limit - 1].rpartition(" ")[0] or text[: limit - 1]
    )
    return head.rstrip(" ,;:") + "…"


def _file_name(memory: Memory) -> str:
    """Without its ending it is the ID, or `mem_` and the ID of a pattern."""
    return memory.path.rpartition("/")[2].removesuffix(".json")


def short_names(ids: Iterable[str]) -> dict[str, str]:
    """{id: its first words, as few as tell it from all the others}, as commands, `get` and globs take them."""
    ordered, out = ["", *sorted(ids), ""], {}
    for at, id in enumerate(ordered[1:-1]):
        around = ordered[at], ordered[at + 2]
        end = SHORTEST
        while end < len(id) and (
            id[end] not in "-_" or any(other.startswith(id[:end]) for other in around)
        ):
            end += 1
        out[id] = (
            id if id[end + 1 :].isdigit() else id[:end]
        )  # a number tells it from another of the same title
    return out
