"""The ledger, and what holds for every file of the state folder: it may be lost, and it is the user's alone."""

import os

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.state import folders, ledger, session
from memory_retrieval.state.log import log_line
from memory_retrieval.state.session import Shown

DAY = 86_400


@pytest.mark.parametrize("place", ["/proc/nowhere", "file/below"])
def test_a_state_folder_that_cannot_be_written_is_no_error(
    monkeypatch, tmp_path, place
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(
        "XDG_STATE_HOME", place if place.startswith("/") else str(tmp_path / place)
    )
    shown = Shown("s", "/p")
    shown.injected = {"a": "b"}
    shown.store()
    ledger.record({"at": 1})
    folders.remove_older(session.KIND, 30, 0)
    assert (Shown("s", "/p").injected, list(ledger.entries())) == ({}, [])


def test_without_a_home_folder_nothing_is_read_written_or_removed(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("HOME", "relative")
    monkeypatch.delenv("XDG_STATE_HOME")
    kept = tmp_path / "elsewhere" / "sessions" / "mine.json"
    kept.parent.mkdir()
    kept.write_text("{}")
    os.utime(kept, (0, 0))
    shown = Shown("s", "/p")
    shown.injected = {"a": "b"}
    shown.store()
    ledger.record({"at": 1})
    log_line("prompt", "x")
    with pytest.raises(StoreError, match="XDG_STATE_HOME"):
        folders.private_folder("inbox", "/p")
    folders.remove_older(session.KIND, 30, 10**10)
    assert [
        str(p.relative_to(tmp_path)) for p in (tmp_path / "elsewhere").rglob("*")
    ] == ["elsewhere/sessions", "elsewhere/sessions/mine.json"]


def test_the_ledger_gives_its_entries_in_order_and_passes_over_broken_lines(home):
    ledger.record({"at": 1})
    ledger.record({"at": 2, "prompt": "a\nb\u2028c"})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "ledger").iterdir()
    with open(path, "ab") as file:
        file.write(b"{broken\n\xff\xfe\n5\n")
    ledger.record({"at": 3})
    assert [entry["at"] for entry in ledger.entries()] == [1, 2, 3]


def test_files_older_than_the_days_given_are_removed_and_none_for_zero(home):
    ledger.record({"at": 1})
    (path,) = (home / "xdg-state" / "memory-retrieval" / "ledger").iterdir()
    written = path.stat().st_mtime
    folders.remove_older(ledger.KIND, 0, written + 400 * DAY)
    folders.remove_older(ledger.KIND, 14, written + 14 * DAY - 1)
    assert path.exists()
    folders.remove_older(ledger.KIND, 14, written + 14 * DAY + 1)
    assert not path.exists()


def test_the_ledger_is_read_for_one_event_or_for_all(home):
    for entry in (
        {"at": 1},
        {"at": 2, "event": "brief"},
        {"at": 3, "event": "file"},
        {"at": 4},
    ):
        ledger.record(entry)
    read = {
        event: [entry["at"] for entry in ledger.entries(event=event)]
        for event in ("brief", "file", "")
    }
    assert read == {"brief": [2], "file": [3], "": [1, 2, 3, 4]}
    assert [entry["at"] for entry in ledger.entries()] == [1, 4]


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00", "\ud800"])
def test_a_missing_or_damaged_file_is_empty(home, text):
    path = folders.state_file("sessions", "/p")
    assert folders.read_object(path) == folders.read_object("") == {}
    assert folders.write_object(path, {"a": 1}) and folders.read_object(path) == {
        "a": 1
    }
    with open(path, "w", encoding="utf-8", errors="surrogatepass") as file:
        file.write(text)
    assert folders.read_object(path) == {} and not folders.write_object("", {"a": 1})
