"""Databases on a Citus cluster that is given: MEMORIES_TEST_CITUS_URL, a superuser's address of a coordinator's
database that has the extension and the workers. `make cluster-test` sets it.

Every database of a test is made on all nodes, from a template in which the tables are distributed.
"""

import os
import re
import time

import pytest

try:
    import psycopg
    from psycopg import sql
    from psycopg.conninfo import make_conninfo
except ImportError:  # the extra `postgres` is not installed
    psycopg = None

URL = os.environ.get(
    "MEMORIES_TEST_CITUS_URL", ""
)  # read before the fixtures clean the environment
URL = re.sub(
    "^([a-z]+://[^:@/]+)@", r"\1:@", URL
)  # USER:@HOST, as the embedded server's address is written
SHARDS = 4  # of each table: the fewest of which both of two workers have several


def nodes():
    """[(host, port)] of all nodes, the coordinator first."""
    with psycopg.connect(URL, autocommit=True, client_encoding="UTF8") as link:
        rows = link.execute(
            "SELECT nodename, nodeport FROM pg_dist_node ORDER BY groupid"
        ).fetchall()
    assert len(rows) > 2, (
        f"{URL}: needs a coordinator and two workers; run citus_add_node"
    )
    return rows


def on_every_node(statement, *names):
    """Runs a statement beside the databases of the tests, on each node."""
    for host, port in nodes():
        with psycopg.connect(
            make_conninfo(URL, host=host, port=port), autocommit=True
        ) as link:
            link.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def make_database(name, template="template1"):
    """A database on every node; from any other template than PostgreSQL's own it is the copy of a cluster's."""
    on_every_node("CREATE DATABASE {} TEMPLATE {}", name, template)
    if template != "template1":
        return
    first, *workers = nodes()
    for host, port in (first, *workers):
        with psycopg.connect(
            make_conninfo(URL, host=host, port=port, dbname=name), autocommit=True
        ) as link:
            link.execute("CREATE EXTENSION citus")
            link.execute("CREATE EXTENSION vector")
    with psycopg.connect(make_conninfo(URL, dbname=name), autocommit=True) as link:
        link.execute("SELECT citus_set_coordinator_host(%s, %s)", first)
        for node in workers:
            link.execute("SELECT citus_add_node(%s, %s)", node)


def drop_database(name):
    """Citus's own process may come back between the end of all connections and the end of the database."""
    for left in reversed(range(10)):
        try:
            return on_every_node("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        except psycopg.errors.ObjectInUse:
            if not left:
                raise
            time.sleep(0.5)


def make_template(name):
    """A database with distributed tables that others can be copies of."""
    from memory_retrieval_team.db import connection, migrate

    drop_database(name)
    make_database(name)
    url = make_conninfo(URL, dbname=name, options=f"-c citus.shard_count={SHARDS}")
    with connection.connect(url) as link:
        migrate.migrate(link, url)
        migrate.distribute(link, url)
    assert len({worker for worker, _ in shards(url)}) > 1
    close_database(name)


def close_database(name):
    """Keeps everybody from the database, so that it can be copied: Citus has a process of its own in each."""
    on_every_node("ALTER DATABASE {} ALLOW_CONNECTIONS false", name)
    for host, port in nodes():
        with psycopg.connect(
            make_conninfo(URL, host=host, port=port), autocommit=True
        ) as link:
            link.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = %s",
                (name,),
            )


def shards(url, table="memories"):
    """[(node's port, rows)] of the table's shards."""
    with psycopg.connect(url, autocommit=True) as link:
        return [
            (port, int(rows))
            for port, rows in link.execute(
                "SELECT s.nodeport, r.result FROM run_command_on_shards(%s, 'SELECT count(*) FROM %%s') r"
                " JOIN citus_shards s USING (shardid)",
                (table,),
            )
        ]


def workspace_elsewhere(url, workspace):
    """A workspace whose rows are on another node than those of `workspace`."""
    with psycopg.connect(url, autocommit=True) as link:
        port = """SELECT nodeport FROM citus_shards
            WHERE shardid = get_shard_id_for_distribution_column('workspaces', %s::text)"""
        here = link.execute(port, (workspace,)).fetchone()
        return next(
            n
            for n in map("other{}".format, range(100))
            if link.execute(port, (n,)).fetchone() != here
        )


@pytest.fixture
def cluster(request):
    """The address of a fresh database whose tables are distributed over a cluster."""
    if not URL:
        pytest.skip(
            "no Citus cluster is given: make cluster-test CITUS_URL=postgresql://postgres@coordinator/database"
        )
    return request.getfixturevalue("db_url")
