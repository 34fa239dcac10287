"""What a session has had, and the ledger: small files in the state folder that may be lost."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.retrieve import session

DAY = 86_400


def test_what_was_remembered_is_known_until_it_is_forgotten():
    session.remember_shown("s", "/p", {"a.json": "d1"})
    assert session.shown_before("s", "/p") == {"a.json": "d1"}
    session.forget("s", "/p")
    assert session.shown_before("s", "/p") == {}


def test_sessions_and_projects_are_kept_apart():
    session.remember_shown("s", "/p", {"a.json": "d"})
    for other in (("t", "/p"), ("s", "/q"), ("", "/p"), ("s/p", "")):
        assert session.shown_before(*other) == {}


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_no_name_of_a_session_leaves_the_state_folder(name, root):
    session.remember_shown(name, root, {"a": "b"})
    assert session.shown_before(name, root) == {"a": "b"}
    session.forget(name, root)


@pytest.mark.parametrize("text", ["", "{", "[]", "5", '{"injected": []}', '{"injected": {"a": 1}}', "\x00" * 50, "x" * 300_000])
def test_a_damaged_file_is_as_none(home, text):
    session.remember_shown("s", "/p", {"a": "b"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "sessions").iterdir()
    path.write_text(text)
    assert session.shown_before("s", "/p") == {}


@pytest.mark.parametrize("place", ["/proc/nowhere", "file/below"])
def test_a_state_folder_that_cannot_be_written_is_no_error(monkeypatch, tmp_path, place):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", place if place.startswith("/") else str(tmp_path / place))
    session.remember_shown("s", "/p", {"a": "b"})
    session.record({"at": 1})
    session.prune(0)
    assert (session.shown_before("s", "/p"), list(session.entries())) == ({}, [])


def test_without_a_home_folder_nothing_is_written_and_nothing_removed(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", "relative")
    monkeypatch.delenv("XDG_STATE_HOME")
    kept = tmp_path / "elsewhere" / "sessions" / "mine.json"
    kept.parent.mkdir()
    kept.write_text("{}")
    os.utime(kept, (0, 0))
    session.remember_shown("s", "/p", {"a": "b"})
    session.record({"at": 1})
    session.forget("s", "/p")
    session.prune(10**10)
    assert [str(p.relative_to(tmp_path)) for p in (tmp_path / "elsewhere").rglob("*")] == [
        "elsewhere/sessions",
        "elsewhere/sessions/mine.json",
    ]


def test_pruning_removes_what_has_not_changed_for_30_days(home):
    for name in ("old", "new"):
        session.remember_shown(name, "/p", {"a": name})
    folder = home / "xdg-state" / "memory-retrieval" / "sessions"
    now = max(path.stat().st_mtime for path in folder.iterdir())
    for path in folder.iterdir():
        if '"old"' in path.read_text():
            os.utime(path, (now - 31 * DAY,) * 2)
    session.prune(now)
    assert (session.shown_before("old", "/p"), session.shown_before("new", "/p")) == ({}, {"a": "new"})


def test_the_ledger_gives_its_entries_in_order_and_passes_over_broken_lines(home):
    session.record({"at": 1})
    session.record({"at": 2, "prompt": "a\nb\u2028c"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "ledger").iterdir()
    with open(path, "ab") as file:
        file.write(b"{broken\n\xff\xfe\n5\n")
    session.record({"at": 3})
    assert [entry["at"] for entry in session.entries()] == [1, 2, 3]


def test_state_files_are_the_users_alone(home):
    session.remember_shown("s", "/p", {"a": "b"})
    session.record({"at": 1})
    for path in (home / "xdg-state").rglob("*"):
        if path.name != "memory-retrieval":
            assert path.stat().st_mode & 0o077 == 0, path
