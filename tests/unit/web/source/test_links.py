"""The links of a record, whichever end names them."""

from memory_retrieval.core.model import Memory, Store
from memory_retrieval.store import kinds
from memory_retrieval_viewer.source.links import links_of
from memory_retrieval_viewer.values import Row


def row(id, superseded_by=""):
    values = {
        **dict.fromkeys(Memory.__slots__, ""),
        "id": id,
        "superseded_by": superseded_by,
    }
    memory = Memory(*[values[name] for name in Memory.__slots__])
    return Row("project/" + id, Store(kinds.PROJECT, "/shop"), memory)


def relations(memory, raw, others):
    return [
        (link.relation, link.id, link.row is not None)
        for link in links_of(memory, raw, others)
    ]


def test_a_record_without_links_has_none():
    assert relations(row("a").memory, {}, [row("b"), row("c", "d")]) == []


def test_a_link_that_both_ends_name_is_listed_once():
    assert relations(row("a").memory, {"supersedes": ["b"]}, [row("b", "a")]) == [
        ("replaces", "b", True)
    ]


def test_a_link_that_one_end_names_is_listed():
    assert relations(row("a").memory, {}, [row("b", "a")]) == [("replaces", "b", True)]
    assert relations(row("a", "c").memory, {}, [row("c")]) == [
        ("replaced by", "c", True)
    ]


def test_the_successor_comes_first_and_a_record_that_is_gone_has_no_row():
    raw = {"supersedes": ["gone", "b"]}
    assert relations(row("a", "lost").memory, raw, [row("b", "a")]) == [
        ("replaced by", "lost", False),
        ("replaces", "gone", False),
        ("replaces", "b", True),
    ]


def test_a_value_that_is_no_list_of_texts_links_nothing():
    assert relations(row("a").memory, {"supersedes": "b"}, []) == []
    assert relations(row("a").memory, {"supersedes": [1, None]}, []) == []
