"""Gates: what is below its floor or above its ceiling is named, and a gate that checks nothing is an error."""

from pathlib import Path

import pytest

from memory_retrieval.core.errors import ConfigError
from memory_retrieval_eval.gate import broken, read_bounds

FIGURES = {
    "shop": {
        "recall10": 0.8,
        "leaks": 0.0,
        "false_inject": 0.2,
        "brief.characters": 5000,
        "brief.titles@10": 10,
    },
    "all": {
        "recall10": 0.8,
        "leaks": 0.0,
        "brief.left_out": 3,
        "everyday_quiet@10": 0.97,
    },
    "merged": {"recall10": 0.6, "leaks": 1.0, "shortlist_recall": 0.9},
}
HERE = Path("floors.json")


def gate(tmp_path, text):
    path = tmp_path / "floors.json"
    path.write_text(text)
    return read_bounds(path)


@pytest.mark.parametrize(
    "text",
    [
        '{"shop": {"recall10": 0.8}}',
        '{"*": {"leaks": {"max": 0}}}',
        '{"*": {"recall10": 0.9}, "shop": {"recall10": 0.5}}',
        '{"all": {"everyday_quiet@10": 0.97}, "merged": {"shortlist_recall": 0.9}}',
        '{"shop": {"brief.characters": {"max": 6000}, "brief.titles@10": 10}, "all": {"brief.left_out": {"max": 3}}}',
    ],
)
def test_what_is_kept_is_not_mentioned(tmp_path, text):
    assert broken(gate(tmp_path, text), FIGURES, HERE) == []


@pytest.mark.parametrize(
    "text, line",
    [
        (
            '{"shop": {"recall10": 0.81}}',
            "shop recall10: 0.8 is below the floor 0.81 (floors.json)",
        ),
        (
            '{"*": {"false_inject": {"max": 0.15}}}',
            "shop false_inject: 0.2 is above the ceiling 0.15 (floors.json)",
        ),
        (
            '{"shop": {"brief.characters": {"max": 4999}}}',
            "shop brief.characters: 5000 is above the ceiling 4999 (floors.json)",
        ),
        (
            '{"merged": {"leaks": {"max": 0}}}',
            "merged leaks: 1 is above the ceiling 0 (floors.json)",
        ),
        (
            '{"all": {"everyday_quiet": 0.98}}',
            "all everyday_quiet: is not measured on this collection; remove it from floors.json",
        ),
    ],
)
def test_what_is_not_kept_is_one_line(tmp_path, text, line):
    assert broken(gate(tmp_path, text), FIGURES, HERE) == [line]


@pytest.mark.parametrize(
    "text, words",
    [
        ("{", "is not valid JSON"),
        ("[]", "expected an object"),
        ("{}", "expected an object"),
        ('{"shop": 1}', "shop: expected an object of metric to floor, got int"),
        ('{"shop": {"recall": 1}}', "shop.recall: no such metric"),
        ('{"shop": {"recall10": "high"}}', "shop.recall10: expected a number"),
        ('{"shop": {"recall10": {"min": true}}}', "shop.recall10: expected a number"),
    ],
)
def test_a_file_that_cannot_be_understood_is_refused_with_its_place(
    tmp_path, text, words
):
    with pytest.raises(ConfigError, match=words):
        gate(tmp_path, text)


def test_a_gate_that_is_not_there_or_checks_nothing_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="set --gate to a JSON file"):
        read_bounds(tmp_path / "none.json")
    with pytest.raises(ConfigError, match="has no floor for shop, all, merged"):
        broken(gate(tmp_path, '{"bank": {"mrr": 0.5}}'), FIGURES, HERE)
