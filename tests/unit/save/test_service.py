"""The rules of a save."""

import json
from pathlib import Path

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.save import service
from memory_retrieval.save.request import SaveRequest
from memory_retrieval.store import catalog, mirrors
from saves import PREFERENCE


@pytest.fixture
def save(project):
    """save({...}, update_id="x"): the outcome of a save in the project."""
    return lambda data=PREFERENCE, **fields: service.save(
        SaveRequest(project.place, data, **fields)
    )


REFUSED = {
    "a new record without its content": (
        {"data": {"category": "preference", "title": "Dates"}},
        "content.topic",
        "missing",
    ),
    "an unknown category": (
        {"data": {**PREFERENCE, "category": "joke"}},
        "category",
        "invalid",
    ),
    "an update where nothing is stored": ({"action": "update"}, "id", "no-store"),
    "an update of a record that is not stored": (
        {"update_id": "dates"},
        "id",
        "no-store",
    ),
    "a digest of a record that is not stored": (
        {"digest": "0" * 64},
        "hash",
        "not-found",
    ),
    "a link to itself": (
        {"data": {**PREFERENCE, "supersedes": ["dates-are-iso-8601"]}},
        "supersedes",
        "cycle",
    ),
    "a link to an unknown record": (
        {"data": {**PREFERENCE, "supersedes": ["x"]}},
        "supersedes",
        "not-found",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_wrong_is_raised_with_its_location_and_code_and_makes_no_store(
    project, save, case
):
    project.store.rmdir()
    fields, location, code = REFUSED[case]
    with pytest.raises(RecordError) as raised:
        save(**{"data": PREFERENCE, **fields})
    assert (location, code) in [(p.location, p.code) for p in raised.value.problems]
    assert not project.store.exists()


@pytest.mark.parametrize(
    "case", ["create", "partial", "update", "dry run", "unchanged"]
)
def test_the_catalogue_is_read_once_a_save(save, monkeypatch, case):
    save()
    readings, entries = [], catalog.entries
    monkeypatch.setattr(
        catalog, "entries", lambda store: readings.append(store) or entries(store)
    )
    requests = {
        "create": {
            "data": {**PREFERENCE, "title": "Tabs in makefiles", "topic": "tabs"}
        },
        "partial": {
            "data": {
                "category": "preference",
                "title": PREFERENCE["title"],
                "value": "RFC 3339",
            }
        },
        "update": {"data": {"value": "RFC 3339"}, "update_id": "dates-are-iso-8601"},
        "dry run": {"data": {**PREFERENCE, "value": "RFC 3339"}, "dry_run": True},
        "unchanged": {"data": PREFERENCE},
    }
    save(**requests[case])
    assert len(readings) == 1


def test_a_copy_of_a_team_record_is_not_updated_here(project, save):
    save()
    copies, link = (
        Path(mirrors.mirror_path("a")),
        Path(mirrors.link_path(str(project.root))),
    )
    (
        (copies / "decisions").mkdir(parents=True),
        link.parent.mkdir(parents=True, exist_ok=True),
    )
    (copies / "decisions" / "shop-0123456789ab.queues.json").write_text(
        json.dumps(project.record("decision", "queues"))
    )
    (copies / mirrors.ABOUT).write_text(
        json.dumps({"workspace": "platform", "projects": {"shop-0123456789ab": "shop"}})
    )
    link.write_text(
        json.dumps(
            {"root": str(project.root), "project": "shop", "mirrors": [{"name": "a"}]}
        )
    )
    with pytest.raises(RecordError, match="platform/shop") as raised:
        save({"value": "x"}, update_id="queues")
    assert raised.value.problems[0].code == "read-only"


def test_two_kinds_of_the_pattern_store_may_share_an_id_and_no_event_is_the_same_as_another(
    save,
):
    source, review = (
        {"title": "Sync", "summary": "how"},
        {"reviewer": "ada", "subject": "Sync", "summary": "fine"},
    )
    event = {"kind": "incident", "summary": "Volume full"}
    given = [(source, "source"), (review, "review"), (event, "event"), (event, "event")]
    ids = [save(data, kind=kind).id for data, kind in given]
    assert ids == ["sync", "sync", "volume-full", "volume-full-2"]


def test_unknown_keys_and_wrong_values_are_listed_together_with_the_nearest_allowed_ones(
    save,
):
    content = {
        "status": "Acepted",
        "context": "c",
        "decision": 3,
        "rationale": ["r"],
        "rational": "r",
    }
    with pytest.raises(RecordError) as caught:
        save({"category": "decision", "title": "T", "content": content, "tagz": ["a"]})
    found = {problem.location: problem.message for problem in caught.value.problems}
    assert set(found) == {
        "tagz",
        "content.rational",
        "content.status",
        "content.decision",
    }
    assert (
        "did you mean tags?" in found["tagz"]
        and "did you mean rationale?" in found["content.rational"]
    )
    assert "did you mean accepted?" in found["content.status"]


def test_a_category_that_is_nearly_one_is_named(save):
    with pytest.raises(RecordError, match="did you mean tech_debt"):
        save({"category": "techdebt", "title": "T"})
