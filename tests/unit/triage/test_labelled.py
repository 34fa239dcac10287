"""Triage on the labelled sessions of lab/eval/triage."""

from pathlib import Path

from triage_eval import evaluate

LABELLED = Path(__file__).resolve().parents[3] / "lab" / "eval" / "triage"


def test_on_labelled_sessions_triage_is_precise_finds_most_and_keeps_quiet():
    scores = evaluate([LABELLED])
    assert (
        scores.total.precision >= 0.85
        and scores.total.recall >= 0.65
        and scores.quiet_rate >= 0.95
    )


def test_of_sessions_that_nothing_was_fitted_to_half_are_found_and_hardly_anything_beside():
    total = evaluate([LABELLED / "unread"]).total
    assert total.recall >= 0.5 and total.wrong <= 3
