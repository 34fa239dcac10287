"""The category of a sentence is guessed by the words that people use for each."""

import json

import pytest

from conftest import REPOSITORY
from memory_retrieval.core.categories import SESSION
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.save import sentence_kind


def labelled(name):
    path = REPOSITORY / "training" / "notes" / name
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("text", ["", "xyzzy", "東京"])
def test_where_no_cue_is_known_it_is_a_decision_unless_a_heading_says_more(text):
    assert sentence_kind.guess(text) == sentence_kind.USUAL
    assert sentence_kind.guess(text, "Troubleshooting", otherwise="preference") == "runbook"
    assert sentence_kind.guess(text, "", otherwise="preference") == "preference"


@pytest.mark.parametrize("name", ["sentences.jsonl", "held-out.jsonl"])
def test_four_of_five_sentences_are_told(name):
    lines = [line for line in labelled(name) if line["category"] != SESSION]
    told = [line for line in lines if sentence_kind.guess(line["text"]) == line["category"]]
    assert len(told) >= 0.8 * len(lines)


def test_no_sentence_is_taken_for_the_summary_of_a_session():
    assert {category for category, *_ in sentence_kind.CUES} == {*CATEGORIES} - {SESSION}
