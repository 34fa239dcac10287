"""A node that is lost while the coordinator answers: one line that names it, with the next step."""

import logging

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

import citus_cluster  # noqa: E402
from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval_team.db.connection import is_broken, translated  # noqa: E402
from memory_retrieval_team.search import info, team  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from postgres_server import address  # noqa: E402
from team_database import run  # noqa: E402

URL = "postgresql://me@coordinator/memories"


def raised(link, code, message, context="line 1"):
    with translated(URL), psycopg.connect(link, autocommit=True) as connection:
        connection.execute(
            "CREATE FUNCTION pg_temp.lose(code text, said text) RETURNS void LANGUAGE plpgsql AS"
            " $$ BEGIN RAISE EXCEPTION USING ERRCODE = code, MESSAGE = said; END $$"
        )
        connection.execute("SELECT pg_temp.lose(%s, %s)", (code, message))


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("58030", "failed to COPY to shard 102036 on 10.0.0.7:5702"),
        (
            "08006",
            "connection to the remote node 10.0.0.7:5702 failed with the following error: Connection refused",
        ),
        ("08006", "connection to the remote node me@10.0.0.7:5702 failed"),
    ],
)
def test_a_lost_node_is_named_and_is_to_be_started_and_the_work_is_repeated(
    db_url, code, said
):
    with pytest.raises(
        DatabaseError, match=r"10\.0\.0\.7:5702.*; start the node, and run this again$"
    ) as caught:
        raised(db_url, code, said)
    assert is_broken(caught.value)


def test_a_group_that_no_node_lets_in_is_told_what_to_do(db_url):
    said = 'connection to the remote node g@10.0.0.7:5702 failed: FATAL:  role "g" is not permitted to log in'
    with pytest.raises(
        DatabaseError, match="connect as a role that may log in and inherits from it"
    ):
        raised(db_url, "08006", said)


def test_another_input_output_error_is_no_lost_node(db_url):
    with pytest.raises(DatabaseError, match=r"could not write.*SQLSTATE 58030"):
        raised(db_url, "58030", "could not write block 7")


@pytest.mark.skipif(
    bool(citus_cluster.URL), reason="keeps a whole server's database shut"
)
def test_a_search_without_a_connection_says_why_and_logs_nothing(
    two, pg_server, monkeypatch, capsys
):
    monkeypatch.setattr(team, "CONNECT_SECONDS", 1)
    name = psycopg.conninfo.conninfo_to_dict(two)["dbname"]
    with (
        team.Team(two) as opened,
        psycopg.connect(address(pg_server, "postgres"), autocommit=True) as link,
    ):
        link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        try:
            with pytest.raises(
                DatabaseError, match="not currently accepting connections"
            ):
                opened.find(build_query("catalogue"), 10, Filters())
        finally:
            link.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")
    assert capsys.readouterr().err == ""
    assert not logging.getLogger("psycopg.pool").isEnabledFor(logging.WARNING)


def test_a_pool_that_is_in_use_says_so(two, monkeypatch):
    monkeypatch.setattr(team, "CONNECT_SECONDS", 1)
    with team.Team(two, pool_size=1) as opened:
        opened.find(build_query("catalogue"), 10, Filters())
        full = pytest.raises(DatabaseError, match="raise the size of the pool")
        with opened._pool.connection(), full:
            opened.find(build_query("catalogue"), 10, Filters())


def test_a_workspace_that_is_not_there_is_told_although_a_node_is_lost(
    two, monkeypatch
):
    run(two, "ALTER TABLE workspaces RENAME TO kept")
    run(
        two,
        """CREATE FUNCTION lost() RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
            RAISE EXCEPTION 'connection to the remote node w:1 failed' USING ERRCODE = '08006'; END $$""",
    )
    run(
        two,
        "CREATE VIEW workspaces AS SELECT * FROM kept WHERE workspace = 'A' OR lost()",
    )
    asked = pytest.raises(
        DatabaseError, match="no workspace 'nosuch' on the nodes that answer"
    )
    with psycopg.connect(two, autocommit=True) as link, asked:
        info.require_workspace(link, two, "nosuch")
