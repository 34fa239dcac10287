"""The values the stages exchange."""

import pytest

from memory_retrieval.core.model import Memory, Problem, Store
from memory_retrieval.store import kinds


def test_a_value_takes_its_fields_in_order():
    assert Problem("x", "a.json") == Problem(
        message="x", path="a.json", location="", code=""
    )


def test_a_value_takes_defaults_and_refuses_what_it_has_not():
    memory = Memory(
        path="a.json", kind="decision", id="a", title="A", category="decision"
    )
    assert (memory.tags, memory.status, memory.updated) == ((), "active", None)
    with pytest.raises(KeyError, match="path"):
        Memory(kind="decision", id="a", title="A", category="decision")
    with pytest.raises(AttributeError, match="colour"):
        Problem(message="x", colour="red")


def test_replace_makes_a_copy_and_leaves_the_value_as_it_was():
    store = Store(kinds.PROJECT, "/x")
    assert store.replace(kind=kinds.USER) == Store(kinds.USER, "/x")
    assert store.kind is kinds.PROJECT
