"""Tables that are distributed over a Citus cluster; `make cluster-test` gives one, elsewhere these are skipped."""

import itertools

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import sql  # noqa: E402

import citus_cluster  # noqa: E402
from citus_cluster import cluster  # noqa: E402, F401
from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval.retrieve.query import build_query  # noqa: E402
from memory_retrieval_team.db import access, connection, migrate  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from memory_retrieval_team.search.filters import Filters  # noqa: E402
from memory_retrieval_team.search.team import Team  # noqa: E402
from postgres_server import embedded_server  # noqa: E402
from team_database import as_role, ingest, run  # noqa: E402

SUBJECTS = [
    " ".join(words)
    for words in itertools.product(
        *[["red", "blue", "green"], ["queue", "cache", "proxy"]] * 2
    )
]


@pytest.fixture
def stores(make_project):
    """Six projects with 1,260 records together: more than from which vectors are indexed."""
    made = [make_project(f"of{number}") for number in range(6)]
    for number, store in enumerate(made):
        for at in range(210):
            store.write(
                "decision",
                f"d{at}",
                f"{SUBJECTS[at % len(SUBJECTS)]} in {number} by {at}",
            )
    return made


@pytest.fixture
def spread(cluster, stores):  # noqa: F811
    """Their records in workspaces of their own, on two nodes, with a role that reads three of them."""
    for number, store in enumerate(stores):
        assert ingest(cluster, store, f"w{number}", "p").created == 210
    assert len({port for port, rows in citus_cluster.shards(cluster) if rows}) > 1
    if not run(cluster, "SELECT 1 FROM pg_roles WHERE rolname = 'cluster_reader'"):
        run(cluster, "CREATE ROLE cluster_reader LOGIN")
    for number in range(3):
        access.grant(cluster, "cluster_reader", f"w{number}")
    return cluster


def found(url, workspace=None, text="blue cache of the green proxy by 17"):
    """Keys and scores, rounded: another build of pgvector adds the floats in another order."""
    with Team(url, workspace) as team:
        result = team.find(build_query(text), 30, Filters())
        return {
            (
                c.store.root,
                c.memory.path,
                round(c.lexical, 4),
                round(c.cosine or 0.0, 4),
            )
            for c in result.pools[0]
        }


@pytest.mark.parametrize(
    "text",
    [
        "blue cache of the green proxy by 17",
        "red queue",
        "by 3 in 4 and in 2",
        "nothing",
    ],
)
def test_all_workspaces_give_what_one_node_gives(spread, stores, text):
    with embedded_server() as node:
        for number, store in enumerate(stores):
            ingest(node, store, f"w{number}", "p")
        assert found(spread, text=text) == found(node, text=text)


def test_a_reader_finds_its_workspaces_alone(spread):
    reader = as_role(spread, "cluster_reader")
    assert {root[:2] for root, *_ in found(reader)} == {"w0", "w1", "w2"}
    assert found(reader, "w1") == found(spread, "w1") != set()
    with pytest.raises(DatabaseError, match="no workspace 'w5'"):
        found(reader, "w5")


def test_a_revoked_workspace_is_gone_for_statements_that_a_session_has_prepared(spread):
    with psycopg.connect(
        as_role(spread, "cluster_reader"), autocommit=True, prepare_threshold=0
    ) as link:
        count = "SELECT count(*) FROM memories WHERE workspace = %s"
        assert [link.execute(count, ("w1",)).fetchone() for _ in range(10)] == [
            (210,)
        ] * 10
        access.revoke(spread, "cluster_reader", "w1")
        assert link.execute(count, ("w1",)).fetchone() == (0,)


def test_the_status_is_that_of_the_shards(spread):
    value = read_status(spread)
    nodes, tables = (
        value["cluster"]["nodes"],
        {table["table"]: table for table in value["tables"]},
    )
    assert [node["answers"] for node in nodes] == [True] * len(nodes) and value[
        "cluster"
    ]["shards"] == 4
    assert (
        tables["memories"]["rows"] == 1260 and tables["memories"]["bytes"] > 1_000_000
    )
    assert {i["index"]: i["bytes"] for i in value["indexes"]}[
        "memories_embedding"
    ] > 100_000


def test_tables_that_are_not_distributed_are_found_and_spread_with_what_they_hold(
    pg_server, spread, make_project
):
    name = "filled_%s" % psycopg.conninfo.conninfo_to_dict(spread)["dbname"]
    citus_cluster.make_database(name)
    try:
        url = psycopg.conninfo.make_conninfo(
            citus_cluster.URL, dbname=name, options="-c citus.shard_count=4"
        )
        project = make_project("late").fill(30)
        with connection.connect(url) as link:
            migrate.migrate(link, url)
            ingest(url, project, "late")
            assert any(
                "tables are not distributed" in hint
                for hint in read_status(url)["hints"]
            )
            migrate.distribute(link, url)
            with pytest.raises(DatabaseError, match="already distributed"):
                migrate.distribute(link, url)
        assert sum(rows for _, rows in citus_cluster.shards(url)) == 30
        assert ingest(url, project, "late").unchanged == 30
    finally:
        citus_cluster.drop_database(name)


def test_a_writer_writes_its_workspace_and_no_other(spread, make_project):
    name = "cluster_writer"
    if not run(spread, "SELECT 1 FROM pg_roles WHERE rolname = %s", name):
        run(spread, sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
    access.grant(spread, name, "w0", write=True)
    project = make_project("written").fill(5)
    assert ingest(as_role(spread, name), project, "w0", "other").created == 5
    with pytest.raises(DatabaseError, match="row-level security"):
        ingest(as_role(spread, name), project, "w1", "other")
