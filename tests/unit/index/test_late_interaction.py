"""Late interaction: what a comparison word by word is worth."""

import math

from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import Memory
from memory_retrieval.index import late_interaction, vectors
from memory_retrieval.index.late_interaction import PromptWords


def header(table, title):
    return vectors.header_signs(Memory(path="p", kind="decision", id="i", title=title, category="decision"), table)


def test_related_words_score_higher_than_others(table):
    words = PromptWords("rate limiting", table, 8)
    near, far = header(table, "throttling policy"), header(table, "paternity leave calendar")
    assert words.score(near) > words.score(far)


def test_the_same_words_score_highest(table):
    words = PromptWords("rotate signing keys", table, 8)
    same = words.score(header(table, "keys: signing, rotate"))
    assert same > words.score(header(table, "certificates renewed")) and same > 0.6


def test_a_header_with_more_words_never_scores_lower(table):
    words = PromptWords("rotate signing keys", table, 8)
    assert words.score(header(table, "invoice keys ledger")) >= words.score(header(table, "invoice ledger"))


@given(text=st.text(max_size=60), title=st.text(max_size=60))
def test_any_text_has_a_score_from_minus_one_to_one(table, text, title):
    assert -1 <= PromptWords(text, table, 4).score(header(table, title)) <= 1


def test_nothing_to_compare_scores_nought(table):
    assert not PromptWords("", table, 4) and PromptWords("", table, 4).score(header(table, "keys")) == 0.0
    assert PromptWords("keys", table, 4).score(b"") == 0.0


@given(st.lists(st.floats(-1, 1), max_size=60))
def test_a_small_sample_is_drawn_towards_the_prior(scores):
    mean, deviation = late_interaction.mean_and_deviation(scores)
    own = math.fsum(scores) / len(scores) if scores else late_interaction.PRIOR_MEAN
    low, high = sorted([own, late_interaction.PRIOR_MEAN])
    assert low - 1e-9 <= mean <= high + 1e-9 and deviation > 0
