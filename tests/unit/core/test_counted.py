"""Numbers with their nouns."""

import pytest

from memory_retrieval.core.counted import counted


@pytest.mark.parametrize(
    "given, text",
    [
        ((0, "pair"), "0 pairs"),
        ((1, "pair"), "1 pair"),
        ((2, "memory", "memories"), "2 memories"),
        ((1, "memory", "memories"), "1 memory"),
        ((12_000, "record"), "12,000 records"),
    ],
)
def test_one_thing_has_the_singular(given, text):
    assert counted(*given) == text
