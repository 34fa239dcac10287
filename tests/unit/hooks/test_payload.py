"""What hosts send and take: the payloads as they were observed, and the shape of each answer."""

import json
import os
from pathlib import Path

import pytest

from memory_retrieval.hooks.payload import CHUNK, Payload, read_payload
from memory_retrieval.hosts import find, guess, names
from memory_retrieval.transcript.values import REQUEST_HEAD

SENT = json.loads(
    Path(__file__).with_name("payloads.json").read_text(encoding="utf-8")
)  # as they were observed


@pytest.mark.parametrize("case", SENT)
def test_the_host_is_guessed_from_what_only_it_sends(case):
    raw, host = SENT[case]["payload"], SENT[case]["host"]
    assert guess(raw, Payload(raw).event) == host == Payload(raw).host.name


@pytest.mark.parametrize("case", [case for case in SENT if case.endswith("prompt")])
def test_every_host_s_prompt_session_and_folder_are_understood(case):
    payload = Payload(SENT[case]["payload"])
    assert (payload.prompt, payload.cwd) == ("x", "/p") and payload.session in (
        "s",
        "c",
    )


@pytest.mark.parametrize("host", ["unknown", *names()])
def test_each_host_is_answered_in_the_shapes_that_it_takes(host, gold):
    takes = find(host)
    answers = {event: takes.context(event, "a") for event in takes.events}
    decided = {word: takes.permission(word, "a") for word in ("allow", "ask")}
    others = {
        "request": takes.request("a"),
        "refusal": takes.refusal("a"),
        "question": takes.question("a"),
    }
    gold(
        "hosts/%s.json" % host,
        json.dumps({**answers, **others, **decided}, indent=1) + "\n",
    )


def test_the_hosts_project_folder_stands_in_for_a_missing_cwd(monkeypatch):
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", "/c")
    assert (Payload({}).cwd, Payload({"cwd": "/p"}).cwd) == ("/c", "/p")


def test_the_hook_file_of_copilot_cli_answers_vs_code_in_its_own_shape():
    assert Payload({"sessionId": "s", "prompt": "x"}, "copilot").host.name == "copilot"
    for case in [case for case in SENT if case.startswith("vscode")]:
        assert Payload(SENT[case]["payload"], "copilot").host.name == "vscode"


def test_what_a_failed_command_printed_is_found_in_the_words_of_qwen_code():
    said = "Command: x\nDirectory: (root)\nOutput: one\nError: two\nError: (none)\nExit Code: 2"
    assert find("qwen").printed(said) == "one\nError: two"


def test_a_line_of_qwen_code_says_who_typed_it():
    parse = find("qwen").transcript().parse
    hooked = {
        "text": "<qwen:user-prompt-submit-context>\nours\n</qwen:user-prompt-submit-context>"
    }
    typed = {
        "type": "user",
        "provenance": "real_user",
        "message": {"role": "user", "parts": [{"text": "a"}, hooked]},
    }
    line = parse(typed)
    assert (line.role, line.text, line.is_output) == ("user", "a", False)
    assert parse({**typed, "provenance": "hook"}).is_output
    call = {"functionCall": {"name": "edit", "args": {"file_path": "a.py"}}}
    [step] = parse(
        {"type": "assistant", "message": {"role": "model", "parts": [call]}}
    ).steps
    assert (step.name, step.paths) == ("edit", ["a.py"])
    result = {"functionResponse": {"name": "edit", "response": {"error": "no"}}}
    entry = {
        "type": "tool_result",
        "message": {"parts": [result]},
        "toolCallResult": {"status": "error"},
    }
    [step] = parse(entry).steps
    assert (step.content, step.error) == ([{"text": "no"}], True)


def test_copilot_cli_is_understood():
    given = {
        "sessionId": "s",
        "cwd": "/p",
        "toolName": "create",
        "toolArgs": {"path": "/p/a", "file_text": "x"},
    }
    payload, host = Payload(given, "copilot"), find("copilot")
    assert (
        payload.session,
        payload.first("tool"),
        payload.first("arguments")["path"],
    ) == ("s", "create", "/p/a")
    parse = host.transcript().parse
    call = {"name": "bash", "arguments": {"command": "ls"}}
    said = parse(
        {"type": "assistant.message", "data": {"content": "a", "toolRequests": [call]}}
    )
    assert (said.role, said.text, said.steps[0].arguments) == (
        "assistant",
        "a",
        {"command": "ls"},
    )
    [step] = parse(
        {
            "type": "tool.execution_complete",
            "data": {"success": False, "error": {"message": "no"}},
        }
    ).steps
    assert (step.content, step.error) == ([{"text": "no"}], True)
    assert parse({"type": "system.message", "data": {"content": "a"}}) is None
    assert (
        host.project("", {"type": "session.start", "data": {"context": {"cwd": "/p"}}})
        == "/p"
    )


def test_our_own_request_to_save_is_no_prompt(project, ask):
    """Copilot CLI hands it to the prompt hook."""
    project.write(
        "runbook",
        "rotate",
        "Rotate the JWT signing keys",
        ["jwt", "keys"],
        {"steps": ["create a key"]},
    )
    question = "how do we rotate the jwt signing keys?"
    assert "Rotate the JWT" in ask(question) and not ask(
        REQUEST_HEAD + "\n- " + question
    )


def _pipe(*pieces, close=True):
    source, sink = os.pipe()
    for piece in pieces:
        os.write(sink, piece)
    if close:
        os.close(sink)
        return source, None
    return source, sink


@pytest.mark.parametrize(
    "data",
    [
        b'{"prompt": "x"}',
        b' \n{"prompt": "x"}\n\n',
        b'{"prompt": "x"} and more',
        b'\xef\xbb\xbf{"prompt": "x"}',
        b'{"a": {"b": "}"}, "prompt": "x"}',
        b'{"pad": "' + b"}" * (CHUNK // 2) + b'", "prompt": "x"}',
    ],
)
def test_one_object_is_read_whatever_stands_around_it(data):
    source, _ = _pipe(data)
    assert read_payload(source)["prompt"] == "x"
    os.close(source)


@pytest.mark.parametrize(
    "data", [b'{"prompt": "x", "other": "\xff\xe9"}', b'\xef\xbb\xbf{"prompt": "x"}']
)
def test_bytes_that_are_no_utf8_are_read_while_the_pipe_stays_open(data):
    source, sink = _pipe(data, close=False)
    assert read_payload(source)["prompt"] == "x"
    os.close(source)
    os.close(sink)


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "nothing"),
        (b" \n", "nothing"),
        (b"[]", "list"),
        (b"5", "int"),
        (b"null", "NoneType"),
        (b"{", "."),
        (b"{]}", "."),
        (b"\xff", "."),
    ],
)
def test_what_is_no_object_is_a_value_error_that_says_so(data, word):
    source, _ = _pipe(data)
    with pytest.raises(ValueError, match=word):
        read_payload(source)
    os.close(source)


@pytest.mark.parametrize(
    ("prompt", "typed"),
    [
        (
            "<hook_context>&lt;memory-brief&gt;</hook_context>\n\nrename this",
            "rename this",
        ),
        (
            "<hook_context>a</hook_context>\n<hook_context>b</hook_context>\n\nrename this",
            "rename this",
        ),
        (
            "what does <hook_context>a</hook_context> mean?",
            "what does <hook_context>a</hook_context> mean?",
        ),
        ("<hook_context> is never closed", "<hook_context> is never closed"),
    ],
)
def test_context_that_a_host_puts_before_a_prompt_was_not_typed(prompt, typed):
    assert Payload({"prompt": prompt}, "gemini").prompt == typed


@pytest.mark.parametrize(
    "session", ["", "s1", "0c3c7f0e-8d1f-4a9e-9d59-0d5f6f0a7c11", "2026-11-22"]
)
def test_the_id_of_a_session_is_kept_as_it_is(session):
    assert Payload({"session_id": session}).session == session


@pytest.mark.parametrize(
    "session",
    [
        "gh" + "p_" + "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7",
        "x" * 5000,
        "a b c d e f g h i j",
        "\ud800" * 20,
    ],
)
def test_an_id_that_could_be_anything_is_kept_as_a_checksum(session):
    kept = Payload({"session_id": session}).session
    assert (
        len(kept) == 16
        and int(kept, 16)
        and kept == Payload({"session_id": session}).session
    )
