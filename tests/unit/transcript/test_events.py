"""The events of a transcript."""

import json

import pytest

from memory_retrieval.hosts import UNKNOWN, find
from memory_retrieval.transcript.events import (
    MAX_LINE,
    MAX_OUTPUT,
    MAX_TEXT,
    events_of,
    is_seen,
    read_events,
    recent_events,
)
from memory_retrieval.transcript.values import REQUEST_HEAD, Event

from .lines_of_hosts import assistant, codex, codex_call, result, snapshot, user

ANY = UNKNOWN.transcript()
REFUSED = {"type": "tool_result", "content": "Not run.", "is_error": True}


def events(*lines):
    return events_of([json.dumps(line).encode() for line in lines], ANY)


def kinds(*lines):
    return [(event.kind, event.text) for event in events(*lines)]


@pytest.mark.parametrize(
    "line",
    [
        user(REQUEST_HEAD + " And more."),
        assistant("I was asked: " + REQUEST_HEAD),
        snapshot(8000),
    ],
)
def test_our_own_requests_and_snapshots_are_no_events(line):
    assert events(line) == []


def test_injected_blocks_are_cut_out_of_a_message():
    text = "fix it <system-reminder>do x</system-reminder> now"
    assert kinds(user(text)) == [("user", "fix it   now")]


def test_a_session_of_claude_code():
    lines = [
        user("fix it"),
        assistant("I look.", ("Bash", {"command": "ls src"})),
        result("a.py"),
    ]
    assert kinds(*lines) == [
        ("user", "fix it"),
        ("assistant", "I look."),
        ("use", "ls src"),
        ("result", "a.py"),
    ]


def test_a_session_of_codex():
    output = {
        "type": "response_item",
        "payload": {"type": "function_call_output", "output": "a.py"},
    }
    lines = [
        codex("user", "fix it"),
        codex_call("shell", json.dumps({"command": ["ls", "src"]})),
        output,
    ]
    assert kinds(*lines) == [("user", "fix it"), ("use", "ls src"), ("result", "a.py")]


def test_an_editing_tool_names_the_file_it_changes_and_a_reading_one_none():
    edit, read = events(
        assistant(
            "",
            ("Edit", {"file_path": "a.py", "path": "b"}),
            ("Read", {"file_path": "a.py"}),
        )
    )
    assert (edit.path, read.path) == ("a.py", "")


@pytest.mark.parametrize(
    "arguments",
    [
        "*** Update File: a.py\n@@",
        json.dumps({"command": ["apply_patch", "\n*** Add File: a.py\n+x"]}),
    ],
)
def test_a_patch_names_the_file_it_changes(arguments):
    assert events(codex_call("apply_patch", arguments))[0].path == "a.py"


def codex_output(text):
    return {
        "type": "response_item",
        "payload": {"type": "function_call_output", "output": text},
    }


def gemini(status, response):
    answer = {"functionResponse": {"name": "write_file", "response": response}}
    call = {
        "name": "write_file",
        "args": {"file_path": "a.py"},
        "result": [answer],
        "status": status,
    }
    return {"type": "gemini", "content": "", "toolCalls": [call]}


def qwen(status, response):
    parts = [{"functionResponse": {"name": "write_file", "response": response}}]
    return {
        "type": "tool_result",
        "message": {"role": "user", "parts": parts},
        "toolCallResult": {"status": status},
    }


def copilot(success, **fields):
    return {"type": "tool.execution_complete", "data": {"success": success, **fields}}


@pytest.mark.parametrize(
    "host, line, refused",
    [
        ("claude", result("updated"), False),
        (
            "claude",
            user([{"type": "tool_result", "content": "Not run.", "is_error": True}]),
            True,
        ),
        (
            "codex",
            codex_output("Chunk ID: 1\nProcess exited with code 0\nOutput:\nx"),
            False,
        ),
        (
            "codex",
            codex_output(
                "Wall time: 0.0000 seconds\nOutput:\nExit code: 0\nOutput:\nSuccess."
            ),
            False,
        ),
        (
            "codex",
            codex_output("Chunk ID: 1\nProcess exited with code 2\nOutput:\nx"),
            True,
        ),
        (
            "codex",
            codex_output(
                "Command blocked by PreToolUse hook: Not run. Command: apply_patch"
            ),
            True,
        ),
        (
            "codex",
            codex_output(
                "apply_patch verification failed: Failed to read file to update a.py"
            ),
            True,
        ),
        ("codex", codex_output("patch rejected by user"), True),
        ("gemini", gemini("success", {"output": "written"}), False),
        (
            "gemini",
            gemini("error", {"error": "Tool execution blocked: Not run."}),
            True,
        ),
        ("gemini", gemini("cancelled", {"error": "[Operation Cancelled]"}), True),
        ("qwen", qwen("success", {"output": "written"}), False),
        ("qwen", qwen("error", {"error": "Not run."}), True),
        ("qwen", qwen("cancelled", {"error": "[Operation Cancelled]"}), True),
        ("copilot", copilot(True, result={"content": "created"}), False),
        (
            "copilot",
            copilot(
                False,
                error={
                    "message": "Denied by preToolUse hook: Not run.",
                    "code": "denied",
                },
            ),
            True,
        ),
        ("opencode", {"role": "assistant", "message": {"content": [REFUSED]}}, True),
    ],
)
def test_a_call_that_was_refused_or_failed_is_known_as_such(host, line, refused):
    found = [
        event
        for event in events_of([json.dumps(line).encode()], find(host).transcript())
        if not event.spoken
    ]
    assert found[-1].kind == "result" and found[-1].error is refused


def test_long_texts_are_cut_and_an_output_keeps_both_ends():
    message, output = events(
        user("a" * (MAX_TEXT + 5)), result("b" * MAX_OUTPUT + "the end")
    )
    assert len(message.text) == MAX_TEXT
    assert len(output.text) == MAX_OUTPUT + 1 and output.text.endswith("the end")


def test_the_digest_is_of_the_whole_text():
    first, second = events(user("a" * MAX_TEXT + "b"), user("a" * MAX_TEXT + "c"))
    assert first.text == second.text and first.digest != second.digest


def test_a_line_beyond_the_limit_is_passed_over():
    assert events(user("a" * MAX_LINE)) == []


def test_a_missing_file_is_an_error_for_the_whole_and_empty_for_the_end(tmp_path):
    with pytest.raises(OSError):
        read_events(str(tmp_path / "none"), ANY)
    assert recent_events(str(tmp_path / "none"), ANY, 5) == []


def test_a_short_message_does_not_tell_how_far_was_read():
    long, short = Event("user", "x" * 40, digest=1), Event("user", "ok", digest=1)
    assert is_seen(long, {1}) and not is_seen(short, {1}) and not is_seen(long, ())


def test_the_end_of_a_transcript_is_the_end_of_its_events(written):
    path = written(
        *[user(f"message {n}") for n in range(40)],
        assistant("bye", ("Bash", {"command": "ls"})),
    )
    recent = recent_events(path, ANY, 10)
    assert [event.text for event in recent] == [
        event.text for event in read_events(path, ANY)[-len(recent) :]
    ]


def test_only_what_is_new_is_read_and_what_is_old_is_context(tmp_path):
    lines = [
        {
            "type": "user",
            "message": {
                "role": "user",
                "content": f"message number {n} of a long conversation",
            },
        }
        for n in range(300)
    ]
    path = tmp_path / "t.jsonl"
    path.write_text("\n".join(json.dumps(line) for line in lines) + "\n")
    everything = recent_events(str(path), ANY, 50)
    assert 50 <= len(everything) <= 70 and everything[-1].text.startswith(
        "message number 299"
    )
    seen = {event.digest for event in everything[:-2]}
    assert 2 <= len(recent_events(str(path), ANY, 50, seen)) <= 20
