"""The team database as an engine: a collection in an embedded PostgreSQL, searched as `--db-url` searches it.

`postgres` embeds with the shipped term table, `postgres_onnx` with the sentence model in the folder that
MEMORIES_EMBED_MODEL names. The packages are an extra, so they are imported when such an engine is opened.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from memory_retrieval.core import environment
from memory_retrieval.core.errors import ConfigError
from memory_retrieval.extras import MissingPackage
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.render import shown_path
from memory_retrieval.retrieve.trace import Request, Trace
from memory_retrieval.store.scope import find_project
from memory_retrieval_team.search.engine import PostgresEngine

from .product import injection, ranked
from .sandbox import Sandbox, changed_environment, sandbox
from .values import Collection, Injection, LabelledQuery, Ranking

EMBEDDERS = {"postgres": "static", "postgres_onnx": "onnx"}  # of each engine
WORKSPACE = "evaluation"


@contextmanager
def open_team(collection: Collection, name: str) -> Iterator[TeamUnderTest]:
    """The engine on a collection; MissingPackage or ConfigError when a package or its model is not there."""
    try:
        from memory_retrieval_team.db import embedded
        from memory_retrieval_team.embedders.choose import open_embedder
        from memory_retrieval_team.ingest.report import Target
        from memory_retrieval_team.ingest.run import ingest
        from memory_retrieval_team.search.filters import Filters
        from memory_retrieval_team.search.team import Team
    except ImportError as error:
        what = f"--engine {name}: the package {error.name} is missing"
        raise MissingPackage(what, "team", "embedded") from None
    model = environment.get("MEMORIES_EMBED_MODEL") if EMBEDDERS[name] == "onnx" else ""
    if EMBEDDERS[name] == "onnx" and not model:
        raise ConfigError(f"--engine {name}: set MEMORIES_EMBED_MODEL to the folder of an ONNX model")
    embedder = open_embedder(EMBEDDERS[name], model)
    with sandbox(collection, "fts5_bm25") as box, changed_environment(box.variables):
        url = f"embedded:{box.root.parent / 'pg'}"
        store = find_project("", str(box.root))
        assert store is not None
        ingest(url, store, Target(WORKSPACE, "project"), embedder)
        try:
            with Team(url, WORKSPACE, embedder=embedder) as opened:
                yield TeamUnderTest(box, collection.depth, opened, Filters)
        finally:
            embedded.stop(url)


class TeamUnderTest:
    """Usable while its sandbox and its server exist."""

    def __init__(self, box: Sandbox, depth: int, team: Any, filters: Any) -> None:
        self._box, self._depth, self._team, self._filters = box, depth, team, filters

    def inject(self, query: LabelledQuery) -> Injection:
        """What a hook would inject if it searched the database."""
        if not query.prompt.strip():
            return Injection((), 0.0)
        return injection(*self._retrieve(query, "auto", None), self._box)

    def search(self, query: LabelledQuery) -> Ranking:
        if not query.prompt.strip():
            return Ranking((), 0.0)
        trace, ms = self._retrieve(query, "search", self._depth)
        return Ranking(ranked(trace.chosen, self._box), ms)

    def trace(self, query: LabelledQuery) -> Trace:
        """Every candidate with its signals, selected or not."""
        return self._retrieve(query, "auto", None)[0]

    def key(self, hit: Any) -> str:
        """The hit's name in the collection."""
        return self._box.key(shown_path(hit))

    def _retrieve(self, query: LabelledQuery, mode: str, limit: int | None) -> tuple[Trace, float]:
        options: dict[str, Any] = {"mode": mode, "limit": limit, "transcript": self._box.transcript(query.transcript)}
        request = Request(query.prompt, cwd=str(self._box.root), **options)
        started = time.perf_counter()
        trace = retrieve(request, PostgresEngine(self._team, self._filters(in_force=mode == "search")))
        return trace, (time.perf_counter() - started) * 1e3
