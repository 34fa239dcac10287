"""Odd input, commands, closed and shared retrievers, over every backend."""

import asyncio
import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import event_loop
from memory_retrieval import AsyncMemoryRetriever, MemoryRetrievalError, MemoryRetriever
from team_database import run


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
    *(
        {name: value}
        for name in ("top_k", "recent_days", "min_confidence")
        for value in (math.nan, "2", [1], True)
    ),
    {"top_k": 2.5},
    {"severity": 3},
    {"severity": ["error", 3]},
    {"severity": b"error"},
    {"category": 3},
    {"query": None},
    {"query": b"queue"},
    {"transcript": 3},
]


def test_a_number_out_of_range_is_as_good_as_the_last_in_it_and_what_is_no_value_is_refused_by_name(
    backend,
):
    asked = {"query": "retry queue jobs redis", "top_k": 50}
    with backend.open() as retriever:
        everything = retriever.query(**asked)
        assert everything and all(
            result.recency_days is not None for result in everything
        )
        for given in LARGE:
            assert retriever.query(**{**asked, **given}) == everything, given
        for given in SMALL:
            assert retriever.query(**{**asked, **given}) == [], given
        assert {
            r.confidence for r in retriever.query(**asked, min_confidence=1e300)
        } == {None}
        for given in REFUSED:
            with pytest.raises(
                MemoryRetrievalError, match=f"^{next(iter(given))}: expected "
            ):
                retriever.query(**{**asked, **given})
    for timeout in (0, -1, math.nan, "abc", None):
        with pytest.raises(
            MemoryRetrievalError,
            match=r"^timeout: expected a number of seconds above 0",
        ):
            MemoryRetriever(**backend._options, timeout=timeout)
    with pytest.raises(MemoryRetrievalError, match=r"^workspace: expected "):
        MemoryRetriever(**backend._options, workspace=3)
    with MemoryRetriever(**backend._options, timeout=1e300) as retriever:
        assert retriever.query(**asked) == everything


def test_commands_take_such_numbers_too(
    corpus, database_of, run_memories, run_query_memories
):
    db_url = database_of(corpus)
    ran = run_memories(
        "search",
        "redis queue stuck",
        "--top",
        "9" * 20,
        "--format",
        "json",
        "--db-url",
        db_url,
    )
    assert (ran.code, ran.err, ran.json["results"][0]["id"]) == (0, "", "queue-stuck")
    ran = run_query_memories(
        "--query", "redis queue", "--recent", "nan", "--db-url", db_url
    )
    assert (ran.code, ran.out) == (2, "") and "'nan' is not a period" in ran.err


@pytest.mark.every_backend
def test_a_closed_retriever_says_so(backend):
    retriever = backend.open()
    assert retriever.query("redis queue stuck")
    total = retriever.total_scanned
    retriever.close()
    retriever.close()
    assert retriever.total_scanned == total
    for ask in (
        lambda: retriever.query("redis queue stuck"),
        lambda: retriever.query(""),
        retriever.__enter__,
    ):
        with pytest.raises(MemoryRetrievalError, match=r"^this retriever is closed"):
            ask()


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


COMMAND_KEYS = {
    "id",
    "title",
    "category",
    "path",
    "tags",
    "score",
    "status",
    "updated_at",
    "confidence",
    "snippet",
}


QUERY_KEYS = set(
    "id title category path similarity confidence recency_days composite_score do_text dont_text".split()
)


def test_search_prints_the_same_json(backend, run_memories):
    ran = run_memories("search", "redis queue stuck", "--format", "json", *backend.args)
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {
        "query",
        "mode",
        "total_scanned",
        "returned",
        "results",
        "left_out",
    }
    assert set(ran.json["results"][0]) - {"project"} == COMMAND_KEYS
    first = ran.json["results"][0]
    assert (first["id"], first["path"], first["snippet"][:8]) == (
        "queue-stuck",
        ".claude/memory/runbooks/queue-stuck.json",
        "it is so",
    )


@pytest.mark.every_backend
def test_why_says_what_decided(backend, run_memories):
    ran = run_memories(
        "why", "the redis queue is stuck again", "--format", "json", *backend.args
    )
    assert (ran.code, ran.err) == (0, "")
    by_id = {c["id"]: c for c in ran.json["candidates"]}
    assert by_id["queue-stuck"]["decision"] == "injected"
    assert {t["term"] for t in by_id["queue-stuck"]["terms"]} >= {"redis", "stuck"}
    assert all(c["reason"] for c in by_id.values())
    assert by_id["queue-on-rabbit"]["reason"] == "off: retired"


def test_query_memories_prints_the_same_json(backend, run_query_memories):
    ran = run_query_memories(
        "--query",
        "retry jobs",
        "--category",
        "queues",
        "--format",
        "json",
        *backend.args,
    )
    assert (ran.code, ran.err) == (0, "")
    assert set(ran.json) == {"query", "results", "total_scanned", "returned"}
    assert [set(r) - {"project"} for r in ran.json["results"]] == [
        QUERY_KEYS,
        QUERY_KEYS,
    ]


@pytest.mark.parametrize("through", ["", "a pooler"])
def test_a_retriever_outlives_a_cut_connection(corpus, database_of, pooled, through):
    db_url = database_of(corpus)
    with MemoryRetriever(db_url=pooled(db_url) if through else db_url) as retriever:
        before = retriever.query("redis queue stuck")
        others = "datname = current_database() AND pid <> pg_backend_pid()"
        assert run(
            db_url,
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}",
        )
        after = retriever.query("redis queue stuck")
    assert before == after and before[0].id == "queue-stuck"


@pytest.mark.every_backend
def test_threads_may_share_a_retriever(backend):
    from concurrent.futures import ThreadPoolExecutor

    texts = ["redis queue", "retry jobs", "utc", "stuck"] * 5
    with backend.open() as retriever, ThreadPoolExecutor(6) as threads:
        assert list(threads.map(retriever.query, texts)) == [
            backend.query(text) for text in texts
        ]


@pytest.mark.every_backend
def test_an_event_loop_is_given_the_same(backend):
    asked = [{"query": text} for text in ("redis queue", "retry jobs", "utc", "")]
    asked.append({"query": "retry queue jobs redis log", "category": "pattern"})
    asked.append({"query": "redis queue", "min_confidence": 0.8, "top_k": 50})

    async def ask():
        async with backend.open(AsyncMemoryRetriever) as retriever:
            calls = [retriever.query(**each) for each in asked * 4]
            found = await asyncio.gather(*calls)
            with pytest.raises(MemoryRetrievalError, match="top_k: expected"):
                await retriever.query("redis", top_k="5")
        with pytest.raises(MemoryRetrievalError, match="is closed"):
            await retriever.query("redis")
        return found

    expected = [backend.query(each.pop("query"), **each) for each in map(dict, asked)]
    assert event_loop.run(ask()) == expected * 4
    assert any(expected)


@pytest.mark.parametrize("through", ["", "a pooler"])
def test_one_in_an_event_loop_outlives_a_cut_connection_too(
    corpus, database_of, pooled, through
):
    db_url = database_of(corpus)

    async def ask():
        url = pooled(db_url) if through else db_url
        async with AsyncMemoryRetriever(db_url=url) as retriever:
            before = await retriever.query("redis queue stuck")
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE "
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            assert await asyncio.to_thread(run, db_url, cut + others)
            return before, await retriever.query("redis queue stuck")

    before, after = event_loop.run(ask())
    assert before == after and before[0].id == "queue-stuck"
