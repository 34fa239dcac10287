"""What tests of the index share."""

import contextlib

import pytest

from memory_retrieval.index import semantic


@pytest.fixture(scope="session")
def table():
    """The table of the static embedder."""
    with contextlib.closing(semantic.open_table()) as opened:
        yield opened
