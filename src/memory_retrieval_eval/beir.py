"""Text sets in BEIR form: `corpus.jsonl`, `queries.jsonl`, `qrels.tsv` or `qrels/test.tsv`; a corpus as a store.

The product's own engines are measured on real records, so each document becomes a valid runbook: its text is the one
step, whole however long it is, and nothing else stands in the record. All have one category, one date and the tag
"untagged", so that no signal but the text tells them apart. A title has at most 120 characters in a record; a longer
one is cut at a word there and stands whole at the head of the body. Knows no engine.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from .lines import json_lines, numbered, wrong
from .values import Document, LabelledQuery

MAX_TITLE = 120  # characters, from the schema of records
DATE = "2026-01-01T00:00:00Z"
FOLDER = "runbooks"


def read_documents(folder: Path) -> list[Document]:
    """The corpus; `_id` (or `id`) and `text` are needed, `title` is not."""
    documents = []
    for line in json_lines(folder / "corpus.jsonl"):
        id, title = line.unique("_id", "id"), line.text("title", required=False)
        documents.append(Document(id, title, line.text("text", blank=True)))
    return documents


def read_queries(
    folder: Path, documents: Sequence[Document]
) -> Iterator[LabelledQuery]:
    """Every query with a judgement, in the order of its file.

    Its kind is `kind`, `category` or `group`, where it has one.
    """
    path = _qrels(folder)
    grades = _grades(path, {document.id for document in documents})
    for line in json_lines(folder / "queries.jsonl"):
        key = line.unique("_id", "id")
        relevant = grades.pop(key, {})
        if relevant:
            kind = line.text("kind", "category", "group", required=False) or "all"
            prompt = line.text("text", blank=True)
            yield LabelledQuery(key, kind, prompt, relevant=relevant)
    for key in grades:
        message = f"query {key!r:.60} is not in queries.jsonl; add it or drop its lines"
        raise wrong(path, message)


def _qrels(folder: Path) -> Path:
    simple, standard = folder / "qrels.tsv", folder / "qrels" / "test.tsv"
    return standard if standard.is_file() and not simple.is_file() else simple


def _grades(path: Path, known: set[str]) -> dict[str, dict[str, int]]:
    """{query: {document: grade}} of the judgements above 0."""
    grades: dict[str, dict[str, int]] = {}
    for number, line in numbered(path):
        columns = line.rstrip("\r").split("\t")
        if number == 1 and columns[0] == "query-id":
            continue
        if len(columns) != 3:
            expected = "expected query-id, corpus-id and score separated by tabs"
            raise wrong(path, expected, number, "columns")
        query, document, score = columns
        if not score.strip().lstrip("-").isdecimal():
            said = f"expected a whole number, got {score!r:.40}"
            raise wrong(path, said, number, "score")
        if document not in known:
            said = f"{document!r:.60} is not in corpus.jsonl; correct it"
            raise wrong(path, said, number, "corpus-id")
        if int(score) > 0:
            grades.setdefault(query, {})[document] = int(score)
    return grades


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
