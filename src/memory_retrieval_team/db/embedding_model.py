"""The embedding model of a database, and its vector indexes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from psycopg import sql

from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError

from ..embedders.base import Embedder
from . import cluster, migrate
from .connection import Connection, connect, failure, translated, value
from .tables import NAMES, embedded_text, index_name, vector_column

MAX_DIMS = 4000  # the limit of an index over halfvec
BUILD_MEMORY = "512MB"  # for the graph of a vector index; one that does not fit takes ten times as long to build

COMPARED = 5  # records whose vectors are made again to see whether two models agree
SAME = 0.999  # cosine of the vectors of one text; torch and ONNX are nearer, weights of 8 bits have about .99


@dataclass(frozen=True)
class Model:
    """A row of `embedding_model`. Two vectors are comparable if dimensions and revision are equal, and without a
    revision, if the model's name is; of sentence models with other revisions, if `_agree` has compared them."""

    embedder: str
    model: str
    revision: str
    dims: int

    @staticmethod
    def of(embedder: Embedder) -> Model:
        return Model(embedder.name, embedder.model, embedder.revision, embedder.dims)

    def same_vectors(self, other: Model) -> bool:
        same = (self.revision, self.dims) == (other.revision, other.dims)
        return same and (bool(self.revision) or self.model == other.model)

    def __str__(self) -> str:
        return f"{self.embedder} ({self.model}, {self.dims} dimensions, revision {self.revision or 'unknown'})"


def read(connection: Connection) -> Model | None:
    """The database's model; None before the first ingest."""
    row = connection.execute(
        "SELECT embedder, model, revision, dims FROM embedding_model"
    ).fetchone()
    return Model(*row) if row else None


def require_same(
    connection: Connection, stored: Model, embedder: Embedder, url: str
) -> None:
    """DatabaseError with the remedy unless the embedder's vectors are comparable with the stored ones."""
    own = Model.of(embedder)
    if not stored.same_vectors(own) and not _agree(connection, stored, embedder):
        raise failure(
            url,
            f"its vectors were made by {stored}, but this embedder is {own}; use the same one, "
            f"or run `memories team ingest --re-embed --embedder {embedder.name}` to recompute all of them",
        )


def _agree(connection: Connection, stored: Model, embedder: Embedder) -> bool:
    """Whether the embedder gives the texts of some records the vectors that they have: one model has a revision in each
    form in which its weights are kept."""
    if stored.dims != embedder.dims or "static" in (stored.embedder, embedder.name):
        return False
    for table in NAMES:
        column, text = vector_column(table), embedded_text(table)
        query = f"SELECT {text}, {column}::real[] FROM {table} WHERE {column} IS NOT NULL LIMIT {COMPARED}"
        rows = connection.execute(query.encode()).fetchall()
        if rows:
            found = embedder.embed([text for text, _ in rows])
            return min(map(_cosine, found, [vector for _, vector in rows])) >= SAME
    return False


def _cosine(mine: Sequence[float] | None, theirs: Sequence[float]) -> float:
    if mine is None:
        return 0.0
    products = [a * b for a, b in zip(mine, theirs, strict=True)]
    return sum(products) / (math.hypot(*mine) * math.hypot(*theirs) or 1)


def set_model(connection: Connection, model: Model) -> None:
    """Sets the model of the whole database: drops existing vectors and changes the columns' dimensions. Indexes are built
    at once, because those who ingest need not own the tables."""
    if not 1 <= model.dims <= MAX_DIMS:
        raise MemoryRetrievalError(
            f"--embedder {model.embedder}: {model.dims} dimensions; an index can have at most {MAX_DIMS}"
        )
    if not is_owner(connection):
        raise DatabaseError(
            f"--embedder {model.embedder}: only the owner of the tables can choose the model of a database; "
            f"as the owner, run `memories team ingest` or `memories team migrate --embedder {model.embedder}`"
        )
    with connection.transaction():
        connection.execute("LOCK TABLE embedding_model IN EXCLUSIVE MODE")
        connection.execute("DELETE FROM embedding_model")
        connection.execute(
            "INSERT INTO embedding_model (embedder, model, revision, dims) VALUES (%s, %s, %s, %s)",
            (model.embedder, model.model, model.revision, model.dims),
        )
        for table in NAMES:
            column = sql.Identifier(vector_column(table))
            connection.execute(
                sql.SQL("DROP INDEX IF EXISTS {}").format(
                    sql.Identifier(index_name(table))
                )
            )
            connection.execute(
                sql.SQL(
                    "ALTER TABLE {} ALTER COLUMN {} TYPE halfvec({}) USING NULL"
                ).format(sql.Identifier(table), column, sql.Literal(model.dims))
            )
        index_vectors(connection)


def index_vectors(connection: Connection) -> list[str]:
    """Builds the missing vector index of each table; returns the tables. None before there is a model."""
    built = []
    for table in NAMES if read(connection) else ():
        name = index_name(table)
        if value(connection, "SELECT to_regclass(%s) IS NOT NULL", (name,)):
            continue
        with connection.transaction():
            cluster.set_locally(connection, maintenance_work_mem=BUILD_MEMORY)
            connection.execute(
                sql.SQL(
                    "CREATE INDEX {} ON {} USING hnsw ({} halfvec_cosine_ops) WITH (ef_construction = 128)"
                ).format(
                    sql.Identifier(name),
                    sql.Identifier(table),
                    sql.Identifier(vector_column(table)),
                )
            )
        built.append(table)
    return built


def is_owner(connection: Connection) -> bool:
    """Whether the connected role owns the tables, or inherits from the owner."""
    owns = "SELECT pg_has_role(current_user, relowner, 'usage') FROM pg_class WHERE oid = to_regclass('memories')"
    return bool(value(connection, owns))


def owner(connection: Connection) -> str:
    """The role that owns the tables."""
    query = "SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = to_regclass('memories')"
    return str(value(connection, query) or "")


def stored(url: str) -> Model | None:
    """The model of the database at `url`; None if it has no model or no tables."""
    with connect(url) as connection, translated(url):
        return read(connection) if migrate.version(connection) else None
