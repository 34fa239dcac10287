"""Whether a document still counts, since when, and what came in its place, as people and ADR tools write it."""

from __future__ import annotations

import posixpath
import re

from ..core.model import Value
from . import words
from .inventory import kind_of
from .outline import HEAD, LABEL, Section, plain
from .words import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .tree import Tree

MAX_LEAD = (
    40  # characters before the word, in a line below the one that states the status
)
MOST_STATES = 3  # that a line about one document names
SAID = 1500  # characters of a section about the status
_HEAD = (
    words.STATUS
    | words.DATE
    | words.SUCCESSOR
    | frozenset(["metadata", "meta", "document information"])
)
_ASKED = words.STATUS | words.DATE | words.SUCCESSOR
_TABLE = re.compile(r"(?:^[ \t]*\|[^\n]+\|[^\n]*(?:\n|\Z))+", re.M)
_RULE = re.compile(r"[-:|\s]+")  # below the first row
_BADGE = re.compile(r"!\[([^\]\n]{0,100})\]\(([^)\n]{0,300})\)")
_BADGE_STATUS = re.compile(r"(?:status|adr|state|rfc)[-_:/ ]{1,3}([a-z]+)", re.I)
_BRACKETS = re.compile(r"\[([^\W\d_]{4,20})[^\]\n]{0,40}\]")
_CHECKED = re.compile(r"\s*[-*+] \[([ xX])\]")
_STRUCK = re.compile(r"~~[^~\n]{0,200}~~")
_CHOICE = re.compile(r"\w{0,8}[\s*_`\])}]*(?:[|/,]|\bor\b|\boder\b|\bou\b)[\s*_`\[({]*")
_OPTIONS = re.compile(r"(\w)[ \t]+[\[{(](?:[^\[\](){}|,/\n]+[|,/]){2,}[^\n]*")
_CLAUSE = re.compile(r"[;.\u2014\u2013]")
_SUBJECT = re.compile(
    r"\b(?!(?:but|now|since|later|has|been|was|and|then|is|this|adr)\b)[^\W\d_]+", re.I
)
_TARGET = re.compile(r"\]\([^\n]{0,400}?\)(?=\W|$)")
_REPLACES = re.compile(
    r"\b(?:supersedes?|supercedes|replaces|amends|obsoletes|ersetzt(?! durch| von)|remplace)\b",
    re.I,
)
_ARROW = re.compile(r"\u2192|\u21d2|->|=>")
_LINK = re.compile(
    r"\]\(\s{0,5}<?([^)>\n]{1,400}?)>?(?:\s+\"[^\"\n]*\")?\s{0,5}\)|\[\[([^\]|\n]{1,300})|([\w./-]{1,200}\.mdx?)\b"
)
_NUMBER = re.compile(
    r"(?:ADR|RFC|RFD|decision|record|no\.?|#|n\u00ba)[-_\s#]{0,4}0{0,9}(\d{1,6})\b",
    re.I,
)
_NAME = re.compile(
    r"[\w./-]{0,200}\d[\w./-]{0,200}"
)  # of a document, without its ending
_LAST = re.compile(
    r"(?:^|/)0{0,9}(\d{1,6})$"
)  # of a link to a page without a file name
_DATE = re.compile(
    r"(?P<y>(?:19|20)\d\d)[-/.\u5e74\ub144]\s?(?P<m>\d{1,2})[-/.\u6708\uc6d4]\s?(?P<d>\d{1,2})"
    r"|(?<!\d)(?P<y2>(?:19|20)\d\d)(?P<m2>\d\d)(?P<d2>\d\d)(?!\d)"
    r"|(?<!\d)(?P<d3>\d{1,2})[.-]\s?(?P<m3>\d{1,2})[.-]\s?(?P<y3>(?:19|20)\d\d)"
    r"|(?<!\d)(?P<d4>\d{1,2})(?:st|nd|rd|th|er|\u00ba|\.)?[ -](?:of |de )?(?P<n4>[^\W\d_]{3,12})\.?,?[ -]"
    r"(?:de )?(?P<y4>(?:19|20)\d\d)"
    r"|(?P<n5>[^\W\d_]{3,12})\.? (?P<d5>\d{1,2})(?:st|nd|rd|th)?,? (?P<y5>(?:19|20)\d\d)"
)


class Status(Value):
    """What a document says of itself.

    word       one of the states of words.py; "" when it says none
    partly     whether a part of it was superseded
    successor  the path of the document that came in its place; "" when none is there
    missing    what it names as its successor and is not there
    """

    word: str = ""
    partly: bool = False
    successor: str = ""
    missing: str = ""


def told(
    path: str, fields: dict[str, list[str]], body: str, found: list[Section]
) -> list[tuple[frozenset[str], str]]:
    """(names, text) of what a document says of itself: in its front matter, then in the order of its labels, tables and
    sections, then in a badge, by its folder and in brackets in its name."""
    headings = [section for section in found if section.level < LABEL]
    later = [
        section.at
        for section in headings[1:]
        if names_of(section.title).isdisjoint(_HEAD)
    ]
    head = min([HEAD, *later])
    placed = list(_cells(body[:head]))
    for section in found:
        names = names_of(section.title)
        if names.isdisjoint(_ASKED) or (section.level >= LABEL and section.at >= head):
            continue
        text = body[section.start : min(section.end, section.start + SAID)]
        if section.level < LABEL:
            text = section.title.partition(":")[2] + "\n" + text
        else:
            text = text.lstrip("\n").partition("\n\n")[0]
        placed.append((section.at, names, text))
    out = [
        (names_of(key.replace("_", " ").replace("-", " ")), "\n".join(values))
        for key, values in fields.items()
    ]
    out += [
        (names, text) for _, names, text in sorted(placed, key=lambda item: item[0])
    ]
    for badge in _BADGE.finditer(body[:SAID]):
        status = _BADGE_STATUS.search(badge[1]) or _BADGE_STATUS.search(badge[2])
        if status:
            out.append((words.STATUS, status[1]))
    places = path.split("/")[:-1] + _BRACKETS.findall(
        posixpath.basename(path) + (found[0].title if found else "")
    )
    return out + [
        (words.STATUS, place)
        for place in places
        if words.is_state(place) and not kind_of(f"{place}/")
    ]


def status_of(path: str, said: list[tuple[frozenset[str], str]], tree: Tree) -> Status:
    """The status of a document: what it says first, but for a successor, which counts wherever it is named."""
    states = [item for item in map(_read, _about(said, words.STATUS)) if item[0]]
    word = states[0][0] if states else ""
    partly = any(item[1] for item in states)
    replaced = [behind for state, _, behind in states if state == words.SUPERSEDED]
    if replaced:
        ways = [
            _successor(path, text, tree)
            for text in [*replaced, *_about(said, words.SUCCESSOR)]
        ]
        return Status(words.SUPERSEDED, False, *max(ways))
    for text in _about(said, words.SUCCESSOR):
        successor, missing = _successor(path, text, tree)
        if successor or missing:
            partly = bool(words.PARTLY.search(text))
            return Status(
                (word or words.ACCEPTED) if partly else words.SUPERSEDED,
                partly,
                successor,
                missing,
            )
    return Status(word, partly)


def date_of(path: str, said: list[tuple[frozenset[str], str]]) -> str:
    """The day of a document as YYYY-MM-DD; "" when it names none."""
    texts = [
        *_about(said, words.DATE),
        *_about(said, words.STATUS),
        posixpath.basename(path),
    ]
    return next(filter(None, map(_day, texts)), "")


def _about(said: list[tuple[frozenset[str], str]], asked: frozenset[str]) -> list[str]:
    return [text for names, text in said if not asked.isdisjoint(names)]


def _cells(head: str) -> Iterator[tuple[int, frozenset[str], str]]:
    """(place, names, text) of the cells beside, or below, those with a name."""
    for table in _TABLE.finditer(head):
        lines = [line for line in table[0].split("\n") if not _RULE.fullmatch(line)]
        rows = [line.strip().strip("|").split("|") for line in lines if line]
        if len(rows) > 1 and words.is_among("".join(rows[0][1:2]), _ASKED | words.META):
            pairs = list(zip(*rows[:2]))
        else:
            pairs = [pair for row in rows for pair in zip(row[::2], row[1::2])]
        for name, text in pairs:
            yield table.start(), names_of(plain(name)), text


def _read(text: str) -> tuple[str, bool, str]:
    """(state, whether a part was superseded, the text behind the word that says so) of a text about the status."""
    lines = _lines(text)
    best, partly, day = "", False, ""
    for number, line in enumerate(lines):
        states = _states(line)
        if _is_choice(line, states):
            continue
        for found in states:
            far = best and found.start() > MAX_LEAD
            if far or found.lastgroup != words.SUPERSEDED:
                continue
            if not _is_of_a_part(line, found, states):
                return (
                    words.SUPERSEDED,
                    False,
                    "\n".join([line[found.end() :], *lines[number + 1 :]]),
                )
            partly = True
        others = [
            str(found.lastgroup)
            for found in states
            if found.lastgroup != words.SUPERSEDED
        ]
        at = _day(line)
        if others and (not best or at > day > ""):
            best, day = others[0], at
    return best or (words.ACCEPTED if partly else ""), partly, ""


def _lines(text: str) -> list[str]:
    """The lines of a text, without what is struck out, not ticked in a list of boxes, or before an arrow."""
    lines = [
        _ARROW.split(_STRUCK.sub("", _OPTIONS.sub(r"\1", line)))[-1]
        for line in text.split("\n")
    ]
    boxes = list(filter(None, map(_CHECKED.match, lines)))
    ticked = [found.string[found.end() :] for found in boxes if found[1] != " "]
    return ticked if boxes else lines


def _states(line: str) -> list[re.Match[str]]:
    """The words for states in a line: none in the target of a link, none about what the document replaces."""
    text = _TARGET.sub(lambda found: " " * len(found[0]), line)
    text = _REPLACES.split(text, maxsplit=1)[0]
    state = words.STATE_ANYWHERE if words.UNSPACED.search(text) else words.STATE
    return list(state.finditer(text))


def _is_of_a_part(line: str, found: re.Match[str], states: list[re.Match[str]]) -> bool:
    """Whether a line says of a part of the document that it was superseded."""
    clause = _CLAUSE.split(line[: found.start()])[-1]
    own = found.start() - len(clause) > states[0].start() and _SUBJECT.search(clause)
    return bool(own or words.PARTLY.search(f"{clause} {line[found.end() :][:30]}"))


def _is_choice(line: str, states: list[re.Match[str]]) -> bool:
    """Whether a line lists states to choose from, or explains them, as templates do."""
    if len({found.lastgroup for found in states}) > MOST_STATES:
        return True
    ends = [0, *[found.end() for found in states]]
    between = [line[end : found.start()] for end, found in zip(ends, states)]
    return sum(bool(_CHOICE.fullmatch(text)) for text in between[1:]) > 1


def _successor(path: str, text: str, tree: Tree) -> tuple[str, str]:
    """(path, "") of the document that a text names, ("", its name) of one that is not there."""
    targets = [
        next(filter(None, link.groups())).partition("#")[0]
        for link in _LINK.finditer(text)
    ]
    own = [target for target in targets if "://" not in target or "/blob/" in target]
    if not own and _NAME.fullmatch(text.strip()):
        own = [text.strip()]
    for target in own:
        for way in _ways(path, target):
            if way != path and tree.has(way):
                return way, ""
    named = own[0] if own else ""
    number = _LAST.search(named) if named else _NUMBER.search(text)
    if number is None:
        return "", named
    numbered = re.compile(
        r"(?:\d{4}-\d\d-\d\d[-_])?(?:adr|rfc|rfd)?[-_ ]?0{0,9}%s(?!\d).*\.mdx?$"
        % number[1],
        re.I,
    )
    folder, name = posixpath.split(path)
    beside = list(filter(numbered.match, tree.names(folder)))
    if len(beside) == 1 and beside[0] != name:
        return posixpath.join(folder, beside[0]), ""
    return "", named or number[0]


def _ways(path: str, target: str) -> list[str]:
    """The paths that a link may mean: from the document's folder, or from the root, or a file beside the document."""
    if "%" in target:
        import urllib.parse  # few links have one

        target = urllib.parse.unquote(target)
    if "://" in target:
        target = "/" + target.partition("/blob/")[2].partition("/")[2]
    folder = posixpath.dirname(path)
    whole = posixpath.normpath(posixpath.join("/" + folder, target)).strip("/")
    bases = [whole, target, posixpath.join(folder, posixpath.basename(target))]
    return [
        base + ending
        for base in bases
        for ending in ("", ".md", ".mdx", "/index.md", "/README.md")
    ]


def _day(text: str) -> str:
    """The first date of a text as YYYY-MM-DD."""
    for found in _DATE.finditer(text):
        part = {key[0]: value for key, value in found.groupdict().items() if value}
        month = int(part.get("m") or words.month_of(part["n"]))
        day = int(part["d"])
        if 1 <= month <= 12 and 1 <= day <= 31:
            return "%s-%02d-%02d" % (part["y"], month, day)
    return ""
