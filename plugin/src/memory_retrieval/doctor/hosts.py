"""The agents' hosts of this machine: what each starts, whether that works, and fixing it where that is safe.

What a host starts is what was seen when a session of it last began (state/seen.py), else what its settings name. Its
own files are asked only why nothing starts. Nothing is run but the hooks that are fired, and with --fix a host's own
commands.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass, field

from .. import __version__
from ..core import clock, programs
from ..core.errors import ConfigError, MemoryRetrievalError
from ..core.model import Finding
from ..core.paths import PLUGIN_FOLDER
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..hosts import find
from ..setup import apply, plugin
from ..setup.settings import read_text
from ..state import seen
from . import fire
from .copies import Copy, copy_at, is_below, is_plugin
from .reading import read
from .report import ERROR, INFO, WARNING, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..hosts.plan import Plan
    from ..state.seen import Seen
    from .report import Run

GONE = ("checkout-missing", "copy-missing", "copy-broken")
FIX = "`memories doctor --fix`"
ENDINGS = (
    "hooks/launch.sh",
    "bin/memories",
)  # of the files of ours that settings start


@dataclass
class Look(Report):
    """What a host starts, with the findings about it.

    title   the host's name for people
    project the folder that is asked for
    is_set_up  whether it knows the plugin at all
    copies  what it starts and can be fired
    seen    when a session last started them, in seconds since 1970; 0 for never
    """

    title: str = ""
    project: str = ""
    is_set_up: bool = False
    copies: list[Copy] = field(default_factory=list)
    seen: float = 0.0

    def codes(self) -> set[str]:
        return {finding.code for _, finding in self.found}

    def broken(self) -> list[Finding]:
        """What keeps the host from starting us as it should."""
        return [finding for _, finding in self.found if finding.severity == ERROR]

    def broken_by(self, finding: Finding, plan: Plan) -> None:
        """Adds a finding, with its fix where it has one."""
        self.found.append((self.group, _with_fix(finding, plan)))

    def read(self, path: str, within: str = "") -> Any:
        """A settings file as `Host.check` asks for it; one that cannot be used is a finding."""
        value, why = read(path, within)
        if why:
            what = f"the settings of {self.title} cannot be read: {why}"
            self.add(
                ERROR,
                "host-settings",
                what,
                path,
                "correct the file",
                "plugins named there are not started",
            )
        if value is None:
            what = f"the settings of {self.title} were not read: this Python has no TOML parser"
            remedy, why = (
                "run `memories doctor` with Python 3.11 or newer",
                "its trust in hooks is unknown",
            )
            self.add(WARNING, "host-settings", what, path, remedy, why)
        return value


def check_hosts(
    report: Report, project: str, run: Run | None, *, hooks: bool = True
) -> None:
    """Every host that is here. `run`, given with --fix, runs a host's own commands; `hooks`: fires what they start."""
    fired: list[str] = []
    for host in apply.installed():
        report.group = host
        try:
            found = _fixed(report, host, project, run)
        except ConfigError as error:
            report.add(ERROR, "host-settings", str(error), host, "correct the file")
            continue
        report.found += found.found
        for copy in found.copies:
            report.ok(
                "plugin",
                "starts the plugin " + copy.version + _when(found.seen),
                copy.root,
            )
            if hooks and copy.hooks not in fired:
                fire.check_hooks(report, copy, well=not found.broken())
                fired.append(copy.hooks)
    if hooks and not fired:
        report.group = "this command"
        _fire_own(report)


def is_set_up(host: str, project: str) -> bool:
    """Whether a host is set up to start us, whatever put us there. False too where its settings cannot be read."""
    return state_of(host, project)[0]


def state_of(host: str, project: str) -> tuple[bool, str]:
    """(the same, what keeps it from working nevertheless and what to do about it; "" for nothing)."""
    try:
        found = look(host, project)
    except (MemoryRetrievalError, OSError):
        return False, ""
    if not found.is_set_up or found.codes().intersection(GONE):
        return False, ""
    return True, next(
        (f"{finding.what}; {finding.remedy}" for finding in found.broken()), ""
    )


def look(name: str, project: str) -> Look:
    """What a host starts in a project. ConfigError where its settings cannot be read."""
    plan, host = apply.plan(name), find(name)
    last, named = seen.started(name), _named(plan)
    found = Look(name, title=host.title, project=project)
    found.is_set_up = bool(last or named or apply.is_begun(plan))
    if not found.is_set_up:
        found.add(
            INFO, "not-set-up", "not set up", host.folder(), f"`memories setup {name}`"
        )
        return found
    for finding in host.check(project, found.read):
        found.broken_by(finding, plan)
    _judge_named(found, named)
    if "plugin-off" in found.codes():
        return found
    for root in [one.root for one in last] or _expected(plan, named):
        _judge(found, copy_at(root, host), plan)
    _judge_seen(found, last)
    if found.copies and plan.settings and not plan.commands:
        _judge_settings(found, plan)
    return found


def _judge_named(found: Look, named: dict[str, str]) -> None:
    """The files of ours that settings start, and that are gone."""
    for path, where in named.items():
        if not os.path.exists(path):
            what, why = (
                "its settings start a file that is gone: " + one_line(path),
                "no hook and no tool starts",
            )
            found.add(
                ERROR,
                "checkout-missing",
                what,
                where,
                f"`memories setup {found.group}`",
                why,
            )


def _judge_seen(found: Look, last: list[Seen]) -> None:
    """Two copies that one session has started, or none though nothing stands against it."""
    if last:
        found.seen = last[0].at
    elif not found.broken():
        what, remedy = (
            "set up, but no session has started its hooks yet",
            "start one, then run `memories doctor` again",
        )
        found.add(INFO, "not-seen", what, found.title, remedy)
    if len(last) > 1:
        copies = " and ".join([one.root for one in last])
        what, why = (
            f"{found.title} starts more than one copy: {copies}",
            "the same memories may come twice",
        )
        found.add(
            WARNING,
            "two-copies",
            what,
            last[1].root,
            "remove one of them from its settings",
            why,
        )


def _expected(plan: Plan, named: dict[str, str]) -> list[str]:
    """The folders of what a host starts that was set up, as far as its settings say."""
    roots = [
        os.path.dirname(os.path.dirname(path)) for path in named if os.path.exists(path)
    ]
    if not roots and plan.copied:
        return [plugin.folder()]
    return list(dict.fromkeys(roots))


def _judge(found: Look, copy: Copy, plan: Plan) -> None:
    """Adds a copy to what is fired, or what is wrong with it to the findings."""
    root, title = copy.root, found.title
    if programs.is_foreign(root) and not is_below(
        root, PLUGIN_FOLDER
    ):  # whatever led there
        what, why = (
            f"the plugin that {title} starts is in this project",
            "its hooks are not run here",
        )
        remedy = (
            "install it from outside the project, or run `memories doctor` elsewhere"
        )
        found.add(ERROR, "plugin-in-project", what, root, remedy, why)
        return
    own = _is_own(root, plan)
    if not os.path.isdir(root):
        if found.codes().intersection(GONE):
            return  # the host's own files have said why
        code = "copy-missing" if own else "checkout-missing"
        what = (
            f"{title}'s own copy of the plugin is gone"
            if own
            else "the plugin's folder is gone"
        )
        why = f"no hook and no tool starts, and {title} says nothing about it"
        found.broken_by(Finding(ERROR, what, root, "", code, why), plan)
        return
    missing = copy.missing()
    if missing:
        what, why = "the plugin lacks " + ", ".join(missing), "its hooks do not work"
        found.broken_by(Finding(ERROR, what, root, "", "copy-broken", why), plan)
        return
    exposed = copy.exposed()
    if exposed:
        what = f"another user of this machine can change the plugin that {title} starts"
        command = command_line("chmod", "-R", "go-w", exposed)
        remedy = f"`{command}`, or give it to yourself (chown)"
        found.add(
            ERROR, "plugin-exposed", what, exposed, remedy, "its hooks are not run here"
        )
        return
    found.copies.append(copy)
    _compare(found, copy, own, plan)


def _compare(found: Look, copy: Copy, own: bool, plan: Plan) -> None:
    """Whether a copy is of the version of this command."""
    here = copy_at(PLUGIN_FOLDER)
    if os.path.realpath(copy.root) == here.root:
        return
    update = "update the checkout there"
    if own:
        update = _shown(_anew(plan))
    if os.path.realpath(copy.root) == os.path.realpath(plugin.folder()):
        update = f"`memories setup {plan.host}`"
    ours = here.version if is_plugin() else __version__
    if copy.version != ours:
        what = f"{found.title} runs version {copy.version} of the plugin, this command is {ours}"
        found.add(
            WARNING,
            "other-version",
            what,
            copy.root,
            update,
            "each may write what the other does not know",
        )


def _judge_settings(found: Look, plan: Plan) -> None:
    """Whether all that `memories setup` writes is there."""
    left = apply.preview(plan.replace(by_hand=()))
    for change in (*left.files, *left.snippets)[:1]:
        what, why = (
            "not everything that `memories setup` writes is there",
            "memories may not come by themselves",
        )
        found.add(
            WARNING,
            "settings-missing",
            what,
            change["path"],
            f"`memories setup {plan.host}`",
            why,
        )


def _named(plan: Plan) -> dict[str, str]:
    """{a file of ours: the settings file that starts it} of the files that a plan is about."""
    found: dict[str, str] = {}
    paths = [command.path for command in plan.commands] + [
        file.path for file in plan.files
    ]
    paths += [setting.path for setting in (*plan.settings, *plan.by_hand)]
    for path in dict.fromkeys(paths):
        text = read_text(path) or ""
        for word in text.replace('\\"', '"').split('"'):
            if word.endswith(ENDINGS) and os.path.isabs(word) and word.isprintable():
                found.setdefault(word, path)
    return found


def _is_own(root: str, plan: Plan) -> bool:
    """Whether a folder is the copy that the host has made for itself."""
    if not plan.commands:
        return False
    folder = os.path.join(os.path.dirname(plan.commands[0].path), "plugins")
    return is_below(root, os.path.realpath(folder))


def _with_fix(finding: Finding, plan: Plan) -> Finding:
    """With what makes a missing or broken copy whole again, where the finding has no remedy of its own."""
    if finding.code not in GONE or finding.remedy:
        return finding
    if not plan.commands:
        return finding.replace(
            remedy=f"`memories setup {plan.host}`, or {FIX}",
            fix=lambda run: apply.apply(plan, run),
        )
    own = _is_own(finding.where, plan)
    words = _anew(plan) if own else [plan.commands[0].argv, *plan.renew]
    shown = _shown(words)

    def fix(run: Run) -> None:
        if not own:
            plugin.write()
        for argv in words:
            run(argv)

    remedy = (
        f"{shown}, or {FIX}"
        if own
        else f"{FIX}, which makes a copy of the plugin that stays and runs {shown}"
    )
    return finding.replace(remedy=remedy, fix=fix)


def _anew(plan: Plan) -> list[list[str]]:
    """The commands that have a host make its own copy once more."""
    return [plan.commands[-1].undo, plan.commands[-1].argv]


def _shown(words: list[list[str]]) -> str:
    text = " && ".join([command_line(*argv) for argv in words])
    return f"`{text}`"


def _when(at: float) -> str:
    """When a session last started a copy, for the end of a sentence; "" for never."""
    if not at:
        return ""
    ago = clock.in_words(time.time() - at)
    return f", last seen {ago} ago" if ago else ", seen just now"


def _fixed(report: Report, host: str, project: str, run: Run | None) -> Look:
    """What a host starts, after fixing what can be fixed when there is `run`."""
    found = look(host, project)
    fixable = [
        (finding, finding.fix) for _, finding in found.found if finding.fix is not None
    ]
    if run is None or not fixable:
        return found
    for finding, fix in fixable:
        try:
            fix(run)
            report.fixed(finding.code, f"{finding.what}: fixed", finding.where)
        except (MemoryRetrievalError, OSError) as error:
            why = f"fixing it failed: {error}"
            report.add(
                WARNING, "fix-failed", finding.what, finding.where, finding.remedy, why
            )
    return look(host, project)


def _fire_own(report: Report) -> None:
    """No host starts anything whole: the hooks of this command's own folder, where it has one."""
    if is_plugin():
        fire.check_hooks(report, copy_at(PLUGIN_FOLDER))
        return
    what, why = (
        "no hooks were run",
        "no host on this machine starts a whole copy of the plugin",
    )
    report.add(
        INFO,
        "hooks-not-fired",
        what,
        PLUGIN_FOLDER,
        "`memories setup HOST`, then `memories doctor`",
        why,
    )
