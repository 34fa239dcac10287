"""Decision records as items: a heading, then Status, Context, Decision, Consequences (Nygard, MADR)."""

from __future__ import annotations

import os
import re

from ..core import clock
from ..save.names import new_id
from .files import MAX_TITLE, Item, markdown_files
from .markdown import bullets, front_matter, sections, sentence
from .rules import COMMENT
from .words import decision_status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

NUMBER = re.compile(r"^\s*(?:ADR[-\s]*)?\d+\s*[.:\u2014-]\s*", re.I)  # before the title of a decision record
FIELD = re.compile(
    r"\s*(?:[-*]\s+)?\**(status|date|super[sc]eded[-_ ]by|supersedes)\**\s*:\**\s*(\S.*)$", re.I
)  # a line below the heading
LINK = re.compile(r"\]\(\s{0,9}([^)\s]{1,300}\.md)")
CHOSEN = re.compile(r"chosen option:?\s*[\"'\u201c]?(.{1,200}?)[\"'\u201d]?,?\s+because\s+(\S.*)", re.I)
REPLACES = re.compile(r"\b(?:super[sc]edes|replaces)\b", re.I)
REPLACED = re.compile(r"\b(?:super[sc]eded|replaced)[-_ ](?:by|with)\b", re.I)
NAMED = re.compile(
    r"[\s,;:&]{0,4}(?:and\b)?[\s\[\"'*#]{0,4}(?:ADR|decision|record|no\.?)?[-_\s#]{0,4}0{0,9}(\d{1,6})\b\]?", re.I
)  # a decision record by its number, in a list of such
FILE = re.compile(r"(?:adr)?[-_ ]?0{0,9}(\d{1,6})(?!\d)", re.I)  # how the name of a decision record begins
MAX_OPTIONS = 50
MAX_CHAIN = 1000  # decisions that replace each other in a row


class _Document:
    """A decision record as it was read, with the lines that say what it replaces and what replaced it."""

    __slots__ = ("id", "item", "name", "status")

    def __init__(self, name: str, item: Item, status: str) -> None:
        self.name, self.item, self.status = name, item, status
        self.id = new_id(item.record["title"], "decision", set())


def read_adr(path: str) -> Iterator[Item]:
    """Decision records, those that were replaced before those that replaced them, else in the order of their files.

    One that replaces others has their IDs in `supersedes`, and they have its ID in `superseded_by`.
    """
    read: list[_Document] = []
    for name, text, problem in markdown_files(path):
        if problem:
            yield Item(origin=name, problem=problem)
            continue
        fields, body = front_matter(text)
        heading, listed = sections(COMMENT.sub("", body))
        fields = {**_fields(listed), **fields}
        parts = {key.lower(): section for key, section in reversed(listed) if section}
        status = "\n".join([_first(parts, "status"), *_said(fields)]).strip()
        content = _decision(parts, status)
        if heading and content and "{" not in heading[:1]:  # else a template, an index, a note
            title = (NUMBER.sub("", heading).strip() or heading)[:MAX_TITLE]
            record: dict[str, Any] = {"category": "decision", "title": title, "tags": ["adr"], "content": content}
            if clock.parse_time(fields.get("date")) is not None:
                record["created_at"] = fields["date"]
            read.append(_Document(name, Item(origin=name, category="decision", record=record), status))
    yield from _linked(read)


def _keys_of(name: str) -> list[str]:
    """What other documents may call a decision record by: its file's name and its number."""
    base = os.path.basename(name).lower()
    number = FILE.match(base)
    return [base, *([number.group(1)] if number else [])]


def _said(fields: dict[str, Any]) -> Iterator[str]:
    """The lines of the front matter, or below the heading, that are about the status."""
    for key, value in fields.items():
        words = key.replace("-", " ").replace("_", " ")
        for text in value if isinstance(value, list) else [str(value)]:
            if key == "status":
                yield text
            elif text and (REPLACED.match(words) or REPLACES.match(words)):
                yield f"{words} {text}"


def _linked(read: list[_Document]) -> list[Item]:
    """The items with their links, by what each document says of itself and of others."""
    ids = {key: document.id for document in reversed(read) for key in (document.id, *_keys_of(document.name))}
    by: dict[str, str] = {}  # what replaced each
    for document in read:
        for line in document.status.split("\n"):
            replaces = REPLACES.search(line)
            match = replaces or REPLACED.search(line)
            keys = _references(line[match.end() :]) if match else []
            found = [ids[key] for key in keys if key in ids]
            for id in found if replaces else ():
                _link(by, id, document.id)
            if found and not replaces:
                _link(by, document.id, found[0])
    olds: dict[str, list[str]] = {}
    for old, new in by.items():
        olds.setdefault(new, []).append(old)
    out = []
    for document in sorted(read, key=lambda document: -_age(by, document.id)):
        links: dict[str, Any] = {"supersedes": sorted(olds.get(document.id, [])), "superseded_by": by.get(document.id)}
        record = {**document.item.record, **{key: value for key, value in links.items() if value}}
        out.append(document.item.replace(record=record))
    return out


def _link(by: dict[str, str], old: str, new: str) -> None:
    """Notes what replaced a decision, unless that would close a circle."""
    at: str | None = new
    for _ in range(MAX_CHAIN):
        if at == old:
            return
        at = by.get(at) if at else None
    by.setdefault(old, new)


def _age(by: dict[str, str], id: str) -> int:
    """How many decisions came after one that was replaced."""
    age = 0
    while id in by and age < MAX_CHAIN:
        id, age = by[id], age + 1
    return age


def _references(text: str) -> list[str]:
    """The keys of the documents that a line names: by links, by numbers, or by a title."""
    links = [key for link in LINK.findall(text) for key in _keys_of(link)]
    if links:
        return links
    keys, found = [], NAMED.match(text)
    while found:
        keys.append(found.group(1))
        found = NAMED.match(text, found.end())
    return keys or [new_id(text[:MAX_TITLE].strip(" .\"'*_[]"), "decision", set())]


def _decision(parts: dict[str, str], status: str) -> dict[str, Any]:
    """The content of a decision from the sections of its document; {} when there is no context or no decision."""
    decision = _first(parts, "decision outcome", "decision", "resolution")
    context = _first(parts, "context and problem statement", "context", "problem statement", "problem", "background")
    if not decision or not context or context.startswith("{"):
        return {}
    chosen = CHOSEN.search(" ".join(decision.split()))
    reasons = [chosen.group(2)] if chosen else []
    reasons += bullets(_first(parts, "rationale", "decision drivers", "justification"))
    content: dict[str, Any] = {
        "status": decision_status(status),
        "context": context,
        "decision": decision,
        "alternatives": _alternatives(parts, chosen.group(1) if chosen else decision),
        "rationale": reasons or [sentence(context)],
        "consequences": [
            text
            for name in ("consequences", "positive consequences", "negative consequences")
            for text in bullets(parts.get(name, ""))
        ],
    }
    return {key: value for key, value in content.items() if value}


def _alternatives(parts: dict[str, str], decision: str) -> list[dict[str, str]]:
    """The options that were not taken, where the document says what is bad about them."""
    out = []
    for option in bullets(parts.get("considered options", ""))[:MAX_OPTIONS]:
        bad = [text for text in bullets(parts.get(option.lower(), "")) if text.lower().startswith(("bad", "negative"))]
        if bad and option.lower() not in decision.lower():
            out.append({"option": option, "rejected_reason": " ".join(bad)})
    return out


def _fields(listed: list[tuple[str, str]]) -> dict[str, str]:
    """Status and date where they stand as lines below the heading."""
    lines = [line for _, section in listed[:2] for line in section.split("\n")]
    found = [match for match in map(FIELD.match, lines) if match]
    return {match.group(1).lower(): match.group(2).strip() for match in found}


def _first(parts: dict[str, str], *names: str) -> str:
    return next((parts[name] for name in names if parts.get(name)), "")
