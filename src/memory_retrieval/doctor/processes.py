"""The check for hook processes that were left running, where the system lists its processes."""

from __future__ import annotations

import os

from ..core.paths import REPOSITORY
from ..hosts import EVENTS
from .report import WARNING, Report

STAYED = 10  # seconds after which a running hook counts as left behind; every hook ends long before


def check_left_overs(report: Report) -> None:
    """Reports hooks of this installation that still run, where the system lists its processes.

    MCP servers are not counted: their clients keep them.
    """
    try:
        with open("/proc/uptime", encoding="ascii") as file:
            now = float(file.read().split()[0])
        numbers = [name for name in os.listdir("/proc") if name.isdigit() and int(name) != os.getpid()]
    except (OSError, ValueError, IndexError):
        return
    count = sum(_is_hook(number) and _age(number, now) > STAYED for number in numbers)
    if count:
        verb = " is" if count == 1 else "es are"
        what = "%d hook process%s still running after %d seconds" % (count, verb, STAYED)
        report.add(WARNING, "left-over", what, REPOSITORY, "look again in a minute; if they stay, report it")
    else:
        report.ok("processes", "resident processes: 0", detail=True)


def _is_hook(number: str) -> bool:
    """Whether a process runs memory_hook.py of this installation with the name of an event."""
    try:
        with open("/proc/%s/cmdline" % number, "rb") as file:
            words = [os.fsdecode(word) for word in file.read().split(b"\0")]
    except OSError:
        return False
    for index, event in enumerate(words[1:]):
        path = words[index]
        if event in EVENTS and os.path.basename(path) == "memory_hook.py":
            try:
                path = os.path.join(os.readlink("/proc/%s/cwd" % number), path)
            except OSError:
                pass  # another user's: an absolute path says enough
            return os.path.realpath(path) == os.path.join(REPOSITORY, "hooks", "memory_hook.py")
    return False


def _age(number: str, now: float) -> float:
    """Seconds since a process started, 0 when it has ended. `now` is the system's uptime."""
    try:
        with open("/proc/%s/stat" % number, "rb") as file:
            began = int(file.read().rpartition(b")")[2].split()[19])  # field 22; the name in field 2 may hold anything
        return now - began / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError):
        return 0.0
