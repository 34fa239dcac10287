"""Which record a draft updates."""

import hashlib

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import draft as drafts
from memory_retrieval.save import target
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.store import catalog
from memory_retrieval.store.place import Place

NOW = 1_800_000_000
TITLE = "Queues run on Redis"


@pytest.fixture
def store(project):
    return project.place.target


def decision(**fields):
    return drafts.build({"category": "decision", "title": TITLE, **fields})


def resolve(store, draft, update_id=""):
    request = SaveRequest(Place(root=store.root), {}, update_id=update_id)
    return target.resolve(store, catalog.entries(store), draft, request)


def refusal(function, *args):
    with pytest.raises(RecordError) as raised:
        function(*args)
    return raised.value.problems[0]


def test_of_several_records_with_the_title_the_one_in_force_is_meant(project, store):
    project.write(
        "decision",
        "a",
        TITLE,
        record_status="retired",
        retired_at="2026-11-20T12:00:00Z",
    )
    project.write("decision", "b", TITLE, superseded_by="c")
    project.write("decision", "c", TITLE)
    assert resolve(store, decision()).id == "c"


def test_a_known_title_keeps_its_id_and_a_note_says_so(project, store):
    project.write("decision", "q", TITLE)
    draft = decision(id="other")
    assert resolve(store, draft).id == "q"
    assert (
        "id" not in draft.fields
        and "id: stays q, the memory of this title" in draft.notes
    )


def test_an_id_comes_before_a_title(project, store):
    project.write("decision", "one"), project.write("decision", "two", TITLE)
    assert resolve(store, decision(id="one")).id == "one"


def test_an_id_of_another_category_or_of_no_valid_record_is_refused(project, store):
    project.write("preference", "q")
    problem = refusal(resolve, store, decision(id="q"))
    assert (problem.location, problem.code) == ("id", "exists")
    project.write_text("decision", "broken", "{")
    assert refusal(resolve, store, decision(id="broken")).code == "unreadable"


def test_a_named_record_of_another_category_is_refused_with_the_next_step(
    project, store
):
    project.write("decision", "one")
    problem = refusal(
        resolve, store, drafts.build({"category": "preference", "title": "T"}), "one"
    )
    assert (problem.location, problem.code) == ("category", "immutable")
    assert "`memories edit one --category preference`" in problem.message


@pytest.mark.parametrize("fields", [{"id": "mine"}, {"title": "Another title"}])
def test_an_invalid_file_does_not_matter_to_another_id(project, store, fields):
    project.write_text("decision", "queues-run-on-redis", "{")
    target.check_readable(store, catalog.entries(store), decision(**fields))


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
def test_only_a_record_retired_a_day_ago_makes_way_and_not_when_it_is_named(
    project, store, status, age, update_id, allowed
):
    project.write("decision", "old", record_status=status)
    (old,) = catalog.entries(store)
    old.updated = NOW - age
    assert target.may_replace(old, update_id, NOW) is allowed


def test_only_the_digest_of_the_file_as_it_is_passes(project, store):
    data = project.write("decision", "old").read_bytes()
    (entry,) = catalog.entries(store)
    for digest in (
        "",
        hashlib.sha256(data).hexdigest(),
        hashlib.md5(data).hexdigest().upper() + "\n",
    ):
        target.check_digest(store, entry, digest)
    for digest, code in (("0" * 64, "stale"), ("0" * 32, "stale"), ("abc", "invalid")):
        problem = refusal(target.check_digest, store, entry, digest)
        assert (problem.location, problem.code) == ("hash", code)
