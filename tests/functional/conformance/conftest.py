"""One contract for every backend: the same corpus, the same arguments, the same shape and the same promises.

On a cluster (`make cluster-test`) the backends of a database are it, and what is searched lies on one of its nodes.
"""

import json

import pytest

import citus_cluster
from memory_retrieval import MemoryRetriever
from team_database import as_role, ingest, run

BACKENDS = ("files fts5", "files keyword", "postgres", "postgres as a reader", "postgres asked as a cluster")
if citus_cluster.URL:
    BACKENDS = ("postgres", "postgres as a reader")


class Backend:
    """`args` for commands, `open()` for the library."""

    def __init__(self, name, args, options):
        self.name, self.args, self._options = name, args, options

    def open(self):
        return MemoryRetriever(**self._options)

    def query(self, text, **filters):
        with self.open() as retriever:
            return retriever.query(text, **filters)


@pytest.fixture(params=BACKENDS)
def backend(request, corpus, monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-15T12:00:00Z")
    root = str(corpus.root)
    if request.param.startswith("files"):
        corpus.config({"retrieval": {"match_strategy": "title_tags" if "keyword" in request.param else "fts5_bm25"}})
        return Backend(request.param, ["--root", root], {"root": root})
    url = request.getfixturevalue("db_url")
    request.getfixturevalue("ingested")(corpus, url)
    if citus_cluster.URL:
        run(url, "INSERT INTO workspaces (workspace) VALUES (%s)", citus_cluster.workspace_elsewhere(url, "shop"))
        assert len({port for port, rows in citus_cluster.shards(url, "workspaces") if rows}) > 1
    if "reader" in request.param:  # a role that row-level security holds to its workspace
        url = as_reader(url)
    if "cluster" in request.param:  # in three rounds, as Citus is asked about all workspaces
        monkeypatch.setattr("memory_retrieval_team.search.info.is_distributed", lambda connection: True)
    return Backend(request.param, ["--db-url", url], {"db_url": url})


def as_reader(url, role="conformance_reader"):
    """The address for a role that may read the workspace `shop` alone.

    Other workspaces have records that must not count.
    """
    from memory_retrieval_team.db import access

    if not run(url, "SELECT 1 FROM pg_roles WHERE rolname = %s", role):
        run(url, f"CREATE ROLE {role} LOGIN")
    run(url, "INSERT INTO workspaces (workspace, records) VALUES ('secret', 1000)")
    access.grant(url, role, "shop")
    return as_role(url, role)


@pytest.fixture
def ingested():
    """ingested(project, url): copies the project's records into the workspace `shop`."""
    return lambda project, url: ingest(url, project, "shop")


@pytest.fixture
def corpus(project):
    """Memories of every status, patterns with and without confidence, an answer of a model, and things they are not
    about.
    """
    project.fill()
    project.write(
        "decision", "queue-on-redis", "Background jobs run on a Redis queue", ["queue", "redis"], confidence=0.95
    )
    project.write("decision", "queue-on-rabbit", "Background jobs run on RabbitMQ", ["queue"], record_status="retired")
    project.write(
        "decision", "queue-in-memory", "Background jobs run in memory", ["queue"], superseded_by="queue-on-redis"
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
        "constraint", "queue-limit", "The Redis queue holds ten thousand jobs", ["queue"], content={"severity": "high"}
    )
    project.write("preference", "umlaute", "Größenänderung läuft über die Warteschlange", ["deutsch"])
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
        "p2", "Retry jobs at most five times", "count the tries", category="queues", learned_at="2024-01-01T00:00:00Z"
    )
    project.write_pattern("p3", "Log in UTC", "use UTC", category="logging", confidence=0.2)
    answer = project.root / ".memories" / "external-llm-cache" / "gemini" / "how-long.json"
    answer.parent.mkdir(parents=True)
    answer.write_text(
        json.dumps(
            {
                "timestamp": "2026-01-01T00:00:00Z",
                "question": "How long may a queue job run?",
                "response_summary": "ten minutes",
            }
        )
    )
    return project
