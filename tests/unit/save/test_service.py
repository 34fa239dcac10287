"""The rules of a save, over a store without a disk."""

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.save.service import save_to

from .memory_store import MemoryStore

PREFERENCE = {
    "category": "preference",
    "title": "Dates are ISO 8601",
    "topic": "dates",
    "value": "ISO 8601",
    "reason": "they sort as text",
    "strength": "strong",
}
PATTERN = {"title": "Clear nodes", "category": "performance", "do_text": "node.clear()"}
PATH = ".claude/memory/preferences/dates-are-iso-8601.json"


@pytest.fixture(autouse=True)
def _now(monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-20T12:00:00Z")


@pytest.fixture
def store():
    return MemoryStore()


def save(store, data=PREFERENCE, **fields):
    return save_to(store, SaveRequest(data=data, **fields))


REFUSED = {
    "a new record without its content": (
        {"data": {"category": "preference", "title": "Dates"}},
        "content.topic",
        "missing",
    ),
    "a record without a title": ({"data": {"category": "preference", "topic": "dates"}}, "title", "missing"),
    "an unknown key": ({"data": {**PREFERENCE, "colour": "red"}}, "colour", "unknown-key"),
    "an unknown category": ({"data": {**PREFERENCE, "category": "joke"}}, "category", "invalid"),
    "an update where nothing is stored": ({"action": "update"}, "id", "no-store"),
    "an update of a record that is not stored": ({"update_id": "dates"}, "id", "no-store"),
    "a digest of a record that is not stored": ({"digest": "0" * 64}, "hash", "not-found"),
    "a link to itself": ({"data": {**PREFERENCE, "supersedes": ["dates-are-iso-8601"]}}, "supersedes", "cycle"),
    "a link to an unknown record": ({"data": {**PREFERENCE, "supersedes": ["x"]}}, "supersedes", "not-found"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_raised_with_its_location_and_code_and_makes_no_store(store, case):
    fields, location, code = REFUSED[case]
    with pytest.raises(RecordError) as raised:
        save(store, **{"data": PREFERENCE, **fields})
    assert (location, code) in [(p.location, p.code) for p in raised.value.problems]
    assert not store.made and not store.files


@pytest.mark.parametrize("case", ["create", "complete", "partial", "update", "dry run", "unchanged"])
def test_the_catalogue_is_read_once_a_save(store, case):
    save(store)
    store.readings = 0
    requests = {
        "create": {"data": {**PREFERENCE, "title": "Tabs in makefiles", "topic": "tabs"}},
        "complete": {"data": {**store.record(PATH), "tags": ["x"]}},
        "partial": {"data": {"category": "preference", "title": PREFERENCE["title"], "value": "RFC 3339"}},
        "update": {"data": {"value": "RFC 3339"}, "update_id": "dates-are-iso-8601"},
        "dry run": {"data": {**PREFERENCE, "value": "RFC 3339"}, "dry_run": True},
        "unchanged": {"data": PREFERENCE},
    }
    save(store, **requests[case])
    assert store.readings == 1


def test_a_dry_run_shows_the_difference_and_writes_nothing(store):
    outcome = save(store, dry_run=True)
    assert outcome.diff.startswith("--- /dev/null") and not store.made
    save(store)
    before = dict(store.files)
    assert '+    "value": "RFC 3339"' in save(store, {**PREFERENCE, "value": "RFC 3339"}, dry_run=True).diff
    assert store.files == before


def test_a_copy_of_a_team_record_is_not_updated_here(store):
    save(store)
    store.copies["queues"] = "platform/shop"
    with pytest.raises(RecordError, match="platform/shop") as raised:
        save(store, {"value": "x"}, update_id="queues")
    assert raised.value.problems[0].code == "read-only"


class TestPatterns:
    @pytest.fixture
    def store(self):
        return MemoryStore("patterns")

    def test_an_event_has_no_title_so_each_is_a_record_of_its_own(self, store):
        event = {"kind": "incident", "summary": "Volume full"}
        assert [save(store, event, kind="event").id for _ in range(2)] == ["volume-full", "volume-full-2"]

    def test_two_kinds_may_share_an_id(self, store):
        source = {"title": "Sync", "summary": "how"}
        review = {"reviewer": "ada", "subject": "Sync", "summary": "fine"}
        assert save(store, source, kind="source").id == save(store, review, kind="review").id == "sync"

    def test_an_update_keeps_what_it_does_not_say(self, store):
        first = save(store, {**PATTERN, "confidence": 0.5})
        save(store, {"dont_text": "del node"}, update_id=first.id)
        record = store.record(first.path)
        assert (record["do_text"], record["dont_text"], record["confidence"]) == ("node.clear()", "del node", 0.5)
        save(store, {"confidence": None}, update_id=first.id)
        assert "confidence" not in store.record(first.path)


def test_unknown_keys_and_wrong_values_are_listed_together_with_the_nearest_allowed_ones():
    content = {"status": "Acepted", "context": "c", "decision": 3, "rationale": ["r"], "rational": "r"}
    data = {"category": "decision", "title": "T", "content": content, "tagz": ["a"]}
    with pytest.raises(RecordError) as caught:
        save_to(MemoryStore(), SaveRequest(data=data))
    found = {problem.location: problem.message for problem in caught.value.problems}
    assert set(found) == {"tagz", "content.rational", "content.status", "content.decision"}
    assert "did you mean tags?" in found["tagz"] and "did you mean rationale?" in found["content.rational"]
    assert "did you mean accepted?" in found["content.status"]


def test_a_category_that_is_nearly_one_is_named():
    with pytest.raises(RecordError, match="did you mean tech_debt"):
        save_to(MemoryStore(), SaveRequest(data={"category": "techdebt", "title": "T"}))
