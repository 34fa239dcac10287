"""How many session summaries a store keeps."""

import json

import pytest

from memory_retrieval.save.batch import Batch
from memory_retrieval.save.lifecycle import BURST, retire_oldest
from memory_retrieval.store import catalog


@pytest.fixture
def fill(project):
    """fill(2, keep=3): the session summaries d00, d01, ..., the first of them the oldest."""

    def write(count, keep):
        project.config({"categories": {"session_summary": {"max_retained": keep}}})
        for number in range(count):
            project.write(
                "session_summary",
                "d%02d" % number,
                created_at="2026-05-01T08:00:%02dZ" % number,
            )

    return write


def retired(project, batch):
    """The IDs that a new summary retires."""
    project.write("session_summary", "new", created_at="2026-06-01T08:00:00Z")
    store = project.place.target
    entries = catalog.entries(store)
    retire_oldest(
        batch, store, entries, next(entry for entry in entries if entry.id == "new")
    )
    return sorted(
        value["id"]
        for _, _, value in batch.steps
        if value["record_status"] == "retired"
    )


def test_one_save_retires_no_more_than_a_burst_and_those_are_the_oldest(project, fill):
    fill(BURST + 5, keep=1)
    assert retired(project, Batch("save", "new")) == [
        "d%02d" % number for number in range(BURST)
    ]


def test_records_of_other_categories_and_out_of_use_do_not_count(project, fill):
    fill(2, keep=3)
    project.write("session_summary", "gone", record_status="archived")
    project.write("decision", "other")
    assert retired(project, Batch("save", "new")) == []


def test_a_change_pending_in_the_batch_is_kept_when_its_record_is_retired(
    project, fill
):
    fill(1, keep=1)
    path, batch = project.path("session_summary", "d00"), Batch("save", "new")
    place = str(path.relative_to(project.root))
    batch.put(
        place,
        {
            **json.loads(path.read_text()),
            "superseded_by": "new",
            "schema_version": "1.1",
        },
    )
    assert retired(project, batch) == ["d00"]
    assert batch.pending(place)["superseded_by"] == "new"
