"""The team database as an engine: a collection in an embedded PostgreSQL, searched as `--db-url` searches it.

`postgres` embeds with the shipped term table, `postgres_onnx` with the sentence model in the folder that
MEMORIES_EMBED_MODEL names, else all-MiniLM-L6-v2. The packages are an extra, so they are imported when such an engine
is opened.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from memory_retrieval.extras import MissingPackage
from memory_retrieval.store.place import Place
from memory_retrieval_team.search.engine import PostgresEngine

from .product import ProductEngine
from .sandbox import changed_environment, sandbox
from .values import Collection

EMBEDDERS = {"postgres": "static", "postgres_onnx": "onnx"}  # of each engine
WORKSPACE = "evaluation"


@contextmanager
def open_team(collection: Collection, name: str) -> Iterator[ProductEngine]:
    """The engine on a collection; MissingPackage or ConfigError when a package or its model is not there."""
    try:
        from memory_retrieval_team.db import embedded
        from memory_retrieval_team.embedders.choose import open_configured
        from memory_retrieval_team.ingest.report import Target
        from memory_retrieval_team.ingest.run import ingest
        from memory_retrieval_team.search.filters import Filters
        from memory_retrieval_team.search.team import Team
    except ImportError as error:
        what = f"--engine {name}: the package {error.name} is missing"
        raise MissingPackage(what, "team", "embedded") from None
    embedder = open_configured(EMBEDDERS[name])
    with sandbox(collection, "fts5_bm25") as box, changed_environment(box.variables):
        url = f"embedded:{box.root.parent}/pg"
        store = Place(str(box.root)).nearest
        assert store is not None
        ingest(url, store, Target(WORKSPACE, "project"), embedder)
        try:
            with Team(url, WORKSPACE, embedder=embedder) as opened:

                def engine(mode: str) -> PostgresEngine:
                    return PostgresEngine(opened, Filters(in_force=mode == "search"))

                yield ProductEngine(box, collection.depth, engine)
        finally:
            embedded.stop(url)
