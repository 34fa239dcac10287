"""Records as rows of their tables, and back. Uses no connection."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from memory_retrieval.core.files import content_digest
from memory_retrieval.core.model import JsonObject, Memory, Problem
from memory_retrieval.store.fields import names

from ..db.tables import OWN, TABLES
from ..db.values import plain, rounded, seconds, stamp, tsvector
from .lexical import WEIGHED, Words, array, sparse

TEXTS = ("id", "title", "category", "body")
OPTIONAL = ("severity", "superseded_by")  # texts that may be null
LISTS = ("tags", "aliases", "related_files")
SAME = (
    "kind",
    "status",
    "confidence",
    "state",
    "expires",
)  # columns that have a memory's value as it is
_ANSWERED = ", ".join(f"'{name}', record->'{name}'" for name in names("answered"))
CARRIED = f"json_strip_nulls(json_build_object({_ANSWERED}))"
"""The fields that only answers of a search have, as SQL."""
MEMORY = (
    *"path kind id title category tags aliases status".split(),
    seconds("created_at"),
    seconds("updated_at"),
    *"confidence severity related_files superseded_by {body} {do} {dont} content_hash state expires {carried}".split(),
)
"""The fields of a `Memory` as SQL; see `memory_columns`."""
NUL = "contains a NUL character, which a database cannot store; remove it"


@dataclass(frozen=True)
class Row:
    """A record as a row.

    text    the embedded text
    terms   distinct stems, sorted
    values  all columns except key, hashes and vector
    """

    table: str
    path: str
    content_hash: str
    text: str
    text_hash: str
    terms: list[str]
    values: JsonObject


def memory_columns(table: str, prefix: str = "") -> str:
    """The columns that `to_memory` reads, as SQL. `prefix` is of the path."""
    do_text, dont_text = OWN["patterns"][:2] if table == "patterns" else ("''", "''")
    return prefix + ", ".join(MEMORY).format(
        body="body", do=do_text, dont=dont_text, carried=CARRIED
    )


def to_memory(values: Sequence[Any]) -> Memory:
    """The memory of a row of `memory_columns`; it has no guard, since only a project's own files guard."""
    fields = dict(zip(Memory.__slots__[: len(MEMORY)], values, strict=True))
    for name in LISTS:
        fields[name] = tuple(fields[name])
    fields["confidence"] = rounded(fields["confidence"])
    fields["digest"] = fields["digest"][:8]
    return Memory(**fields)


def content_hash(text: str) -> str:
    """SHA-256 of a file's text."""
    return content_digest(text.encode("utf-8"))


def question_key(question: str) -> str:
    """A hash that ignores case and spacing."""
    return content_hash(plain(" ".join(question.split()).casefold()))


def embedded_text(memory: Memory) -> str:
    """The text that is embedded: title, DO, DON'T and category of a pattern; the question of an answer; title, aliases,
    tags and body of other records."""
    if memory.kind == "pattern":
        parts = [memory.title, memory.do_text, memory.dont_text, memory.category]
    elif memory.kind == "llm_cache":
        parts = [memory.title]
    else:
        parts = [memory.title, *memory.aliases, " ".join(memory.tags), memory.body]
    return ". ".join(part for part in parts if part)


def unfit(memory: Memory) -> Problem | None:
    """The reason why the database cannot store a valid record; None if it can."""
    for place in (*TEXTS, *OPTIONAL, *LISTS, "do_text", "dont_text"):
        value = getattr(memory, place)
        texts = value if place in LISTS else [value or ""]
        if any("\x00" in text for text in texts):
            return Problem(path=memory.path, location=place, message=NUL)
    return None


def to_row(memory: Memory, raw: JsonObject, text: str) -> Row:
    """The row of a record; `text` is the content of its file."""
    table = TABLES[memory.kind]
    words = Words(memory.title, memory.tags, memory.aliases, memory.body)
    values = {
        **{name: getattr(memory, name) for name in SAME},
        **{name: plain(getattr(memory, name)) for name in TEXTS},
        **{name: plain(getattr(memory, name) or "") or None for name in OPTIONAL},
        **{name: [plain(text) for text in getattr(memory, name)] for name in LISTS},
        "created_at": stamp(memory.created),
        "updated_at": stamp(memory.updated),
        "record": text.removeprefix("\ufeff"),
        "head": words.head,
        "terms": tsvector(words.terms),
        "lexical": array(sparse(vector) for vector in words.vectors),
        "weighed": WEIGHED,
    }
    if table == "patterns":
        values |= {
            "do_text": plain(memory.do_text),
            "dont_text": plain(memory.dont_text),
            "learned_at": stamp(memory.created),
        }
    if table == "llm_cache":
        question = plain(str(raw["question"]))
        folder = memory.path.split("/")[-2]
        values |= {
            "llm_name": plain(str(raw.get("llm_name") or folder)),
            "asked_at": stamp(memory.created),
            "question": question,
            "question_key": question_key(question),
            "response_text": plain(str(raw.get("response_text") or "")),
        }
    embedded = embedded_text(memory)
    hashes = content_hash(text), content_hash(plain(embedded))
    return Row(table, memory.path, hashes[0], embedded, hashes[1], words.terms, values)
