"""What tools/check_docs.py says of pages and sources: each rule finds a planted fault."""

import os
import subprocess
import sys

import pytest

from conftest import REPOSITORY

ROW = "| signal | `%s` | `SIGNALS` in `retrieve/signals.py` |"


@pytest.fixture
def found():
    """found(expression): what an expression over the tool's functions gives, as text."""

    def run(expression):
        code = (
            "import sys; sys.path.insert(0, 'tools'); import check_docs as c; print(%s)"
            % expression
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout

    return run


def test_a_name_in_a_table_of_contributing_has_to_exist(found):
    assert "no_such_name: no such name" in found(
        "c.missing_symbols(%r)" % (ROW % "no_such_name")
    )
    assert found("c.missing_symbols(%r)" % (ROW % "header_coverage")) == "[]\n"


def test_a_page_that_a_message_names_has_to_exist(found):
    assert (
        found("c.PAGE.findall('\"docs/configuration.md lists all settings\"')")
        == "['docs/configuration.md']\n"
    )
    assert found("c.missing_pages()") == "[]\n"


@pytest.mark.parametrize(
    "text",
    [
        "pip install 'memory-retrieval[web,none]'",
        "| extra | for |\n|---|---|\n| `none` | x |",
    ],
)
def test_an_extra_that_a_page_names_has_to_exist(found, text):
    assert "no extra none" in found("c.unknown_extras(%r)" % text)
    assert found("c.unknown_extras(%r)" % text.replace("none", "postgres")) == "[]\n"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        *[
            (text, ["src/a.py:2", "a.md:3"])
            for text in ("the file is no JSON", "the store is as it was", "give --root")
        ],
        *[
            (text, ["src/a.py:2", "src/a.py:1", "a.md:3"])
            for text in ("list the files that are none", "run it anew")
        ],
        ("the folder that it lies in", ["src/a.py:1"]),
        *[
            (text, ["src/a.py:2", "a.md:3"])
            for text in ("two records wait", "it was superseded", "look into the inbox")
        ],
        ("a decision record, `records`, --candidate inbox, or memories triage", []),
    ],
)
def test_a_turn_of_phrase_that_reads_badly_is_found_in_messages_comments_and_pages(
    tmp_path, text, places
):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text(
        '"""%s"""\nraise ValueError("%s")\n' % (text, text)
    )
    (tmp_path / "a.md").write_text("# A\n\n%s\n" % text)
    code = "import pathlib, wording; root = pathlib.Path.cwd(); print(*wording.problems(root, [root / 'a.md']), sep='\\n')"
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY / "tools")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=env,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [line.split(": ")[0] for line in done.stdout.split("\n") if line] == places
