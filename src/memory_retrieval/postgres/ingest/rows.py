"""A record of a file as a row of its table, and back. Knows columns, no connection."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from ...core import clock
from ...core.model import CATEGORIES, Memory, Problem
from .lexical import Words, array, sparse

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

NUL = "holds a NUL character, which a database cannot keep; remove it"
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
    "related_files",
    "body",
    "record",
    "content_hash",
    "text_hash",
    "head",
    "terms",
    "lexical",
    "embedding",
)
"""Columns that every table has, in the order in which rows are sent."""
OWN = {
    "patterns": ("do_text", "dont_text", "learned_at"),
    "llm_cache": ("llm_name", "asked_at", "question", "question_key", "response_text"),
}
"""Columns of one table alone."""


def vector_column(table: str) -> str:
    """The answers of models are found by their question's meaning."""
    return "question_embedding" if table == "llm_cache" else "embedding"


@dataclass(frozen=True)
class Row:
    """A record on its way into a table.

    text    what its vector is made of
    terms   its distinct stems, in order
    values  all columns but key, hash and vector
    """

    table: str
    path: str
    content_hash: str
    text: str
    text_hash: str
    terms: list[str]
    values: dict[str, Any]


def content_hash(text: str) -> str:
    """SHA-256 of a file's text."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def file_text(record: str, digest: str) -> str:
    """A file's text from the column that keeps it, which leaves out the mark at its head; `digest` is the file's hash."""
    marked = "\ufeff" + record
    return marked if content_hash(record) != digest and content_hash(marked) == digest else record


def question_key(question: str) -> str:
    """The same for questions that differ in case and spacing alone."""
    return content_hash(plain(" ".join(question.split()).casefold()))


def embedded_parts(table: str) -> tuple[str, ...]:
    """What a vector is made of, as SQL over a table's columns; the same as `embedded_text`."""
    if table == "patterns":
        return ("nullif(title, '')", "nullif(do_text, '')", "nullif(dont_text, '')", "nullif(category, '')")
    if table == "llm_cache":
        return ("nullif(title, '')",)
    return (
        "nullif(title, '')",
        "nullif(array_to_string(aliases, '. '), '')",
        "nullif(array_to_string(tags, ' '), '')",
        "nullif(body, '')",
    )


def embedded_text(memory: Memory) -> str:
    """Title, DO, DON'T and category of a pattern; the question of an answer; title, aliases, tags and body of all others."""
    if memory.kind == "pattern":
        parts = [memory.title, memory.do_text, memory.dont_text, memory.category]
    elif memory.kind == "llm_cache":
        parts = [memory.title]
    else:
        parts = [memory.title, *[alias for alias in memory.aliases if alias], " ".join(memory.tags), memory.body]
    return ". ".join(part for part in parts if part)


def unfit(memory: Memory) -> Problem | None:
    """Why a database cannot keep a record that files can; None when it can."""
    for place in ("id", "title", "category", "severity", "superseded_by", "body", "do_text", "dont_text"):
        if "\x00" in (getattr(memory, place) or ""):
            return Problem(path=memory.path, location=place, message=NUL)
    for place in ("tags", "aliases", "related_files"):
        if any("\x00" in text for text in getattr(memory, place)):
            return Problem(path=memory.path, location=place, message=NUL)
    return None


def to_row(memory: Memory, raw: dict[str, Any], text: str) -> Row:
    """The row of a record; `text` is its file."""
    table = TABLES[memory.kind]
    words = Words(memory.title, memory.tags, memory.aliases, memory.body)
    values = {
        "kind": memory.kind,
        "id": plain(memory.id),
        "title": plain(memory.title),
        "category": plain(memory.category),
        "tags": [plain(t) for t in memory.tags],
        "aliases": [plain(t) for t in memory.aliases],
        "status": memory.status,
        "severity": plain(memory.severity) if memory.severity else None,
        "confidence": memory.confidence,
        "created_at": stamp(memory.created),
        "updated_at": stamp(memory.updated),
        "superseded_by": plain(memory.superseded_by) if memory.superseded_by else None,
        "related_files": [plain(t) for t in memory.related_files],
        "body": plain(memory.body),
        "record": text.removeprefix("\ufeff"),
        "head": words.head,
        "terms": tsvector(words.terms),
        "lexical": array(sparse(vector) for vector in words.vectors),
    }
    if table == "patterns":
        values |= {
            "do_text": plain(memory.do_text),
            "dont_text": plain(memory.dont_text),
            "learned_at": stamp(memory.created),
        }
    if table == "llm_cache":
        question = plain(str(raw["question"]))
        values |= {
            "llm_name": plain(str(raw.get("llm_name") or memory.path.split("/")[-2])),
            "asked_at": stamp(memory.created),
            "question": question,
            "question_key": question_key(question),
            "response_text": plain(str(raw.get("response_text") or "")),
        }
    embedded = embedded_text(memory)
    return Row(table, memory.path, content_hash(text), embedded, content_hash(plain(embedded)), words.terms, values)


def plain(text: str) -> str:
    """Text that UTF-8 can hold: a lone surrogate becomes a question mark."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")


def parameter(text: str) -> str:
    """Text of a query as the server takes it; what no record can hold is replaced."""
    return plain(text).replace("\x00", "\ufffd")


def stamp(seconds: int | None) -> str | None:
    """A time as PostgreSQL reads it; None where there is none, or one that it cannot hold."""
    return clock.format_time(seconds) if seconds is not None and seconds > -62_000_000_000 else None


def seconds(column: str) -> str:
    """SQL for seconds since 1970; null for a time without end, which a row may hold that was written past this program."""
    return f"CASE WHEN isfinite({column}) THEN extract(epoch FROM {column})::bigint END"


def rounded(confidence: float | None) -> float | None:
    """A `real` as people wrote it: 0.95, not 0.949999988; None for what is no confidence."""
    return round(confidence, 6) if confidence is not None and 0 <= confidence <= 1 else None


def tsvector(terms: list[str]) -> str:
    """A tsvector's text form, words without positions."""
    return " ".join(["'%s'" % term.replace("\\", "\\\\").replace("'", "''") for term in terms])


def halfvec(vector: list[float] | None) -> str | None:
    """A vector's text form."""
    return None if vector is None else "[%s]" % ",".join(["%.5g" % value for value in vector])
