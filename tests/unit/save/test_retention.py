"""How many records a category keeps."""

import pytest

from memory_retrieval.save.batch import Batch, serialize
from memory_retrieval.save.lifecycle import BURST, retire_oldest, retired, warn_many

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


@pytest.mark.parametrize(("count", "keep"), [(5, 0), (5, 6), (0, 1)])
def test_within_the_limit_or_without_one_nothing_is_retired(count, keep):
    assert retire(filled(count, keep=keep)) == ([], [])


def test_the_oldest_beyond_the_limit_are_retired_and_named():
    ids, notes = retire(filled(5, keep=3))
    assert ids == ["d00", "d01", "d02"]
    assert len(notes) == 3 and all("the newest 3 are kept" in note for note in notes)


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


def test_a_retired_record_says_when_and_why_in_its_history():
    value = retired(record(), "x" * 400)
    assert (value["record_status"], value["retired_at"]) == ("retired", "2026-11-20T12:00:00Z")
    assert value["retired_reason"] == "x" * 300
    change = value["changes"][-1]
    assert (change["field"], change["old_value"], change["new_value"]) == ("record_status", "active", "retired")


@pytest.mark.parametrize(("count", "most", "warned"), [(3, 0, False), (2, 3, False), (3, 3, True)])
def test_more_active_records_than_the_limit_with_the_new_one_are_a_note(count, most, warned):
    store = filled(count, most=most)
    notes = warn_many(Batch("save", "new"), store, store.entries(), "decision")
    assert bool(notes) is warned


def test_records_that_the_batch_retires_do_not_count_towards_the_limit():
    store, batch = filled(3, most=3), Batch("save", "new")
    batch.put(store.path("decisions", "d00"), retired(record("d00"), "old"))
    assert warn_many(batch, store, store.entries(), "decision") == []
