"""Entries of a folder, and fingerprints that tell whether anything changed."""

import os

import pytest

from memory_retrieval.store.listing import checksum, folder_fingerprint, list_folder


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "store"
    (root / "decisions").mkdir(parents=True)
    (root / "decisions" / "a.json").write_text("{}")
    return root


def entries(root):
    return {entry.path: entry for entry in list_folder(str(root), "decisions", "decision")}


def test_a_missing_folder_has_no_entries_and_no_fingerprint(root):
    assert list_folder(str(root), "runbooks", "runbook") == []
    assert (checksum(str(root), "runbooks"), folder_fingerprint(str(root), "runbooks")) == ("", "")


def change(action, folder):
    path = folder / "a.json"
    if action == "edit":
        path.write_text("{ }")
    elif action == "replace":
        (folder / "new").write_text("{}")
        os.replace(folder / "new", path)
    elif action == "rename":
        path.rename(folder / "b.json")
    elif action == "remove":
        path.unlink()
    elif action == "create":
        (folder / "b.json").write_text("{}")


@pytest.mark.parametrize("action", ["edit", "replace", "rename", "remove", "create"])
def test_every_change_of_a_record_changes_the_checksum(root, action):
    before = checksum(str(root), "decisions")
    assert checksum(str(root), "decisions") == before
    change(action, root / "decisions")
    assert checksum(str(root), "decisions") != before


@pytest.mark.parametrize("action", ["replace", "rename", "remove", "create"])
def test_every_change_of_names_changes_the_folders_fingerprint(root, action):
    before = folder_fingerprint(str(root), "decisions")
    change(action, root / "decisions")
    assert folder_fingerprint(str(root), "decisions") != before


@pytest.mark.parametrize("action", ["edit", "replace"])
def test_a_changed_file_has_another_fingerprint(root, action):
    before = entries(root)["decisions/a.json"].fingerprint
    change(action, root / "decisions")
    assert entries(root)["decisions/a.json"].fingerprint != before
