"""The shortlist: when it is handed over, and what it holds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.config import Config
from memory_retrieval.core.model import Hit, Memory, Store
from memory_retrieval.retrieve import shortlist
from memory_retrieval.retrieve.relevance import FOR_LISTS
from memory_retrieval.retrieve.render import MAX_SHORTLIST, render_shortlist

PROJECT = Store(scope="project", root="/p", folders=())
TASK, CHAT = 2.0, -5.0


def hit(number, header_z=1.0, title="A title"):
    path = ".claude/memory/decisions/%s.json" % number
    memory = Memory(path=path, kind="decision", id=str(number), title=title, category="decision")
    signals = dict.fromkeys(FOR_LISTS.weights, 0.0)
    signals.update(header_z=header_z, cosine_z=0.5)
    return Hit(memory=memory, store=PROJECT, score=0.1, signals=signals)


def wanted(mode="auto", kind=TASK, total=50, whole=None):
    return shortlist.is_wanted(Config({"retrieval.shortlist": mode}), kind, total, whole)


def test_a_store_that_fits_the_brief_gets_none():
    assert not wanted(total=50) and wanted(total=500)
    assert not wanted(total=500, whole=True) and wanted(total=50, whole=False)


@pytest.mark.parametrize("kind", [CHAT, None])
def test_only_tasks_and_questions_get_one(kind):
    assert not wanted(kind=kind, total=500) and not wanted("on", kind=kind)


def test_the_setting_wins_over_the_size_of_the_store():
    assert wanted("on", total=5, whole=True) and not wanted("off", total=5000, whole=False)


@given(st.lists(st.floats(0, 2), max_size=20), st.integers(0, 8), st.sets(st.integers(0, 20)))
def test_it_holds_the_best_that_the_session_has_not_had(scores, room, had):
    hits = [hit(number, score) for number, score in enumerate(scores)]
    given_before = [hit(number).memory.path for number in had]
    chosen = shortlist.choose(hits, given_before, room)
    assert len(chosen) <= room
    assert not {h.memory.path for h in chosen} & set(given_before)
    values = [FOR_LISTS.chance(h.signals) for h in chosen]
    assert values == sorted(values, reverse=True) and all(value >= shortlist.LEAST for value in values)


@given(st.lists(st.text(max_size=300), max_size=12))
def test_the_text_is_one_line_a_title_within_its_limit_and_cannot_be_left(titles):
    hits = [hit(number, title=title) for number, title in enumerate(titles)]
    text, kept = render_shortlist(hits)
    assert len(text) <= MAX_SHORTLIST
    assert kept == hits[: len(kept)] and bool(text) == bool(kept)
    if text:
        lines = text.split("\n")
        assert len(lines) == len(kept) + 3 and text.count("</memory-shortlist>") == 1
        assert all(
            line.startswith("decisions/%s.json: " % h.memory.id) for line, h in zip(lines[2:], kept, strict=False)
        )


def test_eight_usual_titles_fit():
    hits = [hit("some-usual-identifier-%d" % n, title="Sessions are kept in Redis for %d days" % n) for n in range(8)]
    assert len(render_shortlist(hits)[1]) == 8
