"""The agents' hosts of this machine: what each starts, whether that works, and mending it where that is safe."""

from __future__ import annotations

import json
import os

from ..core.errors import ConfigError, MemoryRetrievalError
from ..setup import apply
from ..setup import hosts as plans
from . import claude, codex, fire, gemini
from .copies import at, load, starts_us, version_of
from .look import Look
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .copies import Copy
    from .report import Report, Run

LOOKS = {"claude": claude.look, "codex": codex.look, "gemini": gemini.look}


def check_hosts(report: Report, project: str, run: Run | None, *, hooks: bool = True) -> None:
    """Every host that is here. `run`, given with --fix, runs a host's own commands; `hooks`: fires what they start."""
    fired: list[Copy] = []
    for host in plans.installed():
        report.group = host
        if host not in LOOKS:
            _check_settings(report, host)
            continue
        look = _mended(report, LOOKS[host], project, run)
        for problem in look.problems:
            report.put(problem.check)
        for copy in look.copies:
            report.ok("plugin", "starts %s %s" % (copy.name, version_of(copy.root)), copy.root)
            if hooks:
                fire.check_hooks(report, copy, timed=not fired)
                fired.append(copy)
    if hooks and not fired:
        report.group = "this command"
        fire.check_hooks(report, fire.own_copy())


def _mended(report: Report, ask: Callable[[str], Look], project: str, run: Run | None) -> Look:
    """What a host starts, after mending what can be mended when there is `run`."""
    look = ask(project)
    mended = False
    for problem in look.problems:
        if problem.mend is None or run is None:
            continue
        try:
            problem.mend(run)
        except (MemoryRetrievalError, OSError) as error:
            check, why = problem.check, "mending it failed: %s" % error
            report.add(WARNING, "fix-failed", check.message, check.where, check.next_step, why=why)
            continue
        report.fixed(problem.check.name, "%s: %s" % (problem.check.message, problem.mends), problem.check.where)
        mended = True
    return ask(project) if mended else look


def _check_settings(report: Report, host: str) -> None:
    """A host of which only the settings are looked at."""
    try:
        plan = plans.plan(host)
        ready = apply.is_set_up(plan)
    except (ConfigError, OSError) as error:
        report.add(WARNING, "host-settings", str(error), host, "correct the file")
        return
    parts = (*plan.by_hand, *plan.settings)
    gone = [(s.path, path) for s in parts for path in _launchers(s.path) if not os.path.exists(path)]
    if ready and not gone:
        report.ok("plugin", "set up")
    elif gone:
        message = "its settings start a file that is gone: %s" % gone[0][1]
        remedy = "`memories setup %s` prints what to put there" % host
        report.add(ERROR, "checkout-missing", message, gone[0][0], remedy, why="no hook and no tool starts")
    else:
        report.add(INFO, "not-set-up", "not set up", host, "`memories setup %s`" % host)


def _launchers(path: str) -> list[str]:
    """The files of ours that a settings file starts."""
    found = []
    value = load(path)
    for key in ("mcpServers", "servers", "mcp", "hooks"):
        for entry in at(value, key).values() if isinstance(at(value, key), dict) else ():
            if starts_us(entry):
                words = json.dumps(entry).replace('\\"', '"').split('"')
                found += [word for word in words if word.endswith(("hooks/launch.sh", "bin/memories"))]
    return [word for word in found if os.path.isabs(word)]
