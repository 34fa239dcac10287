"""PrecisionMemBench: which cases of a set in its form are asked, over which store, and how an answer counts."""

import json

import pytest

from memory_retrieval_eval.precision_mem_bench import Answer, answers, as_text


def belief(id, name, content, aliases=(), scope="domain:garden", **changes):
    given = {"_id": id, "user_id": "test-user", "type": "preference", "canonical_name": name, "content": content}
    given |= {"aliases": list(aliases), "scope": [scope], "why_it_matters": "", "pinned": False, "superseded_by": None}
    return given | {"updated_at": "2026-10-01T00:00:00Z"} | changes


BELIEFS = [
    belief("b-moss", "moss_lawn", "Leaves moss in the shade. No scarifier.", ["Sphagnum", "sphagnum"]),
    belief("b-fern", "fern", "Ferns stand north of the wall.", ["bracken"], pinned=True),
    belief("b-hose", "old_hose", "Used a green hose.", ["greenhose"], superseded_by="b-moss"),
    belief("b-bread", "rye_bread", "Bakes rye bread with sourdough.", ["sphagnum"], scope="domain:kitchen"),
    belief("b-other", "lawn_other", "Likes concrete.", ["concreteyard"], user_id="somebody-else"),
    belief("b-ask", "pond", "Whether to dig a pond.", ["pondwater"], type="open_question"),
]
CASES = {
    "hit": ("sphagnum?", {"shouldOnlyInclude": ["b-moss"]}),
    "pinned": ("bracken?", {"shouldOnlyInclude": []}),
    "question": ("pondwater?", {"shouldOnlyInclude": []}),
    "stranger": ("concreteyard?", {"mustExclude": ["b-other"]}),
    "miss": ("zinc roofs in winter", {"shouldOnlyInclude": ["b-moss"]}),
    "empty": ("  ", {"shouldOnlyInclude": []}),
}


@pytest.fixture
def found(tmp_path):
    cases = [
        {
            "caseId": id,
            "category": "c",
            "query": query,
            "scope": ["domain:garden"],
            "expect": {"relevantBeliefs": expect},
        }
        for id, (query, expect) in CASES.items()
    ]
    cases += [{**cases[0], "caseId": "nowhere", "scope": ["domain:sea"]}, {**cases[0], "caseId": "new", "userId": "x"}]
    (tmp_path / "fixtures").mkdir()
    for name, value in {"beliefs.seed": BELIEFS, "retrieval.cases": cases}.items():
        (tmp_path / "fixtures" / (name + ".json")).write_text(json.dumps(value))
    return {answer.id: answer for answer in answers(tmp_path)}


def test_a_case_passes_if_exactly_what_it_expects_is_injected_pinned_beliefs_aside(found):
    passed = {id: answer.passed for id, answer in found.items()}
    assert passed == {"hit": True, "pinned": True, "question": True, "stranger": True, "miss": False}
    assert found["hit"].given == {"b-moss"}
    assert as_text([*found.values()]).splitlines()[-1].split(maxsplit=1)[1].startswith("4 of   5 passed")


@pytest.mark.parametrize(
    "given, wanted, passed, precision, recall",
    [
        ("", "", True, None, None),
        ("", "a", False, 0.0, 0.0),
        ("a", "", False, 0.0, None),
        ("ab", "a", False, 0.5, 1.0),
        ("a", "ab", False, 1.0, 0.5),
        ("a", None, True, 0.0, None),
    ],
)
def test_precision_and_recall_count_only_where_they_say_something(given, wanted, passed, precision, recall):
    answer = Answer("x", "c", frozenset(given), None if wanted is None else frozenset(wanted))
    assert (answer.passed, *answer.shares) == (passed, precision, recall)
