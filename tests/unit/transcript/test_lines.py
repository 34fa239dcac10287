"""One line of a host's transcript as a value."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.hosts import UNKNOWN
from memory_retrieval.transcript.lines import lines_backwards, parse_line, texts_of
from memory_retrieval.transcript.values import Line, ToolCall

from .lines_of_hosts import codex, codex_call, result, user

ANY = UNKNOWN.transcript()


def parsed(entry):
    return parse_line(json.dumps(entry).encode(), ANY)


@pytest.mark.parametrize("mark", ["isMeta", "isSidechain", "isCompactSummary"])
def test_a_line_outside_the_main_conversation_is_none(mark):
    assert parsed(user("hello")) is not None and parsed(user("hello", **{mark: True})) is None


def test_codex_speaks_for_user_and_assistant_only():
    assert parsed(codex("developer", "be terse")) is None


def test_a_tool_output_is_marked_with_or_without_the_extra_key():
    assert parsed(result("done")).is_output
    assert parsed(user("typed", toolUseResult={})).is_output
    bare = parsed(user([{"type": "tool_result", "content": "x", "is_error": True}]))
    assert bare.is_output and bare.steps[0].error and bare.steps[0].content == "x"


@pytest.mark.parametrize("kind", ["function_call", "custom_tool_call", "local_shell_call"])
def test_arguments_of_codex_are_read_from_their_json(kind):
    value = parsed(codex_call("shell", json.dumps({"command": ["ls"]}), kind))
    assert value.role == "" and value.steps[0].arguments == {"command": ["ls"]}


def test_arguments_that_are_no_json_stay_text():
    assert parsed(codex_call("apply_patch", "{not json")).steps[0].arguments == "{not json"


def test_the_paths_of_a_call_are_the_arguments_that_name_files():
    assert ToolCall("Read", {"path": "b", "file_path": "a", "notebook_path": 5, "x": "c"}).paths == ["a", "b"]
    assert ToolCall(None, "text").paths == [] and ToolCall(None, "text").name == ""


def test_texts_are_those_of_blocks_or_the_string_itself():
    assert texts_of("a") == ["a"] and texts_of([{"text": "a"}, {"text": 5}, "b"]) == ["a"] and texts_of(None) == []


@given(st.binary(max_size=200))
def test_no_bytes_are_an_exception(data):
    for raw in (data, b'{"type": "user", "message": ' + data):
        assert isinstance(parse_line(raw, ANY), (Line, type(None)))


@pytest.mark.parametrize("path", ["", "/nowhere/t", "/", "\0"])
def test_what_is_no_regular_file_has_no_lines(path):
    assert list(lines_backwards(path, 100, 10)) == []


@given(st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line), max_size=8), st.integers(1, 50))
def test_lines_come_back_whole_and_last_first_whatever_the_block(tmp_path_factory, lines, block):
    path = tmp_path_factory.getbasetemp() / "tail.txt"
    path.write_bytes(b"\n".join(lines))
    expected = path.read_bytes().split(b"\n")[::-1] if path.stat().st_size else [b""]
    assert list(lines_backwards(str(path), 1000, block)) == expected


def test_no_more_than_the_budget_is_read(tmp_path):
    path = tmp_path / "t"
    path.write_bytes(b"first\nsecond\nthird")
    assert list(lines_backwards(str(path), 8, 100)) == [b"third"]
