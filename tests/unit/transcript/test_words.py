"""The table of hashed words."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.transcript import words
from memory_retrieval.transcript.columns import COLUMNS, ROWS
from memory_retrieval.triage.weights import WEIGHTS

TABLE = words.load()


@given(st.text(max_size=300))
@example("\u0e00ß")
def test_every_text_has_rows_of_the_table_and_scores_within_bounds(text):
    rows, size = words.rows(text), len(text.casefold())  # of one ß, two letters
    assert all(0 <= row < ROWS for row in rows) and len(rows) <= 4 * size + 1
    assert all(-words.MOST <= TABLE.score(kind, rows) <= words.MOST for kind in COLUMNS)


def test_case_apostrophes_and_the_value_of_a_number_make_no_difference():
    assert words.rows("Don\u2019t use 14!") == words.rows("dont USE 902")
    assert words.rows("0 failed") != words.rows("3 failed")


@pytest.mark.parametrize(
    ("kind", "text", "other"),
    [
        (
            "decision",
            "let's go with sqlite, there is no server to look after",
            "which of them is faster?",
        ),
        (
            "preference",
            "from now on never push to main without asking me",
            "push it to main please",
        ),
        (
            "tech_debt",
            "leave it hardcoded for now, we redo it in spring",
            "make the font bigger",
        ),
        (
            "constraint",
            "their gateway allows at most 20 calls a minute and won't raise it",
            "count the calls please",
        ),
        (
            "runbook",
            "the cause was a stale lock file; removed, and the run goes through",
            "i'll look at the log",
        ),
        ("made_up", "translate this mail into french", "rename the field"),
        ("withdraw", "scrap that, back to how it was", "great, push it"),
        ("failed", "2 failed, 30 passed", "32 passed, 0 failed"),
        ("changes", "git mv a.py b.py", "grep -rn a src"),
        ("undoes", "git checkout -- src/a.py", "git commit -m wip"),
    ],
)
def test_a_kind_is_told_from_what_is_none(kind, text, other):
    assert TABLE.score(kind, words.rows(text)) > TABLE.score(kind, words.rows(other))


def test_a_table_of_another_size_is_refused():
    with pytest.raises(ValueError, match="bytes"):
        words.WordTable(b"\0")


def test_no_category_is_without_weights():
    assert set(WEIGHTS) == {
        "decision",
        "preference",
        "tech_debt",
        "constraint",
        "runbook",
        "session_summary",
        "states",
    }
