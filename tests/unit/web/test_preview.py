"""The sentence that a list shows of a record."""

import pytest

pytest.importorskip("jinja2", reason="the extra `web` is not installed")
from memory_retrieval_viewer.preview import LIMIT, preview, sentence


@pytest.mark.parametrize(
    "raw",
    [
        {},
        {"content": None},
        {"content": []},
        {"content": {"steps": 3, "decision": ["x", {}], "goal": {}}},
    ],
)
@pytest.mark.parametrize(
    "kind", ["runbook", "session_summary", "event", "nothing-known"]
)
def test_a_record_without_its_fields_has_no_preview(kind, raw):
    assert preview(kind, raw) == ""


@pytest.mark.parametrize(
    ("kind", "content", "expected"),
    [
        (
            "decision",
            {"context": "c", "decision": "We keep queues on Redis. It is known."},
            "We keep queues on Redis.",
        ),
        ("decision", {"context": "Mails waited."}, "Mails waited."),
        (
            "constraint",
            {"kind": "policy", "rule": "At most 5 calls a second"},
            "At most 5 calls a second",
        ),
        (
            "preference",
            {"topic": "tests", "value": "vitest", "reason": "fast"},
            "vitest",
        ),
        (
            "runbook",
            {"trigger": "The queue stops", "steps": ["restart it", "look"]},
            "The queue stops",
        ),
        (
            "tech_debt",
            {"description": "Two parsers for one format", "priority": "low"},
            "Two parsers for one format",
        ),
        (
            "session_summary",
            {"goal": "Ship 4.12", "next_actions": ["test it"]},
            "Ship 4.12",
        ),
    ],
)
def test_a_preview_is_one_sentence_of_what_matters_in_the_category(
    kind, content, expected
):
    assert preview(kind, {"content": content}) == expected


def test_a_long_sentence_is_cut_between_words():
    cut = sentence("word " * 200)
    assert len(cut) <= LIMIT + 2 and cut.endswith("word …")


def test_a_full_stop_near_the_start_is_taken_for_an_abbreviation():
    assert (
        sentence("E.g. the Dr. No rule holds here. More.")
        == "E.g. the Dr. No rule holds here."
    )
