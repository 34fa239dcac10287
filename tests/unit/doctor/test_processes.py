"""What `memories doctor` calls a hook that was left behind.

A memory_hook.py with an event that runs for longer than a hook ever runs.
"""

import os
import subprocess
import sys

import pytest

from memory_retrieval.core.paths import REPOSITORY
from memory_retrieval.doctor import processes
from memory_retrieval.doctor.report import Report

pytestmark = pytest.mark.skipif(
    not os.path.exists("/proc/uptime"), reason="the system does not list its processes in /proc"
)
HOOKS = os.path.join(REPOSITORY, "hooks")
HOOK = os.path.join(HOOKS, "memory_hook.py")


@pytest.fixture
def start():
    """start(*words, cwd=...): a process that only waits, with these words on its command line; ended afterwards."""
    started = []

    def run(*words, cwd=None):
        code = "import sys; print(flush=True); sys.stdin.read()"
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=cwd
        )
        started.append(process)
        process.stdout.readline()  # it runs, under its own command line
        return str(process.pid)

    yield run
    for process in started:
        process.communicate()


def test_a_hook_that_has_just_begun_is_not_left_behind(start):
    start(HOOK, "prompt")
    report = Report()
    processes.check_left_overs(report)
    assert report.findings == [] and [check.message for check in report.checks] == ["resident processes: 0"]


def test_a_hook_that_stays_is_found(start, monkeypatch):
    number = start(HOOK, "prompt")
    assert processes._is_hook(number)
    monkeypatch.setattr(processes, "_is_hook", lambda other: other == number)
    monkeypatch.setattr(processes, "_age", lambda number, now: processes.STAYED + 1)
    report = Report()
    processes.check_left_overs(report)
    assert [finding.what for finding in report.findings] == ["1 hook process is still running after 10 seconds"]


def test_only_hooks_count_whatever_their_age(start, monkeypatch):
    """MCP servers and what holds them, editors, and hooks of another installation."""
    others = [
        start(os.path.join(HOOKS, "launch.sh"), "mcp"),
        start(os.path.join(HOOKS, "..", "bin", "memories"), "mcp"),
        start(os.path.join(HOOKS, "..", "bin", "memories"), "--root", "/srv/shop", "mcp"),
        start("launcher of " + HOOK, "mcp"),
        start(os.path.join(HOOKS, "launch.sh")),
        start(HOOK),
        start("/opt/other/hooks/memory_hook.py", "stop"),
    ]
    assert [number for number in others if processes._is_hook(number)] == []
    monkeypatch.setattr(processes, "STAYED", -1)
    is_hook = processes._is_hook
    monkeypatch.setattr(processes, "_is_hook", lambda number: number in others and is_hook(number))
    report = Report()
    processes.check_left_overs(report)
    assert report.findings == []


def test_a_hook_is_known_by_any_way_of_writing_its_path(start):
    assert processes._is_hook(
        start(os.path.join(REPOSITORY, "integrations", "..", "hooks", "memory_hook.py"), "stop", "--host", "codex")
    )
    assert processes._is_hook(start("memory_hook.py", "session-end", cwd=HOOKS))


def test_the_age_of_a_process_is_counted_from_its_start(start):
    with open("/proc/uptime", encoding="ascii") as file:
        now = float(file.read().split()[0])
    number = start("x")
    assert -1 < processes._age(number, now) < 5
    assert 99 < processes._age(number, now + 100) < 105
    assert processes._age("none", now) == 0
