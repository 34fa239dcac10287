"""Which record a draft updates."""

import hashlib

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import draft as drafts
from memory_retrieval.save import patterns, target
from memory_retrieval.save.batch import serialize
from memory_retrieval.save.request import SaveRequest

from .memory_store import MemoryStore, record

NOW = 1_800_000_000
TIME = "2026-11-20T12:00:00Z"


@pytest.fixture
def store():
    return MemoryStore()


def put(store, *records):
    for value in records:
        store.files[store.path("decisions", value["id"])] = serialize(value)


def decision(**fields):
    return drafts.build({"category": "decision", "title": "Queues run on Redis", **fields})


def resolve(store, draft, update_id=""):
    return target.resolve(store, store.entries(), draft, update_id)


def refusal(function, *args):
    with pytest.raises(RecordError) as raised:
        function(*args)
    return raised.value.problems[0]


def test_of_several_records_with_the_title_the_one_in_force_is_meant(store):
    title = "Queues run on Redis"
    put(store, record("a", title=title, record_status="retired", retired_at=TIME))
    put(store, record("b", title=title, schema_version="1.1", superseded_by="c"), record("c", title=title))
    assert resolve(store, decision()).id == "c"


def test_a_known_title_keeps_its_id_and_a_note_says_so(store):
    put(store, record("q", title="Queues run on Redis"))
    draft = decision(id="other")
    assert resolve(store, draft).id == "q"
    assert "id" not in draft.fields and "id: stays q, the record of this title" in draft.notes


def test_an_id_comes_before_a_title(store):
    put(store, record("one"), record("two", title="Queues run on Redis"))
    assert resolve(store, decision(id="one")).id == "one"


def test_an_id_of_another_category_is_refused(store):
    content = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}
    store.files[store.path("preferences", "q")] = serialize({**record("q", category="preference"), "content": content})
    problem = refusal(resolve, store, decision(id="q"))
    assert (problem.location, problem.code) == ("id", "exists")


def test_an_id_whose_file_is_no_valid_record_is_refused(store):
    store.files[store.path("decisions", "q")] = b"{"
    assert refusal(resolve, store, decision(id="q")).code == "unreadable"


def test_a_named_record_that_is_not_there_is_refused(store):
    assert refusal(resolve, store, decision(), "one").code == "not-found"


def test_a_named_record_of_another_category_is_refused_with_the_next_step(store):
    put(store, record("one"))
    draft = drafts.build({"category": "preference", "title": "T"})
    problem = refusal(resolve, store, draft, "one")
    assert (problem.location, problem.code) == ("category", "immutable")
    assert "retire it and save a new preference" in problem.message


def test_events_are_never_the_same_by_their_title():
    store = MemoryStore("patterns")
    event = {"id": "deploy", "summary": "Deploy", "timestamp": TIME, "type": "deploy"}
    store.files[store.path("events", "deploy")] = serialize(event)
    draft = patterns.build(SaveRequest(data={"summary": "Deploy"}, kind="event"))
    assert resolve(store, draft) is None


@pytest.mark.parametrize("fields", [{"id": "mine"}, {"title": "Another title"}])
def test_an_invalid_file_does_not_matter_to_another_id(store, fields):
    store.files[store.path("decisions", "queues-run-on-redis")] = b"{"
    target.check_readable(store, store.entries(), decision(**fields))


@pytest.mark.parametrize(
    ("status", "age", "update_id", "allowed"),
    [
        ("active", 10 * target.RESURRECTION, "", False),
        ("archived", 10 * target.RESURRECTION, "", False),
        ("retired", target.RESURRECTION - 1, "", False),
        ("retired", target.RESURRECTION, "old", False),
        ("retired", target.RESURRECTION, "", True),
    ],
)
def test_only_a_record_retired_a_day_ago_makes_way_and_not_when_it_is_named(store, status, age, update_id, allowed):
    put(store, record(record_status=status))
    old = store.entries()[0]
    old.updated = NOW - age
    assert target.may_replace(old, update_id, NOW) is allowed


def test_a_digest_of_the_file_as_it_is_passes(store):
    put(store, record())
    entry, data = store.entries()[0], store.files[store.path("decisions", "old")]
    for digest in ("", hashlib.sha256(data).hexdigest(), hashlib.md5(data).hexdigest().upper() + "\n"):
        target.check_digest(store, entry, digest)


@pytest.mark.parametrize(("digest", "code"), [("0" * 64, "stale"), ("0" * 32, "stale"), ("abc", "invalid")])
def test_another_digest_is_refused(store, digest, code):
    put(store, record())
    problem = refusal(target.check_digest, store, store.entries()[0], digest)
    assert (problem.location, problem.code) == ("hash", code)
