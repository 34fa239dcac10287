"""What the line of a memory says: its short name, its title once, what marks it, and a rule in its own words.

Records are foreign text: all of it is sanitised and escaped here, and a rule is a quotation.
"""

from __future__ import annotations

from ..core import holds
from ..core.categories import BY_KEY, SESSION
from ..core.clock import DAY, believed, format_time
from ..core.instructions import find_instructions
from ..core.sanitize import escape, one_line
from ..core.tokens import STOP_WORDS, tokenize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ..core.model import Memory
    from .values import Entry

MAX_NAME = 100  # characters of a file name
MAX_TAG = 24  # characters
MAX_RULE = 160  # characters of a rule's sentence
LEAST = 25  # characters of a sentence: a full stop before that belongs to an abbreviation
LONG = 100  # characters of a title that may be the cut beginning of a sentence, as `note` makes it
OLD = 365 * DAY  # from which a memory says when it was last changed
READ = 2_000  # characters of a text that are looked at


def plain(text: str, limit: int = 120) -> str:
    """Foreign text as part of a line: one line, nothing invisible, nothing that could close the frame."""
    return escape(one_line(text, limit))


class Lines:
    """The lines of one brief.

    names  {name of a file: the short one}
    read   a record as it is on disk now; None when it is gone. Read are rules, and what may have a cut title
    """

    def __init__(self, names: dict[str, str], read: Callable[[Entry], dict[str, Any] | None], now: int) -> None:
        self._names, self._read, self._now = names, read, now
        self._known: dict[tuple[str, str], tuple[str, str]] = {}

    def name(self, entry: Entry) -> str:
        """The short name of a record's file."""
        return plain(self._names[file_name(entry.memory)], MAX_NAME)

    def line(self, entry: Entry, tags: int) -> str:
        """`name: title [state or last change] (tag, tag)`; tags whose words the line has already are left out."""
        memory = entry.memory
        marks = ", ".join([mark for mark in self._marks(entry) if mark])
        text = "%s: %s" % (self.name(entry), self._texts(entry)[0]) + (" [%s]" % marks if marks else "")
        if not tags:
            return text
        known = text.lower()
        more = [tag for tag in (plain(tag, MAX_TAG) for tag in memory.tags) if tag and tag.lower() not in known]
        more = [tag for tag in more if tag != "untagged"][:tags]
        return "%s (%s)" % (text, ", ".join(more)) if more else text

    def quoted(self, rules: Iterable[Entry], room: int) -> dict[str, str]:
        """{path: the rule's sentence} of as many rules as have room, where the title does not say it all."""
        out = {}
        for entry in rules:
            sentence = self._texts(entry)[1]
            if sentence and len(sentence) <= room:
                room -= len(sentence)
                out[entry.memory.path] = sentence
        return out

    def _marks(self, entry: Entry) -> tuple[str, str, str]:
        memory, changed = entry.memory, believed(entry.memory.updated, self._now) or self._now
        day = format_time(changed)[:10]
        until = "until " + format_time(memory.expires - 1)[:10] if memory.expires else ""
        age = day[:7] if memory.kind == SESSION else day[:4] if self._now - changed > OLD else ""
        return holds.mark(memory, self._now), until, age

    def _texts(self, entry: Entry) -> tuple[str, str]:
        """(what stands for the title, the sentence of a rule or ""); each record is read once."""
        key = entry.store.root, entry.memory.path
        if key not in self._known:
            self._known[key] = self._told(entry)
        return self._known[key]

    def _told(self, entry: Entry) -> tuple[str, str]:
        title, known = plain(entry.memory.title) or "untitled", BY_KEY.get(entry.memory.kind)
        if known is None or (entry.section != "rules" and len(entry.memory.title) < LONG):
            return title, ""
        content = (self._read(entry) or {}).get("content")
        said = content.get(known.says[0]) if isinstance(content, dict) else None
        if not isinstance(said, str) or find_instructions(said[:READ]):
            return title, ""
        sentence = escape(first_sentence(said))
        if sentence.startswith(title.rstrip(".…")):
            return sentence, ""
        new = set(tokenize(sentence)) - {*tokenize(title), *STOP_WORDS} if entry.section == "rules" else ()
        return title, sentence.replace('"', "'") if new else ""


def file_name(memory: Memory) -> str:
    """The name of a record's file without its ending: its ID, or `mem_` and the ID of a pattern."""
    return memory.path.rpartition("/")[2].removesuffix(".json")


def first_sentence(text: str) -> str:
    """The first sentence on one line, cut after a word where it has more than MAX_RULE characters."""
    text = one_line(text[:READ], READ)
    for at in range(LEAST, len(text) - 2):
        after = text[at + 2]
        if text[at] in "。！？" or (
            text[at] in ".!?" and text[at + 1] == " " and not (after.islower() or after.isdigit())
        ):
            text = text[: at + 1]
            break
    if len(text) <= MAX_RULE:
        return text
    head = text[:MAX_RULE].rpartition(" ")[0] or text[: MAX_RULE - 1]
    return head.rstrip(" ,;:") + "…"
