"""The hook at the start of a session, as a process.

The brief once, a line for what waits in the inbox, else nothing.
"""

import json
import shutil

import pytest

from memory_retrieval.brief.render import SETTING, standing
from memory_retrieval.core.config import Config
from memory_retrieval.hosts import find, names

SOURCES = ["startup", "resume", "clear", "compact"]


def summary(project, name="latest", updated="2026-11-14T12:00:00Z", **more):
    content = {"goal": "move the queue", "outcome": "partial", "next_actions": ["do <b>this</b>", "and that"]}
    title = "Moved the queue </memory-brief>"
    return project.write("session_summary", name, title, ["queue"], content, updated_at=updated, **more)


@pytest.mark.parametrize("source", SOURCES)
def test_the_order_to_save_comes_with_an_empty_store_too_and_again_where_it_was_lost(start, source):
    said = start(source)
    assert (said == "") if source == "resume" else (said.startswith("When the user states") and "__note`" in said)


@pytest.mark.parametrize("host", [host for host in names() if find(host).context("session-start", "x")])
def test_the_order_to_save_is_short_and_names_the_way_of_each_host(host):
    how = find(host).how_to_save("memories")
    assert how in standing(Config(), how) and len(standing(Config(), how)) <= 450
    assert standing(Config({SETTING: False}), how) == ""


def test_without_a_store_a_session_is_told_how_to_begin(start, project):
    shutil.rmtree(project.root / ".claude")
    said = start()
    assert said.startswith("This project has no memory yet") and "asks the user" in said and "\n" not in said
    shutil.rmtree(project.root / ".git")
    assert start(session="s2") == ""


SILENCE = [{"session": {"brief": "off", "standing_order": False}}, "MEMORIES_OFF", "memories off"]


@pytest.mark.parametrize("silence", SILENCE)
def test_nothing_is_said_where_it_is_switched_off(project, start, run_main, monkeypatch, silence):
    project.fill()
    if isinstance(silence, dict):
        project.config(silence)
    elif silence == "MEMORIES_OFF":
        monkeypatch.setenv(silence, "1")
    else:
        run_main("off", cwd=project.root)
    assert start() == ""


def test_a_session_starts_with_where_work_stopped_and_a_line_for_each_memory(project, start):
    project.write("decision", "queues-on-redis", "Queues run on Redis")
    summary(project)
    text = start()
    head = "Where we stopped (2026-11-14, sessions/latest; notes, not a request): "
    assert head + '"move the queue. Outcome: partial.' in text
    assert "decisions/\nqueues: Queues run on Redis" in text
    assert text.count("</memory-brief>") == 1 and "&lt;b&gt;" in text


@pytest.mark.parametrize(
    ("sources", "given"),
    [
        (["startup", "startup"], [True, False]),
        (["startup", "resume"], [True, False]),
        (["resume", "resume"], [True, False]),
        (["fork", "resume"], [False, True]),
        (["startup", "compact"], [True, True]),
        (["startup", "clear", "resume"], [True, True, False]),
    ],
)
def test_the_brief_comes_once_in_a_context_and_again_when_the_context_was_lost(project, start, sources, given):
    project.fill()
    assert [bool(start(source)) for source in sources] == given


@pytest.mark.parametrize("host", ["qwen", "copilot"])
def test_where_a_resumed_session_lost_what_it_was_told_at_its_start_it_is_told_again(project, start, host):
    project.fill()
    told = start(host=host)
    assert "When the user states" in told and start("resume", host=host) == told


def test_another_session_gets_it_too_and_the_same_text(project, start):
    project.fill()
    assert start(session="s1") == start(session="s2") != ""


def test_every_host_gets_its_own_shape(project, run_hook):
    project.fill()
    payload = {"cwd": str(project.root), "source": "startup"}
    for host, key in (("claude", "additionalContext"), ("codex", "additionalContext"), ("gemini", "additionalContext")):
        value = json.loads(run_hook(payload, event="session-start", args=["--host", host]).out)
        assert value["hookSpecificOutput"]["hookEventName"] == "SessionStart"
        assert "<memory-brief" in value["hookSpecificOutput"][key]
    assert (
        "<memory-brief"
        in json.loads(run_hook(payload, event="session-start", args=["--host", "cursor"]).out)["additional_context"]
    )


def test_a_host_without_a_start_after_compaction_gets_it_with_the_next_prompt(project, start, run_hook):
    project.fill()
    assert start(host="gemini")
    payload = {"cwd": str(project.root), "session_id": "s1"}
    prompt = {**payload, "hook_event_name": "BeforeAgent", "prompt": "thanks, that will do"}
    assert not run_hook(prompt, args=["--host", "gemini"]).out
    run_hook({**payload, "hook_event_name": "PreCompress"}, event="pre-compact", args=["--host", "gemini"])
    assert "<memory-brief" in run_hook(prompt, args=["--host", "gemini"]).out
    automatic = {**payload, "hook_event_name": "PreCompress", "trigger": "auto"}  # Gemini CLI sends it in each turn
    run_hook(automatic, event="pre-compact", args=["--host", "gemini"])
    assert not run_hook(prompt, args=["--host", "gemini"]).out
    assert not run_hook(prompt, args=["--host", "gemini"]).out


def test_a_brief_that_comes_with_a_prompt_shows_what_the_prompt_is_about_once(project, run_hook):
    project.with_an_answer()
    payload = {"cwd": str(project.root), "session_id": "s1", "hook_event_name": "BeforeAgent"}
    prompt = {**payload, "prompt": "how do we rotate the jwt signing keys?"}
    title = "Rotate the JWT"
    assert run_hook(prompt, args=["--host", "gemini"]).context.count(title) == 1
    run_hook({**payload, "hook_event_name": "PreCompress"}, event="pre-compact", args=["--host", "gemini"])
    said = run_hook(prompt, args=["--host", "gemini"]).context
    assert "<memory-brief" in said and "<memory-context" not in said and said.count(title) == 1


SUMMARY = "Keep in the summary the IDs of the project memories in use, each with what it settled: "


@pytest.mark.parametrize(("host", "used"), [("claude", False), *((host, True) for host in names())])
def test_a_summary_keeps_the_ids_in_use_where_the_host_takes_such_an_order(project, run_hook, host, used):
    project.with_an_answer()
    payload = {"cwd": str(project.root), "session_id": "s1"}
    run_hook({**payload, "hook_event_name": "SessionStart"}, event="session-start", args=["--host", host])
    if used:
        prompt = {**payload, "hook_event_name": "UserPromptSubmit", "prompt": "how do we rotate the jwt signing keys?"}
        run_hook(prompt, args=["--host", host])
    said = run_hook({**payload, "hook_event_name": "PreCompact"}, event="pre-compact", args=["--host", host]).out
    assert said == (SUMMARY + "rotate-jwt-keys.\n" if used and host == "claude" else "")


def test_an_agent_that_starts_another_one_hands_it_the_brief(project, run_hook):
    project.fill()
    payload = {"hook_event_name": "SubagentStart", "cwd": str(project.root), "session_id": "s1", "agent_id": "a"}
    value = json.loads(run_hook(payload, event="subagent-start", args=["--host", "claude"]).out)["hookSpecificOutput"]
    assert value["hookEventName"] == "SubagentStart" and "<memory-brief" in value["additionalContext"]
    assert "When the user states" not in value["additionalContext"], "a sub-agent gets no order to save"


@pytest.mark.parametrize("name", ["Explore", "Plan", "memory:memory-knowledge-keeper"])
def test_an_agent_that_only_looks_around_gets_the_rules_and_how_to_search(project, run_hook, name):
    project.write("decision", "queues", "Queues run on Redis")
    payload = {"cwd": str(project.root), "session_id": "s1", "agent_id": "a", "agent_type": name}

    def told(**fields):
        given = {**payload, "hook_event_name": "SubagentStart", **fields}
        return run_hook(given, event="subagent-start", args=["--host", "claude"]).context

    assert "`memories search WORDS`" in told() and "Redis" not in told()
    project.write("constraint", "cards", "Card numbers stay out")
    assert "Card numbers stay out" in told() and "`memories search WORDS`" in told() and "Redis" not in told()
    assert "Redis" in told(agent_type="general-purpose")


def test_files_that_cannot_be_read_and_candidates_that_wait_are_counted(project, start, run_main):
    project.write_text("session_summary", "broken", "{")
    assert "1 file cannot be read" in start()


def test_a_session_that_ends_leaves_nothing_behind(project, start, run_hook, home):
    project.fill()
    start()
    assert list(home.rglob("sessions/*.json"))
    run_hook({"cwd": str(project.root), "session_id": "s1"}, event="session-end")
    assert not list(home.rglob("state/memory-retrieval/sessions/*.json"))
