"""The undo journal: the last writes of a store, newest first."""

import os

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.state import journal

FILES = {"files": []}


def test_entries_come_newest_first_and_only_of_their_store(home):
    for number in (1, 2):
        journal.append_entry("/p", {**FILES, "number": number})
    journal.append_entry("/q", {**FILES, "number": 3})
    assert [entry["number"] for _, entry in journal.entries("/p")] == [2, 1]


def test_only_the_last_writes_and_one_before_are_kept_and_numbers_are_not_used_again(
    home,
):
    for number in range(journal.KEEP + 5):
        file = journal.append_entry("/p", {**FILES, "number": number})
    kept = journal.entries("/p")
    assert [entry["number"] for _, entry in kept] == list(
        range(journal.KEEP + 4, 3, -1)
    ), "one more, in case the newest is dropped"
    assert os.path.basename(file) == "%08d.json" % (journal.KEEP + 5)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": 5}', "\x00"])
def test_a_damaged_entry_is_left_out_and_the_others_stay(home, text):
    journal.append_entry("/p", {**FILES, "number": 1})
    with open(journal.append_entry("/p", FILES), "w", encoding="utf-8") as file:
        file.write(text)
    assert [entry["number"] for _, entry in journal.entries("/p")] == [1]


def test_a_journal_that_cannot_be_written_is_an_error_of_the_store(
    home, monkeypatch, tmp_path
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="not written"):
        journal.append_entry("/p", FILES)


def test_the_digest_tells_contents_apart_and_stays_as_it_was():
    assert journal.digest(b"") != journal.digest(b"a") != journal.digest(b"b")
    assert journal.digest(b"memory") == "ea6d343508eb029a6"
