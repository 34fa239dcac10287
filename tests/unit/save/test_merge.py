"""The rules by which a draft and a record become the next record."""

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.save import draft as drafts
from memory_retrieval.save.merge import MAX_CHANGES, merged, new_record
from memory_retrieval.save.names import new_id
from memory_retrieval.store.schema import validate

NOW = 1_800_000_000
CONTENT = {"topic": "t", "value": "v", "reason": "r", "strength": "soft"}


def record(**fields):
    made = new_record(
        drafts.build(
            {
                "category": "preference",
                "title": "T",
                "content": dict(CONTENT),
                "tags": ["a", "b"],
            }
        ),
        "t",
        NOW - 100,
    )
    return {**made, **fields}


def merge(old, data, exists=lambda path: True):
    notes = []
    new, problems = merged(
        old, drafts.build({"category": old["category"], **data}), NOW, exists, notes
    )
    return new, {p.location: p.message for p in problems}, notes


@pytest.mark.parametrize(
    ("data", "place", "rule"),
    [
        ({"record_status": "retired"}, "record_status", "immutable"),
        ({"superseded_by": "x"}, "superseded_by", "immutable"),
        ({"id": "other"}, "id", "immutable"),
    ],
)
def test_immutable_fields_are_refused_with_the_next_step(data, place, rule):
    old = record()
    new, problems, _ = merge(old, data)
    assert new is old
    assert rule in problems[place]


def test_created_at_stays_and_is_said():
    new, problems, notes = merge(
        record(), {"created_at": "2001-01-01T00:00:00Z", "value": "w"}
    )
    assert new["created_at"] == record()["created_at"]
    assert not problems
    assert notes[0].startswith("created_at")


def test_a_complete_record_takes_nothing_away_and_what_stays_is_said():
    old = record(related_files=["a.py"], changes=[{"date": "d", "summary": "s"}])
    given = {
        "tags": ["a", "c"],
        "related_files": [],
        "changes": [],
        "content": {**CONTENT, "value": "w"},
    }
    del given["content"]["topic"]
    new, problems, notes = merge(old, {**copy.deepcopy(old), **given})
    assert not problems
    assert new["tags"] == ["a", "b", "c"] and new["related_files"] == ["a.py"]
    assert new["content"]["topic"] == "t"
    assert [change["summary"] for change in new["changes"]] == [
        "s",
        "Changed content.value",
        "Changed tags",
    ]
    assert notes == [
        "kept: content.topic, tags b, related_files a.py; a save only adds, and `memories edit t` takes out"
    ]


def test_the_history_is_written_here_and_a_given_entry_is_why():
    old = record(changes=[{"date": "d", "summary": "s"}])
    given = {"changes": [{"date": "c", "summary": "forged"}]}
    assert merge(old, given)[0] is old
    new, _, notes = merge(old, {"value": "w", **given})
    assert [change["summary"] for change in new["changes"]] == [
        "s",
        "Changed content.value",
        "forged",
    ]
    assert new["changes"][-1]["date"] == new["updated_at"]
    assert "change_summary" in notes[0]


def test_a_partial_record_only_adds_tags_and_keeps_files_that_exist():
    old = record(related_files=["here.py", "gone.py"])
    new, problems, _ = merge(
        old,
        {"tags": ["c"], "related_files": ["new.py"]},
        exists=lambda path: path == "here.py",
    )
    assert not problems
    assert new["tags"] == ["a", "b", "c"]
    assert new["related_files"] == ["here.py", "new.py"]


def test_at_the_cap_a_new_tag_takes_the_room_of_an_old_one_and_it_is_logged():
    old = record(tags=[f"t{n}" for n in range(12)])
    new, problems, _ = merge(old, {"tags": ["fresh"]})
    assert not problems
    assert len(new["tags"]) == 12
    assert "fresh" in new["tags"]
    assert "t11 left out" in new["changes"][-1]["summary"]


def test_the_history_keeps_the_last_fifty():
    old = record(changes=[{"date": "d", "summary": f"s{n}"} for n in range(50)])
    new = merge(old, {"value": "w"})[0]
    assert len(new["changes"]) == MAX_CHANGES
    assert new["changes"][0]["summary"] == "s1"


def test_keys_nobody_knows_are_kept_and_nulls_go():
    new = merge(record(custom=1, confidence=None), {"value": "w"})[0]
    assert new["custom"] == 1
    assert "confidence" not in new


@given(
    st.text(max_size=150),
    st.lists(st.text(max_size=90), max_size=15),
    st.text(max_size=50),
)
def test_whatever_text_comes_a_written_record_is_valid_or_refused(title, tags, value):
    try:
        draft = drafts.build(
            {
                "category": "preference",
                "title": title,
                "tags": tags,
                "content": {**CONTENT, "value": value},
            }
        )
    except drafts.RecordError as error:
        assert error.problems
        return
    made = new_record(draft, new_id(title, "preference", set()), NOW)
    if made.get("title"):
        assert validate(made, strict=True) == []
        again = drafts.build(copy.deepcopy(made))
        assert new_record(again, made["id"], NOW) == made
