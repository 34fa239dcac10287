"""The library's functions over the files of a project."""

import pytest

import memory_retrieval
from memory_retrieval import (
    RecordError,
    StoreError,
    find,
    list_memories,
    save_memory,
    show,
    stats,
    undo,
    why,
)

PREFERENCE = {
    "category": "preference",
    "title": "Dates are ISO 8601",
    "topic": "dates",
    "value": "ISO 8601",
    "reason": "they sort as text",
    "strength": "strong",
}
EXPORTS = """AsyncMemoryRetriever DatabaseError MemoryRetrievalError MemoryRetriever RecordError Result SaveOutcome
StoreError StoredRecord find list_memories save_memory show stats tokenize undo validate why""".split()


def test_the_package_exports_these_names_and_no_other():
    assert memory_retrieval.__all__ == EXPORTS
    assert all(getattr(memory_retrieval, name) is not None for name in EXPORTS)


@pytest.mark.parametrize(
    "call",
    [
        lambda root: find("dates", root),
        lambda root: list_memories(root),
        lambda root: show("x", root),
        lambda root: stats(root),
        lambda root: why("dates", root),
        lambda root: undo(root),
    ],
    ids="find list show stats why undo".split(),
)
def test_a_folder_without_a_store_is_a_store_error(tmp_path, call):
    with pytest.raises(StoreError):
        call(str(tmp_path))


def test_what_is_saved_is_found_listed_shown_and_counted(project):
    root = str(project.root)
    outcome = save_memory(PREFERENCE, root)
    assert (outcome.status, outcome.id, outcome.changed) == (
        "created",
        "dates-are-iso-8601",
        True,
    )
    assert [hit.memory.id for hit in find("iso dates", root)] == [outcome.id]
    assert [memory.id for _, memory in list_memories(root)] == [outcome.id]
    stored = show("dates-are", root)
    assert (stored.id, stored.path, stored.record["content"]["value"]) == (
        outcome.id,
        outcome.path,
        "ISO 8601",
    )
    assert stats(root)["counts"] == {"preference": {"active": 1}}
    assert [
        c["id"]
        for c in why("which format do dates have?", root, memory=outcome.id)[
            "candidates"
        ]
    ] == [outcome.id]


def test_a_listing_is_newest_first_and_filters(project):
    project.write("decision", "old", updated_at="2026-01-01T08:00:00Z")
    project.write("decision", "new", updated_at="2026-06-01T08:00:00Z")
    project.write("runbook", "retired", record_status="retired")
    ids = [memory.id for _, memory in list_memories(str(project.root), status="active")]
    assert ids == ["new", "old"]
    assert [
        memory.id for _, memory in list_memories(str(project.root), category="runbook")
    ] == ["retired"]


def test_an_update_is_refused_when_the_file_is_not_the_one_that_was_shown(project):
    root = str(project.root)
    save_memory(PREFERENCE, root)
    digest = show("dates-are-iso-8601", root).digest
    assert (
        save_memory(
            {"value": "RFC 3339"}, root, update="dates-are-iso-8601", digest=digest
        ).status
        == "updated"
    )
    with pytest.raises(RecordError) as raised:
        save_memory({"value": "x"}, root, update="dates-are-iso-8601", digest=digest)
    assert raised.value.problems[0].code == "stale"


@pytest.mark.parametrize("id", ["nothing", "", "../x"])
def test_a_record_that_is_not_there_is_a_record_error(project, id):
    project.write("decision", "queues")
    with pytest.raises(RecordError) as raised:
        show(id, str(project.root))
    assert raised.value.problems[0].code == "not-found"


def test_aliases_are_added_to_those_that_are_there(project):
    root = str(project.root)
    save_memory({**PREFERENCE, "aliases": ["time format"]}, root)
    outcome = save_memory(
        {"aliases": ["day and month"]}, root, update="dates-are-iso-8601"
    )
    assert show("dates-are", root).record["aliases"] == ["time format", "day and month"]
    assert [hit.memory.id for hit in find("day and month", root)] == [outcome.id]


@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("query", lambda root: memory_retrieval.find(3, root)),
        ("top", lambda root: memory_retrieval.find("x", root, top="a")),
        ("prompt", lambda root: memory_retrieval.why(5, root)),
        ("id", lambda root: memory_retrieval.show(None, root)),
        ("record", lambda root: memory_retrieval.save_memory("no record", root)),
        ("record", lambda root: memory_retrieval.save_memory([1], root)),
        ("days", lambda root: memory_retrieval.stats(root, days="x")),
    ],
)
def test_an_argument_of_another_type_is_an_error_that_names_it(project, name, call):
    with pytest.raises(
        memory_retrieval.MemoryRetrievalError, match="^" + name + ": expected "
    ):
        call(str(project.root))
