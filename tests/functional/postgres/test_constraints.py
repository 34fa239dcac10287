"""Values that no record can have: no writer can store them, and a row that has them breaks no reader."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")
from psycopg import errors  # noqa: E402

from memory_retrieval import MemoryRetriever  # noqa: E402
from team_database import as_role, run  # noqa: E402

TIMES = (
    ("memories", "updated_at"),
    ("memories", "created_at"),
    ("memories", "ingested_at"),
    ("patterns", "learned_at"),
    ("llm_cache", "asked_at"),
    ("projects", "ingested_at"),
    ("workspaces", "ingested_at"),
)
CONSTRAINTS = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE conname ~ '_?(finite|range|flat|dims)$'"


@pytest.mark.parametrize(
    "statement",
    [
        *(f"UPDATE {table} SET {column} = 'infinity'" for table, column in TIMES),
        *(f"UPDATE {table} SET {column} = '294276-12-31'" for table, column in TIMES),
        "UPDATE memories SET updated_at = '-infinity'",
        "UPDATE memories SET updated_at = '4000-01-01 BC'",
        "UPDATE memories SET confidence = 'NaN'",
        "UPDATE patterns SET confidence = 1.01",
        "UPDATE memories SET tags = '{{a},{b}}'",
        "UPDATE patterns SET aliases = '{NULL}'",
        "UPDATE memories SET lexical = '{\"{1:1}/5\"}'",
    ],
)
def test_a_writer_can_write_nothing_that_readers_cannot_take(two, member, statement):
    name = member("A", write=True)
    with pytest.raises((errors.CheckViolation, errors.DataException)):
        run(as_role(two, name), statement)


def test_every_table_of_records_has_the_constraints(two):
    found = run(two, CONSTRAINTS)
    assert (
        len(found) == 7 * 4 + 2 + 2
    )  # four in each table of records, two in those with a time of their own, and two others


def test_a_row_that_no_writer_could_store_is_read_all_the_same(two):
    for table, name in run(two, CONSTRAINTS):
        run(two, f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    for column, value in (
        ("updated_at", "infinity"),
        ("created_at", "-infinity"),
        ("confidence", "NaN"),
    ):
        run(two, f"UPDATE memories SET {column} = %s", value)
        run(two, f"UPDATE patterns SET {column} = %s", value)
    run(two, "UPDATE terms SET records = -1")
    with MemoryRetriever(db_url=two) as retriever:
        found = {
            result.id: result
            for result in retriever.query(
                "cache headers of the catalogue decision, close the pool"
            )
        }
    assert {"a-decision", "p1"} <= found.keys() and found[
        "a-decision"
    ].confidence is None
