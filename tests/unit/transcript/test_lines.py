"""One line of a host's transcript as a value."""

import json

import pytest

from memory_retrieval.transcript.lines import parse_line, texts_of
from memory_retrieval.transcript.values import ToolCall

from .lines_of_hosts import codex, codex_call, result, user


def parsed(entry):
    return parse_line(json.dumps(entry).encode())


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
