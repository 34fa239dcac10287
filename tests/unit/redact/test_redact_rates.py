"""How many secrets are missed in the forms that two readers wrote without seeing the rules: lab/eval/secrets."""

import runpy
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).resolve().parents[3] / "lab" / "benchmarks"
sys.path.insert(0, str(TOOLS))
EVAL = runpy.run_path(str(TOOLS / "secrets_eval.py"))
MISSED = {
    ("a", 0): 4,
    ("b", 0): 4,
    ("a", 1): 5,
    ("b", 1): 8,
}  # percent; measured figures are in security.md
ALTERED = {("a", 0): 1, ("b", 0): 1, ("a", 1): 3, ("b", 1): 3}


@pytest.mark.parametrize(("reader", "half"), sorted(MISSED))
def test_few_secrets_stay_in_forms_that_others_wrote(reader, half):
    stay, total = EVAL["missed_of"](reader, half, 2)
    assert total.total() > 400
    assert 100 * stay.total() <= MISSED[reader, half] * total.total(), stay


@pytest.mark.parametrize(("reader", "half"), sorted(ALTERED))
def test_few_look_alikes_that_others_wrote_are_altered(reader, half):
    altered, total = EVAL["altered_of"](reader, half)
    assert total > 100
    assert 100 * altered <= ALTERED[reader, half] * total
