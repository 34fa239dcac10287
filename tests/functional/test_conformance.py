"""One contract for every backend: the same corpus, the same arguments, the same shape and the same promises.

Citus is tested where MEMORIES_TEST_CITUS_URL names an empty database with the extension; the tests say so when they are skipped.
"""

import asyncio
import json
import math
import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import event_loop
from memory_retrieval import AsyncMemoryRetriever, MemoryRetrievalError, MemoryRetriever

BACKENDS = ("files fts5", "files keyword", "postgres", "postgres as a reader", "postgres asked as a cluster", "citus")
CITUS = os.environ.get("MEMORIES_TEST_CITUS_URL", "")  # read before the fixtures clean the environment


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
    if request.param == "citus" and not CITUS:
        pytest.skip("MEMORIES_TEST_CITUS_URL names no database with Citus")
    url = CITUS if request.param == "citus" else request.getfixturevalue("db_url")
    ingested(corpus, url)
    if "reader" in request.param:  # a role that row-level security holds to its workspace
        url = as_reader(url)
    if "cluster" in request.param:  # one statement a workspace, as Citus is asked
        monkeypatch.setattr("memory_retrieval.postgres.search.team.is_distributed", lambda connection: True)
    return Backend(request.param, ["--db-url", url], {"db_url": url})


def as_reader(url, role="conformance_reader"):
    """The address for a role that may read the workspace `shop` alone; other workspaces have records that must not count."""
    import psycopg

    from memory_retrieval.postgres.db import access

    with psycopg.connect(url, autocommit=True) as link:
        if link.execute("SELECT FROM pg_roles WHERE rolname = %s", (role,)).fetchone() is None:
            link.execute(f"CREATE ROLE {role} LOGIN")
        link.execute("INSERT INTO workspaces (workspace, records) VALUES ('secret', 1000)")
    access.grant(url, role, "shop")
    return url.replace("postgres:@", role + "@")


def ingested(project, url, workspace="shop"):
    from memory_retrieval.postgres.embedders.base import open_embedder
    from memory_retrieval.postgres.ingest.compare import Target
    from memory_retrieval.postgres.ingest.ingest import ingest
    from memory_retrieval.store.scope import find_project

    return ingest(url, find_project("", str(project.root)), Target(workspace, "shop"), open_embedder("static"))


@pytest.fixture
def corpus(project):
    """Memories of every status, patterns with and without confidence, an answer of a model, and things they are not about."""
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


NOTHING = ["", " ", "\n\t", "the of and", "???", "\x00", "-- ; '", "zyzzyva quokka"]


@pytest.mark.parametrize("text", NOTHING)
def test_what_says_nothing_or_matches_nothing_finds_nothing_by_words(backend, text):
    assert not [r for r in backend.query(text) if r.similarity > 0.5]


def test_the_record_with_the_words_comes_first(backend):
    assert backend.query("redis queue stuck")[0].id == "queue-stuck"


def test_records_out_of_force_never_appear(backend):
    found = {
        r.id
        for text in ("background jobs rabbitmq", "background jobs in memory", "queue")
        for r in backend.query(text, top_k=50)
    }
    assert "queue-on-redis" in found
    assert not found & {"queue-on-rabbit", "queue-in-memory"}


@pytest.mark.parametrize(
    ("category", "wanted"),
    [
        ("runbook", {"runbook"}),
        ("decision", {"decision"}),
        ("queues", {"queues"}),
        ("pattern", {"queues", "logging"}),
        ("nonsense", set()),
    ],
)
def test_a_category_or_kind_is_all_that_comes(backend, category, wanted):
    found = {r.category for r in backend.query("retry queue jobs redis log", category=category, top_k=50)}
    assert found <= wanted
    assert bool(found) == bool(wanted)


def test_a_confidence_filter_lets_the_unknown_pass(backend):
    found = {r.id: r.confidence for r in backend.query("retry queue jobs redis", min_confidence=0.8, top_k=50)}
    assert found["queue-on-redis"] == 0.95
    assert found["p2"] is None
    assert "queue-stuck" not in found
    for least in (0.9, 0.95):  # a database keeps them in 32 bits, which is a little less
        assert least in {r.confidence for r in backend.query("retry queue jobs redis", min_confidence=least, top_k=50)}


def test_severity_takes_one_or_several(backend):
    assert {r.id for r in backend.query("retry queue jobs redis", severity="error", top_k=50)} == {"p1"}
    assert {r.id for r in backend.query("retry queue jobs redis", severity=["error", "high"], top_k=50)} == {
        "p1",
        "queue-limit",
    }


def test_recent_drops_what_is_older(backend):
    found = {r.id for r in backend.query("retry queue jobs redis", recent_days=30, top_k=50)}
    assert found == {"queue-stuck", "p1"}


@pytest.mark.parametrize("top", [0, 1, 3, 50])
def test_never_more_than_asked_for_and_always_the_same(backend, top):
    first, again = backend.query("redis queue jobs", top_k=top), backend.query("redis queue jobs", top_k=top)
    assert len(first) <= top
    assert first == again
    assert first == backend.query("redis queue jobs", top_k=50)[:top]


def test_best_first_within_patterns_and_within_the_others(backend):
    results = backend.query("retry queue jobs redis", top_k=50)
    for group in ([r for r in results if r.kind == "pattern"], [r for r in results if r.kind != "pattern"]):
        scores = [r.composite_score for r in group]
        assert scores == sorted(scores, reverse=True)
        assert len(scores) > 1


def test_a_sure_and_recent_pattern_comes_before_an_unsure_old_one(backend):
    found = [r.id for r in backend.query("retry jobs", category="queues")]
    assert found == ["p1", "p2"]


def test_a_result_has_what_the_record_says(backend):
    found = next(r for r in backend.query("retry jobs with backoff") if r.id == "p1")
    assert (found.title, found.category, found.path) == (
        "Retry jobs with backoff",
        "queues",
        ".memories/memories/mem_p1.json",
    )
    assert (found.confidence, found.recency_days, found.severity) == (0.9, 14, "error")
    assert (found.do_text, found.dont_text) == ("wait longer each time", "retry at once")


@pytest.mark.parametrize(("text", "id"), [("größenänderung warteschlange", "umlaute"), ("検索エンジン", "nihongo")])
def test_every_script_is_found(backend, text, id):
    assert backend.query(text)[0].id == id


def test_how_many_were_searched_is_said(backend):
    with backend.open() as retriever:
        retriever.query("queue")
        assert retriever.total_scanned == 12 + 7 + 3 + 1


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.text(max_size=200))
def test_no_text_is_a_syntax_error(backend, text):
    with backend.open() as retriever:
        retriever.query(text)


LARGE = [
    {"top_k": 2**31},
    {"top_k": 10**20},
    {"recent_days": 1e12},
    {"recent_days": 10**400},
    {"recent_days": math.inf},
    {"min_confidence": -1e300},
    {"min_confidence": -math.inf},
]
SMALL = [{"top_k": -(10**20)}, {"recent_days": -1e12}, {"recent_days": -math.inf}]
REFUSED = [
    *({name: value} for name in ("top_k", "recent_days", "min_confidence") for value in (math.nan, "2", [1], True)),
    {"top_k": 2.5},
    {"severity": 3},
    {"severity": ["error", 3]},
    {"severity": b"error"},
    {"category": 3},
    {"query": None},
    {"query": b"queue"},
    {"transcript": 3},
]


def test_a_number_out_of_range_is_as_good_as_the_last_in_it_and_what_is_no_value_is_refused_by_name(backend):
    asked = {"query": "retry queue jobs redis", "top_k": 50}
    with backend.open() as retriever:
        everything = retriever.query(**asked)
        assert everything and all(result.recency_days is not None for result in everything)
        for given in LARGE:
            assert retriever.query(**{**asked, **given}) == everything, given
        for given in SMALL:
            assert retriever.query(**{**asked, **given}) == [], given
        assert {r.confidence for r in retriever.query(**asked, min_confidence=1e300)} == {None}
        for given in REFUSED:
            with pytest.raises(MemoryRetrievalError, match=f"^{next(iter(given))}: expected "):
                retriever.query(**{**asked, **given})
    for timeout in (0, -1, math.nan, "abc", None):
        with pytest.raises(MemoryRetrievalError, match=r"^timeout: expected a number of seconds above 0"):
            MemoryRetriever(**backend._options, timeout=timeout)
    with pytest.raises(MemoryRetrievalError, match=r"^workspace: expected "):
        MemoryRetriever(**backend._options, workspace=3)
    with MemoryRetriever(**backend._options, timeout=1e300) as retriever:
        assert retriever.query(**asked) == everything


def test_commands_take_such_numbers_too(corpus, db_url, run_memories, run_query_memories):
    ingested(corpus, db_url)
    ran = run_memories("search", "redis queue stuck", "--top", "9" * 20, "--format", "json", "--db-url", db_url)
    assert (ran.code, ran.err, ran.json["results"][0]["id"]) == (0, "", "queue-stuck")
    ran = run_query_memories("--query", "redis queue", "--recent", "nan", "--db-url", db_url)
    assert (ran.code, ran.out) == (2, "") and "'nan' is no time" in ran.err


def test_a_closed_retriever_says_so(backend):
    retriever = backend.open()
    assert retriever.query("redis queue stuck")
    total = retriever.total_scanned
    retriever.close()
    retriever.close()
    assert retriever.total_scanned == total
    for ask in (lambda: retriever.query("redis queue stuck"), lambda: retriever.query(""), retriever.__enter__):
        with pytest.raises(MemoryRetrievalError, match=r"^this retriever was closed"):
            ask()


def test_a_closed_retriever_of_asyncio_says_so(corpus, db_url):
    async def ask():
        async with AsyncMemoryRetriever(db_url) as retriever:
            assert await retriever.query("redis queue stuck")
        await retriever.close()
        with pytest.raises(MemoryRetrievalError, match=r"^this retriever was closed"):
            await retriever.query("redis queue stuck")
        with pytest.raises(MemoryRetrievalError, match=r"^this retriever was closed"):
            await retriever.__aenter__()

    ingested(corpus, db_url)
    event_loop.run(ask())


HOSTILE = [
    "queue " * 200_000,
    "' OR 1=1 --",
    "a & | ! ( : * \\ '",
    "%s %(x)s {0}",
    "\ud800 queue",
    "\x00queue redis\x00",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_only_text(backend, text):
    backend.query(text, category=text[:50], severity=text[:50])


COMMAND_KEYS = {"id", "title", "category", "path", "tags", "score", "status", "updated_at", "confidence", "snippet"}
QUERY_KEYS = {
    "id",
    "title",
    "category",
    "path",
    "similarity",
    "confidence",
    "recency_days",
    "composite_score",
    "do_text",
    "dont_text",
}


def test_search_prints_the_same_json(backend, run_memories):
    ran = run_memories("search", "redis queue stuck", "--format", "json", *backend.args)
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"query", "mode", "total_scanned", "returned", "results"}
    assert set(ran.json["results"][0]) - {"project"} == COMMAND_KEYS
    first = ran.json["results"][0]
    assert (first["id"], first["path"], first["snippet"][:7]) == (
        "queue-stuck",
        ".claude/memory/runbooks/queue-stuck.json",
        "it stop",
    )


def test_retired_records_come_when_asked_for(backend, run_memories):
    ran = run_memories("search", "background jobs rabbitmq", "--include-retired", "--format", "json", *backend.args)
    assert {(r["id"], r["status"]) for r in ran.json["results"]} >= {("queue-on-rabbit", "retired")}


def test_why_says_what_decided(backend, run_memories):
    ran = run_memories("why", "the redis queue is stuck again", "--format", "json", *backend.args)
    assert (ran.code, ran.err) == (0, "")
    by_id = {c["id"]: c for c in ran.json["candidates"]}
    assert by_id["queue-stuck"]["decision"] == "injected"
    assert {t["term"] for t in by_id["queue-stuck"]["terms"]} >= {"redis", "stuck"}
    assert all(c["reason"] for c in by_id.values())
    assert by_id["queue-on-rabbit"]["reason"] == "is retired"


def test_query_memories_prints_the_same_json(backend, run_query_memories):
    ran = run_query_memories("--query", "retry jobs", "--category", "queues", "--format", "json", *backend.args)
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"query", "results", "total_scanned", "returned"}
    assert [set(r) - {"project"} for r in ran.json["results"]] == [QUERY_KEYS, QUERY_KEYS]


def test_asking_at_once_gives_the_same_as_one_by_one(backend):
    if "db_url" not in backend._options:
        pytest.skip("over files there is nothing to wait for: asyncio.to_thread does it")
    texts = ["redis queue", "retry jobs", "検索エンジン", "utc", "stuck"] * 4

    async def ask():
        async with AsyncMemoryRetriever(**backend._options) as retriever:
            return await asyncio.gather(*(retriever.query(text) for text in texts))

    assert event_loop.run(ask()) == [backend.query(text) for text in texts]


@pytest.mark.parametrize("kind", ["sync", "async"])
def test_a_retriever_outlives_a_cut_connection(corpus, db_url, kind):
    import psycopg

    def cut():
        with psycopg.connect(db_url, autocommit=True) as link:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            assert link.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}").fetchall()

    async def ask():
        async with AsyncMemoryRetriever(db_url) as retriever:
            before = await retriever.query("redis queue stuck")
            cut()
            return before, await retriever.query("redis queue stuck")

    ingested(corpus, db_url)
    if kind == "async":
        before, after = event_loop.run(ask())
    else:
        with MemoryRetriever(db_url=db_url) as retriever:
            before = retriever.query("redis queue stuck")
            cut()
            after = retriever.query("redis queue stuck")
    assert before == after and before[0].id == "queue-stuck"


def test_threads_may_share_a_retriever(backend):
    from concurrent.futures import ThreadPoolExecutor

    texts = ["redis queue", "retry jobs", "utc", "stuck"] * 5
    with backend.open() as retriever, ThreadPoolExecutor(6) as threads:
        assert list(threads.map(retriever.query, texts)) == [backend.query(text) for text in texts]
