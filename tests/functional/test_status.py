"""`memories status`: whether it works, what came last, what waits."""

import pytest

from memory_retrieval.upkeep.inbox import add_candidate

PROMPT = "rotate the jwt signing keys"


@pytest.fixture
def project(project):
    project.with_an_answer().write("decision", "gone", "Gone", record_status="retired")
    return project


@pytest.fixture
def status(project, run_main):
    return lambda *args, **more: (
        run_main("status", "--format", "json", *args, **more).json
    )


def test_a_new_project_has_nothing_last_and_nothing_waiting(project, status, run_main):
    value = status()
    assert (value["on"], value["off"], value["memories"], value["waiting"]) == (
        True,
        None,
        13,
        0,
    )
    assert value["last"] == {"prompt": None, "brief": None, "write": None}
    assert {state["host"] for state in value["hosts"]} >= {"claude", "codex", "gemini"}
    out = run_main("status").out
    assert (
        out.startswith("on in %s\n13 active memories\n" % project.root)
        and "last prompt: none yet" in out
    )


def test_it_says_what_came_last_and_what_waits(project, ask, status, run_main):
    ask(PROMPT)
    add_candidate(
        str(project.root),
        "constraint",
        [{"text": "no deploys on Fridays", "pattern": "no"}],
    )
    run_main("retire", "rotate-jwt-keys")
    value = status()
    assert [path for path, _ in value["last"]["prompt"]["injected"]] == [
        ".claude/memory/runbooks/rotate-jwt-keys.json"
    ]
    assert (value["last"]["write"]["action"], value["last"]["write"]["id"]) == (
        "retire",
        "rotate-jwt-keys",
    )
    assert (value["memories"], value["waiting"]) == (12, 1)
    out = run_main("status").out
    assert (
        "1 injected" in out
        and "retire rotate-jwt-keys" in out
        and "waiting for you: 1; `memories review`" in out
    )


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"env": {"MEMORIES_OFF": "1"}}, "MEMORIES_OFF"),
        ({"config": {"retrieval": {"enabled": False}}}, "retrieval.enabled is false"),
        ({"command": "off"}, "`memories on` switches it back on"),
    ],
)
def test_what_switches_it_off_is_named(project, status, run_main, how, said):
    if "config" in how:
        project.config(how["config"])
    if "command" in how:
        assert run_main(how["command"]).code == 0
    value = status(env=how.get("env", {}))
    assert not value["on"] and said in value["off"]
    assert run_main("status", env=how.get("env", {})).out.startswith("off in ")


def test_stats_adds_counts_rates_and_latency(project, ask, status, run_main):
    ask(PROMPT)
    figures = status("--stats")["stats"]
    assert (figures["prompts"], figures["silent"], figures["injected"]) == (1, 0, 1)
    assert (
        figures["counts"]["decision"] == {"active": 12, "retired": 1}
        and figures["ms"]["p50"] > 0
    )
    out = run_main("status", "--stats").out
    assert "last 30 days: 1 prompt, 0 % silent" in out and "time in the hook: " in out
