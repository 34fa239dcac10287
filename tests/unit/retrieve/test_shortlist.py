"""The shortlist: when it is handed over, and what it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import Hit, Memory, Store
from memory_retrieval.core.sanitize import MAX_TITLE, escape, one_line
from memory_retrieval.core.settings import Config
from memory_retrieval.retrieve import shortlist
from memory_retrieval.retrieve.relevance import FOR_LISTS
from memory_retrieval.retrieve.render import MAX_SHORTLIST, render_shortlist
from memory_retrieval.store import kinds

PROJECT = Store(kinds.PROJECT, "/p")
TASK, CHAT = 4.0, -5.0
USUAL = "A usual title of nearly seventy characters, as people write them %02d"


def hit(number, title="A title", score=0.1, words=1.0):
    path = ".claude/memory/decisions/%s.json" % number
    memory = Memory(
        path=path, kind="decision", id=str(number), title=title, category="decision"
    )
    signals = dict.fromkeys(FOR_LISTS.weights, 0.0)
    signals.update(cosine_z=0.5, bm25_log=words)
    return Hit(memory=memory, store=PROJECT, score=score, signals=signals)


def ruled_out(mode="auto", total=50, whole=None):
    return shortlist.ruled_out(Config({"retrieval.shortlist": mode}), total, whole)


def test_a_store_that_fits_the_brief_gets_none():
    assert ruled_out(total=50) and not ruled_out(total=500)
    assert ruled_out(total=500, whole=True) and not ruled_out(total=50, whole=False)


def test_the_setting_wins_over_the_size_of_the_store():
    assert not ruled_out("on", total=5, whole=True) and ruled_out(
        "off", total=5000, whole=False
    )


NOTHING_SHARED = [], [hit(1, words=0.0)], [hit(n, words=0.2) for n in range(20)]


@pytest.mark.parametrize(
    "hits", NOTHING_SHARED, ids=["no candidate", "no word", "common words"]
)
@pytest.mark.parametrize("kind", [CHAT, 0.0, TASK])
def test_a_prompt_with_nothing_in_common_gets_none_whatever_its_kind(kind, hits):
    wanted, reason = shortlist.judge(kind, hits, 500)
    assert not wanted and "too little in common" in reason


@given(st.floats(-8, 8), st.floats(0, 2.3), st.floats(0, 2))
def test_a_prompt_that_is_worth_titles_stays_so_with_more_words_in_common_or_a_likelier_kind(
    kind, words, more
):
    if shortlist.judge(kind, [hit(1, words=words)], 500)[0]:
        assert shortlist.judge(kind + more, [hit(1, words=words)], 500)[0]
        assert shortlist.judge(kind, [hit(1, words=words + more)], 500)[0]


def test_a_larger_store_asks_for_more():
    prompt = -0.9, [hit(1, words=1.2)]
    assert [shortlist.judge(*prompt, total)[0] for total in (60, 200, 800)] == [
        True,
        True,
        False,
    ]


@given(
    st.lists(st.floats(0, 2), max_size=20),
    st.integers(0, 8),
    st.sets(st.integers(0, 20)),
)
def test_it_holds_the_best_that_the_session_has_not_had(scores, room, had):
    hits = [hit(number, score) for number, score in enumerate(scores)]
    given_before = [hit(number).memory.path for number in had]
    chosen = shortlist.choose(hits, given_before, room)
    assert len(chosen) <= room
    assert not {h.memory.path for h in chosen} & set(given_before)
    values = [FOR_LISTS.chance(h.signals) for h in chosen]
    assert values == sorted(values, reverse=True) and all(
        value >= shortlist.LEAST for value in values
    )


def test_a_title_far_weaker_than_the_best_is_not_added_for_the_sake_of_a_full_list():
    best, near, far = hit(1, score=0.3), hit(2, score=0.01), hit(3, score=0.0001)
    assert shortlist.choose([far, best, near], [], 8) == [best, near]
    assert shortlist.choose([far], [], 8) == [
        far
    ]  # what is weak is measured against the best that is left


@given(st.lists(st.text(max_size=300), max_size=12))
def test_the_text_is_one_line_a_title_within_its_limit_and_cannot_be_left(titles):
    hits = [hit(number, title=title) for number, title in enumerate(titles)]
    text, kept = render_shortlist(hits)
    assert len(text) <= MAX_SHORTLIST
    assert kept == [h for h in hits if h in kept] and bool(text) == bool(kept)
    if text:
        lines = text.split("\n")
        assert len(lines) == len(kept) + 3 and text.count("</memory-shortlist>") == 1
        assert all(
            line.startswith("decisions/%s.json: " % h.memory.id)
            for line, h in zip(lines[2:], kept, strict=False)
        )


@pytest.mark.parametrize("count", [1, 5, 8, 12])
def test_titles_are_whole_and_where_room_is_short_there_are_fewer(count):
    hits = [hit("some-usual-identifier-%d" % n, title=USUAL % n) for n in range(count)]
    lines = render_shortlist(hits)[0].split("\n")[2:-1]
    assert min(count, 5) <= len(lines) <= count
    assert [line.partition(".json: ")[2] for line in lines] == [
        USUAL % n for n in range(len(lines))
    ]


def test_a_line_that_does_not_fit_keeps_no_other_title_out():
    long = hit("x" * 240, title="<" * MAX_TITLE)
    assert [h.memory.id for h in render_shortlist([long, hit(1), hit(2)])[1]] == [
        "1",
        "2",
    ]


def test_a_title_beyond_the_limit_of_records_ends_at_a_word_and_says_so():
    title = "word " * 60
    line = render_shortlist([hit(1, title=title)])[0].split("\n")[2]
    shown = line.partition(": ")[2]
    assert (
        shown.endswith("word…")
        and len(shown) <= MAX_TITLE
        and escape(one_line(shown)) == shown
    )
