"""`retrieve` on real stores: when it ends early, what it hands on, and what it leaves alone."""

import os

import pytest

from memory_retrieval.core.model import Memory, Store
from memory_retrieval.index import database
from memory_retrieval.index.candidate import Candidate, SearchResult
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.relevance import FOR_INJECTION, FOR_LISTS
from memory_retrieval.retrieve.render import render
from memory_retrieval.retrieve.trace import Request
from memory_retrieval.state.session import Session, without_files
from memory_retrieval.store import kinds

PROMPT = "why do we throttle the public api per key"
TITLE = "Throttle the public api per key"


@pytest.fixture
def store(project):
    project.fill(8)
    project.write(
        "decision", "throttle", TITLE, ["throttling", "api"], aliases=["zebrafish"]
    )
    return project


def ask(store, mode="auto", prompt=PROMPT, session="", **options):
    return retrieve(
        Session(str(store.root), session), Request(prompt, mode=mode, **options)
    )


def ids(trace):
    return [hit.memory.id for hit in trace.chosen]


@pytest.mark.parametrize("mode", ["auto", "search"])
def test_without_a_store_nothing_is_searched(tmp_path, mode):
    trace = retrieve(Session(tmp_path), Request(PROMPT, mode=mode))
    assert (trace.query, trace.hits, trace.stores, trace.total) == (None, [], [], 0)


@pytest.mark.parametrize("config", [{"enabled": False}, {"max_inject": 0}])
def test_settings_that_switch_injection_off_leave_search_as_it_is(store, config):
    store.config({"retrieval": config})
    assert ask(store).query is None
    assert ids(ask(store, "search"))[0] == "throttle"


def test_the_stricter_the_setting_the_higher_the_score_that_is_needed(store):
    needed = {}
    for strictness in ("quiet", "normal", "eager"):
        store.user_config({"retrieval": {"strictness": strictness}})
        needed[strictness] = ask(store).threshold
    assert needed["quiet"] > needed["normal"] > needed["eager"] > 0


def test_a_pointer_to_what_the_brief_lists_names_a_word_that_its_line_does_not_show(
    store,
):
    (hit,) = ask(store, session="s").chosen
    shown = Session(str(store.root), "s").shown
    shown.brief, shown.brief_whole = {hit.memory.path: "throttle: " + TITLE}, True
    shown.store()
    assert ids(ask(store, session="s")) == []
    trace = ask(store, session="s", prompt=f"{PROMPT}, zebrafish?")
    assert [one.news for one in trace.chosen] == [("alias", "zebrafish")]
    assert render(trace.chosen)[0].count(" #alias:zebrafish\n") == 1


def test_strictness_is_one_step_up_where_a_brief_stands(store):
    before = ask(store, session="s").threshold
    shown = Session(str(store.root), "s").shown
    shown.brief_whole = False
    shown.store()
    assert ask(store, session="s").threshold == FOR_INJECTION.needed("quiet")[0]
    assert before == FOR_INJECTION.needed("normal")[0]


@pytest.mark.parametrize(("late", "came"), [(0, []), (3600, ["throttle"])])
def test_what_was_written_here_since_the_session_began_is_not_given_to_it(
    store, late, came
):
    (hit,) = ask(store, session="s").chosen
    shown = Session(str(store.root), "s").shown
    shown.started = hit.memory.updated - 5
    shown.store()
    written = hit.memory.updated + late  # later than its time where git brought it
    os.utime(hit.store.absolute(hit.memory.path), (written, written))
    assert ids(ask(store, session="s")) == came


def test_the_limit_of_the_request_wins_over_the_setting(store):
    store.config({"retrieval": {"search": {"max_results": 1}}})
    assert len(ask(store, "search", prompt="decision about the api").chosen) <= 1
    assert len(ask(store, "search", limit=5).hits) >= 1


def test_in_a_python_without_sqlite_keywords_answer(store, monkeypatch):
    monkeypatch.setattr(database, "sqlite", None)
    trace = ask(store)
    assert (trace.engine, trace.calibrated, trace.kind) == ("title_tags", False, None)
    assert ids(trace)[0] == "throttle" and trace.total == 9


class Fixed:
    """An engine that has one answer."""

    name = "fixed"

    def __init__(self, *candidates):
        self.candidates = list(candidates)

    def relevance(self, mode):
        return FOR_LISTS

    def search(self, query, limit, now, deadline):
        return SearchResult([self.candidates], 7)


def test_an_engine_that_is_given_is_searched_in_place_of_the_files(store):
    owner = Store(kinds.DATABASE, "team/shop")
    memory = Memory(path="x", kind="pattern", id="x", title="t", category="c")
    engine = Fixed(Candidate(memory, owner, 3.0, 0.9, prior=0.7))
    trace = retrieve(
        without_files(str(store.root)), Request(PROMPT, mode="search"), engine
    )
    (hit,) = trace.hits
    assert (hit.store, hit.prior, trace.total, trace.engine, trace.stores) == (
        owner,
        0.7,
        7,
        "fixed",
        [],
    )
