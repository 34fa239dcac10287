"""Takes a Markdown document apart in one pass: front matter, headings and labels, and the prose below them.

Knows no file. All of it takes time in proportion to the length of the text.
"""

from __future__ import annotations

import re
from itertools import islice

from ..core.model import Value
from .words import ABBREVIATIONS, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

HEAD = 4000  # characters in which a document says what it is
LABEL = 7  # the level of a label such as `**Decision:**`: below every heading
MAX_MARKS = 5000  # headings, fences and lines with a colon of a document
MAX_FIELDS = 200  # lines of front matter
_MARK = re.compile(
    r"^(?:(#{1,6})[ \t]+([^\n]*)"
    r"|(?<![^\n]\n)([^\W\d_][^\n]{0,120}|\d[^\n]{0,120})\n(=|-)[=-]+[ \t]*$"
    r"|[ \t]*(```|~~~)[^\n]*"
    r"|[ \t]{0,3}(?:[-*+>][ \t]+)?"
    r"(?:(?:\*\*|__)([^*_\n]{2,80})(?:\*\*|__)([^\n]*)|([^\W\d_][^:\uff1a\n|`*]{1,40})[:\uff1a](?!//)[ \t]?([^\n]*)))",
    re.M,
)
_CAMEL = re.compile(r"([a-z])([A-Z])")
_ITEM = re.compile(r"(\s*)(?:[-*+\u2022]|\d{1,3}[.)])\s+(.*)")
_NOISE = re.compile(
    r"\s*(?:$|import .{1,200} from |[|<!]|\[!|\[[^\]]{1,80}\]:|[-*_=]{3,}\s*$)"
)
_LINKS = re.compile(
    r"(`[^`\n]{1,300}`)|!\[[^\]\n]{0,300}\]\([^)\n]{0,600}\)|\[\^[^\]\n]{1,40}\]|</?[a-zA-Z][^<>\n]{0,300}>"
    r"|\[\[(?:[^\]|\n]{1,200}\|)?([^\]|\n]{1,200})\]\]|\[([^\[\]\n]{1,300})\](?:\([^)\n]{0,600}\)|\[[^\]\n]{0,80}\])"
)
_EMPHASIS = re.compile(r"\*\*|__|~~|(?<!\w)[*_](?=\S)|(?<=\S)[*_](?!\w)")
_END = re.compile(r"[.!?](?=[\"')\u201d\u00bb]?\s)|[\u3002\uff01\uff1f]")


class Section(Value):
    """A heading, or a label, with the place of what belongs to it: up to the next heading of its level or above.

    at          where the line of the heading begins
    start, end  of the text below a heading, or behind a label
    """

    level: int
    title: str
    at: int
    start: int
    end: int = 0


def front_matter(text: str) -> tuple[dict[str, list[str]], str]:
    """({key in lower case: values}, body): plain `key: value` lines and simple lists; nothing else of YAML or TOML."""
    fence = text[:3]
    end = (
        text.find("\n" + fence, 3)
        if fence in ("---", "+++") and text[3:4] == "\n"
        else -1
    )
    if end < 0:
        return {}, text
    fields: dict[str, list[str]] = {}
    key = ""
    for line in text[4:end].split("\n")[:MAX_FIELDS]:
        name, colon, value = line.partition(":" if fence == "---" else "=")
        item = line.strip()
        if (
            colon
            and name.strip()
            and not item.startswith(("-", "#"))
            and len(name) < 40
        ):
            key = _CAMEL.sub(r"\1 \2", name.strip()).lower()
            fields.setdefault(key, []).extend(_values(value))
        elif key and item.startswith("- "):
            fields[key] += _values(item[2:])
        elif key and line[:1] == " " and not fields[key]:
            fields[key] = _values(item)
    after = text.find("\n", end + 1)
    return fields, text[after + 1 :] if after >= 0 else ""


def _values(text: str) -> list[str]:
    text = text.strip()
    parts = (
        text[1:-1].split(",")
        if text[:1] == "[" and text[-1:] == "]" and text[:2] != "[["
        else [text]
    )
    return [
        part
        for part in [part.strip().strip("\"'") for part in parts]
        if part not in ("", ">", "|", ">-", "|-")
    ]


def without_comments(text: str) -> str:
    """The text without HTML comments; one without an end stays."""
    first, *rest = text.split("<!--")
    return first + "".join(
        [part.partition("-->")[2] if "-->" in part else "<!--" + part for part in rest]
    )


def sections(text: str) -> list[Section]:
    """The headings and labels of a document in order, without those in code; plain labels in its head alone."""
    found: list[Section] = []
    fence = ""
    for match in islice(_MARK.finditer(text), MAX_MARKS):
        hashes, heading, above, line, mark, bold, rest, label, said = match.groups()
        at, end = match.span()
        if mark and fence in ("", mark):
            fence = "" if fence else mark
        elif fence:
            continue
        elif hashes:
            found.append(Section(len(hashes), plain(heading.rstrip("# \t")), at, end))
        elif above:
            found.append(Section(1 + (line == "-"), plain(above), at, end))
        elif label and at < HEAD:
            found.append(Section(LABEL + 1, label.strip(), at, end - len(said)))
        elif bold and (
            bold.rstrip()[-1:] in ":\uff1a"
            or rest.lstrip()[:1] in ("", ":", "\uff1a", "(")
        ):
            found.append(
                Section(
                    LABEL,
                    plain(bold.strip(" :\uff1a")),
                    at,
                    end - len(rest.lstrip().lstrip(":\uff1a")),
                )
            )
    open_: list[Section] = []
    for section in [*found, Section(0, "", len(text), len(text))]:
        while open_ and open_[-1].level >= section.level:
            open_.pop().end = section.at
        open_.append(section)
    return found


def plain(text: str) -> str:
    """A piece of text without the marks of Markdown: what a reader sees of links and emphasis."""
    if "[" in text or "<" in text:
        text = _LINKS.sub(
            lambda found: found.group(1) or found.group(2) or found.group(3) or "", text
        )
    return _EMPHASIS.sub("", text).strip()


def blocks(text: str) -> Iterator[tuple[int, str]]:
    """(level, text) of a section's parts, without code, tables, pictures and rules.

    level  0 for a paragraph, -1 for an item of a list, else that of the heading
    """
    fence, kind = "", 0
    lines: list[str] = []
    for line in [*text.split("\n"), ""]:
        bare = line.lstrip("> \t")
        mark = bare[:3]
        if mark in ("```", "~~~") and fence in ("", mark):
            fence = "" if fence else mark
            bare = ""
        heading = 0 if fence else len(bare) - len(bare.lstrip("#"))
        item = _ITEM.match(line)
        ends = fence or heading or item or _NOISE.match(bare)
        if ends and lines:
            yield kind, plain(" ".join(lines))
            lines = []
        if fence:
            continue
        if heading:
            yield heading, plain(bare.strip("# \t"))
        elif item and len(item.group(1)) < 4:
            kind, lines = -1, [item.group(2)]
        elif not ends:
            kind = kind if lines else 0
            lines.append(bare.strip())


def sentences(text: str) -> Iterator[str]:
    """The sentences of a paragraph."""
    start = 0
    for found in _END.finditer(text):
        before = text[start : found.start()].rsplit(None, 1)[-1:]
        after = text[found.end() :].lstrip("\"')\u201d\u00bb ")[:1]
        if text[found.start()] == "." and (
            not before or _is_short(before[0]) or after.islower()
        ):
            continue
        end = found.end() + (
            text[found.end() : found.end() + 1]
            in ('"', "'", ")", "\u201d", "\u00bb", "\u300d")
        )
        yield text[start:end].strip()
        start = end
    if text[start:].strip():
        yield text[start:].strip()


def _is_short(word: str) -> bool:
    """Whether a full stop behind a word does not end its sentence."""
    word = word.strip("(").lower()
    return (
        word in ABBREVIATIONS
        or (len(word) == 1 and word.isalpha())
        or (word.isdigit() and len(word) < 3)
    )


def titled(found: list[Section], names: frozenset[str]) -> list[Section]:
    """The sections whose heading or label is one of `names`."""
    return [
        section for section in found if not names.isdisjoint(names_of(section.title))
    ]
