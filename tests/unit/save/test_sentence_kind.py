"""The category of a sentence is guessed by the words that people use for each."""

import json

import pytest

from conftest import REPOSITORY
from memory_retrieval.save import sentence_kind


@pytest.mark.parametrize("text", ["", "xyzzy", "東京"])
def test_where_no_cue_is_known_it_is_a_decision(text):
    assert sentence_kind.guess(text) == sentence_kind.USUAL


def test_of_sentences_that_no_cue_was_written_for_four_of_five_are_told():
    path = REPOSITORY / "lab" / "training" / "notes" / "held-out.jsonl"
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    told = [line for line in lines if sentence_kind.guess(line["text"]) == line["category"]]
    assert len(told) >= 0.8 * len(lines)


def test_the_table_has_a_weight_of_every_cue_for_every_category():
    assert list(sentence_kind.WEIGHTS) == list(sentence_kind.CUES)
    assert {len(weights) for weights in sentence_kind.WEIGHTS.values()} == {len(sentence_kind.COLUMNS)}
