"""Decision records as items: a heading, then Status, Context, Decision, Consequences (Nygard, MADR)."""

from __future__ import annotations

import os
import re

from ..core import clock
from ..save.names import slug
from .files import markdown_files
from .item import MAX_TITLE, Item
from .markdown import bullets, front_matter, sections, sentence
from .rules import COMMENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

STATUS = {
    "accepted": "accepted",
    "proposed": "proposed",
    "draft": "proposed",
    "deprecated": "deprecated",
    "rejected": "deprecated",
    "superseded": "superseded",
}
"""The status of a decision for each word that a document uses for it."""
NUMBER = re.compile(r"^\s*(?:ADR[-\s]*)?\d+\s*[.:\u2014-]\s*", re.I)  # before the title of a decision record
FIELD = re.compile(r"\s*(?:[-*]\s+)?\**(status|date)\**\s*:\**\s*(\S.*)$", re.I)  # a line below the heading
LINK = re.compile(r"\]\(\s{0,9}([^)\s]{1,300}\.md)")
CHOSEN = re.compile(r"chosen option:?\s*[\"'\u201c]?(.{1,200}?)[\"'\u201d]?,?\s+because\s+(\S.*)", re.I)
REPLACES = re.compile(r"\bsupersedes\b", re.I)
REPLACED = re.compile(r"\bsuperseded\b", re.I)


def read_adr(path: str) -> Iterator[Item]:
    """Decision records, in the order of their files. One that replaces another names its id in `supersedes`."""
    read: list[tuple[str, Item, str]] = []
    for name, text, problem in markdown_files(path):
        if problem:
            yield Item(origin=name, problem=problem)
            continue
        fields, body = front_matter(text)
        heading, listed = sections(COMMENT.sub("", body))
        fields = {**_fields(listed), **fields}
        parts = {key.lower(): section for key, section in reversed(listed) if section}
        status = "\n".join(filter(None, (_first(parts, "status"), str(fields.get("status", "")))))
        content = _decision(parts, status)
        if heading and content and "{" not in heading[:1]:  # else a template, an index, a note
            title = (NUMBER.sub("", heading).strip() or heading)[:MAX_TITLE]
            record: dict[str, Any] = {"category": "decision", "title": title, "tags": ["adr"], "content": content}
            if clock.parse_time(fields.get("date")) is not None:
                record["created_at"] = fields["date"]
            read.append((name, Item(origin=name, category="decision", record=record), status))
    for item in _linked(read):
        yield item


def _linked(read: list[tuple[str, Item, str]]) -> list[Item]:
    """The items with `supersedes`, by what each document says of itself and what others say of it."""
    ids = {os.path.basename(name): slug(item.record["title"]) for name, item, _ in read}
    replaced: dict[str, set[str]] = {}
    for name, _, status in read:
        own = ids[os.path.basename(name)]
        for line in status.split("\n"):
            for link in [ids[os.path.basename(l)] for l in LINK.findall(line) if os.path.basename(l) in ids]:
                new, old = (own, link) if REPLACES.search(line) else (link, own)
                if link != own and (REPLACES.search(line) or REPLACED.search(line)):
                    replaced.setdefault(new, set()).add(old)
    items = []
    for _, item, _ in read:
        olds = sorted(replaced.get(slug(item.record["title"]), ()))
        items.append(item.replace(record={**item.record, "supersedes": olds}) if olds else item)
    return items


def _decision(parts: dict[str, str], status: str) -> dict[str, Any]:
    """The content of a decision from the sections of its document; {} when there is no context or no decision."""
    decision = _first(parts, "decision outcome", "decision", "resolution")
    context = _first(parts, "context and problem statement", "context", "problem statement", "problem", "background")
    if not decision or not context or context.startswith("{"):
        return {}
    words = re.findall(r"[a-z]+", status.lower())
    chosen = CHOSEN.search(" ".join(decision.split()))
    reasons = [chosen.group(2)] if chosen else []
    reasons += bullets(_first(parts, "rationale", "decision drivers", "justification"))
    content: dict[str, Any] = {
        "status": next((STATUS[word] for word in words if word in STATUS), "accepted"),
        "context": context,
        "decision": decision,
        "alternatives": _alternatives(parts, chosen.group(1) if chosen else decision),
        "rationale": reasons or [sentence(decision)],
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
    for option in bullets(parts.get("considered options", "")):
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
