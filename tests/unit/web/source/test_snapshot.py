"""The records in memory and the files."""

import time

import pytest

from memory_retrieval.store.listing import RACY
from memory_retrieval_viewer.source.snapshot import Snapshot


def test_the_snapshot_follows_every_change_of_the_files(project):
    snapshot = Snapshot(lambda: [project.found()])
    path = project.write("decision", "one", "First")
    snapshot.refresh()
    assert [row.memory.title for row in snapshot.rows.values()] == ["First"]
    project.write("decision", "one", "Secnd")  # the same size, within the same instant
    project.write_text("runbook", "torn", "{")
    snapshot.refresh()
    assert [row.memory.title for row in snapshot.rows.values()] == ["Secnd"] and list(
        snapshot.broken
    ) == ["project/.claude/memory/runbooks/torn"]
    path.unlink()
    project.path("runbook", "torn").unlink()
    snapshot.refresh()
    assert not snapshot.rows and not snapshot.broken


@pytest.mark.parametrize("linked", [False, True])
def test_a_folder_that_has_long_been_unchanged_is_followed_all_the_same(
    project, linked
):
    path = project.write("decision", "one", "First")
    if linked:
        path.parent.rename(project.root / ".claude" / "kept")
        path.parent.symlink_to(project.root / ".claude" / "kept")
    snapshot = Snapshot(lambda: [project.found()])
    time.sleep(2 * RACY / 1e9)
    snapshot.refresh()
    rows = snapshot.rows
    snapshot.refresh()
    assert snapshot.rows is rows
    project.write("decision", "one", "Secnd")
    snapshot.refresh()
    assert [row.memory.title for row in snapshot.rows.values()] == ["Secnd"]
