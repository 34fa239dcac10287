"""A package that is missing is one line that names the extra; a fault of our own is not taken for one."""

import pytest

from memory_retrieval import extras
from memory_retrieval.cli.main import COMMANDS
from memory_retrieval.core.errors import MemoryRetrievalError


def test_a_missing_package_names_its_extra():
    said = r"the package no_such_package \(extra `web`\); .*\[web\]"
    with pytest.raises(MemoryRetrievalError, match=said):
        extras.require("web", ["json", "no_such_package"])
    extras.require("web", ["json"])
    with pytest.raises(MemoryRetrievalError, match=said), extras.Packages("web"):
        import no_such_package.inner  # noqa: F401


def test_a_module_of_ours_that_is_missing_stays_an_import_error():
    with pytest.raises(ImportError), extras.Packages("team"):
        import memory_retrieval_team.nowhere  # noqa: F401


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), extras.Packages("team"):
        raise ZeroDivisionError


def test_each_word_of_a_companion_is_a_command():
    assert set(extras.WORDS) <= set(COMMANDS)
    assert set(extras.WORDS.values()) == set(extras.COMPANIONS)
