"""At the end of a turn Claude Code shows the user one line on what was done with memories."""

import json

import pytest

from transcripts import add_to

JWT = "how do we rotate the jwt signing keys?"
CHOICE = "from now on we decided: never deploy the importer on Fridays, it broke twice"


@pytest.fixture
def end(project, tmp_path):
    """end(): the line that the user is shown at the end of a turn; "" for none."""
    transcript = tmp_path / "session.jsonl"
    add_to(transcript, "/", "U hello", "A Hello.")

    def run(host="claude", **fields):
        given = {"transcript_path": str(transcript), "stop_hook_active": False}
        out = project.hook(
            "stop", host, session_id="s1", prompt_id="p", **{**given, **fields}
        ).out
        return json.loads(out).get("systemMessage", "") if out else ""

    return run


@pytest.fixture
def project(project):
    return project.with_an_answer()


def guard(project):
    project.write(
        "constraint",
        "use-httpx",
        "Use httpx",
        content={
            "kind": "policy",
            "rule": "Never import requests.",
            "impact": ["hangs"],
            "workarounds": ["httpx"],
            "severity": "high",
            "active": True,
        },
        guard={"text": "import requests"},
        schema_version="1.1",
    )


@pytest.mark.parametrize("prompt", [None, "", "hello", "/help"])
def test_a_turn_without_memories_says_nothing(ask, end, start, prompt):
    start()
    if prompt is not None:
        ask(prompt, session_id="s1")
    assert end() == ""


@pytest.mark.parametrize("settings", [{"session": {"notices": False}}, {}])
def test_what_was_given_is_told_once_unless_that_is_switched_off(
    project, ask, end, settings
):
    project.config(settings)
    ask(JWT, session_id="s1")
    told = end()
    assert told == (
        "" if settings else 'Memory: pointed to "Rotate the JWT signing keys"'
    )
    assert end() == ""


def test_a_host_that_shows_no_such_line_is_given_none(ask, end):
    ask(JWT, session_id="s1")
    assert end("codex") == ""


def test_a_pointer_a_refused_call_and_a_save_are_one_line(project, ask, end, save):
    guard(project)
    ask(JWT, session_id="s1")
    call = {"file_path": "a.py", "content": "import requests\n"}
    project.hook("pre-tool", session_id="s1", tool_name="Write", tool_input=call)
    record = {
        "category": "preference",
        "title": "Times are UTC",
        "tags": ["time"],
        "content": {"topic": "t", "value": "UTC", "reason": "r", "strength": "strong"},
    }
    assert save(record).code == 0
    told = end()
    assert "\n" not in told and told.count("Memory: ") == 1
    for part in ("Rotate the JWT", "use-httpx refused a call", "saved times-are-utc"):
        assert part in told


def test_while_the_agent_is_asked_to_save_the_line_waits(project, ask, end, tmp_path):
    ask(JWT, session_id="s1")
    path = tmp_path / "asked.jsonl"
    edit = "B cd /w && git commit -qam change => done"
    add_to(path, "/", "U " + CHOICE, "D /w/jobs.py", "A Done.", "U commit it", edit)
    asked = {"transcript_path": str(path)}
    assert end(**asked) == ""
    assert "Rotate the JWT" in end(**asked, stop_hook_active=True)


def test_what_a_turn_did_that_was_interrupted_is_not_told_with_the_next(ask, end):
    ask(JWT, session_id="s1")
    ask("hello there", session_id="s1")
    assert end() == ""
