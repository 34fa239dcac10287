"""A witness is a line that says the value that a memory says, and it is found again where its file was edited."""

import pytest

from memory_retrieval.core.witness import CHANGED, GONE, MOST, STANDS, judge, take

APP = """\
import os

# The limit is 5.
LIMIT = 5
OTHER = 5

OPTIONS = (
    Option(
        "max_rows",
        1000,
        "Most rows of a page",
    ),
)
"""
PYPROJECT = """\
[project]
requires-python = ">=3.9"
dependencies = [
    "httpx>=0.24",
]
"""


def _one(text, path="app.py", content=APP):
    (found,) = take(text, {path: content}, [path])
    return found


@pytest.mark.parametrize(
    "text",
    [
        "Uploads are slow on Mondays.",
        "We waited 7 days for the answer.",
        "The import of the module comes first.",
        "Think of 1000 users.",
    ],
)
def test_nothing_is_taken_where_no_line_says_the_value_with_its_name(text):
    assert take(text, {"app.py": APP}, ["app.py"]) == []


@pytest.mark.parametrize(
    ("text", "path", "content", "line", "says"),
    [
        ("The LIMIT is 5 a minute.", "app.py", APP, "LIMIT = 5", ("5",)),
        ("At most 1000 rows (max_rows).", "app.py", APP, "1000,", ("1000",)),
        (
            "Python 3.9 is needed",
            "p.toml",
            PYPROJECT,
            'requires-python = ">=3.9"',
            ("3.9",),
        ),
        ("httpx 0.24 is required", "p.toml", PYPROJECT, '"httpx>=0.24",', ("0.24",)),
        (
            "Style is checked by `ruff check .`",
            "ci.yml",
            "run: ruff check .\n",
            "run: ruff check .",
            ("ruff", "check"),
        ),
    ],
)
def test_a_witness_says_the_same_value_of_the_same_thing(
    text, path, content, line, says
):
    found = _one(text, path, content)
    assert (found.line, found.says) == (line, says)


def test_the_path_of_a_file_in_the_text_is_a_witness_that_it_is_there():
    found = _one("Keys live in src/keys.py", "src/keys.py", "")
    assert (found.line, found.says) == ("", ("src/keys.py",))
    assert judge(found, "anything") == (STANDS, "")
    assert judge(found, None) == (GONE, "")


def test_there_are_at_most_five_and_not_two_of_one_value():
    values = dict(zip("abcdefghi", range(10, 19), strict=True))
    text = "".join([f"setting{name} = {value}\n" for name, value in values.items()])
    said = " ".join([f"setting{name} is {value}" for name, value in values.items()])
    text *= 2
    found = take(said, {"a.py": text}, ["a.py"])
    assert len(found) == MOST == len({one.says for one in found})


LIMIT = "The LIMIT is 5 a minute."
ROWS = "At most 1000 rows (max_rows)."


@pytest.mark.parametrize(
    ("text", "old", "new", "state", "now"),
    [
        (LIMIT, "import os", "import sys", STANDS, ""),
        (LIMIT, "LIMIT = 5", "LIMIT: int = 5.0  # a minute", STANDS, ""),
        (LIMIT, "LIMIT = 5\n", "LIMIT = (\n    5\n)\n", STANDS, ""),
        (LIMIT, "LIMIT = 5", "LIMIT = 9", CHANGED, "LIMIT = 9"),
        (LIMIT, "LIMIT = 5", "LIMIT = 50", CHANGED, "LIMIT = 50"),
        (LIMIT, "LIMIT = 5\n", "", GONE, ""),
        (ROWS, "        1000,", "        2000,", CHANGED, "2000,"),
        (ROWS, '"max_rows",\n        1000,', '"max_rows", 1000,', STANDS, ""),
        (ROWS, "OTHER = 5", "OTHER = 1000", STANDS, ""),
    ],
)
def test_what_became_of_a_witness(text, old, new, state, now):
    assert old in APP
    assert judge(_one(text), APP.replace(old, new)) == (state, now)


def test_a_version_said_in_short_stands_in_its_longer_forms():
    one = _one("Built from python 3.7", "Dockerfile", "FROM python:3.7.2-slim\n")
    assert judge(one, "FROM python:3.7.10-slim\n") == (STANDS, "")
    assert judge(one, "FROM python:3.8.1-slim\n")[0] == CHANGED
