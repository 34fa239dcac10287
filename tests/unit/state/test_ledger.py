"""What a session has had, and the ledger: small files in the state folder that may be lost."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.state import ledger

DAY = 86_400


def test_what_was_remembered_is_known_until_it_is_forgotten():
    ledger.remember_shown("s", "/p", {"a.json": "d1"})
    assert ledger.shown_before("s", "/p") == {"a.json": "d1"}
    ledger.forget("s", "/p")
    assert ledger.shown_before("s", "/p") == {}


def test_sessions_and_projects_are_kept_apart():
    ledger.remember_shown("s", "/p", {"a.json": "d"})
    for other in (("t", "/p"), ("s", "/q"), ("", "/p"), ("s/p", "")):
        assert ledger.shown_before(*other) == {}


@given(st.text(min_size=1, max_size=30), st.text(max_size=30))
def test_no_name_of_a_session_leaves_the_state_folder(name, root):
    ledger.remember_shown(name, root, {"a": "b"})
    assert ledger.shown_before(name, root) == {"a": "b"}
    ledger.forget(name, root)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "5", '{"injected": []}', '{"injected": {"a": 1}}', "\x00" * 50, "x" * 300_000]
)
def test_a_damaged_file_is_as_none(home, text):
    ledger.remember_shown("s", "/p", {"a": "b"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "sessions").iterdir()
    path.write_text(text)
    assert ledger.shown_before("s", "/p") == {}


@pytest.mark.parametrize("place", ["/proc/nowhere", "file/below"])
def test_a_state_folder_that_cannot_be_written_is_no_error(monkeypatch, tmp_path, place):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", place if place.startswith("/") else str(tmp_path / place))
    ledger.remember_shown("s", "/p", {"a": "b"})
    ledger.record({"at": 1})
    ledger.prune(0)
    assert (ledger.shown_before("s", "/p"), list(ledger.entries())) == ({}, [])


def test_without_a_home_folder_nothing_is_written_and_nothing_removed(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", "relative")
    monkeypatch.delenv("XDG_STATE_HOME")
    kept = tmp_path / "elsewhere" / "sessions" / "mine.json"
    kept.parent.mkdir()
    kept.write_text("{}")
    os.utime(kept, (0, 0))
    ledger.remember_shown("s", "/p", {"a": "b"})
    ledger.record({"at": 1})
    ledger.forget("s", "/p")
    ledger.prune(10**10)
    assert [str(p.relative_to(tmp_path)) for p in (tmp_path / "elsewhere").rglob("*")] == [
        "elsewhere/sessions",
        "elsewhere/sessions/mine.json",
    ]


def test_pruning_removes_what_has_not_changed_for_30_days(home):
    for name in ("old", "new"):
        ledger.remember_shown(name, "/p", {"a": name})
    folder = home / "xdg-state" / "memory-retrieval" / "sessions"
    now = max(path.stat().st_mtime for path in folder.iterdir())
    for path in folder.iterdir():
        if '"old"' in path.read_text():
            os.utime(path, (now - 31 * DAY,) * 2)
    ledger.prune(now)
    assert (ledger.shown_before("old", "/p"), ledger.shown_before("new", "/p")) == ({}, {"a": "new"})


def test_the_ledger_gives_its_entries_in_order_and_passes_over_broken_lines(home):
    ledger.record({"at": 1})
    ledger.record({"at": 2, "prompt": "a\nb\u2028c"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "ledger").iterdir()
    with open(path, "ab") as file:
        file.write(b"{broken\n\xff\xfe\n5\n")
    ledger.record({"at": 3})
    assert [entry["at"] for entry in ledger.entries()] == [1, 2, 3]


def test_state_files_are_the_users_alone(home):
    ledger.remember_shown("s", "/p", {"a": "b"})
    ledger.record({"at": 1})
    for path in (home / "xdg-state").rglob("*"):
        if path.name != "memory-retrieval":
            assert path.stat().st_mode & 0o077 == 0, path
