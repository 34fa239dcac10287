"""What one host starts, as its own files say it; and what every host has in common in that. Runs nothing."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from ..core import programs
from ..core.paths import REPOSITORY
from ..core.sanitize import one_line
from ..core.shell import command_line
from ..hosts import find
from ..setup import plugin
from .copies import CACHE, OURS, PRIOR, Copy, is_plugin, load, same_code, version_of
from .report import ERROR, INFO, WARNING, Check, Problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from .report import Run

FIX = "`memories doctor --fix`, which makes a copy of the plugin that stays and runs `%s`"
BLOCKS = "hooks/launch.sh"  # `sh` without its file ends with 2


@dataclass
class Look:
    """What a host starts.

    title     the host's name for people
    copies    what it starts and can be fired
    starters  everything that puts memories into its sessions, as (what, where, what takes it out)
    installed whether it knows the plugin at all
    """

    host: str
    title: str
    copies: list[Copy] = field(default_factory=list)
    starters: list[tuple[str, str, str]] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    installed: bool = False

    def add(
        self,
        level: str,
        name: str,
        message: str,
        where: str,
        next_step: str,
        why: str = "",
        mend: Callable[[Run], None] | None = None,
        mends: str = "",
    ) -> None:
        next_step += ", or `memories doctor --fix`" if mend and "--fix" not in next_step else ""
        self.problems.append(Problem(Check(name, level, message, next_step, where, why), mend, mends))


def judge_copy(
    look: Look, copy: Copy, again: str, point_here: str, mend: Callable[[Run], None] | None = None, mends: str = ""
) -> None:
    """Adds a copy that is switched on to `look`: to what is fired, or to the problems.

    again       the commands that make the host copy it anew
    point_here  the commands that point the host to the folder of this command
    """
    if copy.kind == PRIOR:
        return
    look.installed = True
    ours = os.path.join(os.path.realpath(copy.root), "").startswith(os.path.join(REPOSITORY, ""))
    if (
        programs.is_foreign(copy.root) and not ours
    ):  # whatever leads there: nothing that a repository holds is believed or run
        message = "the plugin that %s starts is in this project" % look.title
        remedy = "install it from outside the project, or run `memories doctor` elsewhere"
        look.add(ERROR, "plugin-in-project", message, copy.root, remedy, "its hooks are not run here")
        return
    if not os.path.isdir(copy.root):
        _add_gone(look, copy, again, point_here, mend, mends)
        return
    missing = copy.missing()
    if missing:
        why = "no hook works"
        if BLOCKS in missing and find(look.host).exit_2_refuses and "exit 0" not in str(load(copy.hooks)):
            why = "each of its hooks ends with exit code 2, by which %s refuses every prompt" % look.title
        message = "the plugin lacks %s" % ", ".join(missing)
        if copy.origin == CACHE:
            look.add(ERROR, "copy-broken", message, copy.root, again, why, mend, mends)
        else:
            look.add(
                ERROR, "copy-broken", message, copy.root, "restore these files, or " + point_here, why, mend, mends
            )
        return
    exposed = copy.exposed()
    if exposed:
        message = "another user of this machine can change the plugin that %s starts" % look.title
        remedy = "`%s`, or give it to yourself (chown)" % command_line("chmod", "-R", "go-w", exposed)
        look.add(ERROR, "plugin-exposed", message, exposed, remedy, "its hooks are not run here")
        return
    look.copies.append(copy)
    _compare(
        look,
        copy,
        _set_up(look, copy) or (again if copy.origin == CACHE else "update the checkout there, or " + point_here),
    )


def _add_gone(
    look: Look, copy: Copy, again: str, point_here: str, mend: Callable[[Run], None] | None, mends: str
) -> None:
    why = "no hook and no tool starts, and %s says nothing about it" % look.title
    if copy.origin == CACHE:
        message = "%s's own copy of the plugin is gone" % look.title
        look.add(ERROR, "copy-missing", message, copy.root, again, why, mend, mends)
    else:
        message = "the plugin runs from a folder that is gone"
        look.add(ERROR, "checkout-missing", message, copy.root, point_here, why, mend, mends)


def _set_up(look: Look, copy: Copy) -> str:
    """The command that renews the copy that `memories setup` makes; "" for any other."""
    ours = os.path.realpath(copy.root) == os.path.realpath(plugin.folder())
    return "`%s`" % command_line("memories", "setup", look.host) if ours else ""


def _compare(look: Look, copy: Copy, update: str) -> None:
    """Whether a copy is of the version of this command."""
    if os.path.realpath(copy.root) == REPOSITORY:
        return
    theirs, ours = version_of(copy.root), version_of(REPOSITORY) if is_plugin() else _own_version()
    if theirs != ours:
        message = "%s runs version %s of the plugin, this command is %s" % (look.title, theirs, ours)
        why = "each may write what the other does not know"
        look.add(WARNING, "other-version", message, copy.root, update, why)
    elif not same_code(copy.root):
        message = "%s runs other code than this command, with the same version %s" % (look.title, ours)
        look.add(INFO, "other-code", message, copy.root, update)


def judge_starters(look: Look) -> None:
    """One problem when more than one thing puts memories into a host's sessions."""
    if len(look.starters) < 2:
        return
    names = " and ".join(what for what, _, _ in look.starters)
    _, where, remedy = look.starters[-1]
    why = "the same memories may come twice, and tools stand twice in the agent's list"
    look.add(WARNING, "two-copies", "%s starts %s" % (look.title, names), where, remedy, why)


def name_of(copy: Copy) -> str:
    """A copy in a sentence."""
    version = version_of(copy.root)
    kind = {OURS: "the plugin", PRIOR: "the earlier memory plugin"}[copy.kind]
    return "%s %s%s" % (kind, one_line(copy.name), " (%s)" % version if version != "?" else "")


def _own_version() -> str:
    from .. import __version__

    return __version__
