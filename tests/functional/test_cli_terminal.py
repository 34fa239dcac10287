"""list and search on a terminal: tables that fit, colours, relative dates.

Piped, they are as ever (test_cli_search).
"""

import re
import unicodedata

import pytest

import terminals

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def on_terminal(project):
    """on_terminal("list", width=80, height=24): what a terminal of that size gets, colours included."""
    return lambda *words, **more: terminals.on_terminal(project.root, *words, **more)


def cells(line):
    return sum(
        0 if unicodedata.category(c) in ("Mn", "Cf") else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in line
    )


@pytest.fixture
def store(project):
    project.write("decision", "queues", "Queues run on Redis", updated_at="2026-11-12T12:00:00Z")
    project.write(
        "runbook",
        "wide",
        "데이터베이스가 멈추면 다시 시작한다 데이터베이스가 멈추면 다시 시작한다",
        updated_at="2025-11-01T12:00:00Z",
    )
    project.write(
        "preference",
        "long",
        "An exceedingly long title that no terminal of eighty cells could ever show in one line",
        record_status="retired",
    )
    return project


def test_piped_output_has_no_table_no_colour_and_no_relative_date(store, run_memories):
    ran = run_memories("list", cwd=store.root)
    assert (
        "\x1b" not in ran.out
        and "ago" not in ran.out
        and ran.out.startswith("2026-11-12 [DECISION] Queues run on Redis\n")
    )
    assert ran.out.splitlines()[1] == "           queues  .claude/memory/decisions/queues.json"


@pytest.mark.parametrize("command", [["list"], ["search", "redis queues"]])
@pytest.mark.parametrize("width", [80, 140])
def test_no_line_is_wider_than_the_terminal(store, on_terminal, command, width):
    table = ESCAPE.sub("", on_terminal(*command, width=width)).splitlines()
    assert len(table) >= 2 and all(cells(line) <= width for line in table), table


def test_columns_stand_in_line_whatever_the_script(store, on_terminal):
    lines = ESCAPE.sub("", on_terminal("list", width=100)).splitlines()
    at = {cells(line[: line.rindex(id)]) for line, id in zip(lines[1:4], ("queues", "long", "wide"), strict=True)}
    assert at == {cells(lines[0][: lines[0].index("ID")])}
    assert "3 days ago" in lines[1] and "1 year ago" in lines[3] and "retired" in lines[2] and lines[4] == "3 memories"


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_are_left_out_where_they_are_not_wanted(store, on_terminal, env):
    assert "\x1b" in on_terminal("list") and "\x1b" not in on_terminal("list", env=env)


def test_a_search_shows_rank_score_and_age(store, on_terminal):
    line = ESCAPE.sub("", on_terminal("search", "redis queues", width=100)).splitlines()[1]
    assert re.match(r" *1 +\d\.\d\d +decision +Queues run on Redis +3 days ago +queues$", line)
    assert "no memories found" in on_terminal("search", "???")
