"""A speaker's own words, and what is made of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.triage.prose import own_words, sentences, without_blocks, words


def test_what_was_not_said_is_taken_out():
    text = (
        "see this\n```\nnever\n```\n2026-01-01 12:00:00 ERROR always\n> quoted always\n| always | 1 |\n"
        'keep "we always do it so" in mind\nERROR: always\nTypeError: always'
    )
    assert own_words(text) == "see this\nkeep  in mind"


@pytest.mark.parametrize(
    "pasted", ["translate this:\nwe always batch", "look\n# Decision\nwe always batch"]
)
def test_what_a_person_pastes_is_taken_out_but_an_answer_keeps_its_headings(pasted):
    assert "always" not in own_words(pasted) and "always" in own_words(
        pasted, typed=False
    )


@pytest.mark.parametrize(
    "text",
    [
        'call it "the queue" please',
        "never use `any` here",
        "don't; it's 5\" wide",
        "a > b",
    ],
)
def test_short_quotations_code_spans_and_signs_stay(text):
    assert own_words(text) == text


def test_an_open_fence_hides_the_rest():
    assert own_words("before\n```\nafter") == "before"


def test_a_block_between_tags_is_left_out_and_a_tag_in_a_sentence_is_not():
    assert without_blocks("before\n<notes>\nalways\n</notes>\nafter") == "before\nafter"
    assert (
        without_blocks("never a `<table>` in a `<button>`")
        == "never a `<table>` in a `<button>`"
    )


@given(st.text(max_size=300), st.booleans())
def test_no_text_is_too_odd_and_nothing_is_made_up(text, typed):
    assert len(own_words(text, typed=typed)) <= len(text) and words(text) >= 0
    assert all(part in text for part in sentences(text))


def test_sentences_end_at_marks_line_breaks_and_semicolons():
    assert sentences("one. two! three\nfour; five。六つ") == [
        "one.",
        "two!",
        "three",
        "four;",
        "five。",
        "六つ",
    ]


def test_characters_of_a_script_without_spaces_count_by_twos():
    assert words("use it") == 2 and words("使用中文") == 3
