"""list and search on a terminal: tables that fit, colours, relative dates.

Piped, they are as ever (test_cli_search).
"""

import os
import re
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pytest

pytest.importorskip("fcntl", reason="terminals are made with POSIX calls")
MEMORIES = Path(__file__).resolve().parents[2] / "bin" / "memories"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture
def on_terminal(bytecode, project):
    """on_terminal("list", width=80, height=24): what a terminal of that size gets, colours included."""

    def run(*args, width=80, height=200, env=None):
        import fcntl
        import pty
        import struct
        import termios

        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        merged = {
            **os.environ,
            "MEMORIES_NOW": "2026-11-15T12:00:00Z",
            "PYTHONPYCACHEPREFIX": str(bytecode),
            "TERM": "xterm-256color",
        }
        merged = {
            name: value
            for name, value in {**merged, "COLUMNS": None, "LINES": None, "PAGER": None, **(env or {})}.items()
            if value is not None
        }
        process = subprocess.Popen(
            [sys.executable, str(MEMORIES), *args],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=project.root,
            env=merged,
        )
        os.close(theirs)
        out, deadline = b"", time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                data = os.read(ours, 65_536)
            except OSError:  # the other end is closed
                break
            if not data:
                break
            out += data
        os.close(ours)
        assert process.wait(timeout=10) == 0
        return out.decode("utf-8").replace("\r\n", "\n")

    return run


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


def test_what_is_cut_ends_in_an_ellipsis(store, on_terminal):
    text = ESCAPE.sub("", on_terminal("list", width=80))
    assert "An exceedingly long t" in text and "…" in text and "retired" in text


@pytest.mark.parametrize("env", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_colours_are_left_out_where_they_are_not_wanted(store, on_terminal, env):
    assert "\x1b" in on_terminal("list") and "\x1b" not in on_terminal("list", env=env)


def test_a_search_shows_rank_score_and_age(store, on_terminal):
    line = ESCAPE.sub("", on_terminal("search", "redis queues", width=100)).splitlines()[1]
    assert re.match(r" *1 +\d\.\d\d +decision +Queues run on Redis +3 days ago +queues$", line)
    assert "no memories found" in on_terminal("search", "???")
