"""Undoing the last write from the journal."""

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save
from memory_retrieval.state import journal
from memory_retrieval.store.place import Place
from memory_retrieval.upkeep.undo import undo, writes

TABS = {
    "category": "preference",
    "title": "Tabs in makefiles",
    "topic": "indentation",
    "value": "tabs",
    "reason": "make wants them",
    "strength": "strong",
}


@pytest.fixture
def root(project):
    return str(project.root)


def records(project):
    """The records' files, without index.md and git's rules."""
    return {path.name: path.read_bytes() for path in project.store.rglob("*.json")}


def stored(root, **fields):
    return save(SaveRequest(Place(root=root), {**TABS, **fields}))


def journal_files(root):
    return [file for file, _ in journal.entries(Place(root=root).target.root)]


def test_without_a_store_or_a_write_there_is_nothing_to_undo(root, tmp_path):
    with pytest.raises(StoreError) as none_written:
        undo(Place(root=root))
    (tmp_path / "bare").mkdir()
    with pytest.raises(StoreError) as no_store:
        undo(Place(root=tmp_path / "bare"))
    assert "nothing to undo" in str(none_written.value) and "no memory store" in str(
        no_store.value
    )


def test_a_write_that_was_killed_before_it_began_is_skipped(root, project):
    stored(root)
    digest = journal.digest(
        project.path("preference", "tabs-in-makefiles").read_bytes()
    )
    path = ".claude/memory/preferences/tabs-in-makefiles.json"
    item = {"path": path, "before": "{}", "old": digest, "new": "other"}
    entry = {
        "when": "now",
        "action": "save",
        "id": "x",
        "kind": "project",
        "files": [item],
    }
    journal.append_entry(Place(root=root).target.root, entry)
    assert undo(Place(root=root)).id == "tabs-in-makefiles"
    assert journal_files(root) == []


@pytest.mark.parametrize(
    "path",
    [
        "/etc/hosts",
        ".claude/memory/../../../x.json",
        ".memories/memories/x.json",
        "decisions/x.json",
        None,
    ],
)
def test_a_journal_that_points_out_of_the_store_is_not_followed(root, project, path):
    entry = {"when": "now", "action": "save", "id": "x", "kind": "project"}
    item = {"path": path, "before": "{}", "old": None, "new": None}
    journal.append_entry(Place(root=root).target.root, {**entry, "files": [item]})
    (project.store / ".lock").touch()
    before = project.snapshot()
    with pytest.raises(StoreError):
        undo(Place(root=root))
    assert project.snapshot() == before


def test_the_writes_are_listed_newest_first_with_what_was_changed_since(project, root):
    save(SaveRequest(Place(root=root), TABS))
    save(
        SaveRequest(
            Place(root=root), {**TABS, "title": "Two spaces in YAML", "value": "spaces"}
        )
    )
    path = project.path("preference", "tabs-in-makefiles")
    path.write_text(path.read_text() + "\n")
    listed = writes(Place(root=root))
    assert [item["id"] for item in listed] == [
        "two-spaces-in-yaml",
        "tabs-in-makefiles",
    ]
    assert [bool(item["changed"]) for item in listed] == [False, True]
