"""What the line of a memory says: its short name, its title, marks, and a rule as a quotation; all of it escaped."""

from __future__ import annotations

import re

from ..core import holds
from ..core.categories import BY_KEY, SESSION
from ..core.clock import DAY, believed, format_time
from ..core.instructions import READ, spoken, spoken_title
from ..core.sanitize import escape, one_line
from ..core.tokens import STOP_WORDS, tokenize
from ..store.kinds import branch_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..core.model import Memory
    from .values import Entry

MAX_NAME = 100  # characters of a file name
SHORTEST = 6  # characters of a short name at least: a shorter one is soon the beginning of another ID too
MAX_TAG = 24  # characters
MAX_RULE = 160  # characters of a rule's sentence
LEAST = 25  # characters of a sentence: a full stop before that belongs to an abbreviation
END = re.compile("[。！？]|[.!?](?= [A-Z\"'(`\u0080-\uffff])")
LONG = 100  # characters of a title that may be the cut beginning of a sentence, as `note` makes it
OLD = 365 * DAY  # from which a memory says when it was last changed
IMPORT, WRITTEN = "import:", ("import:adr",)  # by whom a record was saved


def plain(text: str, limit: int = 120) -> str:
    """A foreign name as part of a line: one line, nothing invisible, nothing that could close the frame."""
    return escape(one_line(text, limit))


def told(text: str, limit: int = 120) -> str:
    """Foreign words as part of a line; "" for those that speak to the agent."""
    return escape(spoken(text, limit))


class Lines:
    """The lines of one brief.

    files  all records that a name could mean
    read   a record as it is on disk now; None when it is gone
    """

    def __init__(self, files: Iterable[Memory], read: Callable[[Entry], dict[str, Any] | None], now: int) -> None:
        self._names = short_names(name for memory in files for name in {memory.id, _file_name(memory)})
        self._read, self._now = read, now
        self._known: dict[tuple[str, str], tuple[str, str, bool]] = {}

    def name(self, entry: Entry) -> str:
        return plain(self._names[_file_name(entry.memory)], MAX_NAME)

    def line(self, entry: Entry, tags: int) -> str:
        """`name: title [state or last change] (tag, tag)`; tags whose words the line has already are left out."""
        memory = entry.memory
        text = self.name(entry) + ": " + self.told(entry)[0]
        marks = ", ".join(filter(None, self._marks(entry)))
        if marks:
            text += f" [{marks}]"
        shown = []
        for tag in [told(tag, MAX_TAG) for tag in memory.tags]:
            if tag not in ("", "untagged") and tag.lower() not in text.lower():
                shown.append(tag)
        more = ", ".join(shown[:tags])
        return f"{text} ({more})" if more else text

    def _marks(self, entry: Entry) -> Iterator[str]:
        """State, end, branch and last change of a memory, as far as they are to be told."""
        memory, changed = entry.memory, believed(entry.memory.updated, self._now) or self._now
        yield holds.mark(memory, self._now)
        if memory.expires:
            yield "until " + format_time(memory.expires - 1)[:10]
        if entry.store.kind.branch:
            yield "branch " + plain(branch_of(entry.store), MAX_TAG)
        if memory.kind == SESSION:
            yield format_time(changed)[:7]
        elif self._now - changed > OLD:
            yield format_time(changed)[:4]

    def told(self, entry: Entry) -> tuple[str, str, bool]:
        """(what stands for the title, the sentence of a rule or "", whether it was imported from other notes)."""
        key = entry.store.root, entry.memory.path
        if key not in self._known:
            record = self._read(entry) or {}
            by = record.get("source")
            agent = str(by.get("agent")) if isinstance(by, dict) else ""
            imported = agent.startswith(IMPORT) and agent not in WRITTEN
            self._known[key] = (*_texts(entry, record.get("content")), imported)
        return self._known[key]


def _texts(entry: Entry, content: Any) -> tuple[str, str]:
    """(what stands for the title, the sentence of a rule or "")."""
    memory, is_rule = entry.memory, entry.section == "rules"
    title, known = escape(spoken_title(memory.title)), BY_KEY.get(memory.kind)
    if known is None or not isinstance(content, dict) or not (is_rule or len(memory.title) >= LONG):
        return title, ""
    said = content.get(known.says[0])
    sentence = escape(first_sentence(spoken(said, READ))) if isinstance(said, str) else ""
    if not sentence:
        return title, ""
    if sentence.startswith(title.rstrip(".…")):
        return sentence, ""
    if not is_rule or {*tokenize(title), *STOP_WORDS}.issuperset(tokenize(sentence)):
        return title, ""
    return title, sentence.replace('"', "'")


def _file_name(memory: Memory) -> str:
    """Without its ending it is the ID, or `mem_` and the ID of a pattern."""
    return memory.path.rpartition("/")[2].removesuffix(".json")


def first_sentence(text: str) -> str:
    """The first sentence on one line, cut after a word where it has more than MAX_RULE characters."""
    text = one_line(text[:READ], READ)
    end = END.search(text, LEAST)
    text = text[: end.end()] if end else text
    if len(text) <= MAX_RULE:
        return text
    head = text[:MAX_RULE].rpartition(" ")[0] or text[: MAX_RULE - 1]
    return head.rstrip(" ,;:") + "…"


def short_names(ids: Iterable[str]) -> dict[str, str]:
    """{id: its first words, as few as tell it from all the others}, as commands, `get` and globs take them."""
    ordered, out = ["", *sorted(ids), ""], {}
    for at, id in enumerate(ordered[1:-1]):
        around = ordered[at], ordered[at + 2]
        end = SHORTEST
        while end < len(id) and (id[end] not in "-_" or any(other.startswith(id[:end]) for other in around)):
            end += 1
        out[id] = id if id[end + 1 :].isdigit() else id[:end]  # a number tells it from another of the same title
    return out
