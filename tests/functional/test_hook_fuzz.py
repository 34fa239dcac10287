"""Whatever arrives on standard input: exit code 0, no traceback, and no block without a valid prompt."""

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_retrieval.hooks.payload import Payload, answer, read_payload
from memory_retrieval.hooks.prompt import is_command
from memory_retrieval.hosts import find, guess, names

PROMPT = "how do we rotate the jwt signing keys?"
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=10), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = """
prompt user_prompt userPrompt session_id sessionId conversation_id cwd workspace_roots transcript_path
transcriptPath hook_event_name hookEventName source model turn_id prompt_id stop_hook_active tool_input
""".split()
PAYLOADS = st.dictionaries(
    st.sampled_from(NAMES) | st.text(max_size=8), VALUES | st.just(PROMPT), max_size=8
)
BYTES = st.binary(max_size=300) | st.text(
    alphabet='{}[]":,\\ntrue0.eE-"prompt', max_size=80
).map(lambda text: text.encode())


# --- the same in this process, many times over ------------------------------------------------------------------------


def _read(data):
    source, sink = os.pipe()
    try:
        os.write(sink, data)
        os.close(sink)
        return read_payload(source)
    finally:
        os.close(source)


@settings(max_examples=1500)
@given(BYTES)
def test_reading_gives_an_object_or_a_value_error(data):
    try:
        assert isinstance(_read(data), dict)
    except ValueError:
        pass


@settings(max_examples=300)
@given(PAYLOADS, st.sampled_from(["", *names(), "other"]))
def test_a_payload_is_text_in_every_field_whatever_was_sent(raw, host):
    payload = Payload(raw, host)
    for field in ("prompt", "session", "cwd", "transcript", "event", "source"):
        assert isinstance(getattr(payload, field), str)
    assert payload.host.name in ("", *names())
    shared = host == "copilot" and {"hook_event_name", "hookEventName"} & set(
        raw
    )  # VS Code reads its hook file
    named = "vscode" if shared else host
    assert payload.host.name == (
        named if host in names() else guess(raw, payload.event)
    )


@settings(max_examples=500)
@given(st.sampled_from(["", *names()]), st.text(min_size=1, max_size=100))
def test_an_answer_is_the_text_or_one_line_of_json_that_holds_it(host, text):
    out = answer(find(host), "prompt", text)
    if host in ("", "kiro"):
        assert out == text + "\n"
    elif host != "vscode":
        assert (
            out.endswith("\n")
            and "\n" not in out[:-1]
            and json.dumps(text) in json.dumps(json.loads(out))
        )
    assert answer(find(host), "prompt", "") == ""


COMMANDS = ["/compact", "/memory:search jwt", " /help", "/a-b_c"]
OTHERS = [
    "",
    "/",
    "//",
    "/etc/hosts is wrong",
    "/api/v2 fails",
    "what does /compact do",
    "/tmp.",
]


@pytest.mark.parametrize("prompt", COMMANDS + OTHERS)
def test_slash_commands_are_told_from_paths(prompt):
    assert is_command(prompt) is (prompt in COMMANDS)
