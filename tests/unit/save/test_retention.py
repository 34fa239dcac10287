"""How many session summaries a store keeps."""

import pytest

from memory_retrieval.save.batch import Batch, serialize
from memory_retrieval.save.lifecycle import BURST, retire_oldest

from .memory_store import MemoryStore, record


@pytest.fixture(autouse=True)
def _now(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-20T12:00:00Z")


def summary(id, **fields):
    content = {"goal": "g", "outcome": "success", "completed": [], "next_actions": []}
    return {**record(id, **fields), "category": "session_summary", "content": content}


def filled(count, *, keep=0):
    """A store with the session summaries d00, d01, ..., the first of them the oldest."""
    store = MemoryStore(settings={"categories.session_summary.max_retained": keep})
    for number in range(count):
        value = summary("d%02d" % number, created_at="2026-05-01T08:00:%02dZ" % number)
        store.files[store.path("sessions", value["id"])] = serialize(value)
    return store


def retire(store, batch=None):
    """(ids that a new one retires, notes)."""
    batch = batch or Batch("save", "new")
    store.files[store.path("sessions", "new")] = serialize(summary("new", created_at="2026-06-01T08:00:00Z"))
    entries = store.entries()
    new = next(entry for entry in entries if entry.id == "new")
    notes = retire_oldest(batch, store, entries, new)
    return sorted(value["id"] for _, _, value in batch.steps if value["record_status"] == "retired"), notes


def test_one_save_retires_no_more_than_a_burst_and_those_are_the_oldest():
    assert retire(filled(BURST + 5, keep=1))[0] == ["d%02d" % number for number in range(BURST)]


def test_records_of_other_categories_and_out_of_use_do_not_count():
    store = filled(2, keep=3)
    store.files[store.path("sessions", "gone")] = serialize(summary("gone", record_status="archived"))
    store.files[store.path("decisions", "other")] = serialize(record("other"))
    assert retire(store)[0] == []


def test_a_change_pending_in_the_batch_is_kept_when_its_record_is_retired():
    store, batch = filled(1, keep=1), Batch("save", "new")
    batch.put(store.path("sessions", "d00"), {**summary("d00"), "superseded_by": "new", "schema_version": "1.1"})
    assert retire(store, batch)[0] == ["d00"]
    assert batch.pending(store.path("sessions", "d00"))["superseded_by"] == "new"
