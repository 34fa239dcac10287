"""The changes of one write, before they are made."""

import json

from memory_retrieval.save.batch import Batch, serialize

from .memory_store import MemoryStore, record

OLD, NEW = ".claude/memory/decisions/old.json", ".claude/memory/decisions/new.json"


def entries_after(batch, *records):
    store = MemoryStore()
    store.files = {store.path("decisions", r["id"]): serialize(r) for r in records}
    return {entry.path: entry.title for entry in batch.entries_after(store.entries())}


def test_an_empty_batch_changes_nothing():
    batch = Batch("save", "old")
    assert (batch.steps, batch.pending(OLD)) == ([], None)
    assert entries_after(batch, record()) == {OLD: "Old"}


def test_of_several_writes_to_one_path_the_last_counts():
    batch = Batch("save", "old")
    batch.put(OLD, record(title="First"))
    batch.put(OLD, record(title="Second"))
    assert batch.pending(OLD)["title"] == "Second"
    assert entries_after(batch, record()) == {OLD: "Second"}


def test_a_move_leaves_one_record_at_the_new_path():
    batch = Batch("save", "new")
    batch.move(OLD, NEW, record("new"))
    assert [verb for verb, _, _ in batch.steps] == ["move", "put"]
    assert (batch.pending(OLD), batch.pending(NEW)["id"]) == (None, "new")
    assert entries_after(batch, record()) == {NEW: "New"}


def test_a_removed_record_is_no_entry_any_more():
    batch = Batch("gc", "")
    batch.remove(OLD)
    assert batch.pending(OLD) is None
    assert entries_after(batch, record(), record("new")) == {NEW: "New"}


def test_entries_that_a_batch_does_not_touch_are_kept():
    batch = Batch("save", "new")
    batch.put(NEW, record("new"))
    assert entries_after(batch, record()) == {OLD: "Old", NEW: "New"}


def test_a_file_is_indented_utf_8_in_the_given_order_and_ends_with_a_newline():
    data = serialize({"title": "Straße", "id": "x", "tags": ["a"]})
    assert data.decode("utf-8") == '{\n  "title": "Straße",\n  "id": "x",\n  "tags": [\n    "a"\n  ]\n}\n'
    assert list(json.loads(data)) == ["title", "id", "tags"]
