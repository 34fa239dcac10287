"""What tools/budget.py holds to its limits: each figure breaks at a planted fault."""

import os
import subprocess
import sys

import pytest

from conftest import REPOSITORY

sys.path.insert(0, str(REPOSITORY / "tools"))
import budget

counts = pytest.mark.skipif(
    sys.version_info[:2] != budget.COUNTED_WITH, reason="Python 3.11 counts"
)

PLAIN = (
    '"""Says what lives here."""\n\n\ndef plain(a):\n    # a reason\n    return a + 1\n'
)
BRANCHY = "def wide(a):\n%s    return a\n" % (
    "    if a:\n        a = a and a or a\n" * 6
)
TABLE = """# How it is counted.

[%s]
files = ["code/*.%s"]
"""
LIMITS = {
    "tokens": 11,
    "tokens_per_line": 5.0,
    "branchy": 0,
    "long_lines": 0,
    "busy_texts": 0,
}


def repository(folder, text, suffix="py", **limits):
    """A folder with one file of code, and a table of limits that `PLAIN` just keeps."""
    (folder / "tools").mkdir()
    (folder / "code").mkdir()
    (folder / "code" / f"a.{suffix}").write_text(text)
    lines = [f"{figure} = {limit}\n" for figure, limit in {**LIMITS, **limits}.items()]
    (folder / "tools" / "budget.toml").write_text(
        TABLE % ("all", suffix) + "".join(lines)
    )
    return folder


def check(folder, *options):
    """(exit code, output) of the check."""
    words = [
        sys.executable,
        str(REPOSITORY / "tools" / "budget.py"),
        *options,
        str(folder),
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
    return done.returncode, done.stdout + done.stderr


@counts
def test_what_keeps_its_limits_passes(tmp_path):
    code, output = check(repository(tmp_path, PLAIN))
    assert code == 0
    assert "11 <= 11" in output and "budget: no problems" in output


FREE = dict.fromkeys(LIMITS, 1000)


@counts
@pytest.mark.parametrize(
    "figure, text, found",
    [
        (
            "tokens",
            PLAIN.replace("+ 1", "+ 1 + 1"),
            "tokens 13, at most 11; the worst: code/a.py:4 plain (12)",
        ),
        (
            "tokens_per_line",
            PLAIN.replace("+ 1", "+ 1 + 1"),
            "tokens_per_line 6.0, at most 5.0; the worst: code/a.py:",
        ),
        ("branchy", BRANCHY, "branchy 1, at most 0; the worst: code/a.py:1 wide (18)"),
        (
            "long_lines",
            "a = [%s]\n" % ", ".join("1" * 12),
            "long_lines 1, at most 0; the worst: code/a.py:1 (27)",
        ),
        (
            "busy_texts",
            "a = f'{str(1)}'\n",
            "busy_texts 1, at most 0; the worst: code/a.py:1 (1)",
        ),
        ("busy_texts", "a = f'{1 if b else 2}'\n", "busy_texts 1"),
        ("busy_texts", "a = f'{[c for c in b]}'\n", "busy_texts 1"),
        ("busy_texts", "a = f'{b:{max(c)}}'\n", "busy_texts"),
    ],
)
def test_more_than_a_limit_is_named_with_its_place_and_the_next_step(
    tmp_path, figure, text, found
):
    code, output = check(repository(tmp_path, text, **{**FREE, figure: LIMITS[figure]}))
    assert code == 1
    assert (
        f"all: {found}" in output and "raise the limit in tools/budget.toml" in output
    )
    assert "budget: 1 problems" in output


@counts
@pytest.mark.parametrize(
    "suffix, text, tokens",
    [
        ("sh", "# why\nexit 1\n", 2),
        ("js", "// why\nlet a = 1;\n", 5),
        ("sql", "-- why\nSELECT a, b\n", 4),
    ],
)
def test_of_other_languages_words_and_signs_are_counted_and_comments_are_not(
    tmp_path, suffix, text, tokens
):
    assert (
        f"tokens {tokens}, at most 1; the worst: code/a.{suffix} ({tokens})"
        in check(repository(tmp_path, text, suffix, tokens=1))[1]
    )


@counts
def test_lowering_takes_over_what_has_become_less_and_raises_nothing(tmp_path):
    folder = repository(tmp_path, PLAIN, tokens=10, tokens_per_line=9.5, long_lines=3)
    assert check(folder, "--lower")[0] == 1
    lines = "tokens = 10\ntokens_per_line = 5.0\nbranchy = 0\nlong_lines = 0\nbusy_texts = 0\n"
    assert (folder / "tools" / "budget.toml").read_text() == TABLE % (
        "all",
        "py",
    ) + lines


def test_another_python_says_that_it_counts_nothing_and_passes(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(budget, "COUNTED_WITH", (3, 8))
    assert budget.main(repository(tmp_path, BRANCHY), lower=False) == 0
    assert "not checked; Python 3.8 counts, this is" in capsys.readouterr().out


@counts
def test_every_file_of_code_is_in_one_row():
    import tomllib

    table = tomllib.loads((REPOSITORY / "tools" / "budget.toml").read_text())
    rows = [
        path
        for row in table.values()
        for path in budget.files_of(REPOSITORY, row["files"])
    ]
    assert len(rows) == len(set(rows))
    suffixes = {".py", *budget.COMMENTS}
    kept = subprocess.run(
        ["git", "ls-files"], cwd=REPOSITORY, capture_output=True, text=True, check=False
    ).stdout
    code = [
        REPOSITORY / name
        for name in kept.split("\n")
        if os.path.splitext(name)[1] in suffixes
    ]
    assert [
        path
        for path in code
        if path.is_file() and not path.is_symlink() and path not in rows
    ] == []
