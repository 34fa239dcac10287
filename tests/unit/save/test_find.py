"""Which record an id means."""

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import find
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save_to

from .memory_store import MemoryStore

TEXTS = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}


@pytest.fixture
def store():
    store = MemoryStore()
    for title in ("Tabs in makefiles", "Tabs in go files", "Dates are ISO 8601"):
        save_to(store, SaveRequest(data={"category": "preference", "title": title, **TEXTS}))
    return store


def code_of(call):
    with pytest.raises(RecordError) as raised:
        call()
    return raised.value.problems[0].code


@pytest.mark.parametrize("id", ["nothing", "", "ates-are", "../x", "decision/dates-are-iso-8601"])
def test_a_name_that_no_record_has_is_found_nowhere(store, id):
    entries = store.entries()
    assert find.find_exact(store, entries, id) is None
    assert code_of(lambda: find.find_or_explain(store, entries, id)) == "not-found"


@pytest.mark.parametrize(
    "name",
    [
        "dates-are-iso-8601",
        " dates-are-iso-8601 ",
        "preference/dates-are-iso-8601",
        "preferences/dates-are-iso-8601",
        ".claude/memory/preferences/dates-are-iso-8601.json",
        "/memory/.claude/memory/preferences/dates-are-iso-8601.json",
    ],
)
def test_a_record_is_named_by_its_id_its_category_and_its_paths(store, name):
    assert find.find_exact(store, store.entries(), name).id == "dates-are-iso-8601"


def test_the_error_names_the_nearest_ids(store):
    assert "did you mean tabs-in-go-files, tabs-in-makefiles?" in str(find.not_found(store.entries(), "tabs"))


def test_the_beginning_of_an_id_means_a_record_only_where_it_is_the_beginning_of_one(store):
    entries = store.entries()
    assert [e.id for e in find.find_by_prefix(entries, "dates\u2026")] == ["dates-are-iso-8601"]
    assert find.find_by_prefix(entries, "") == []
    assert code_of(lambda: find.single_beginning(entries, "tabs")) == "ambiguous"
    assert find.single_beginning(entries, "x") is None


def test_an_id_never_stands_for_another_record_of_its_title(store):
    entries = store.entries()
    entries[0].id = "dates-2"
    assert find.find_by_prefix(entries[:1], "dates") == []
    assert find.find_by_prefix(entries[:1], "dates\u2026") == find.find_by_prefix(entries[:1], "date") == entries[:1]


def test_the_name_of_a_file_that_is_no_record_is_an_error(store):
    store.files[".claude/memory/decisions/broken.json"] = b"{"
    assert code_of(lambda: find.find_exact(store, store.entries(), "broken")) == "unreadable"


def test_the_name_of_a_team_copy_says_whose_it_is(store):
    store.copies["queues"] = "platform/shop"
    assert code_of(lambda: find.find_exact(store, store.entries(), "queues")) == "read-only"
