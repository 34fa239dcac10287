"""The filters of `query-memories`: what a time is, and what is refused before anything is searched."""

import pytest

from memory_retrieval.cli.query_memories import _parse, _parser


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("30d", 30),
        ("7", 7),
        ("12h", 0.5),
        ("8w", 56),
        ("6m", 180),
        ("1y", 365),
        ("0d", 0),
        ("1.5d", 1.5),
    ],
)
def test_a_time_is_a_number_of_days_with_or_without_a_unit(text, days):
    assert _parser().parse_args(["--query", "q", "--recent", text]).recent == days


@pytest.mark.parametrize("text", ["", "d", "x", "3x", "nan", "--5d", "-1d"])
def test_what_is_no_time_is_a_usage_error_that_says_how_to_write_one(text, capsys):
    with pytest.raises(SystemExit) as ended:
        _parser().parse_args(["--query", "q", f"--recent={text}"])
    assert ended.value.code == 2 and "--recent" in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [
        ["--query", "two words"],
        ["two", "words"],
        ["two words"],
        ["two", "--top", "3", "words"],
    ],
    ids=" ".join,
)
def test_the_query_is_the_words_or_an_option(words):
    assert _parse(words).query == "two words"


@pytest.mark.parametrize("words", [[], ["--query", " "], ["--top", "3"]], ids=" ".join)
def test_no_query_is_a_usage_error_that_says_how_to_give_one(words, capsys):
    with pytest.raises(SystemExit) as ended:
        _parse(words)
    assert ended.value.code == 2 and "query-memories WORDS" in capsys.readouterr().err
