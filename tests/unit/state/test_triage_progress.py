"""The files of triage's progress."""

import os

from memory_retrieval.state import triage_progress as files

DAY = 86_400


def test_pruning_removes_what_has_not_changed_for_30_days(home):
    old, new = files.progress_path("old", "/p"), files.progress_path("new", "/p")
    for path in (old, new):
        files.write_progress(path, {})
    now = os.stat(new).st_mtime
    os.utime(old, (now - files.KEEP_DAYS * DAY - 1,) * 2)
    files.prune(now)
    assert (os.path.exists(old), os.path.exists(new)) == (False, True)
