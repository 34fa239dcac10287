"""What a document says in one line: the first statement of its decision, by the meaning and level of its headings."""

from __future__ import annotations

import itertools
import re

from ..core.sanitize import cut
from . import words
from .outline import LABEL, Section, blocks, sentences, titled

MAX_LINE = 240  # characters of the line
TELLING = 5  # words of a heading that says what was decided
MAX_LABELLED = 80  # characters of a label with a value that is no sentence
LABELS = 32  # characters below which an item of a list says no more than its label
LEAST = 24  # characters of an item below which some of the items are left out
FEW = 4  # words below which a sentence says too little alone
SECTION = 6000  # characters of a section that are looked at for its first statement
MAX_PARTS = 60  # paragraphs, items and headings of a section
_PROPOSED = (words.DECISION, words.SUMMARY, words.PROPOSAL)
_ORDERS = {
    "decision": (words.DECISION, words.PROPOSAL, words.SUMMARY),
    "proposal": _PROPOSED,
    "series": _PROPOSED,
}
TOP = Section(0, "", 0, 0)
_META = words.STATUS | words.DATE | words.SUCCESSOR | words.META
_KNOWN = words.DECISION | words.PROPOSAL | words.SUMMARY | _META
_EMPTY = re.compile(
    r"\W*(?:tbd|todo|n/?a|none|wip|\.\.\.|yes|no)?\W*$|\{[^}]*\}?\.?$|\[[^\]]*\]$"
    r"|(?:note|nb|hinweis|nota|remarque|uwaga|примечание|注意?)\s?[:\uff1a]",
    re.I,
)


def statement(
    body: str, found: list[Section], kind: str
) -> tuple[str, frozenset[str] | None]:
    """(what a document says, the names of the headings that it was found by); None where it is its first sentence.

    found  its headings and labels
    kind   as inventory.py has it: of decisions, what was decided is looked for first
    """
    for listed in (_own(found), found):
        for names in _ORDERS.get(kind, (words.SUMMARY, words.DECISION)):
            line = ""
            if names is words.SUMMARY and kind != "decision":
                line = _opening(body, found, alone=True)
            for section in titled(listed, names):
                line = line or _said(body, section)
            if line:
                return _with_option(line, found), names
    return _opening(body, found), None


def _own(found: list[Section]) -> list[Section]:
    """The headings, and the labels that do not belong to a side matter: to a heading that is not known."""
    heading = TOP
    own = []
    for section in found:
        if section.level < LABEL:
            heading = section
        if section is heading or heading.level < 2 or _is_known(heading.title):
            own.append(section)
    return own


def _opening(body: str, found: list[Section], alone: bool = False) -> str:
    """The first statement of a text; `alone`: only if it is a paragraph below the title."""
    headings = [TOP, *[section for section in found if section.level < LABEL]]
    ends = [*[section.at for section in headings[1:]], len(body)]
    for section, end in list(zip(headings, ends))[alone : 2 if alone else None]:
        listed = [
            part for part in _parts(body, section.start, end) if not _is_meta(part)
        ]
        line = _first(listed)
        is_side = alone and (section.level > 1 or listed[:1] < [(0, "")])
        if line and not is_side and not words.is_among(section.title, _META):
            return line
    return ""


def _is_meta(part: tuple[int, str]) -> bool:
    """Whether a part of the text is a label with its value, such as `Date: 2024-05-01`."""
    kind, text = part
    label, colon, _ = text[:40].partition(":")
    is_label = colon and len(label.split()) < 5
    is_told = len(text) > MAX_LABELLED and not words.is_among(label, _META)
    is_state = len(text) < 40 and words.STATE.match(text)
    return kind < 1 and bool(is_state or (is_label and not is_told))


def _parts(body: str, start: int, end: int) -> list[tuple[int, str]]:
    """The first parts of a section that say something."""
    listed = blocks(body[start : min(end, start + SECTION)])
    return [
        part
        for part in itertools.islice(listed, MAX_PARTS)
        if not _EMPTY.match(part[1])
    ]


def _said(body: str, section: Section) -> str:
    """The first statement of a section, or what stands behind the colon of its heading."""
    line = _first(_parts(body, section.start, section.end))
    rest = re.split(r"[:\uff1a\u2014\u2013]", section.title, maxsplit=1)[1:]
    if section.level < LABEL and rest and _tells(rest[0]):
        return rest[0].strip() + (": " + line if line else "")
    return line


def _first(parts: list[tuple[int, str]]) -> str:
    """The first statement: a sentence, with the items of the list that it announces; else a list, else sub-headings."""
    if not parts:
        return ""
    kind, text = parts[0]
    if kind > 0:
        return _headed(parts)
    if kind < 0:
        return _joined("", _items(parts, -1))
    line = _deciding(text)
    following = parts[1:]
    announced = words.FOLLOWS.search(line) or _weight(line) < FEW
    if not following or not announced:
        return line
    kind = following[0][0]
    return _joined(line, _items(following, kind) if kind else [_first(following)])


def _headed(parts: list[tuple[int, str]]) -> str:
    """What a section says that begins with a sub-heading: its sub-headings, if they say much, else what is below."""
    kind, text = parts[0]
    heads = [head for level, head in parts if level == kind and _tells(head)]
    if len(heads) > 1 and sum(map(_weight, heads)) >= len(heads) * TELLING:
        return _joined("", heads)
    below = _first([part for part in parts[1:] if part[0] < 1])
    if _is_known(text):
        return below or text
    return text.rstrip(": ") + ": " + below if below else text


def _deciding(text: str) -> str:
    """The first sentence that says that something was decided, else the first of all; with the next if it says little."""
    said = list(itertools.islice(sentences(text), 5))
    start = next(
        (at for at, sentence in enumerate(said) if words.DECIDES.search(sentence)), 0
    )
    two = " ".join(said[start : start + 2])
    is_about = words.ABOUT.match(two) and len(two) <= MAX_LINE
    return two if _weight(said[start]) < FEW or is_about else said[start]


def _items(parts: list[tuple[int, str]], kind: int) -> list[str]:
    """The first sentence of each of the items that follow each other, or of all sub-headings."""
    listed = itertools.takewhile(lambda part: part[0] == kind or kind > 0, parts)
    return [
        next(iter(sentences(text)), text).rstrip(".;,:")
        for level, text in listed
        if level == kind and not (kind > 0 and words.is_among(text, _META))
    ]


def _joined(line: str, items: list[str]) -> str:
    """A sentence with the first words of all items, or their labels; with the first items if they are too many."""
    room = MAX_LINE - len(line) - 1
    for most in range(len(items[:12]), 0, -1):
        shown = [*items[:most], *["\u2026"][: len(items) - most]]
        for share in range(room, LEAST, -4):
            said = (
                [item.partition(":")[0] for item in shown] if share < LABELS else shown
            )
            more = "; ".join([_clipped(item, share) for item in said])
            if len(more) <= room:
                return (line + " " + more).strip()
    return line


def _clipped(item: str, limit: int) -> str:
    if len(item) <= limit:
        return item
    return cut(item, limit - 1).rstrip(" ,;:") + "\u2026"


def _tells(heading: str) -> bool:
    """Whether a heading says something by itself."""
    return _weight(heading) > 2 and not _is_known(heading)


def _is_known(heading: str) -> bool:
    return words.is_among(heading, _KNOWN)


def _weight(text: str) -> int:
    """How many words a heading has, or pairs of characters in a script without spaces."""
    return len(text) // 2 if words.UNSPACED.search(text) else len(text.split())


def _with_option(line: str, found: list[Section]) -> str:
    """A statement that names an option by its letter or number alone, with what that option is called."""
    named = words.OPTION.search(line)
    if named is None or line[named.end() :].lstrip()[:1] in ("(", ":", ","):
        return line
    for section in found:
        option = words.OPTION.match(section.title)
        if option is None or option.groups() != named.groups():
            continue
        name = section.title[option.end() :].lstrip(" .:)-\u2014\u2013").rstrip(" .:")
        name = name.strip("()") if name[:1] == "(" else name
        if len(name) > 3 and name[:12] not in line:
            return f"{line[: named.end()]} ({name}){line[named.end() :]}"
    return line
