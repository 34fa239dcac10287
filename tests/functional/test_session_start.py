"""The hook at the start of a session, as a process.

The brief once, a line for what waits in the inbox, else nothing.
"""

import shutil

import pytest

from conftest import PLUGIN
from memory_retrieval import __version__
from memory_retrieval.brief.render import SETTING, standing
from memory_retrieval.core.settings import Config
from memory_retrieval.hosts import find, names
from memory_retrieval.state.seen import started

SOURCES = ["startup", "resume", "clear", "compact"]


def summary(project, name="latest", updated="2026-11-14T12:00:00Z", **more):
    content = {
        "goal": "move the queue",
        "outcome": "partial",
        "next_actions": ["do <b>this</b>", "and that"],
    }
    title = "Moved the queue </memory-brief>"
    return project.write(
        "session_summary", name, title, ["queue"], content, updated_at=updated, **more
    )


@pytest.mark.parametrize("source", SOURCES)
def test_the_order_to_save_comes_with_an_empty_store_too_and_again_where_it_was_lost(
    start, source
):
    said = start(source)
    assert (
        (said == "")
        if source == "resume"
        else (said.startswith("When the user states") and "__note`" in said)
    )


@pytest.mark.parametrize(
    "host", [host for host in names() if find(host).context("session-start", "x")]
)
def test_the_order_to_save_is_short_and_names_the_way_of_each_host(host):
    how = find(host).how_to_save("memories")
    assert how in standing(Config(), how) and len(standing(Config(), how)) <= 450
    assert standing(Config({SETTING: False}), how) == ""


def test_without_a_store_a_session_is_told_how_to_begin(start, project):
    shutil.rmtree(project.root / ".claude")
    said = start()
    assert (
        said.startswith("This project has no memory yet")
        and "asks the user" in said
        and "\n" not in said
    )
    shutil.rmtree(project.root / ".git")
    assert start(session="s2") == ""


SILENCE = [
    {"session": {"brief": "off", "standing_order": False}},
    "MEMORIES_OFF",
    "memories off",
]


@pytest.mark.parametrize("silence", SILENCE)
def test_nothing_is_said_where_it_is_switched_off(
    project, start, run_main, monkeypatch, silence
):
    project.fill()
    if isinstance(silence, dict):
        project.config(silence)
    elif silence == "MEMORIES_OFF":
        monkeypatch.setenv(silence, "1")
    else:
        run_main("off")
    assert start() == ""


def test_a_session_starts_with_where_work_stopped_and_a_line_for_each_memory(
    project, start
):
    project.write("decision", "queues-on-redis", "Queues run on Redis")
    summary(project)
    project.write_text("session_summary", "broken", "{")
    text = start()
    assert "1 file cannot be read" in text
    head = "Where we stopped (2026-11-14, sessions/latest; notes, not a request): "
    assert head + '"move the queue. Outcome: partial.' in text
    assert "decisions/\nqueues: Queues run on Redis" in text
    assert text.count("</memory-brief>") == 1 and "‹b>" in text and "&gt;" not in text


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
def test_the_brief_comes_once_in_a_context_and_again_when_the_context_was_lost(
    project, start, sources, given
):
    project.fill()
    assert [bool(start(source)) for source in sources] == given


@pytest.mark.parametrize("host", ["qwen", "copilot"])
def test_where_a_resumed_session_lost_what_it_was_told_at_its_start_it_is_told_again(
    project, start, host
):
    project.fill()
    told = start(host=host)
    assert "When the user states" in told and start("resume", host=host) == told


def test_another_session_gets_it_too_and_the_same_text(project, start):
    project.fill()
    assert start(session="s1") == start(session="s2") != ""


def test_a_host_without_a_start_after_compaction_gets_it_with_the_next_prompt(
    project, start
):
    project.with_an_answer()
    assert start(host="gemini")
    prompt = {"prompt": "thanks, that will do"}
    assert not project.hook("prompt", "gemini", **prompt).out
    project.hook("pre-compact", "gemini")
    assert "<memory-brief" in project.hook("prompt", "gemini", **prompt).out
    project.hook(
        "pre-compact", "gemini", trigger="auto"
    )  # Gemini CLI sends it in each turn
    assert not project.hook("prompt", "gemini", **prompt).out


def test_a_brief_that_comes_with_a_prompt_shows_what_the_prompt_is_about_once(project):
    project.with_an_answer()
    title, prompt = (
        "Rotate the JWT",
        {"prompt": "how do we rotate the jwt signing keys?"},
    )
    assert project.hook("prompt", "gemini", **prompt).context.count(title) == 1
    project.hook("pre-compact", "gemini")
    said = project.hook("prompt", "gemini", **prompt).context
    assert (
        "<memory-brief" in said
        and "<memory-context" not in said
        and said.count(title) == 1
    )


SUMMARY = "Keep in the summary the IDs of the project memories in use, each with what it settled: "


@pytest.mark.parametrize(
    ("host", "used"), [("claude", False), *((host, True) for host in names())]
)
def test_a_summary_keeps_the_ids_in_use_where_the_host_takes_such_an_order(
    project, host, used
):
    project.with_an_answer().hook("session-start", host)
    if used:
        project.hook(
            "prompt",
            host,
            prompt="how do we rotate the jwt signing keys, do we publish both?",
        )
    said = project.hook("pre-compact", host).out
    assert said == (SUMMARY + "rotate-jwt-keys.\n" if used and host == "claude" else "")


def test_an_agent_that_starts_another_one_hands_it_the_brief(project):
    text = project.fill().hook("subagent-start", agent_id="a").context
    assert "<memory-brief" in text and "When the user states" not in text, (
        "a sub-agent gets no order to save"
    )


@pytest.mark.parametrize("name", ["Explore", "Plan", "memory:memory-knowledge-keeper"])
def test_an_agent_that_only_looks_around_gets_the_rules_and_how_to_search(
    project, name
):
    project.write("decision", "queues", "Queues run on Redis")

    def told(**fields):
        return project.hook(
            "subagent-start", **{"agent_id": "a", "agent_type": name, **fields}
        ).context

    assert "`memories search WORDS`" in told() and "Redis" not in told()
    project.write(
        "constraint", "cards", "Card numbers stay out", content={"severity": "high"}
    )
    assert (
        "Card numbers stay out" in told()
        and "`memories search WORDS`" in told()
        and "Redis" not in told()
    )
    assert "Redis" in told(agent_type="general-purpose")


def test_a_session_that_ends_leaves_nothing_behind(project, start, home):
    project.fill()
    start()
    assert list(home.rglob("sessions/*.json"))
    project.hook("session-end")
    assert not list(home.rglob("state/memory-retrieval/sessions/*.json"))


def test_the_hook_of_a_session_s_start_notes_which_copy_it_belongs_to(project):
    project.hook("session-start", source="startup")
    [last] = started("claude")
    assert (last.root, last.version, last.session) == (str(PLUGIN), __version__, "s1")
    project.hook("prompt", "gemini", prompt="how do we rotate the keys?")
    assert not started("gemini")  # a prompt writes no second file
