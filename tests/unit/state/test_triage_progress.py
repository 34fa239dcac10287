"""The files of triage's progress."""

import os

import pytest

from memory_retrieval.state import triage_progress as files

DAY = 86_400


@pytest.mark.parametrize("text", ["", "[]", "{", "\x00"])
def test_a_missing_or_damaged_file_is_empty(home, text):
    path = files.progress_path("s", "/p")
    assert files.read_progress(path) == {}
    files.write_progress(path, {"asks": 1})
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    assert files.read_progress(path) == {}


def test_pruning_removes_what_has_not_changed_for_30_days(home):
    old, new = files.progress_path("old", "/p"), files.progress_path("new", "/p")
    for path in (old, new):
        files.write_progress(path, {})
    now = os.stat(new).st_mtime
    os.utime(old, (now - files.KEEP_DAYS * DAY - 1,) * 2)
    files.prune(now)
    assert (os.path.exists(old), os.path.exists(new)) == (False, True)
