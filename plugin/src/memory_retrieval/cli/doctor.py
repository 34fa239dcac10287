"""`memories doctor`: checks everything a prompt depends on, by firing the hooks that each host starts."""

from __future__ import annotations

import argparse
import os

from ..core import environment
from ..core.counted import counted
from ..core.model import Finding, Store
from ..core.repository import repository_root
from ..doctor import hosts, machine, project
from ..doctor.report import ERROR, FIXED, INFO, MACHINE, OK, PROJECT, WARNING, Report
from ..hosts import find
from ..store.kinds import users_store
from . import options
from .output import answer, colour, lined
from .setup import run_command

HELP = (
    "Check everything that a prompt depends on: the project's store and configuration, this machine, and what each "
    "agent's host really starts. Each finding says what to do. --store checks the memories alone and names "
    "everything: schema, IDs, links, duplicates, secrets, text that gives orders to the agent, merge conflicts.\n"
    "Exit code 1 when something does not work."
)
EXAMPLES = (
    "memories doctor",
    "memories doctor --fix",
    "memories doctor --store --format json",
)
STYLES = {ERROR: "red", WARNING: "yellow", INFO: "blue", OK: "green", FIXED: "cyan"}
BELOW = " " * 11  # before what stands under a finding
OWN = "own store"
TITLES = {PROJECT: "This project", OWN: "Your own store", MACHINE: "This machine"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(
        parser,
        "--fix",
        "fix what can be fixed without loss, such as index.md, missing back links and the "
        "hosts' copies of the plugin; never removes a memory",
    )
    options.flag(parser, "--store", "check the store alone, and name every finding")
    options.flag(parser, "--no-hooks", "do not fire the hooks (quicker)")


def run(args: argparse.Namespace) -> int:
    report = Report()
    store = project.check_store(report, args.root)
    if store is not None:
        project.check_records(report, store, args.root, args.fix, every=args.store)
    if not args.store:
        _check_all(report, store, args)
    answer(args.format, report.as_dict(), lambda _: _text(report))
    return 1 if report.count(ERROR) else 0


def _check_all(report: Report, store: Store | None, args: argparse.Namespace) -> None:
    project.check_config(report, store)
    if store is not None:
        project.check_index(report, store)
        project.check_mirrors(report, store)
    own = users_store()
    if own is not None:
        report.group = OWN
        project.check_records(report, own, args.root, args.fix)
    report.group = MACHINE
    machine.check_python(report, args.fix)
    machine.check_folders(report, args.fix)
    machine.check_git(report)
    place = (
        store.root if store is not None else repository_root(os.getcwd()) or os.getcwd()
    )
    hosts.check_hosts(
        report, place, run_command if args.fix else None, hooks=not args.no_hooks
    )


def _text(report: Report) -> str:
    """By group, in the order in which each came up first."""
    lines: list[str] = []
    for name in dict.fromkeys(group for group, _ in report.found):
        lines.append(
            colour(TITLES.get(name) or find(name).title or name.capitalize(), "bold")
        )
        for group, finding in report.found:
            if group == name:
                lines += _lines(finding)
    counts = [
        counted(report.count(level), level)
        for level in (ERROR, WARNING)
        if report.count(level)
    ]
    if report.count(FIXED):
        counts.append(str(report.count(FIXED)) + " fixed")
    return lined([*lines, "", ", ".join(counts) or "no problems found"])


def _lines(finding: Finding) -> list[str]:
    lines = [
        "  "
        + colour(finding.severity.ljust(7), STYLES[finding.severity])
        + "  "
        + finding.what
    ]
    if finding.severity != OK:
        lines += [
            BELOW + colour(text, "dim")
            for text in (_short(finding.where), finding.why)
            if text
        ]
    if finding.remedy:
        lines.append(f"{BELOW}next: {finding.remedy}")
    return lines


def _short(path: str) -> str:
    """A path with `~` for the home folder."""
    home = environment.home()
    return "~" + path[len(home) :] if home and path.startswith(home + os.sep) else path
