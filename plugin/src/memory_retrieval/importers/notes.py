"""Notes that a host or another memory tool keeps, one a Markdown file with its type in front, as items."""

from __future__ import annotations

import os

from ..core.categories import TABLE
from ..documents.outline import front_matter, sections
from ..save import sentence_kind
from .files import MAX_TITLE, Item, markdown_files

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

ABOUT_USER = ("user", "feedback")  # types of Claude Code's notes
NOTED = {
    word: category.key
    for category in TABLE
    for word in (category.key, *category.called)
}
"""The category for each type that a note may declare."""
MAX_TAGS = 12
MAX_TAG = 40  # characters


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
            continue
        if os.path.basename(name) == "MEMORY.md":  # which lists the others
            continue
        said = {key: values[0] for key, values in fields.items() if values}
        headings = [section.title for section in sections(body)[:1]]
        titles = [
            said.get("title"),
            said.get("description"),
            said.get("name"),
            *headings,
            os.path.basename(name)[:-3],
        ]
        title = next(filter(None, titles))
        kind = said.get("type") or said.get("category") or ""
        category = NOTED.get(kind.lower()) or sentence_kind.guess(body)
        tags = [tag.strip("#").lower()[:MAX_TAG] for tag in fields.get("tags", [])][
            :MAX_TAGS
        ]
        record = {"title": title[:MAX_TITLE], "tags": tags}
        whose = "user" if kind in about_user else "project"
        yield Item(
            origin=name,
            category=category,
            store=whose,
            record=record,
            texts=(title, body.strip()),
        )
