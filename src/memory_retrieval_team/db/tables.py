"""The tables of records and their columns, as Python names. The SQL that creates them is in schema/."""

from __future__ import annotations

from memory_retrieval.core.model import CATEGORIES

TABLES = {
    **dict.fromkeys(CATEGORIES, "memories"),
    "pattern": "patterns",
    "source": "sources",
    "backlog": "backlog",
    "event": "events",
    "review": "reviews",
    "llm_cache": "llm_cache",
}
"""The table of each kind."""
NAMES = tuple(dict.fromkeys(TABLES.values()))

KEY = ("workspace", "project", "path")
COMMON = (
    *KEY,
    "kind",
    "id",
    "title",
    "category",
    "tags",
    "aliases",
    "status",
    "severity",
    "confidence",
    "created_at",
    "updated_at",
    "superseded_by",
    "state",
    "expires",
    "related_files",
    "body",
    "record",
    "content_hash",
    "text_hash",
    "head",
    "terms",
    "lexical",
    "weighed",
    "embedding",
)
"""Columns of every table, in the order of COPY."""
OWN = {
    "patterns": ("do_text", "dont_text", "learned_at"),
    "llm_cache": ("llm_name", "asked_at", "question", "question_key", "response_text"),
}
"""Columns of a single table."""


def vector_column(table: str) -> str:
    """The column with the vector; an answer of a model is embedded by its question."""
    return "question_embedding" if table == "llm_cache" else "embedding"


def index_name(table: str) -> str:
    """The vector index of a table."""
    return table + "_" + vector_column(table)


EMBEDDED = {
    "patterns": ("title", "do_text", "dont_text", "category"),
    "llm_cache": ("title",),
}


def embedded_text(table: str) -> str:
    """The embedded text as an SQL expression over the table's columns; the same text as `rows.embedded_text`."""
    parts = EMBEDDED.get(
        table,
        (
            "title",
            "array_to_string(aliases, '. ')",
            "array_to_string(tags, ' ')",
            "body",
        ),
    )
    filled = ", ".join([f"nullif({part}, '')" for part in parts])
    return f"concat_ws('. ', {filled})"
