"""Documents that people wrote, as items: decision records, notes, rules for agents.

One function a kind of document: a path in, items out. A file that cannot be read becomes an item with a problem.
"""

from __future__ import annotations

import os
import re

from .categories import likely_category
from .files import markdown_files
from .item import MAX_TITLE, Item
from .markdown import bullets, front_matter, sections, sentence, tags

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
RULE_FILES = ("CLAUDE.md", "AGENTS.md", "GEMINI.md")
NUMBER = re.compile(r"^\s*(?:ADR[-\s]*)?\d+\s*[.:\u2014-]\s*", re.I)  # before the title of a decision record


def read_adr(path: str) -> Iterator[Item]:
    """Decision records: a heading, then Status, Context, Decision, Consequences (Nygard, MADR)."""
    for name, text, problem in markdown_files(path):
        if problem:
            yield Item(origin=name, problem=problem)
            continue
        fields, body = front_matter(text)
        heading, listed = sections(body)
        parts = {key.lower(): section for key, section in listed}
        content = _decision(parts, str(fields.get("status", "")))
        if heading and content:  # else a template, an index, a note
            title = (NUMBER.sub("", heading).strip() or heading)[:MAX_TITLE]
            record = {"category": "decision", "title": title, "tags": ["adr"], "content": content}
            yield Item(origin=name, category="decision", record=record)


def read_notes(path: str) -> Iterator[Item]:
    """Markdown notes, one a file (Claude Code's auto-memory, Basic Memory); front matter has title, type and tags."""
    for name, text, problem in markdown_files(path):
        fields, body = front_matter(text)
        if problem or not body.strip():
            yield Item(origin=name, problem=problem or "is empty")
        elif os.path.basename(name) != "MEMORY.md":  # which lists the others
            title = _note_title(fields) or sections(body)[0] or os.path.basename(name)[:-3]
            category = likely_category(str(fields.get("type") or fields.get("category") or ""), body)
            record = {"title": title[:MAX_TITLE], "tags": tags(fields.get("tags"))}
            yield Item(origin=name, category=category, record=record, texts=(title, body.strip()))


def read_rules(path: str) -> Iterator[Item]:
    """CLAUDE.md and AGENTS.md: a draft for each rule, with the words of its heading as tags."""
    for file in [path] if os.path.isfile(path) else _rule_files(path):
        for name, text, problem in markdown_files(file):
            if problem:
                yield Item(origin=name, problem=problem)
                continue
            for heading, section in sections(front_matter(text)[1])[1]:
                for rule in bullets(section):
                    if len(rule.split()) >= 3:
                        category = likely_category("", rule, "preference")
                        record = {"title": sentence(rule)[:MAX_TITLE], "tags": tags(heading)}
                        yield Item(origin=name, category=category, record=record, texts=(rule,))


def _decision(parts: dict[str, str], status: str) -> dict[str, Any]:
    """The content of a decision from the sections of its document; {} when there is no context or no decision."""
    decision = _first(parts, "decision outcome", "decision", "resolution")
    context = _first(parts, "context and problem statement", "context", "problem", "background")
    if not decision or not context:
        return {}
    words = re.findall(r"[a-z]+", (_first(parts, "status") or status).lower())
    reasons = bullets(_first(parts, "rationale", "decision drivers", "justification"))
    content = {
        "status": next((STATUS[word] for word in words if word in STATUS), "accepted"),
        "context": context,
        "decision": decision,
        "rationale": reasons or [sentence(decision)],
    }
    consequences = bullets(_first(parts, "consequences"))
    return {**content, "consequences": consequences} if consequences else content


def _note_title(fields: dict[str, Any]) -> str:
    return str(fields.get("title") or fields.get("description") or fields.get("name") or "")


def _rule_files(folder: str) -> list[str]:
    return [path for path in (os.path.join(folder, name) for name in RULE_FILES) if os.path.isfile(path)]


def _first(parts: dict[str, str], *names: str) -> str:
    return next((parts[name] for name in names if parts.get(name)), "")
