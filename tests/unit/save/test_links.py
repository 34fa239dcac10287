"""Links between records: both ends agree, and there is no cycle."""

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import links
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save_to

from .memory_store import MemoryStore

TEXTS = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}


@pytest.fixture
def store():
    return MemoryStore()


@pytest.fixture
def save(store):
    def save(title, **fields):
        data = {"category": "preference", "title": title, **TEXTS, **fields}
        return save_to(store, SaveRequest(data=data)).id

    return save


def record(store, id):
    return store.record(store.path("preferences", id))


GRAPHS = [
    ({}, "a", "b", []),
    ({"a": {"b"}}, "b", "a", []),
    ({"a": {"b"}}, "a", "b", ["a", "b"]),
    ({"a": {"b", "c"}, "b": {"d"}, "c": {"e"}, "d": {"e"}}, "a", "e", ["a", "c", "e"]),
    ({"a": {"b"}, "b": {"a"}}, "a", "a", ["a", "b", "a"]),
    ({"a": {"b"}, "b": {"b"}}, "a", "c", []),
]


@pytest.mark.parametrize(("graph", "start", "end", "path"), GRAPHS)
def test_the_shortest_path_ends_even_where_there_is_a_cycle(graph, start, end, path):
    assert links.shortest_path(graph, start, end) == path


def test_one_save_takes_a_handful_of_records_out_of_use_and_no_more(store, save):
    ids = [save(f"Rule {number}") for number in range(links.MAX_SUPERSEDED + 1)]
    before = dict(store.files)
    with pytest.raises(RecordError) as raised:
        save("All of it", supersedes=ids)
    assert [p.code for p in raised.value.problems] == ["size"] and store.files == before
    save("All of it", supersedes=ids[:-1])
    assert "superseded_by" not in record(store, ids[-1])
    save("All of it", supersedes=ids)
    assert record(store, ids[-1])["superseded_by"] == "all-of-it"
