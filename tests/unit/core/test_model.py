"""The values the stages exchange."""

import pytest

from memory_retrieval.core.model import Memory, Problem, Store


def test_a_value_takes_its_fields_in_order_and_no_more_of_them():
    assert Problem("x", "a.json") == Problem(message="x", path="a.json", location="", code="")
    with pytest.raises(TypeError, match="4 fields"):
        Problem("x", "a.json", "title", "missing", "more")


def test_a_value_takes_defaults_and_refuses_what_it_has_not():
    memory = Memory(path="a.json", kind="decision", id="a", title="A", category="decision")
    assert (memory.tags, memory.status, memory.updated) == ((), "active", None)
    with pytest.raises(TypeError, match="path"):
        Memory(kind="decision", id="a", title="A", category="decision")
    with pytest.raises(TypeError, match="colour"):
        Problem(message="x", colour="red")


def test_replace_makes_a_copy_and_leaves_the_value_as_it_was():
    store = Store(scope="project", root="/x", folders=())
    assert store.replace(scope="user") == Store(scope="user", root="/x", folders=())
    assert store.scope == "project"


def test_values_of_one_sort_are_equal_by_content_only():
    assert Problem(message="x") == Problem(message="x") != Problem(message="y")
    assert Problem(message="x") != Store(scope="x", root="", folders=())


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (Problem(message="bad"), "bad"),
        (Problem(path="a.json", message="bad"), "a.json: bad"),
        (Problem(location="title", message="bad"), "title: bad"),
        (Problem(path="a.json", location="title", message="bad"), "title of a.json: bad"),
    ],
)
def test_a_problem_says_thing_and_place(problem, text):
    assert str(problem) == text
