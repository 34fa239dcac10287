"""What a session has been given: small private files that may be lost."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.state import shown

DAY = 86_400


def test_what_was_remembered_is_known_until_it_is_forgotten():
    shown.remember_shown("s", "/p", {"a.json": "d1"})
    assert shown.shown_before("s", "/p") == {"a.json": "d1"}
    shown.forget("s", "/p")
    assert shown.shown_before("s", "/p") == {}


def test_sessions_and_projects_are_kept_apart():
    shown.remember_shown("s", "/p", {"a.json": "d"})
    for other in (("t", "/p"), ("s", "/q"), ("", "/p"), ("s/p", "")):
        assert shown.shown_before(*other) == {}


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_no_name_of_a_session_leaves_the_state_folder(name, root):
    shown.remember_shown(name, root, {"a": "b"})
    assert shown.shown_before(name, root) == {"a": "b"}
    shown.forget(name, root)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", '{"injected": []}', '{"injected": {"a": 1}}', "\x00" * 50, "x" * 300_000]
)
def test_a_damaged_file_is_as_none(home, text):
    shown.remember_shown("s", "/p", {"a": "b"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "sessions").iterdir()
    path.write_text(text)
    assert shown.shown_before("s", "/p") == {}


def test_pruning_removes_what_has_not_changed_for_30_days(home):
    for name in ("old", "new"):
        shown.remember_shown(name, "/p", {"a": name})
    folder = home / "xdg-state" / "memory-retrieval" / "sessions"
    now = max(path.stat().st_mtime for path in folder.iterdir())
    for path in folder.iterdir():
        if '"old"' in path.read_text():
            os.utime(path, (now - 31 * DAY,) * 2)
    shown.prune(now)
    assert (shown.shown_before("old", "/p"), shown.shown_before("new", "/p")) == ({}, {"a": "new"})


def test_what_the_brief_showed_is_forgotten_with_the_context():
    shown.remember_brief("s", "/p", ["a", "b"], True)
    assert shown.brief_given("s", "/p") == ["a", "b"]
    shown.note_read("s", "/p", ["a"])
    shown.forget("s", "/p")
    assert shown.brief_given("s", "/p") == []


@pytest.mark.parametrize("whole", [True, False])
def test_whether_the_brief_was_whole_is_kept_until_the_context_is_lost(whole):
    assert shown.brief_is_whole("s", "/p") is None
    shown.remember_brief("s", "/p", ["a"], whole)
    assert shown.brief_is_whole("s", "/p") is whole
    shown.forget("s", "/p")
    assert shown.brief_is_whole("s", "/p") is None


def test_titles_of_shortlists_add_up_until_the_context_is_lost():
    shown.remember_listed("s", "/p", ["a", "b"])
    shown.remember_listed("s", "/p", ["c"])
    assert shown.listed_before("s", "/p") == ["a", "b", "c"] and shown.listed_before("t", "/p") == []
    shown.forget("s", "/p")
    assert shown.listed_before("s", "/p") == []
