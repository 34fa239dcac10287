"""What is kept of a session between two runs of triage."""

import json

import pytest

from memory_retrieval.triage.progress import MAX_FILES, MAX_SEEN, TriageProgress, load_progress, text_hash
from memory_retrieval.triage.values import Activity


@pytest.fixture(autouse=True)
def state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state"


def test_a_session_without_a_name_has_none():
    assert load_progress("", "/p") is None


def test_a_new_session_has_seen_nothing():
    progress = load_progress("s", "/p")
    assert (progress.seen, progress.asked, progress.asks, progress.forbidden) == ([], [], 0, False)
    assert progress.work.tools == 0


def test_what_was_stored_is_loaded_again():
    progress = load_progress("s", "/p")
    progress.seen, progress.asked, progress.asks, progress.forbidden = [1, 2], [3], 1, True
    progress.work = Activity(5, [7, 8], 1, 2)
    assert progress.store()
    again = load_progress("s", "/p")
    assert (again.seen, again.asked, again.asks, again.forbidden) == ([1, 2], [3], 1, True)
    assert (again.work.tools, again.work.files, again.work.passes, again.work.changes) == (5, {7, 8}, 1, 2)


def test_sessions_and_projects_are_apart():
    progress = load_progress("s", "/p")
    progress.asks = 1
    assert progress.store()
    assert load_progress("s", "/q").asks == 0 and load_progress("t", "/p").asks == 0


def test_the_newest_messages_are_kept_and_the_file_holds_numbers_only(state):
    progress = load_progress("s", "/p")
    progress.seen, progress.work = list(range(MAX_SEEN + 5)), Activity(1, range(MAX_FILES + 5))
    assert progress.store()
    (path,) = state.rglob("*.json")
    value = json.loads(path.read_text())
    assert value["seen"][0] == 5 and len(value["seen"]) == MAX_SEEN and len(value["files"]) == MAX_FILES
    assert sorted(value) == ["asked", "asks", "changes", "files", "forbidden", "passes", "seen", "tools"]


@pytest.mark.parametrize("value", [{"seen": "x", "asks": "many", "files": [None, "a"], "forbidden": 1}, {"tools": []}])
def test_a_damaged_file_counts_as_nothing(value):
    progress = TriageProgress("", value)
    assert (progress.seen, progress.asks, progress.forbidden, progress.work.files) == ([], 0, False, set())


def test_it_is_said_when_it_cannot_be_stored(state):
    state.parent.mkdir(exist_ok=True)
    state.write_text("no folder")
    assert load_progress("s", "/p").store() is False


def test_the_hash_of_a_text_does_not_depend_on_its_white_space():
    assert text_hash("we  keep\nit ") == text_hash("we keep it") != text_hash("we keep them")
