"""Lines of the ledger, which any program may have written."""

import json
import time

import pytest

from memory_retrieval_viewer.source.ledger_lines import entries

ODD = [("at", "x"), ("ms", True), ("injected", 3), ("used", {"a": 1})]
ODD.append(("injected", [["a"], "b", ["c", "d", "e"]]))


@pytest.fixture
def write(home):
    folder = home / "xdg-state" / "memory-retrieval" / "ledger"
    folder.mkdir(parents=True)
    file = folder / (time.strftime("%Y-%m-%d", time.gmtime()) + ".jsonl")

    def add(**line):
        with file.open("a") as out:
            out.write(json.dumps({"root": "/shop", **line}) + "\n")

    return add


@pytest.mark.parametrize(("name", "value"), ODD)
def test_an_odd_line_is_read_as_far_as_it_can_be(write, name, value):
    write(**{name: value})
    (entry,) = entries("/shop", 30)
    assert (entry.at, entry.ms, entry.injected, entry.used) == (0.0, 0.0, (), ())


def test_only_prompts_of_the_project_are_given_and_new_lines_are_seen(write):
    write(
        at=1,
        session="s",
        ms=20,
        injected=[["a.json", 0.9]],
        used=["b.json"],
        prompt="why?",
    )
    write(at=2, root="/other")
    (entry,) = entries("/shop", 30)
    assert (entry.session, entry.ms, entry.injected, entry.used, entry.prompt) == (
        "s",
        20.0,
        (("a.json", 0.9),),
        ("b.json",),
        "why?",
    )
    write(at=3)
    assert [entry.at for entry in entries("/shop", 30)] == [1, 3]
