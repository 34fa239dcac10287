"""How many records a category keeps."""

import pytest

from memory_retrieval.save.lifecycle import BURST, retire_oldest
from memory_retrieval.save.record_store import Batch, serialize

from .memory_store import MemoryStore, record


@pytest.fixture(autouse=True)
def _now(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-20T12:00:00Z")


def filled(count, *, keep=0, most=0):
    """A store with the decisions d00, d01, ..., the first of them the oldest."""
    store = MemoryStore(settings={"categories.decision.max_retained": keep, "max_memories_per_category": most})
    for number in range(count):
        value = record("d%02d" % number, created_at="2026-05-01T08:00:%02dZ" % number)
        store.files[store.path("decisions", value["id"])] = serialize(value)
    return store


def retire(store, batch=None):
    """(ids that a new decision retires, notes)."""
    batch = batch or Batch("save", "new")
    store.files[store.path("decisions", "new")] = serialize(record("new", created_at="2026-06-01T08:00:00Z"))
    entries = store.entries()
    new = next(entry for entry in entries if entry.id == "new")
    notes = retire_oldest(batch, store, entries, new)
    return sorted(value["id"] for _, _, value in batch.steps if value["record_status"] == "retired"), notes


def test_one_save_retires_no_more_than_a_burst_and_those_are_the_oldest():
    assert retire(filled(BURST + 5, keep=1))[0] == ["d%02d" % number for number in range(BURST)]


def test_records_of_other_categories_and_out_of_use_do_not_count():
    store = filled(2, keep=3)
    store.files[store.path("decisions", "gone")] = serialize(record("gone", record_status="archived"))
    content = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}
    other = {**record("other", category="preference"), "content": content}
    store.files[store.path("preferences", "other")] = serialize(other)
    assert retire(store)[0] == []


def test_a_change_pending_in_the_batch_is_kept_when_its_record_is_retired():
    store, batch = filled(1, keep=1), Batch("save", "new")
    batch.put(store.path("decisions", "d00"), {**record("d00"), "superseded_by": "new", "schema_version": "1.1"})
    assert retire(store, batch)[0] == ["d00"]
    assert batch.pending(store.path("decisions", "d00"))["superseded_by"] == "new"
