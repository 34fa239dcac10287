"""Takes Markdown apart: front matter, sections, lists, tags. Knows no file and no record."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_TAGS = 12
MAX_TAG = 40  # characters
MAX_HEADING = 1000  # characters
MAX_TAGGED = 2000  # characters, or items, that tags are taken from


def front_matter(text: str) -> tuple[dict[str, Any], str]:
    """(fields, body): plain `key: value` lines, also below another key, and simple lists; nothing else of YAML."""
    if not text.startswith("---\n") or "\n---" not in text[3:]:
        return {}, text
    head, _, body = text[4:].partition("\n---")
    fields: dict[str, Any] = {}
    key = ""
    for line in head.split("\n"):
        match = re.match(r"(\s{0,20})([A-Za-z_][\w-]*):\s*(.*)$", line)
        if match and not (match.group(1) and match.group(2).lower() in fields):
            key = match.group(2).lower()
            fields[key] = match.group(3).strip().strip("\"'")
        elif key and re.match(r"\s*-\s+\S", line):
            item = line.split("-", 1)[1].strip().strip("\"'")
            if not isinstance(fields[key], list):
                fields[key] = []
            fields[key].append(item)
    return fields, body.partition("\n")[2]


def sections(text: str) -> tuple[str, list[tuple[str, str]]]:
    """(first heading, [(heading, body)]); text before the first heading has the heading ""."""
    title, fenced = "", False
    parts: list[tuple[str, list[str]]] = [("", [])]
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        found = None if fenced else heading(line)
        if found is not None:
            title = title or found
            parts.append((found, []))
        else:
            parts[-1][1].append(line)
    return title, [(name, "\n".join(lines).strip()) for name, lines in parts]


def headings(text: str) -> list[str]:
    """The lines that are headings, in order: one for each section but the first."""
    plain, fenced = [], False
    for line in text.split("\n"):
        fenced ^= line.startswith("```")
        plain += [] if fenced or heading(line) is None else [line]
    return plain


def heading(line: str) -> str | None:
    """The text of a line that is a heading (`## Text ##`); None for any other."""
    text = line.lstrip("#")
    if not 1 <= len(line) - len(text) <= 6 or not text[:1].isspace():
        return None
    return text.strip().rstrip("#").rstrip()[:MAX_HEADING]


def bullets(text: str) -> list[str]:
    """The items of a list, their continuation lines joined; paragraphs when there is no list."""
    items: list[list[str]] = []  # the lines of each
    listed = broken = False
    for line in text.split("\n"):
        match = re.match(r"\s*(?:[-*+]|\d+[.)])\s+(.*)$", line)
        if match:
            if not listed:
                items, listed = [], True
            items.append([match.group(1).strip()])
        elif line.strip() and items and (line[:1] in " \t" or (not listed and not broken)):
            items[-1].append(line.strip())
        elif line.strip() and not listed and not line.startswith("```"):
            items.append([line.strip()])
        broken = not line.strip()
    return [text for text in [" ".join(lines) for lines in items] if text.strip()]


def sentence(text: str) -> str:
    """The first sentence, on one line."""
    return re.split(r"(?<=[.!?])\s", " ".join(text.split()), maxsplit=1)[0]


def tags(value: Any) -> list[str]:
    """Up to MAX_TAGS tags of a list, or of text that separates them by commas or spaces."""
    words = value if isinstance(value, list) else re.split(r"[,\s]+", str(value or "")[:MAX_TAGGED].strip("[]"))
    stripped = [word[:MAX_TAGGED].strip("#\"' ") for word in words[:MAX_TAGGED] if isinstance(word, str)]
    return [word.lower()[:MAX_TAG] for word in stripped if word][:MAX_TAGS]
