"""What `memories db status` reports."""

import json

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval_team.commands.db_status import render  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from team_database import as_role  # noqa: E402


def test_status_counts_what_there_is(two, member):
    name = member("A")
    value = read_status(two)
    assert {t["table"]: t["rows"] for t in value["tables"]}["memories"] == 16
    assert [
        (w["workspace"], w["records"], len(w["projects"])) for w in value["workspaces"]
    ] == [("A", 14, 1), ("B", 14, 1)]
    assert value["members"] == [
        {"role": name, "workspace": "A", "may_write": False, "exists": True}
    ]
    assert value["model"]["embedder"] == "static" and value["owner"]
    text = render(value)
    assert "A  14 memories  1 project, last ingest" in text
    json.dumps(value)


def test_a_reader_gets_the_status_of_what_it_sees(two, member):
    name = member("A")
    value = read_status(as_role(two, name))
    assert [w["workspace"] for w in value["workspaces"]] == ["A"] and not value["owner"]
    assert {t["table"]: t["rows"] for t in value["tables"]}["memories"] == 8
