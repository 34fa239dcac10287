"""Candidates from filing to acceptance, without a process."""

import pytest

from memory_retrieval.core.errors import RecordError
from memory_retrieval.state import inbox_files
from memory_retrieval.upkeep import inbox

EVIDENCE = [{"text": "from now on we use tabs", "pattern": "from now on"}]
CONTENT = {
    "topic": "indentation",
    "value": "tabs",
    "reason": "make wants them",
    "strength": "strong",
}
WHOLE = {"title": "Tabs in makefiles", "content": CONTENT}


@pytest.fixture
def root(project):
    return str(project.root)


def file(root, record=None, evidence=EVIDENCE, category="preference"):
    return inbox.add_candidate(root, category, evidence, record)


def refusal(function, *args, **more):
    with pytest.raises(RecordError) as raised:
        function(*args, **more)
    return raised.value.problems


def test_a_candidate_of_no_category_is_refused(root):
    assert refusal(file, root, None, EVIDENCE, "joke")[0].location == "category"
    assert inbox.list_candidates(root) == []


def test_an_equal_candidate_does_not_undo_what_was_filled_in(root):
    id = file(root, {"title": "Tabs"})
    inbox.fill(root, id, CONTENT)
    assert file(root, {"title": "Tabs"}) == id
    assert inbox.get_candidate(root, id)["record"]["content"] == CONTENT


def test_a_full_inbox_takes_no_more(root, monkeypatch):
    monkeypatch.setattr(inbox, "MAX_CANDIDATES", 1)
    assert file(root, WHOLE) and file(root, {"title": "Another"}) is None
    assert len(inbox.list_candidates(root)) == 1


def test_evidence_is_cut(root):
    passages = [{"text": "x" * 5000, "pattern": "p" * 500}] + [{"text": "more"}] * 50
    candidate = inbox.get_candidate(root, file(root, WHOLE, passages))
    assert len(candidate["evidence"]) == inbox.MAX_EVIDENCE
    first = candidate["evidence"][0]
    assert (len(first["text"]), len(first["pattern"])) == (inbox.MAX_PASSAGE, 200)


@pytest.mark.parametrize(
    ("record", "missing"),
    [
        (
            {},
            [
                "title",
                "content.topic",
                "content.value",
                "content.reason",
                "content.strength",
            ],
        ),
        (
            {"title": " ", "content": {**CONTENT, "value": ""}},
            ["title", "content.value"],
        ),
        ({"title": "Tabs", **CONTENT}, []),
        ({"title": "Tabs", "content": "text"}, ["content." + key for key in CONTENT]),
        (WHOLE, []),
    ],
)
def test_gaps_are_the_required_fields_that_are_missing_or_empty(record, missing):
    assert inbox.gaps(record, "preference") == missing


def test_what_is_filled_in_replaces_fields_and_leaves_the_others(root):
    id = file(root, {"title": "Tabs", "topic": "indentation", "value": "spaces"})
    candidate = inbox.fill(root, id, {"value": "tabs", "tags": ["make"]})
    assert candidate["record"]["content"] == {"topic": "indentation", "value": "tabs"}
    assert (candidate["record"]["title"], candidate["record"]["tags"]) == (
        "Tabs",
        ["make"],
    )
    assert candidate["gaps"] == ["content.reason", "content.strength"]
    assert inbox.get_candidate(root, id) == candidate


def test_another_category_moves_what_a_candidate_says_to_the_fields_of_that_one(root):
    candidate = inbox.fill(
        root,
        file(root, WHOLE),
        {"category": "decision", "content": {"value": "spaces"}},
    )
    assert candidate["category"] == candidate["record"]["category"] == "decision"
    content = candidate["record"]["content"]
    assert content == {
        "decision": "spaces",
        "rationale": [CONTENT["reason"]],
        "status": "accepted",
    }
    assert candidate["gaps"] == ["content.context"]


@pytest.mark.parametrize(
    "fields",
    [
        {"strength": "iron"},
        {"rule": "no"},
        {"category": "rule"},
        {"category": "constraint", "severity": "some"},
        {"x": 1},
    ],
)
@pytest.mark.parametrize("write", [inbox.fill, inbox.accept])
def test_refused_fields_leave_a_candidate_exactly_as_it_was(root, write, fields):
    id = file(root, WHOLE)
    before = inbox.get_candidate(root, id)
    assert refusal(write, root, id, fields)
    assert inbox.get_candidate(root, id) == before


def test_a_record_that_lacks_something_is_accepted_and_marked_when_that_is_said(root):
    id = file(
        root,
        {"title": "Import stops", "steps": ["restart the worker"]},
        category="runbook",
    )
    assert [p.location for p in refusal(inbox.accept, root, id)] == [
        "content.trigger",
        "content.verification",
    ]
    assert inbox.accept(root, id, incomplete=True).status == "created"
    assert (
        refusal(inbox.accept, root, file(root, {}), incomplete=True)[0].location
        == "title"
    )


def test_the_beginning_of_one_id_names_a_candidate(root):
    id = file(root, WHOLE)
    assert inbox.get_candidate(root, id[:14])["id"] == id
    file(root, {"title": "Another"})
    assert refusal(inbox.get_candidate, root, "preference-")[0].code == "ambiguous"
    assert refusal(inbox.get_candidate, root, "decision-")[0].code == "not-found"
    assert refusal(inbox.get_candidate, root, "")[0].code == "not-found"


@pytest.mark.parametrize(
    "value",
    [
        None,
        {},
        {"id": "../x", "category": "preference", "record": {}, "created_at": ""},
    ],
)
def test_what_is_no_candidate_is_neither_listed_nor_put_back(root, value):
    assert inbox.put_back(root, value) == ""
    inbox_files.write_candidate(root, "odd", "null")
    assert inbox.list_candidates(root) == []


def test_a_candidate_put_back_gives_way_to_one_that_lacks_fewer_fields(root):
    id = file(root, {"title": "Tabs"})
    early = inbox.get_candidate(root, id)
    later = inbox.fill(root, id, CONTENT)
    assert inbox.put_back(root, early) == id and inbox.get_candidate(root, id) == later
    inbox.reject(root, id)
    assert inbox.put_back(root, early) == id and inbox.get_candidate(root, id) == early


def test_candidates_are_listed_oldest_first(root, monkeypatch):
    ids = []
    for day, title in ((3, "Third"), (1, "First"), (2, "Second")):
        monkeypatch.setenv("MEMORIES_NOW", "2026-11-0%dT12:00:00Z" % day)
        ids.append(file(root, {"title": title}))
    assert [c["id"] for c in inbox.list_candidates(root)] == [ids[1], ids[2], ids[0]]
