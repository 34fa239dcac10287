"""The category of a sentence is guessed by the words that people use for each."""

import json

import pytest

from conftest import REPOSITORY
from memory_retrieval.core.categories import SESSION
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.save import sentence_kind


def labelled(name):
    path = REPOSITORY / "lab" / "training" / "notes" / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("text", ["", "xyzzy", "東京"])
def test_where_no_cue_is_known_a_heading_counts_and_then_what_is_usual_there(text):
    assert sentence_kind.guess(text) in sentence_kind.NAMES


def test_nine_of_ten_sentences_are_told():
    lines = labelled("sentences.jsonl") + labelled(
        "held-out.jsonl"
    )  # the second alone are 25: two decide
    lines = [line for line in lines if line["category"] != SESSION]
    told = [
        line for line in lines if sentence_kind.guess(line["text"]) == line["category"]
    ]
    assert len(told) >= 0.9 * len(lines)


def test_no_sentence_is_taken_for_the_summary_of_a_session():
    assert (
        {name for name, *_ in sentence_kind.CUES}
        <= {*sentence_kind.NAMES}
        <= {*CATEGORIES} - {SESSION}
    )


def test_statements_in_many_languages_that_the_table_was_not_fitted_on_are_told():
    path = REPOSITORY / "lab" / "eval" / "triage" / "statements.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    unseen = [
        line
        for line in lines
        if line["keep"] and line["half"] == "test" and line["kind"] != SESSION
    ]
    told = [
        line for line in unseen if sentence_kind.guess(line["text"]) == line["kind"]
    ]
    assert len(told) >= 0.9 * len(unseen)
