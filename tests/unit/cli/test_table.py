"""Tables fit the terminal, whatever they hold."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.cli.table import age, cells_of, cut, lay_out

NAMES = ("changed", "title", "id")
texts = st.text("abc 漢é\u0301👍", max_size=40)


def test_a_column_without_any_text_is_left_out():
    assert lay_out(NAMES, [("today", "x", ""), ("now", "y", "")]) == "CHANGED  TITLE\ntoday    x\nnow      y\n"


@given(texts, st.integers(0, 20))
def test_a_text_is_cut_to_its_cells_with_an_ellipsis(text, cells):
    short = cut(text, cells)
    assert cells_of(short) <= cells and (short == text or short in ("", "…") or short.endswith("…"))


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("a\u200bb", 2), ("", 0)])
def test_wide_characters_take_two_cells_and_combining_ones_none(text, cells):
    assert cells_of(text) == cells


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "-"), (0, "just now"), (90, "1 minute ago"), (-7200, "in 2 hours"), (86400 * 40, "1 month ago")],
)
def test_an_age_is_one_number_of_one_unit(seconds, text):
    assert age(None if seconds is None else 1e9 - seconds, 1e9) == text
