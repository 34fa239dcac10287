"""What the tables of a team database refuse, and how one of an earlier version is brought forward."""

import os

import pytest

from memory_retrieval.core.errors import DatabaseError

psycopg = pytest.importorskip("psycopg", reason="pip install 'memory-retrieval[postgres]'")

from psycopg import errors, sql  # noqa: E402

from conftest import Project  # noqa: E402
from memory_retrieval.postgres.db import access, connection, migrate  # noqa: E402
from memory_retrieval.postgres.embedders.base import open_embedder  # noqa: E402
from memory_retrieval.postgres.ingest import ingest  # noqa: E402
from memory_retrieval.postgres.ingest.compare import Target  # noqa: E402
from memory_retrieval.postgres.search import browse  # noqa: E402
from memory_retrieval.store.scope import find_project  # noqa: E402
from postgres_server import new_database  # noqa: E402

QUEUES = ".claude/memory/decisions/queues.json"
BROKER = ".claude/memory/decisions/broker.json"


@pytest.fixture(scope="module")
def static():
    return open_embedder("static")


@pytest.fixture(scope="module")
def filled(pg_server, pg_template, tmp_path_factory, static):
    """A database that the tests' own are copies of, and the project it was made from."""
    made = Project(tmp_path_factory.mktemp("changes") / "shop")
    made.write("decision", "queues", "Queues run on RabbitMQ", ["queues"], {"decision": "RabbitMQ."})
    made.write("decision", "broker", "The broker is shared", ["broker"])
    made.write_pattern("p1", "Retry jobs", "wait longer each time", category="queues")
    made.fill(3)
    with new_database(pg_server, pg_template) as url:
        ingest.ingest(url, find_project("", str(made.root)), Target("shop", "shop"), static)
        yield url, made.root


@pytest.fixture
def db_url(pg_server, filled):
    with new_database(pg_server, filled[0].partition("?")[0].rsplit("/", 1)[1]) as url:
        yield url


def run(url, query, *parameters):
    with psycopg.connect(url, autocommit=True) as link:
        cursor = link.execute(query, parameters)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def edited(db_url):
    """A record that differs from its file, as an earlier version left it."""
    run(
        db_url,
        "INSERT INTO edits (workspace, project, path, source_hash, source)"
        " SELECT workspace, project, path, content_hash, record FROM memories WHERE path = %s",
        QUEUES,
    )


@pytest.fixture
def role(db_url):
    """role("writer", "shop", write=True): a role of the server that is gone after the test; the database's address for it."""
    made = []

    def make(name, workspace, *, write):
        name = f"{name}_{os.getpid()}"
        run(db_url, sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(name)))
        made.append(name)
        access.grant(db_url, name, workspace, write=write)
        return psycopg.conninfo.make_conninfo(db_url, user=name)

    yield make
    for name in made:
        run(db_url, sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))


TIMES = (
    ("memories", "updated_at"),
    ("memories", "created_at"),
    ("memories", "ingested_at"),
    ("patterns", "learned_at"),
    ("llm_cache", "asked_at"),
    ("edits", "changed_at"),
    ("projects", "ingested_at"),
    ("workspaces", "ingested_at"),
)


def test_a_writer_can_write_nothing_that_readers_cannot_take(edited, role, db_url):
    columns = "workspace, project, path, kind, id, title, category, record, content_hash, text_hash, terms, lexical"
    run(
        db_url,
        f"INSERT INTO llm_cache ({columns}) VALUES ('shop', 'shop', 'x', 'llm_cache', 'x', 'x', 'x', '{{}}', 'x', 'x', '', '{{}}')",
    )
    url = role("writes", "shop", write=True)
    for statement in (
        *(f"UPDATE {table} SET {column} = 'infinity'" for table, column in TIMES),
        "UPDATE memories SET updated_at = '-infinity'",
        "UPDATE memories SET confidence = 'NaN'",
        "UPDATE patterns SET confidence = 1.01",
        "UPDATE memories SET tags = '{{a},{b}}'",
        "UPDATE patterns SET aliases = '{NULL}'",
        "UPDATE memories SET lexical = '{\"{1:1}/5\"}'",
    ):
        with pytest.raises((errors.CheckViolation, errors.DataException)):
            run(url, statement)


def test_what_was_written_before_it_was_refused_is_read_and_mended(edited, db_url):
    constraints = "SELECT conrelid::regclass::text, conname FROM pg_constraint WHERE conname ~ '_(finite|range|flat|dims)$' ORDER BY 2"
    names = run(db_url, constraints)
    for table, name in names:
        run(db_url, f"ALTER TABLE {table} DROP CONSTRAINT {name}")
    assert len(names) == 7 * 4 + 3
    for column, value in (("updated_at", "infinity"), ("created_at", "-infinity"), ("confidence", "NaN")):
        run(db_url, f"UPDATE memories SET {column} = %s", value)
        run(db_url, f"UPDATE patterns SET {column} = %s", value)
    run(db_url, "UPDATE terms SET records = -1")
    from memory_retrieval import MemoryRetriever

    with MemoryRetriever(db_url=db_url) as retriever:
        found = {result.id: result for result in retriever.query("queues rabbitmq broker retry jobs")}
    assert {"queues", "broker", "p1"} <= found.keys() and found["queues"].confidence is None
    browser = browse.Browser(db_url)
    assert {memory.updated for _, memory in browser.listing(9).records} == {None}
    browser.close()
    for table, column in (
        ("edits", "changed_at"),
        ("projects", "ingested_at"),
        ("workspaces", "created_at"),
        ("patterns", "learned_at"),
    ):
        run(db_url, f"UPDATE {table} SET {column} = 'infinity'")
    run(db_url, "UPDATE memories SET tags = '{{a},{b}}', aliases = '{NULL,c}', ingested_at = 'infinity'")
    kept = run(db_url, "SELECT lexical::text FROM memories WHERE path = %s", BROKER)
    run(db_url, "UPDATE memories SET lexical = lexical || '{1:1}/5'::sparsevec WHERE path = %s", QUEUES)
    with connection.connect(db_url) as link:
        link.execute("DELETE FROM schema_version WHERE version = 5")
        assert migrate.migrate(link, db_url) == ["0005_finite"]
    assert run(
        db_url, "SELECT DISTINCT updated_at, created_at, confidence, tags, aliases, isfinite(ingested_at) FROM memories"
    ) == [(None, None, None, [], ["c"], True)]
    assert run(db_url, constraints) == names
    assert run(db_url, "SELECT lexical::text FROM memories WHERE path IN (%s, %s) ORDER BY path", BROKER, QUEUES) == [
        *kept,
        ("{}",),
    ]


def test_advice_about_pgvector_is_given_where_pgvector_is_missing():
    def said(text):
        with pytest.raises(DatabaseError) as caught, connection.translated("postgresql://db/memories"):
            raise errors.FeatureNotSupported(text)
        return str(caught.value)

    assert "install pgvector" in said('extension "vector" is not available')
    assert "pgvector" not in said("cannot convert infinity to bigint") and "SQLSTATE" in said(
        "cannot convert infinity to bigint"
    )


def test_a_database_of_the_version_before_is_brought_forward_with_its_roles(empty_db_url, monkeypatch):
    all_steps = migrate.steps()
    with connection.connect(empty_db_url) as link:
        monkeypatch.setattr(migrate, "steps", lambda: all_steps[:3])
        migrate.migrate(link, empty_db_url)
        monkeypatch.setattr(access, "READ", tuple(name for name in access.READ if name != "edits"))
        monkeypatch.setattr(access, "WRITE", tuple(name for name in access.WRITE if name != "edits"))
        names = {f'{kind} "{os.getpid()}': kind == "writer" for kind in ("reader", "writer")}
        for name, writes in names.items():
            run(empty_db_url, sql.SQL("CREATE ROLE {}").format(sql.Identifier(name)))
            access.grant(empty_db_url, name, "shop", write=writes)
        run(
            empty_db_url, "INSERT INTO members VALUES ('shop', 'gone from the server', true), ('shop', 'public', false)"
        )
        monkeypatch.undo()
        with pytest.raises(DatabaseError, match="memories db migrate"):
            migrate.check(link, empty_db_url)
        assert migrate.migrate(link, empty_db_url) == [f"{step.version:04d}_{step.name}" for step in all_steps[3:]]
    for name, writes in names.items():
        assert run(
            empty_db_url,
            "SELECT has_table_privilege(%s, 'edits', 'select'), has_table_privilege(%s, 'edits', 'insert')",
            name,
            name,
        ) == [(True, writes)]
        run(empty_db_url, sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)))
