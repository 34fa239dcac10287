"""Counts of use, mutes, and what they do to a score."""

import json
import os

import pytest

from memory_retrieval.core import environment
from memory_retrieval.state import usage

A, B = ".claude/memory/decisions/a.json", ".claude/memory/decisions/b.json"


@pytest.mark.parametrize(
    "text",
    ["", "[]", '{"shown": []}', '{"shown": {"a": "1", "b": true}, "used": 5}', "\x00"],
)
def test_damaged_counts_are_none(home, text):
    usage.note("/p", [A], [])
    with open(usage.FILE.path("/p"), "w", encoding="utf-8") as file:
        file.write(text)
    counts = usage.load("/p")
    assert (counts.shown, counts.used, counts.muted) == ({}, {}, set())


def test_nothing_is_written_when_nothing_was_shown_or_used(home):
    usage.note("/p", [], [])
    assert not os.path.exists(usage.FILE.path("/p"))


def test_each_showing_and_each_reading_counts_one_for_its_project(home):
    usage.note("/p", [A, B], [])
    usage.note("/p", [A], [B])
    counts = usage.load("/p")
    assert (counts.shown, counts.used) == ({A: 2, B: 1}, {B: 1})
    assert usage.load("/q").shown == {}


@pytest.mark.parametrize(
    ("shown", "used", "factor"),
    [
        (0, 0, 1.0),
        (usage.PATIENCE, 0, 1.0),
        (usage.PATIENCE + 2, 0, 0.9),
        (10_000, 0, usage.FLOOR),
        (10_000, 1, 1.0),
    ],
)
def test_only_what_is_shown_often_and_never_read_loses_score(shown, used, factor):
    assert usage.Usage({A: shown}, {A: used}, set()).factor(A) == pytest.approx(factor)


def test_muting_changes_something_once_and_so_does_unmuting(home):
    assert usage.set_muted("/p", A, True)
    assert not usage.set_muted("/p", A, True)
    assert usage.load("/p").muted == {A}
    assert usage.load("/q").muted == set()
    assert usage.set_muted("/p", A, False)
    assert not usage.set_muted("/p", A, False)
    with open(environment.muted_path(), encoding="utf-8") as file:
        assert json.load(file) == {"/p": []}


def test_a_record_counts_as_read_when_a_tool_call_names_its_path(tmp_path):
    transcript = tmp_path / "t.jsonl"
    block = {"content": f"- [DECISION] A title -> {B} #tags:x"}  # our own block
    call = {"name": "Read", "input": {"file_path": f"/w/{A}"}}
    transcript.write_text(json.dumps(block) + "\n" + json.dumps(call) + "\n")
    assert usage.read_since(str(transcript), [A, B]) == [A]


def test_only_the_end_of_a_transcript_is_searched(tmp_path):
    transcript = tmp_path / "t.jsonl"
    transcript.write_text(
        json.dumps({"file_path": A})
        + "\n"
        + "x" * usage.TAIL
        + json.dumps({"file_path": B})
    )
    assert usage.read_since(str(transcript), [A, B]) == [B]


def test_a_transcript_that_is_missing_or_no_file_names_nothing(tmp_path):
    for path in ("", str(tmp_path / "none"), str(tmp_path), "a\x00b"):
        assert usage.read_since(path, [A]) == []


def lines(path, *values):
    path.write_text("".join(json.dumps(value) + "\n" for value in values))
    return str(path)


def result(value):
    """A line in which a tool returned JSON."""
    return {
        "type": "user",
        "message": {"content": [{"type": "tool_result", "content": json.dumps(value)}]},
    }


@pytest.mark.parametrize(
    "value",
    [
        {"total_scanned": 60, "returned": 2, "results": [{"path": A}, {"path": B}]},
        {"prompt": "why", "candidates": [{"path": A}, {"path": B}]},
    ],
    ids=["search", "why"],
)
def test_what_a_search_or_an_explanation_lists_was_not_opened(tmp_path, value):
    assert usage.read_since(lines(tmp_path / "t.jsonl", result(value)), [A, B]) == []


def test_what_the_get_tool_returned_was_opened(tmp_path):
    value = {"records": [{"path": B, "record": {"id": "b"}}]}
    assert usage.read_since(lines(tmp_path / "t.jsonl", result(value)), [A, B]) == [B]


@pytest.mark.parametrize("nested", [False, True])
def test_what_a_shell_printed_was_opened_under_whatever_name(tmp_path, nested):
    text = json.dumps(
        {"schema_version": "1.1", "id": "b", "supersedes": ["a"], "title": "x"},
        indent=2,
    )
    line = (
        result({"output": text})
        if nested
        else {"content": [{"type": "tool_result", "content": text}]}
    )
    own = {"id": "a", "tool": {"id": "a"}}  # of the host
    assert usage.read_since(lines(tmp_path / "t.jsonl", own, line), [A, B]) == [B]


def test_a_file_of_the_projects_store_is_not_its_namesake_in_another_store(tmp_path):
    transcript = lines(tmp_path / "t.jsonl", {"file_path": f"/w/{A}"})
    assert usage.read_since(transcript, ["decisions/a.json", A]) == [A]
    transcript = lines(
        tmp_path / "t.jsonl",
        {"file_path": "/home/u/.local/share/memories/decisions/a.json"},
    )
    assert usage.read_since(transcript, ["decisions/a.json", A]) == ["decisions/a.json"]


def test_several_paths_in_one_line_all_count(tmp_path):
    transcript = lines(
        tmp_path / "t.jsonl", {"ids": [A, "/w/other.json", B], "more": "x.jsonl"}
    )
    assert usage.read_since(transcript, [B, A]) == [B, A]


def test_the_list_of_what_is_off_stays_readable_and_in_order(home):
    for root in ("/b", "/a", "/\u00fc"):
        usage.set_off(root, True)
    with open(environment.config_dir() + "/off.json", "rb") as file:
        assert json.loads(file.read().decode("ascii")) == {
            "off": ["/b", "/a", "/\u00fc"]
        }
