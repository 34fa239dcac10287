"""What tests of a team database share.

Running SQL, connecting as a role, ingesting a project, comparing two databases.
"""

from pathlib import Path

import psycopg

from memory_retrieval_team.db.tables import NAMES

ROWS = (*NAMES, "terms", "workspaces", "projects")
"""Tables whose rows belong to a workspace."""
STAMP = "2026-05-01T08:00:00Z"


def run(url, query, *parameters):
    with psycopg.connect(url, autocommit=True) as link:
        cursor = link.execute(query, parameters)
        return cursor.fetchall() if cursor.description else []


def as_role(url, role):
    """The same database for another role; the test server lets everybody in."""
    return psycopg.conninfo.make_conninfo(url, user=role)


def ingest(url, project, workspace="A", name="shop", embedder=None, **options):
    return ingest_store(url, project.found(), workspace, name, embedder, **options)


def ingest_store(url, store, workspace, name, embedder=None, **options):
    from memory_retrieval_team.embedders.choose import open_embedder
    from memory_retrieval_team.ingest.report import Target
    from memory_retrieval_team.ingest.run import ingest

    known = Path(store.absolute(store.folders[0][0])).parent / "origin-id"
    if not known.exists():  # a database that is copied knows a store of another test
        known.write_text(name)
    return ingest(
        url,
        store,
        Target(workspace, name),
        embedder or open_embedder("static"),
        **options,
    )


def state(url, *, vectors=True):
    """What two databases with the same records have in common."""
    found = {}
    for table in NAMES:
        vector = (
            ("question_embedding" if table == "llm_cache" else "embedding") + "::text"
            if vectors
            else "''"
        )
        columns = (
            "workspace, project, path, kind, status, content_hash, text_hash, record::text, terms::text,"
            f" lexical::text, {vector}"
        )
        found[table] = run(url, f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3")
    found["terms"] = run(
        url, "SELECT workspace, term, records FROM terms ORDER BY 1, 2"
    )
    found["workspaces"] = run(
        url, "SELECT workspace, records FROM workspaces ORDER BY 1"
    )
    found["projects"] = run(
        url,
        "SELECT workspace, project, date_trunc('second', ingested_at) FROM projects ORDER BY 1, 2",
    )
    return found


def ingested_state(url):
    """Everything that two databases with the same records have in common, whenever and however often they were
    ingested.
    """
    found = {}
    for table in NAMES:
        column = "question_embedding" if table == "llm_cache" else "embedding"
        columns = f"workspace, project, path, content_hash, text_hash, record::text, lexical::text, {column}::text"
        found[table] = run(url, f"SELECT {columns} FROM {table} ORDER BY 1, 2, 3")
    found["terms"] = run(
        url,
        "SELECT workspace, term, records FROM terms WHERE records <> 0 ORDER BY 1, 2",
    )
    found["workspaces"] = run(
        url, "SELECT workspace, records FROM workspaces ORDER BY 1"
    )
    return found


def counts(outcome):
    return outcome.created, outcome.updated, outcome.unchanged, outcome.deleted


class Letters:
    """How often each letter stands in a text: another model, and vectors of other dimensions."""

    name, model, revision, dims = "http", "letters", "", 26

    def embed(self, texts):
        return [
            [
                float(text.lower().count(letter))
                for letter in "abcdefghijklmnopqrstuvwxyz"
            ]
            for text in texts
        ]

    def close(self):
        pass
