"""The agents' hosts of this machine: what each starts, whether that works, and fixing it where that is safe."""

from __future__ import annotations

import functools
import os

from ..core.errors import ConfigError, MemoryRetrievalError
from ..core.paths import PLUGIN_FOLDER
from ..setup import apply
from . import claude, codex, fire, gemini
from .copies import Look, at, copy_at, is_plugin, judge_copy, load, starts_us, version_of
from .report import ERROR, INFO, WARNING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..core.model import Finding
    from ..hosts.plan import Plan
    from .copies import Copy
    from .report import Report, Run

GONE = ("checkout-missing", "copy-missing", "copy-broken")
LOOKS = {module.__name__.rpartition(".")[2]: module.look for module in (claude, codex, gemini)}
"""What looks at the hosts that have plugins, by the name of its file; `_look` looks at all others."""


def check_hosts(report: Report, project: str, run: Run | None, *, hooks: bool = True) -> None:
    """Every host that is here. `run`, given with --fix, runs a host's own commands; `hooks`: fires what they start."""
    fired: list[Copy] = []
    for host in apply.installed():
        report.group = host
        try:
            look = _fixed(report, LOOKS.get(host, functools.partial(_look, host)), project, run)
        except ConfigError as error:
            report.add(WARNING, "host-settings", str(error), host, "correct the file")
            continue
        report.found += look.found
        for copy in look.copies:
            report.ok("plugin", f"starts {copy.name} {version_of(copy.root)}", copy.root)
            if hooks and (host in LOOKS or copy.root not in [other.root for other in fired]):
                fire.check_hooks(report, copy, well=not _broken(look))
                fired.append(copy)
    if hooks and not fired:
        report.group = "this command"
        _fire_own(report)


def is_set_up(host: str, project: str) -> bool:
    """Whether a host is set up to start us, whatever put us there. False too where its settings cannot be read."""
    return state_of(host, project)[0]


def state_of(host: str, project: str) -> tuple[bool, str]:
    """(the same, what keeps it from working nevertheless and what to do about it; "" for nothing)."""
    try:
        look = LOOKS.get(host, functools.partial(_look, host))(project)
    except (MemoryRetrievalError, OSError):
        return False, ""
    set_up = look.installed and not any(finding.code in GONE for finding in look.findings)
    return set_up, next((f"{finding.what}; {finding.remedy}" for finding in _broken(look)), "") if set_up else ""


def _broken(look: Look) -> list[Finding]:
    """What keeps a host from starting us as it should."""
    return [finding for finding in look.findings if finding.severity == ERROR]


def _fire_own(report: Report) -> None:
    """No host starts anything whole: the hooks of this command's own folder, where it has one."""
    if is_plugin():
        return fire.check_hooks(report, copy_at(PLUGIN_FOLDER))
    what, why = "no hooks were run", "no host on this machine starts a whole copy of the plugin"
    report.add(INFO, "hooks-not-fired", what, PLUGIN_FOLDER, "`memories setup HOST`, then `memories doctor`", why)
    return None


def _fixed(report: Report, ask: Callable[[str], Look], project: str, run: Run | None) -> Look:
    """What a host starts, after fixing what can be fixed when there is `run`."""
    look = ask(project)
    fixable = [(finding, finding.fix) for finding in look.findings if finding.fix is not None and run is not None]
    for finding, fix in fixable:
        try:
            fix(run)
            report.fixed(finding.code, finding.what + ": fixed", finding.where)
        except (MemoryRetrievalError, OSError) as error:
            why = f"fixing it failed: {error}"
            report.add(WARNING, "fix-failed", finding.what, finding.where, finding.remedy, why)
    return ask(project) if fixable else look


def _look(host: str, project: str) -> Look:
    """What a host starts that has no plugins: the launcher and the server that its settings name."""
    plan, look = apply.plan(host), Look(host, title=host)
    remedy = f"`memories setup {host}`"
    for setting in (*plan.by_hand, *plan.settings):
        for path in look.add_gone(_ours(setting.path), setting.path, remedy + " prints what to put there"):
            look.installed = True
            root = os.path.dirname(os.path.dirname(path))
            if os.path.exists(path) and root not in [copy.root for copy in look.copies]:
                judge_copy(look, copy_at(root), remedy, remedy)
    look.installed = look.installed or apply.is_set_up(plan)  # or by a command on the PATH
    if look.copies:
        _judge_settings(look, plan, remedy)
    return look.finish(next((setting.path for setting in (*plan.by_hand, *plan.settings)), host))


def _judge_settings(look: Look, plan: Plan, remedy: str) -> None:
    """Whether all that `memories setup` writes is there, and the host runs hooks."""
    left = apply.preview(plan.replace(by_hand=()))
    for change in (*left.files, *left.snippets)[:1]:
        what, why = "not everything that `memories setup` writes is there", "memories may not come by themselves"
        look.add(WARNING, "settings-missing", what, change["path"], remedy, why)
    for path in {setting.path for setting in plan.settings if at(load(setting.path), "disableAllHooks") is True}:
        what, why = "hooks are switched off (disableAllHooks)", "no memory reaches a prompt"
        look.add(ERROR, "hooks-off", what, path, "remove `disableAllHooks` from that file", why)


def _ours(path: str) -> list[Any]:
    """The servers and hooks of a settings file that start us."""
    values = [at(load(path), key) for key in ("mcpServers", "servers", "mcp", "hooks")]
    return [entry for value in values if isinstance(value, dict) for entry in value.values() if starts_us(entry)]
