"""list and search on a terminal: the lines that a pipe gets (test_cli_search), with colours."""

import re

import pytest

import terminals

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def on_terminal(project):
    """on_terminal("list", env={}): what a terminal gets, colours included."""
    return lambda *words, **more: terminals.on_terminal(project.root, *words, **more)


@pytest.fixture
def store(project):
    project.write(
        "decision", "queues", "Queues run on Redis", updated_at="2026-11-12T12:00:00Z"
    )
    return project


def test_piped_output_has_no_colour(store, run_memories):
    ran = run_memories("list", cwd=store.root)
    assert ran.out.splitlines() == [
        "2026-11-12 [DECISION] Queues run on Redis",
        "           queues  .claude/memory/decisions/queues.json",
    ]


@pytest.mark.parametrize("command", [["list"], ["search", "redis queues"]])
def test_a_terminal_gets_the_lines_of_a_pipe(store, on_terminal, run_memories, command):
    shown = on_terminal(*command)
    assert "\x1b" in shown
    assert (
        ESCAPE.sub("", shown).splitlines()
        == run_memories(*command, cwd=store.root).out.splitlines()
    )


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_are_left_out_where_they_are_not_wanted(store, on_terminal, env):
    assert "\x1b" not in on_terminal("list", env=env)
