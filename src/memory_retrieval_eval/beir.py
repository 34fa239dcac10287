"""The corpus of a text set as a store.

The product's own engines are measured on real records, so each document becomes a valid runbook: its text is the one
step, whole however long it is, and nothing else stands in the record. All have one category, one date and the tag
"untagged", so that no signal but the text tells them apart. A title has at most 120 characters in a record; a longer
one is cut at a word there and stands whole at the head of the body. Knows no engine.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from .values import Document

MAX_TITLE = 120  # characters, from the schema of records
DATE = "2026-01-01T00:00:00Z"
FOLDER = "runbooks"


def write_store(documents: Sequence[Document], memory: Path) -> dict[str, str]:
    """Writes the records below `memory`; returns {path relative to it: document id}."""
    (memory / FOLDER).mkdir(parents=True)
    keys = {}
    for number, document in enumerate(documents):
        name = f"d{number:06d}"
        path = f"{FOLDER}/{name}.json"
        text = json.dumps(record(name, document), ensure_ascii=False)
        (memory / path).write_text(text, encoding="utf-8", errors="replace")
        keys[path] = document.id
    return keys


def record(name: str, document: Document) -> dict[str, object]:
    """A document as a record of schema 1.0."""
    title, text = document.title, document.text
    if len(title) > MAX_TITLE:
        title = title[: MAX_TITLE + 1].rsplit(" ", 1)[0][:MAX_TITLE]
        text = f"{document.title}\n{text}"
    return {
        "schema_version": "1.0",
        "category": "runbook",
        "id": name,
        "title": title,
        "record_status": "active",
        "created_at": DATE,
        "updated_at": DATE,
        "tags": ["untagged"],
        "content": {"trigger": "", "steps": [text], "verification": ""},
    }
