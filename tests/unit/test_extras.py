"""A package that is missing is one line that names the extra; a fault of our own is not taken for one."""

import pytest

from memory_retrieval import extras
from memory_retrieval.core.errors import MemoryRetrievalError


def test_a_missing_package_names_its_extra():
    said = r"extra `web`; install it with: .* -m pip install .*\[web\]"
    with pytest.raises(MemoryRetrievalError, match=said) as raised:
        extras.require("web", "json", "no_such_package")
    assert raised.value.modules == ("json", "no_such_package")
    extras.require("web", "json")


def test_a_package_missing_in_the_team_engine_names_it_and_its_extra():
    with (
        pytest.raises(MemoryRetrievalError, match=r"the package no_such_package is missing; .*\[postgres\]"),
        extras.PostgresImports(),
    ):
        import no_such_package.inner  # noqa: F401


def test_a_module_of_ours_that_is_missing_stays_an_import_error():
    with pytest.raises(ImportError), extras.PostgresImports():
        import memory_retrieval.postgres.nowhere  # noqa: F401


def test_other_errors_pass():
    with pytest.raises(ZeroDivisionError), extras.PostgresImports():
        raise ZeroDivisionError
