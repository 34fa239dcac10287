"""The state of a record in a list."""

import pytest

from memory_retrieval.core.model import Memory
from memory_retrieval_viewer.values import Row


def row(status, superseded_by=""):
    named = dict.fromkeys(("path", "kind", "id", "title", "category"), "")
    return Row("project/x", "project", Memory(**named, status=status, superseded_by=superseded_by))


@pytest.mark.parametrize(
    ("status", "superseded_by", "state"),
    [
        ("active", "", "active"),
        ("active", "y", "superseded"),
        ("retired", "y", "retired"),
        ("archived", "", "archived"),
    ],
)
def test_only_an_active_record_is_called_superseded(status, superseded_by, state):
    assert row(status, superseded_by).state == state
