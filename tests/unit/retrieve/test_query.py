"""A prompt and its conversation to a query."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.tokens import STOP_WORDS
from memory_retrieval.retrieve.query import MAX_CONTEXT_TERMS, build_query
from memory_retrieval.transcript.values import Turns

BEFORE = Turns(
    [
        "the upload hangs on staging",
        "migrate the invoices",
        "rotate the keys",
        "paint the shed",
    ],
    "the bucket policy was wrong",
)


@pytest.mark.parametrize("prompt", ["", " ", "?!", "the of and", "\ud800", "a"])
def test_a_prompt_without_words_has_no_terms(prompt):
    query = build_query(prompt)
    assert (query.terms, query.enriched) == ({}, False)


@pytest.mark.parametrize(
    "prompt",
    [
        "rotate the signing keys of the jwt issuer",
        "why does our upload to the bucket hang on staging",
    ],
)
def test_a_prompt_that_says_enough_is_not_enriched(prompt):
    assert build_query(prompt, BEFORE).terms == build_query(prompt).terms
    assert build_query(prompt, BEFORE).enriched is False


@pytest.mark.parametrize("turns", [None, Turns()])
def test_without_a_conversation_nothing_is_added(turns):
    query = build_query("do it", turns)
    assert (query.enriched, query.context) == (False, "")


@pytest.mark.parametrize(
    "prompt", ["do it", "and that error again?", "yes, change it", "why?", ""]
)
def test_a_short_prompt_takes_the_words_of_earlier_turns_with_decay(prompt):
    query = build_query(prompt, BEFORE)
    weights = [query.terms[word] for word in ("upload", "invoices", "keys", "shed")]
    assert weights == sorted(weights, reverse=True) and 0 < weights[-1] < weights[0] < 1
    assert query.enriched is True
    assert all(text in query.context for text in BEFORE.users)


def test_the_prompts_own_words_weigh_most():
    query = build_query("again the invoices", BEFORE)
    assert query.terms["invoices"] == 1.0 == max(query.terms.values())
    assert next(iter(query.terms)) == "invoices"


def test_the_end_of_the_last_answer_counts_a_little():
    query = build_query("do it", Turns([], "x" * 900 + " the bucket policy"))
    assert 0 < query.terms["bucket"] < 0.5
    assert query.enriched is True


def test_the_start_of_a_long_answer_does_not_count():
    assert (
        "alpha" not in build_query("do it", Turns([], "alpha " + "filler " * 500)).terms
    )


def test_earlier_turns_add_no_more_than_a_budget_of_words():
    flood = Turns(
        [f"word{i} " * 3 + " ".join(f"w{i}x{j}" for j in range(500)) for i in range(3)]
    )
    assert len(build_query("do it", flood).terms) <= MAX_CONTEXT_TERMS + 5


def test_verbs_of_prompts_weigh_less_and_stop_words_are_dropped():
    query = build_query("please fix the upload")
    assert 0 < query.terms["fix"] < query.terms["upload"] == 1.0
    assert {"please", "the"} & set(query.terms) == set()


def test_the_joined_form_of_an_identifier_is_marked():
    query = build_query("what does getUserName return")
    assert query.joined == {"getusername"} and {"user", "name"} <= set(query.terms)


def test_of_a_very_long_prompt_the_beginning_and_the_end_are_read():
    query = build_query("alphaword " + "filler line\n" * 200_000 + " omegaword")
    assert {"alphaword", "omegaword"} <= set(query.terms)
    assert len(query.text) < 30_000


@given(
    st.text(max_size=200),
    st.lists(st.text(max_size=80), max_size=4),
    st.text(max_size=80),
)
def test_any_text_gives_weighted_words_without_stop_words(prompt, users, answer):
    query = build_query(prompt, Turns(users, answer))
    assert all(0 < weight <= 1 for weight in query.terms.values())
    assert not set(query.terms) & STOP_WORDS
    assert set(query.joined) <= set(query.terms)
    assert set(build_query(prompt).terms) <= set(query.terms)


@pytest.mark.parametrize(
    "prompt",
    [
        "which line length do we use for python",
        "thanks",
        "commit this",
        "run the tests again",
        "write a unit test for slugify()",
        "open a pr for this branch",
        "should we bring back passwords for members?",
    ],
)
def test_a_prompt_that_stands_on_its_own_takes_nothing_from_earlier_turns(prompt):
    query = build_query(
        prompt, Turns(["the phone says database is locked while downloading a region"])
    )
    assert not query.enriched
    assert "locked" not in query.terms


def test_alike_lines_of_a_pasted_log_are_read_twice_at_most():
    noise = "\n".join(
        '10.0.0.%d - - "GET /health HTTP/1.1" 200 %d' % (i, i) for i in range(60)
    )
    query = build_query(noise + "\nSqliteException(5): database is locked\n" + noise)
    assert "sqliteexception" in query.terms
    assert len(query.terms) < 25
