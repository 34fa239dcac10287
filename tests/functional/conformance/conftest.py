"""One contract for every backend: the same corpus, the same arguments, the same shape and the same promises.

On a cluster (`make cluster-test`) the backends of a database are it, and what is searched lies on one of its nodes.
"""

import contextlib

import pytest

import citus_cluster
from memory_retrieval import MemoryRetriever
from pgbouncer import pgbouncer
from postgres_server import new_database
from team_database import as_role, ingest, run

WHOLE = ("files fts5", "postgres")
VARIANTS = ("files keyword", "postgres as a reader", "postgres through a pooler")
if citus_cluster.URL:
    WHOLE, VARIANTS = ("postgres",), ("postgres as a reader",)


class Backend:
    """`args` for commands, `open()` for the library."""

    def __init__(self, name, args, options):
        self.name, self.args, self._options = name, args, options

    def open(self, kind=MemoryRetriever):
        return kind(**self._options)

    def query(self, text, **filters):
        with self.open() as retriever:
            return retriever.query(text, **filters)


def pytest_generate_tests(metafunc):
    """The whole contract for two engines; what is marked `every_backend` also for what asks them in another way."""
    if "backend" in metafunc.fixturenames:
        more = (
            VARIANTS if metafunc.definition.get_closest_marker("every_backend") else ()
        )
        metafunc.parametrize("backend", WHOLE + more, indirect=True)


@pytest.fixture
def backend(request, corpus, monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-15T12:00:00Z")
    root = str(corpus.root)
    if request.param.startswith("files"):
        corpus.config(
            {
                "retrieval": {
                    "match_strategy": "title_tags"
                    if "keyword" in request.param
                    else "fts5_bm25"
                }
            }
        )
        return Backend(request.param, ["--root", root], {"root": root})
    if request.param in VARIANTS:
        request.getfixturevalue("by_index")
    url = request.getfixturevalue("database_of")(corpus, "reader" in request.param)
    if "pooler" in request.param:
        url = request.getfixturevalue("pooled")(url)
    return Backend(request.param, ["--db-url", url], {"db_url": url})


@pytest.fixture(scope="module")
def pooled():
    """pooled(url): the database's address through a pooler by transaction, started once."""
    with contextlib.ExitStack() as poolers:
        started = {}

        def find(url):
            if url not in started:
                started[url] = poolers.enter_context(pgbouncer(url, "transaction"))
            return started[url]

        yield find


@pytest.fixture(scope="module")
def database_of(pg_server, pg_template):
    """database_of(corpus): the address of a database with the records of the module's corpus in the workspace `shop`.

    It is made once, and nothing writes to it. With `reader`, the address is for a role that row-level security holds
    to that workspace, and another workspace has records that must not count.
    """
    made = {}
    with contextlib.ExitStack() as databases:

        def find(corpus, reader=False):
            if reader not in made:
                url = databases.enter_context(new_database(pg_server, pg_template))
                ingest(url, corpus, "shop")
                if citus_cluster.URL:
                    elsewhere = citus_cluster.workspace_elsewhere(url, "shop")
                    run(
                        url, "INSERT INTO workspaces (workspace) VALUES (%s)", elsewhere
                    )
                    assert (
                        len(
                            {
                                port
                                for port, rows in citus_cluster.shards(
                                    url, "workspaces"
                                )
                                if rows
                            }
                        )
                        > 1
                    )
                made[reader] = as_reader(url) if reader else url
            return made[reader]

        yield find


def as_reader(url, role="conformance_reader"):
    from memory_retrieval_team.db import access

    if not run(url, "SELECT 1 FROM pg_roles WHERE rolname = %s", role):
        run(url, f"CREATE ROLE {role} LOGIN")
    run(url, "INSERT INTO workspaces (workspace, records) VALUES ('secret', 1000)")
    access.grant(url, role, "shop")
    return as_role(url, role)


@pytest.fixture
def corpus(project):
    """Memories of every status, patterns with and without confidence, an answer of a model, and things they are not
    about.
    """
    project.fill()
    project.write(
        "decision",
        "queue-on-redis",
        "Background jobs run on a Redis queue",
        ["queue", "redis"],
        confidence=0.95,
    )
    project.write(
        "decision",
        "queue-on-rabbit",
        "Background jobs run on RabbitMQ",
        ["queue"],
        record_status="retired",
    )
    project.write(
        "decision",
        "queue-in-memory",
        "Background jobs run in memory",
        ["queue"],
        superseded_by="queue-on-redis",
    )
    project.write(
        "runbook",
        "queue-stuck",
        "The Redis queue is stuck",
        ["queue", "redis"],
        confidence=0.4,
        updated_at="2026-11-10T08:00:00Z",
    )
    project.write(
        "constraint",
        "queue-limit",
        "The Redis queue holds ten thousand jobs",
        ["queue"],
        content={"severity": "high"},
    )
    project.write(
        "preference",
        "umlaute",
        "Größenänderung läuft über die Warteschlange",
        ["deutsch"],
    )
    project.write("preference", "nihongo", "検索エンジンの設定", ["日本語"])
    project.write_pattern(
        "p1",
        "Retry jobs with backoff",
        "wait longer each time",
        category="queues",
        confidence=0.9,
        dont_text="retry at once",
        severity="error",
        learned_at="2026-11-01T00:00:00Z",
    )
    project.write_pattern(
        "p2",
        "Retry jobs at most five times",
        "count the tries",
        category="queues",
        learned_at="2024-01-01T00:00:00Z",
    )
    project.write_pattern(
        "p3", "Log in UTC", "use UTC", category="logging", confidence=0.2
    )
    answer = {
        "question": "How long may a queue job run?",
        "response_summary": "ten minutes",
    }
    project.write_pattern(
        "how-long",
        folder="external-llm-cache/gemini",
        timestamp="2026-01-01T00:00:00Z",
        **answer,
    )
    return project
