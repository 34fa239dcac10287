"""What a query returns, over every backend: which records, in which order, with which fields."""

import pytest

NOTHING = ["", " ", "\n\t", "the of and", "???", "\x00", "-- ; '", "zyzzyva quokka"]


@pytest.mark.parametrize("text", NOTHING)
def test_what_says_nothing_or_matches_nothing_finds_nothing_by_words(backend, text):
    assert not [r for r in backend.query(text) if r.similarity > 0.5]


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
    found = {
        r.category
        for r in backend.query(
            "retry queue jobs redis log", category=category, top_k=50
        )
    }
    assert found <= wanted
    assert bool(found) == bool(wanted)


@pytest.mark.every_backend
def test_a_confidence_filter_lets_the_unknown_pass(backend):
    found = {
        r.id: r.confidence
        for r in backend.query("retry queue jobs redis", min_confidence=0.8, top_k=50)
    }
    assert found["queue-on-redis"] == 0.95
    assert found["p2"] is None
    assert "queue-stuck" not in found
    for least in (
        0.9,
        0.95,
    ):  # a database keeps them in 32 bits, which is a little less
        assert least in {
            r.confidence
            for r in backend.query(
                "retry queue jobs redis", min_confidence=least, top_k=50
            )
        }


def test_severity_takes_one_or_several(backend):
    assert {
        r.id
        for r in backend.query("retry queue jobs redis", severity="error", top_k=50)
    } == {"p1"}
    assert {
        r.id
        for r in backend.query(
            "retry queue jobs redis", severity=["error", "high"], top_k=50
        )
    } == {"p1", "queue-limit"}


def test_recent_drops_what_is_older(backend):
    found = {
        r.id for r in backend.query("retry queue jobs redis", recent_days=30, top_k=50)
    }
    assert found == {"queue-stuck", "p1"}


@pytest.mark.every_backend
@pytest.mark.parametrize("top", [3, 50])
def test_never_more_than_asked_for_and_always_the_same(backend, top):
    first, again = (
        backend.query("redis queue jobs", top_k=top),
        backend.query("redis queue jobs", top_k=top),
    )
    assert len(first) <= top
    assert first == again
    assert first == backend.query("redis queue jobs", top_k=50)[:top]


def test_best_first_within_patterns_and_within_the_others(backend):
    results = backend.query("retry queue jobs redis", top_k=50)
    holding = [r for r in results if r.status == "active"]
    for group in (
        [r for r in holding if r.kind == "pattern"],
        [r for r in holding if r.kind != "pattern"],
    ):
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
    assert (found.do_text, found.dont_text) == (
        "wait longer each time",
        "retry at once",
    )


@pytest.mark.parametrize(
    ("text", "id"),
    [("größenänderung warteschlange", "umlaute"), ("検索エンジン", "nihongo")],
)
def test_every_script_is_found(backend, text, id):
    assert backend.query(text)[0].id == id


def test_how_many_were_searched_is_said(backend):
    with backend.open() as retriever:
        retriever.query("queue")
        assert retriever.total_scanned == 12 + 7 + 3 + 1
