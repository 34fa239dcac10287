"""Rows that a writer of one workspace changed as it likes: searches, lists and mirrors of it and of others go on."""

import json
import os
import shutil

import pytest
from hypothesis import strategies as st

psycopg = pytest.importorskip(
    "psycopg", reason="pip install 'memory-retrieval[postgres]'"
)

from psycopg import sql  # noqa: E402

from fuzz import hostile  # noqa: E402
from fuzz.rules import count, fuzz  # noqa: E402
from memory_retrieval import MemoryRetriever  # noqa: E402
from memory_retrieval.store import mirrors  # noqa: E402
from memory_retrieval_team.sync import mirror  # noqa: E402
from team_database import ingest, run  # noqa: E402

pytestmark = pytest.mark.timeout(0)
PROMPT = "how do we rotate the jwt signing keys?"
TEXTS = "project path kind id title category status severity superseded_by body content_hash text_hash head".split()
LISTS = ("tags", "aliases", "related_files")
TIMES = ("created_at", "updated_at", "ingested_at")
STAMPS = st.sampled_from(
    [
        "0001-01-01",
        "0002-01-01Z",
        "9998-12-31",
        "9999-12-31",
        "infinity",
        "-infinity",
        "4000-01-01 BC",
        "1970-01-01",
    ]
)
RECORDS = st.one_of(hostile.VALUES, hostile.records()).map(json.dumps)
CHANGES = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(TEXTS),
            hostile.TEXT
            | st.sampled_from(["decision", "pattern", "active", "../../x"]),
        ),
        st.tuples(
            st.sampled_from(LISTS), st.lists(hostile.TEXT | st.none(), max_size=4)
        ),
        st.tuples(st.sampled_from(TIMES), STAMPS),
        st.tuples(st.just("confidence"), st.floats(width=32) | st.none()),
        st.tuples(st.just("record"), RECORDS),
        st.tuples(
            st.just("terms"), hostile.TEXT | st.sampled_from(["'jwt'", "'key':1A"])
        ),
        st.tuples(
            st.just("lexical"),
            st.sampled_from(
                ["{}", '{"{}/1048576"}', '{"{1:1e38}/1048576"}', '{"{1:1}/5"}']
            ),
        ),
        st.tuples(
            st.just("embedding"), st.none() | st.sampled_from(["[1]", "[0,0]", "[nan]"])
        ),
    ),
    min_size=1,
    max_size=5,
)


@pytest.fixture
def database(db_url, project, make_project):
    """A database with the workspaces A, which is changed, and B, which is not."""
    project.with_an_answer()
    assert not ingest(db_url, project, "A", "shop").problems
    assert not ingest(
        db_url, make_project("other").with_an_answer(), "B", "other"
    ).problems
    run(db_url, "CREATE TABLE kept AS SELECT * FROM memories WHERE workspace = 'A'")
    return db_url


def change(link, column, value, most):
    """Changes some rows as a writer may; what the database refuses is refused."""
    query = sql.SQL(
        "UPDATE memories SET {} = %s WHERE workspace = 'A' AND path IN (SELECT path FROM kept ORDER BY path LIMIT %s)"
    )
    try:
        with link.transaction():
            link.execute(query.format(sql.Identifier(column)), (value, most))
    except (
        psycopg.Error,
        ValueError,
    ):  # ValueError: the driver sends no NUL and no half characters
        return 0
    return 1


def test_no_row_of_a_writer_breaks_a_reader(database):
    taken = 0

    def rule(changes, most):
        nonlocal taken
        with psycopg.connect(database, autocommit=True) as link:
            link.execute("DELETE FROM memories WHERE workspace = 'A'")
            link.execute("INSERT INTO memories SELECT * FROM kept")
            taken += sum(change(link, column, value, most) for column, value in changes)
        for workspace in ("A", None):
            with MemoryRetriever(db_url=database, workspace=workspace) as retriever:
                found = retriever.query(PROMPT)
        assert "rotate-jwt-keys" in [result.id for result in found], (
            "the other workspace is no longer found"
        )
        shutil.rmtree(mirrors.base(), ignore_errors=True)
        report = mirror.mirror(database, "A", "nobody")
        files = [
            os.path.join(at, name)
            for at, _, names in os.walk(report.path)
            for name in names
        ]
        assert all(
            os.path.realpath(path).startswith(os.path.realpath(report.path) + os.sep)
            for path in files
        )
        records = [
            path
            for path in files
            if path.endswith(".json") and not path.endswith(mirrors.ABOUT)
        ]
        assert len(records) == report.mirrored
        assert all(
            problem.path.isprintable() and "\n" not in problem.message
            for problem in report.problems
        )

    fuzz((CHANGES, st.sampled_from([1, 3, 20])), rule, count("ROWS"), short=10)
    assert taken, "the database refused every change, so no reader was tried"
