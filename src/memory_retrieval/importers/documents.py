"""Documents that people wrote, as items: notes, and rules for agents.

One function a kind of document: a path in, items out. A file that cannot be read becomes an item with a problem.
"""

from __future__ import annotations

import os
import re

from ..core.sanitize import headline
from ..core.tokens import STOP_WORDS
from ..save.related import STATED
from .files import MAX_TITLE, Item, is_plain, markdown_files, read_markdown
from .markdown import front_matter, headings, sections, sentence, tags
from .rules import DONE, rules
from .words import likely_category, with_state, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

RULE_FILES = (
    "CLAUDE.md",
    "AGENTS.md",
    "GEMINI.md",
    ".claude/CLAUDE.md",
    ".github/copilot-instructions.md",
    ".cursorrules",
    ".windsurfrules",
)
"""Where a project keeps its rules for agents."""
ABOUT_USER = ("user", "feedback")  # types of Claude Code's notes
FEWEST_WORDS = 3  # of a rule
MAX_LABEL = 60  # characters before the colon of a rule that name its subject
OVERVIEW = re.compile(
    r"(?:project |code ?base )?(?:overview|introduction|about|description|summary|background)\b", re.I
)


def read_claude_memory(path: str) -> Iterator[Item]:
    """Claude Code's own notes, one per file; those about the user are for the user's store."""
    return read_notes(path, ABOUT_USER)


def read_notes(path: str, about_user: tuple[str, ...] = ()) -> Iterator[Item]:
    """Markdown notes, one a file (Basic Memory); front matter has title, type and tags.

    about_user  the types of notes about the user
    """
    for name, text, problem in markdown_files(path):
        fields, body = front_matter(text)
        if problem or not body.strip():
            yield Item(origin=name, problem=problem or "is empty")
        elif os.path.basename(name) != "MEMORY.md":  # which lists the others
            named = fields.get("title") or fields.get("description") or fields.get("name")
            title = str(named or "") or sections(body)[0] or os.path.basename(name)[:-3]
            kind = str(fields.get("type") or fields.get("category") or "")
            category = likely_category(kind, body)
            record = {"title": title[:MAX_TITLE], "tags": tags(fields.get("tags"))}
            record = with_state(record, category, word_of(fields))
            whose = "user" if kind in about_user else "project"
            yield Item(origin=name, category=category, store=whose, record=record, texts=(title, body.strip()))


def read_rules(path: str) -> Iterator[Item]:
    """CLAUDE.md, AGENTS.md and the like: a draft for each rule, with the words of its heading as tags."""
    read = markdown_files(path) if os.path.isfile(path) else (read_markdown(path, name) for name in rule_files(path))
    for name, text, problem in read:
        if problem:
            yield Item(origin=name, problem=problem)
        else:
            yield from _rules(os.path.basename(name), front_matter(text)[1], {})


def read_cursor(path: str) -> Iterator[Item]:
    """The rules of Cursor (`.cursor/rules/*.mdc`): as above, with the files that they apply to."""
    for name, text, problem in markdown_files(path, ".mdc"):
        if problem:
            yield Item(origin=name, problem=problem)
            continue
        fields, body = front_matter(text)
        files = [glob.strip() for glob in str(fields.get("globs") or "").split(",") if glob.strip()]
        topic = str(fields.get("description") or "")
        yield from _rules(name, body, {"related_files": files} if files else {}, topic)


def rule_files(folder: str) -> list[str]:
    """The names in RULE_FILES that a project has, without links to one of the others. Other links cannot be read."""
    paths = {name: os.path.join(folder, name) for name in RULE_FILES}
    plain = {os.path.realpath(path) for path in paths.values() if is_plain(path)}
    there = [name for name in RULE_FILES if os.path.isfile(paths[name])]
    return [n for n in there if is_plain(paths[n]) or os.path.realpath(paths[n]) not in plain]


def _rules(name: str, text: str, more: dict[str, Any], topic: str = "") -> Iterator[Item]:
    title, parts = sections(text)
    for (heading, section), above in zip(parts, _above(text)):
        introduction = (heading == title and len(parts) > 2) or bool(OVERVIEW.match(heading))  # what it is, not a rule
        for rule in rules(section, heading, prose=not introduction):
            if len(rule.split()) >= FEWEST_WORDS:
                yield _item(name, rule, heading or topic, above, more)


def _above(text: str) -> Iterator[str]:
    """For each section, its heading and those above it."""
    path: list[tuple[int, str]] = []
    yield ""
    for line in headings(text):
        level = len(line) - len(line.lstrip("#"))
        path = [(at, name) for at, name in path if at < level] + [(level, line)]
        yield " ".join([name for at, name in path if at > 1])


def _item(name: str, rule: str, heading: str, above: str, more: dict[str, Any]) -> Item:
    done = DONE.match(rule)
    rule = DONE.sub("", rule)
    lead = rule[: max(0, rule.find(":", 0, MAX_LABEL))]
    category = likely_category("", rule, "preference", above + " " + lead)
    words = [tag for tag in tags(heading) if tag not in STOP_WORDS]
    record = {"title": _title(rule), "tags": words or ["rules"], **more}
    if category == "preference":
        record["content"] = {"topic": _title(rule), "value": rule, "reason": STATED + name + "."}
    if done and category == "tech_debt":  # a ticked box says nothing of other categories
        record = with_state(record, category, "done")
    return Item(origin=name, category=category, record=record, texts=(rule,))


def _title(rule: str) -> str:
    """The first sentence without its emphasis, or its clauses that fit."""
    first = sentence(rule.replace("**", "").replace("__", ""))
    return headline(first[:-4] if first.endswith(": 1.") else first, MAX_TITLE)
