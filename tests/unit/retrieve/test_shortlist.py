"""The shortlist: when it is handed over, and what it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import Hit, Memory, Store
from memory_retrieval.core.sanitize import MAX_TITLE, escape, one_line
from memory_retrieval.core.settings import Config
from memory_retrieval.retrieve import shortlist
from memory_retrieval.retrieve.render import MAX_SHORTLIST, render_shortlist
from memory_retrieval.store import kinds

PROJECT = Store(kinds.PROJECT, "/p")
TASK = 4.0
USUAL = "A usual title of nearly seventy characters, as people write them %02d"


def hit(number, title="A title", score=0.1, cosine=0.3):
    path = ".claude/memory/decisions/%s.json" % number
    memory = Memory(
        path=path, kind="decision", id=str(number), title=title, category="decision"
    )
    return Hit(memory, PROJECT, score, signals={"cosine": cosine})


def ruled_out(mode="auto", total=50, whole=None):
    return shortlist.ruled_out(Config({"retrieval.shortlist": mode}), total, whole)


def test_a_store_that_fits_the_brief_gets_none():
    assert ruled_out(total=50) and not ruled_out(total=500)
    assert ruled_out(total=500, whole=True) and not ruled_out(total=50, whole=False)


def test_the_setting_wins_over_the_size_of_the_store():
    assert not ruled_out("on", total=5, whole=True) and ruled_out(
        "off", total=5000, whole=False
    )


def choose(kind, hits, total=500, room=8):
    return shortlist.choose(kind, hits, total, room)[0]


def test_where_nothing_is_left_to_give_there_is_none():
    assert shortlist.choose(TASK, [], 500, 8) == (
        [],
        "the agent was given every title that could be in it",
    )


SCORES = st.floats(0.001, 0.999)


@given(st.floats(-8, 8), SCORES, st.floats(-1, 1), st.floats(0, 2))
def test_a_title_that_is_worth_a_line_stays_so_if_it_is_surer_or_the_prompt_likelier(
    kind, score, cosine, more
):
    found = hit(1, score=score, cosine=cosine)
    if choose(kind, [found]):
        assert choose(kind + more, [found])
        assert choose(kind, [hit(1, score=max(score, 0.99), cosine=cosine)])
        assert choose(kind, [hit(1, score=score, cosine=cosine + more)])


@given(st.floats(-8, 8), SCORES, SCORES)
def test_what_else_was_found_or_given_does_not_make_a_title_worth_a_line(
    kind, score, other
):
    alone = choose(kind, [hit(1, score=score)])
    both = choose(kind, [hit(2, score=max(score, other)), hit(1, score=score)])
    assert bool(alone) <= bool(both)
    if not choose(kind, [hit(2, score=max(score, other))]):
        assert not both


def test_a_larger_store_asks_for_more():
    found = [hit(1, score=0.3)]
    assert [bool(choose(0.0, found, total)) for total in (3, 60, 8000)] == [
        True,
        True,
        False,
    ]


def test_a_title_far_weaker_than_the_best_is_not_added_for_the_sake_of_a_full_list():
    best, near, far = hit(1, score=0.6), hit(2, score=0.1), hit(3, score=0.01)
    assert choose(0.0, [best, near, far]) == [best, near]
    assert choose(0.0, [best, near, far], room=1) == [best]
    assert choose(0.0, [near]) == []  # not for its own sake


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
    long = hit("x" * 480, title="<" * MAX_TITLE)
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
