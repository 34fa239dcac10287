"""Collections over parts of a store and over all projects in one."""

import json

import pytest

from labelled import shop
from memory_retrieval_eval.dataset import read_collection
from memory_retrieval_eval.stores import is_active, merge, part_of, records
from memory_retrieval_eval.values import LabelledQuery


@pytest.fixture
def collection(project, tmp_path):
    return shop(project, tmp_path / "shop-collection")


def test_a_part_holds_so_many_active_memories_and_is_always_the_same(
    collection, tmp_path
):
    part, again = (part_of(collection, 5, tmp_path / name) for name in ("one", "two"))
    assert len(records(part)) == 5 and all(map(is_active, records(part).values()))
    assert records(part) == records(again)
    assert records(part).items() <= records(collection).items()
    assert part.queries == ()


def test_a_larger_part_holds_the_smaller_one(collection, tmp_path):
    small, large = (
        records(part_of(collection, size, tmp_path / str(size))) for size in (3, 7)
    )
    assert small.items() < large.items()


def test_a_superseded_memory_is_not_active():
    assert is_active({"record_status": "active"}) and is_active({})
    assert not is_active({"record_status": "retired"})
    assert not is_active({"record_status": "active", "superseded_by": "another"})


def test_projects_with_the_same_files_and_ids_lose_nothing_in_one_store(
    collection, tmp_path
):
    merged = merge([collection, collection], tmp_path / "merged")
    found = records(merged)
    ids = [record["id"] for record in found.values()]
    assert len(found) == 2 * len(records(collection)) == len(set(ids))
    assert (
        len(merged.queries)
        == len({query.id for query in merged.queries})
        == 2 * len(collection.queries)
    )


def test_labels_follow_their_memories_into_the_merged_store(collection, tmp_path):
    merged = merge([collection, collection], tmp_path / "merged")
    for query in merged.queries:
        assert query.relevant.keys() | query.forbidden <= records(merged).keys()
    (second,) = [query for query in merged.queries if query.id == "c2-q3"]
    assert second.relevant == {"sessions/c2-old-session.json": 2}
    assert second.forbidden == {"decisions/c2-old-cookie.json"}


def test_a_merged_store_is_a_valid_collection_even_of_the_longest_ids(
    collection, tmp_path
):
    path = collection.folder / "memory/decisions/old-cookie.json"
    path.write_text(
        json.dumps({**json.loads(path.read_text()), "id": "a" * 76 + "-bcd"})
    )
    merged = merge([collection], tmp_path / "merged")
    assert max(len(record["id"]) for record in records(merged).values()) <= 80
    (tmp_path / "merged/queries.jsonl").write_text(
        json.dumps({"id": "q", "kind": "direct", "prompt": "x"})
    )
    assert read_collection(tmp_path / "merged").queries == (
        LabelledQuery("q", "direct", "x"),
    )


def test_a_file_that_is_no_record_is_passed_over(collection, tmp_path):
    (collection.folder / "memory/decisions/broken.json").write_text("{")
    (collection.folder / "memory/decisions/list.json").write_text("[]")
    assert "decisions/broken.json" not in records(collection)
    assert "decisions/c1-list.json" not in records(
        merge([collection], tmp_path / "merged")
    )
