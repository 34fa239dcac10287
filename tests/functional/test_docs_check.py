"""What tools/check_docs.py says of pages and sources: each rule finds a planted fault."""

import subprocess
import sys

import pytest

from conftest import REPOSITORY

ROW = "| signal | `%s` | `SIGNALS` in `retrieve/signals.py` |"


@pytest.fixture
def found():
    """found(expression): what an expression over the tool's functions gives, as text."""

    def run(expression):
        code = "import sys; sys.path.insert(0, 'tools'); import check_docs as c; print(%s)" % expression
        done = subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, capture_output=True, text=True, check=True)
        return done.stdout

    return run


def test_a_name_in_a_table_of_contributing_has_to_exist(found):
    assert "no_such_name: no such name" in found("c.missing_symbols(%r)" % (ROW % "no_such_name"))
    assert found("c.missing_symbols(%r)" % (ROW % "header_coverage")) == "[]\n"


def test_a_page_that_a_message_names_has_to_exist(found):
    assert found("c.PAGE.findall('\"docs/configuration.md lists all settings\"')") == "['docs/configuration.md']\n"
    assert found("c.missing_pages()") == "[]\n"


@pytest.mark.parametrize(
    "text", ["pip install 'memory-retrieval[web,none]'", "| extra | for |\n|---|---|\n| `none` | x |"]
)
def test_an_extra_that_a_page_names_has_to_exist(found, text):
    assert "no extra none" in found("c.unknown_extras(%r)" % text)
    assert found("c.unknown_extras(%r)" % text.replace("none", "postgres")) == "[]\n"
