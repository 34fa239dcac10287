"""The features of a passage, and what the table says of it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.transcript import statements


@given(st.text(max_size=300))
def test_every_text_has_features_of_the_table_and_a_score_within_bounds(text):
    rows = set().union(*statements.families(text))
    assert all(0 <= row < statements.ROWS for row in rows)
    assert abs(statements.score(text)) <= statements.MOST


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("always", "immer"),
        ("from now on", "à partir de maintenant"),
        ("nobody", "niemand"),
        ("12", "4711"),
    ],
)
def test_what_means_the_same_has_the_same_sign(text, other):
    signs = statements.families(text)[1]
    assert signs and signs == statements.families(other)[1]


def test_a_misspelt_word_shares_most_of_its_pieces():
    right, wrong = [
        statements.families(text)[2] for text in ("deployment", "deploymnet")
    ]
    assert len(right & wrong) > len(right) / 2


@pytest.mark.parametrize(
    ("states", "other"),
    [
        ("Never deploy on a Friday.", "It never worked on a Friday."),
        ("We decided to keep the archive on tape.", "Who decided to keep it on tape?"),
        ("Ab sofort nur noch UTC speichern.", "Ab wann speichern wir UTC?"),
        ("On n'utilise plus jQuery ici.", "Pourquoi on n'utilise plus jQuery ?"),
        ("Vanaf nu altijd eerst de tests.", "Draai eerst de tests even."),
        ("Los precios siempre con IVA.", "¿Los precios van siempre con IVA?"),
    ],
)
def test_a_statement_sounds_more_like_one_than_a_sentence_with_its_words(states, other):
    assert statements.score(states) > statements.score(other)
