"""From evidence to a partial record."""

import pytest

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.triage.draft import MAX_TITLE, draft


def drafted(category, text):
    return draft(category, [{"text": text, "pattern": ""}])


@pytest.mark.parametrize("evidence", [[], [{}], [{"text": "```\ncode\n```"}]])
def test_without_text_there_is_neither_title_nor_content(evidence):
    assert draft("decision", evidence) == {"category": "decision", "content": {}}


@pytest.mark.parametrize("category", CATEGORIES)
def test_no_empty_value_is_written(category):
    assert all(drafted(category, "We keep the table.")["content"].values())


def test_an_unknown_category_has_no_content():
    assert drafted("diary", "We keep the table.")["content"] == {}


def test_the_title_is_the_longest_of_the_first_three_sentences():
    assert (
        drafted("decision", "Ok. We keep the table in sqlite. Fine.")["title"]
        == "We keep the table in sqlite"
    )


def test_a_long_title_is_cut_at_a_word():
    title = drafted("decision", "word " * 60)["title"]
    assert len(title) <= MAX_TITLE and title.endswith("word")


def test_sentences_that_give_a_reason_are_the_rationale():
    content = drafted(
        "decision", "We keep sqlite. It stays because nobody runs a server."
    )["content"]
    assert content["rationale"] == ["It stays because nobody runs a server."]


@pytest.mark.parametrize(
    ("text", "strength"),
    [("Always use tabs.", "strong"), ("Use tabs here.", "default")],
)
def test_a_preference_without_exception_is_strong(text, strength):
    assert drafted("preference", text)["content"]["strength"] == strength


def test_a_summary_is_cut_into_what_is_done_and_what_is_next():
    content = drafted("session_summary", "The importer is split. Next is the rollout.")[
        "content"
    ]
    assert content == {
        "completed": ["The importer is split."],
        "next_actions": ["Next is the rollout."],
    }


def test_code_spans_and_quotations_survive_in_title_and_content():
    text = "Please never use `any` in TypeScript. We call it 'the hall'."
    record = drafted("preference", text)
    assert record["title"] == "Please never use `any` in TypeScript"
    assert record["content"]["value"] == text


def test_blocks_of_code_are_left_out():
    assert (
        drafted("decision", "We keep sqlite.\n```\nselect 1\n```")["content"][
            "decision"
        ]
        == "We keep sqlite."
    )


def test_a_tag_in_a_code_span_is_a_name():
    text = "Never put a `<table>` inside a `<button>`, screen readers skip it."
    assert drafted("preference", text)["content"]["value"] == text
