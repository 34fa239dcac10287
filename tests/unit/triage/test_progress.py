"""What is kept of a session between two runs of triage."""

import json
import os

import pytest

from memory_retrieval.triage.progress import (
    MAX_FILES,
    MAX_FOUND,
    MAX_SEEN,
    Found,
    TriageProgress,
    ended,
    load_progress,
    text_hash,
)
from memory_retrieval.triage.values import Activity


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def found(quote="we keep the table", score=0.8, **more):
    return Found(category="decision", score=score, quote=quote, text=quote, **more)


def test_a_session_without_a_name_has_none():
    assert load_progress("", "/p") is None


def test_what_was_stored_is_loaded_again():
    progress = load_progress("s", "/p")
    (
        progress.seen,
        progress.known,
        progress.prompts,
        progress.due,
        progress.forbidden,
    ) = [1, 2], [3], 1, True, True
    progress.found = [found(), found("b", 0.5, asked=True)]
    progress.work = Activity(5, frozenset((7, 8)), 1, 2)
    assert progress.store()
    again = load_progress("s", "/p")
    for field in "seen known prompts due forbidden found work".split():
        assert getattr(again, field) == getattr(progress, field)


def test_sessions_and_projects_are_apart():
    progress = load_progress("s", "/p")
    progress.prompts = 1
    assert progress.store()
    assert (
        load_progress("s", "/q").prompts == 0 and load_progress("t", "/p").prompts == 0
    )


def test_the_newest_messages_and_the_likeliest_findings_are_kept(state):
    progress = load_progress("s", "/p")
    progress.seen, progress.work = (
        list(range(MAX_SEEN + 5)),
        Activity(1, frozenset(range(MAX_FILES + 5))),
    )
    progress.found = [found(str(n), n / 100) for n in range(MAX_FOUND + 1)]
    assert progress.store()
    (path,) = state.rglob("*.json")
    value = json.loads(path.read_text())
    assert (
        value["seen"][0] == 5
        and len(value["seen"]) == MAX_SEEN
        and len(value["files"]) == MAX_FILES
    )
    assert [one["quote"] for one in value["found"]] == [
        str(n) for n in range(MAX_FOUND, 0, -1)
    ]


@pytest.mark.parametrize(
    "value",
    [
        {
            "seen": "x",
            "prompts": "many",
            "files": [None, "a"],
            "forbidden": 1,
            "due": "yes",
        },
        {"tools": [], "found": [1, {}, {"category": "nothing"}]},
        {"found": "all"},
    ],
)
def test_a_damaged_file_counts_as_nothing(value):
    progress = TriageProgress("", value)
    kept = progress.seen, progress.found, progress.prompts, progress.work.files
    assert not any((*kept, progress.forbidden, progress.due))


def test_it_is_said_when_it_cannot_be_stored(state):
    state.parent.mkdir(exist_ok=True)
    state.write_text("no folder")
    assert load_progress("s", "/p").store() is False


def test_sessions_that_ended_without_a_word_are_those_that_found_something_and_are_still(
    state,
):
    for session, root, what in (
        ("a", "/p", [found()]),
        ("b", "/p", []),
        ("c", "/q", [found()]),
        ("d", "/p", [found()]),
    ):
        progress = load_progress(session, root)
        progress.found = what
        assert progress.store()
    for path in state.rglob("*.json"):
        if json.loads(path.read_text())["session"] != "d":
            os.utime(path, (1, 1))
    now = os.stat(state).st_mtime
    assert [progress.session for progress in ended("/p", now)] == ["a"]


def test_the_hash_of_a_text_does_not_depend_on_its_white_space():
    assert (
        text_hash("we  keep\nit ")
        == text_hash("we keep it")
        != text_hash("we keep them")
    )
