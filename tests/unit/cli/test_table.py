"""Tables fit the terminal, whatever they hold."""

from unicodedata import combining

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.cli.table import Column, age, bar, cells_of, cut, lay_out

COLUMNS = (
    Column("id", share=0.4),
    Column("title", share=0.6, least=12),
    Column("age", drop=2, right=True),
    Column("kind", drop=1),
)
texts = st.text("abc 漢é\u0301👍", max_size=30)


@given(
    st.lists(st.tuples(texts, texts, st.text("0123", max_size=6), st.text("xyz", max_size=9)), max_size=4),
    st.integers(40, 120),
)
def test_no_line_is_wider_than_the_terminal(rows, cells):
    table = lay_out(COLUMNS, rows, cells)
    assert max(map(cells_of, table.split("\n"))) <= cells
    assert table.count("\n") == len(rows) + 1


def test_columns_give_way_by_their_drop_on_a_narrow_terminal():
    row = ("a" * 30, "b" * 30, "3 days", "decision")
    headings = {cells: lay_out(COLUMNS, [row], cells).split("\n")[0].split() for cells in (80, 34, 22)}
    assert headings == {80: ["ID", "TITLE", "AGE", "KIND"], 34: ["ID", "TITLE", "KIND"], 22: ["ID", "TITLE"]}


def test_what_one_column_does_not_need_another_has():
    columns = (Column("a", share=0.5), Column("b", share=0.5))
    assert lay_out(columns, [("x", "y" * 35)], 40).split("\n")[1] == "x  " + "y" * 35


def test_numbers_stand_on_the_right():
    assert lay_out((Column("n", right=True), Column("t")), [("7", "x"), ("123", "y")], 40) == "  N  T\n  7  x\n123  y\n"


@given(texts, st.integers(0, 20))
def test_a_text_is_cut_to_its_cells_with_an_ellipsis(text, cells):
    short = cut(text, cells)
    assert cells_of(short) <= cells and (short == text or short in ("", "…") or short.endswith("…"))


@pytest.mark.parametrize(("text", "cells"), [("abc", 3), ("漢字", 4), ("e\u0301", 1), ("a\u200bb", 2), ("", 0)])
def test_wide_characters_take_two_cells_and_combining_ones_none(text, cells):
    assert cells_of(text) == cells
    assert combining("\u0301")


@pytest.mark.parametrize(
    ("seconds", "long", "short"),
    [
        (None, "-", "-"),
        (0, "just now", "now"),
        (90, "1 minute ago", "1 min"),
        (-7200, "in 2 hours", "in 2 h"),
        (86400 * 40, "1 month ago", "1 mo"),
    ],
)
def test_an_age_is_one_number_of_one_unit(seconds, long, short):
    then = None if seconds is None else 1e9 - seconds
    assert (age(then, 1e9), age(then, 1e9, short=True)) == (long, short)


def test_anything_above_nothing_has_a_bar():
    assert len(bar(1, 10_000)) == 1 and bar(0, 10) == "" and len(bar(10, 10)) == 20 and bar(3, 0) == ""
