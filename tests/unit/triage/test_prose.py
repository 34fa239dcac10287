"""A speaker's own words, and what is made of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.triage.prose import folded, head_and_rest, own_words, sentences, terms, tokens, words


def test_what_was_not_said_is_taken_out():
    text = (
        "see `always`:\n```\nnever\n```\n2026-01-01 12:00:00 ERROR always\n> quoted always\n"
        'keep "we always do it so" in mind'
    )
    assert "always" not in own_words(text) and "keep" in own_words(text)


@pytest.mark.parametrize("pasted", ["translate this:\nwe always batch", "look\n# Decision\nwe always batch"])
def test_what_a_person_pastes_is_taken_out_but_an_answer_keeps_its_headings(pasted):
    assert "always" not in own_words(pasted) and "always" in own_words(pasted, typed=False)


def test_a_short_quotation_stays():
    assert own_words('call it "the queue" please') == 'call it "the queue" please'


def test_an_open_fence_hides_the_rest():
    assert own_words("before\n```\nafter") == "before"


def test_folded_text_has_plain_quotes_and_single_spaces():
    assert folded("Don’t\u00a0 USE “it”") == 'don\'t use "it"'


@given(st.text(max_size=200))
def test_folding_twice_changes_nothing_more_and_no_text_is_too_odd(text):
    assert folded(folded(text)) == folded(text)
    assert own_words(text) is not None and words(text) >= 0 and tokens(text) >= set()


def test_sentences_end_at_marks_line_breaks_and_semicolons():
    assert sentences("one. two! three\nfour; five。六つ") == ["one.", "two!", "three", "four", "five。", "六つ"]


def test_characters_of_a_script_without_spaces_count_by_twos():
    assert words("use it") == 2 and words("使用中文") == 3


def test_terms_are_long_words_and_those_with_a_digit_cut_to_eight():
    assert terms("put the configuration of v2 there") == {"configur", "v2"}


def test_tokens_hold_short_words_too():
    assert tokens("b or the sql") == {"b", "sql"}


@pytest.mark.parametrize(
    ("text", "clause", "rest"),
    [
        ("plain sql, nobody here knows the orm", "plain sql", "nobody here knows the orm"),
        ("ok, sqlite because it is one file", "sqlite", "because it is one file"),
        ("sqlite", "sqlite", ""),
    ],
)
def test_an_answer_is_cut_after_its_first_clause_without_fillers(text, clause, rest):
    assert head_and_rest(text) == (clause, rest)
