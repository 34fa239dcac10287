"""Plain statements and ordinary lines that triage was not fitted on, each in a session of its own."""

from pathlib import Path

import pytest
from statement_eval import judge, report

STATEMENTS = (
    Path(__file__).resolve().parents[3] / "lab" / "eval" / "triage" / "statements.jsonl"
)
JUDGED = judge(STATEMENTS)


@pytest.mark.parametrize("field", ["plain", "with_tool"])
def test_most_plain_statements_are_noticed_with_and_without_a_tool_use(field):
    found = [getattr(judged, field) for judged in JUDGED if judged.statement["keep"]]
    assert sum(map(bool, found)) >= 0.75 * len(found)


@pytest.mark.parametrize("field", ["plain", "with_tool"])
def test_hardly_any_ordinary_line_is_taken_for_something(field):
    found = [
        getattr(judged, field) for judged in JUDGED if not judged.statement["keep"]
    ]
    assert sum(map(bool, found)) <= 0.05 * len(found)


def test_the_report_counts_every_statement_once():
    lines = report(JUDGED).splitlines()
    counts = {
        line[:24].strip(): int(line[24:34])
        for line in lines[1:]
        if not line.startswith(" ")
    }
    assert counts == {"worth keeping": 60, "nothing to keep": 120}
