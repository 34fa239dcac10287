"""Which files an entry of `related_files` names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core import globs

NAMES = st.text("ab./*?", max_size=12)


NAMED = """
src/a.py src/a.py
./src/a.py src/a.py
src/ src/deep/a.py
src src/deep/a.py
src/*.py src/a.py
src/a?.py src/ab.py
src/**/b.py src/b.py
src/**/b.py src/x/y/b.py
**/b.py b.py
app/*/api/** app/v1/api/x/y.rb
""".split("\n")[1:-1]
OTHERS = """
/ a.py
src/a.py src/a.pyc
src/a src/ab/c.py
src/*.py src/deep/a.py
src/?.py src/ab.py
*.py src/a.py
src/**/b.py lib/b.py
""".split("\n")[1:-1]


@pytest.mark.parametrize(
    "line", [*NAMED, *OTHERS, " a.py", "a" * 600 + " " + "a" * 600]
)
def test_a_path_a_folder_or_a_glob_names_its_files_and_no_others(line):
    assert globs.names(*line.split(" ")) == (line in NAMED)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("db/**", "db/a.sql"),
        ("db/**", "db/*.sql"),
        ("db/*.sql", "db/*"),
        ("src/db/*.sql", "src/"),
        ("./src/db/*.sql", "s*/"),
        ("db", "./"),
        ("db/", "db/"),
    ],
)
def test_a_folder_that_is_removed_and_a_pattern_touch_the_files_that_are_named(
    pattern, path
):
    assert globs.touches(pattern, path)


@pytest.mark.parametrize(
    ("pattern", "path"),
    [("src/db/**", "src"), ("src/db/**", "lib/"), ("db/*.sql", "db/*.py")],
)
def test_a_folder_that_is_only_named_and_other_files_do_not(pattern, path):
    assert not globs.touches(pattern, path)


BROAD = "** * **/* *.py src/** src/**/* src/*.py".split()
NARROW = "src/a.py src/api/** src/test_*.py migrations/*_create_users.sql".split()


@pytest.mark.parametrize("pattern", BROAD + NARROW)
def test_a_glob_over_nearly_everything_is_broad_and_one_with_a_name_is_not(pattern):
    assert globs.is_broad(pattern) == (pattern in BROAD)


@given(NAMES, NAMES)
def test_no_pattern_raises_and_every_plain_path_names_itself(pattern, path):
    globs.names(pattern, path)
    plain = path.replace("*", "").replace("?", "").strip("./")
    assert not plain or globs.names(plain, plain)


@pytest.mark.parametrize(
    ("pattern", "piece"),
    [
        ("src/pay/charge.py", "charge.py"),
        ("./crates/at/src", "crates/at/src"),
        ("crates/at/", "crates/at"),
        ("app/*/api/**", "app"),
        ("db/migrate/*_create_users", "_create_users"),
        ("Makefile", "Makefile"),
    ],
)
def test_what_a_call_is_recognized_by_is_a_name_with_an_ending_or_a_whole_path(
    pattern, piece
):
    assert globs.piece(pattern) == piece


@given(NAMES, NAMES)
def test_the_piece_is_in_every_path_that_is_named(pattern, path):
    assert globs.piece(pattern) in "/project/" + path or not globs.names(pattern, path)
