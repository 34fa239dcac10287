"""Cached answers of external models in a workspace: stored, looked up by exact question, and searched.

A question matches and an answer expires as in save/llm_cache.py. Answers that are stored here directly belong to a
project of their own, so that no ingest deletes them.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

from memory_retrieval.core import jsontext
from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import Hit, Query
from memory_retrieval.index.candidate import Candidate
from memory_retrieval.save import llm_cache
from memory_retrieval.store import layouts, reader

from ..db import migrate
from ..db.connection import Connection, connect, translated
from ..db.values import Found, parameter
from ..ingest import write
from ..ingest.rows import question_key, to_row, unfit
from .filters import Filters, in_workspaces, workspace_parameters
from .info import inspect, require_workspace, searched_workspaces
from .statement import by_column, keys_of
from .team import Team

PROJECT = "answers"
FIRST, MOST = (
    40,
    2560,
)  # answers that a search for one model's answers reads: four times more until there are enough
KIND = "llm_cache"


Key = tuple[str, str]
"""(workspace/project, path): the key of a record."""
ByKey = dict[Key, Found]


@dataclass
class Answers:
    """The result of a search: unordered candidates, their answers by `key`, and whether a sentence model was used."""

    candidates: list[Candidate]
    answers: ByKey
    notes: list[str]
    by_model: bool


def put(url: str, workspace: str, record: Found) -> Found:
    """Upserts an answer by model and question. Returns {"status", "path", "notes"}; RecordError if it is invalid."""
    text = jsontext.pretty(record) + "\n"
    path = f"{layouts.PATTERN_STORE}/{layouts.LLM_CACHE}/{record['llm_name']}/{record['id']}.json"
    memory, raw, problems = reader.parse_record(text, path, KIND)
    wrong = unfit(memory) if memory is not None else None
    if memory is None or raw is None or wrong is not None:
        raise RecordError("the answer was refused", [wrong] if wrong else problems)
    row = to_row(memory, raw, text)
    with connect(url) as connection:
        info = inspect(connection, url, workspace=workspace)
        vector = None  # without an embedder the next ingest adds it
        if info.embedder is not None:
            with contextlib.closing(info.embedder) as embedder:
                (vector,) = embedder.embed([row.text])
        with translated(url):
            write.open_workspace(connection, workspace, PROJECT)
            counts = write.put(connection, workspace, PROJECT, [row], {path: vector})
    status = "created" if counts.created else "updated"
    return {"status": status, "path": path, "notes": info.notes}


def to_question(
    url: str, workspace: str | None, llm: str, question: str
) -> list[Found]:
    """The answers to exactly this question. `llm` "" stands for all models."""
    of_model = " AND llm_name = %(llm)s" if llm else ""
    parameters = {"key": question_key(parameter(question)), "llm": parameter(llm)}
    with connect(url) as connection:
        migrate.check(connection, url, reading=True)
        if workspace:
            require_workspace(connection, url, workspace)
        with translated(url):
            workspaces = searched_workspaces(connection, workspace or None)
            where = in_workspaces(workspaces) + " AND question_key = %(key)s" + of_model
            asked = f"SELECT path, record::text FROM llm_cache WHERE {where}"
            rows = connection.execute(
                asked.encode(), parameters | workspace_parameters(workspaces)
            ).fetchall()
    found = []
    for path, text in rows:
        raw = jsontext.loads(text)
        found.append(llm_cache.answer(raw, path))
    return found


def search(
    url: str, workspace: str | None, llm: str, query: Query, limit: int, now: int
) -> Answers:
    """Answers of any age that share a term with the query or are close to it by cosine similarity; at least `limit` if
    that many exist."""
    look, only = max(limit, FIRST), Filters(kinds=(KIND,))
    with Team(url, workspace or None) as team, connect(url) as connection:
        while True:
            pool = team.find(query, look, only, float(now)).candidates
            with translated(url):
                answers = _whole(connection, pool, llm)
            if not llm or len(answers) >= limit or len(pool) < look or look >= MOST:
                kept = [candidate for candidate in pool if key(candidate) in answers]
                return Answers(kept, answers, team.info.notes, team.info.by_model)
            look *= 4


def key(record: Candidate | Hit) -> Key:
    """The key of a candidate or hit."""
    return record.store.root, record.memory.path


def _whole(connection: Connection, pool: list[Candidate], llm: str) -> ByKey:
    """{key of a candidate: its answer}, limited to the model `llm`."""
    wanted = {key(c): c for c in pool}
    keys = [found for root, path in wanted for found in keys_of(root, path)]
    rows = connection.execute(
        b"""SELECT workspace || '/' || project, path, record::text
            FROM llm_cache JOIN unnest(%(workspaces)s::text[], %(projects)s::text[], %(paths)s::text[])
                AS w (workspace, project, path) USING (workspace, project, path)
            WHERE %(llm)s IN ('', llm_name)""",
        {**by_column(keys, "workspaces", "projects", "paths"), "llm": parameter(llm)},
    )
    answers = {}
    for root, path, text in rows:
        candidate = wanted.get((root, path))
        if candidate is None:
            continue
        similarity = None if candidate.cosine is None else round(candidate.cosine, 4)
        answers[root, path] = {
            **llm_cache.answer(jsontext.loads(text), path),
            "similarity": similarity,
        }
    return answers
