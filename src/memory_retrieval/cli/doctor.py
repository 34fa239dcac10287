"""`memories doctor`: checks everything a prompt depends on, by firing the hooks that each host starts."""

from __future__ import annotations

import os

from ..core import config
from ..core.repository import repository_root
from ..doctor import checks, hosts, machine, processes, python, records, team
from ..doctor.report import ERROR, FIXED, INFO, MACHINE, OK, PROJECT, WARNING, Report
from ..hosts import find
from .output import colour, print_json, write
from .setup import run_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..doctor.report import Check

HELP = (
    "Check everything that a prompt depends on: the project's store and configuration, this machine, and what each "
    "agent's host really starts. Each finding says what to do.\n"
    "Exit code 1 when something does not work."
)
EXAMPLES = ("memories doctor", "memories doctor --verbose", "memories doctor --fix", "memories doctor --format json")
STYLES = {ERROR: "red", WARNING: "yellow", INFO: "blue", OK: "green", FIXED: "cyan"}
TITLES = {PROJECT: "This project", MACHINE: "This machine"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--fix",
        action="store_true",
        help="mend what can be mended without loss, and say what was done; records are never touched",
    )
    parser.add_argument("--verbose", action="store_true", help="show every check, with times and paths")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--no-hooks", action="store_true", help="do not fire the hooks (quicker)")


def run(args: argparse.Namespace) -> int:
    report = Report()
    store = records.check_store(report, args.root)
    checks.check_config(report, store)
    if store is not None:
        records.check_records(report, store)
        checks.check_index(report, store, args.fix)
        checks.check_disk(report, store)
        team.check_mirrors(report, store)
    report.group = MACHINE
    python.check_python(report, args.fix)
    machine.check_folders(report, args.fix)
    machine.check_clock(report, store)
    machine.check_encoding(report)
    machine.check_git(report)
    project = store.root if store is not None else repository_root(os.getcwd()) or os.getcwd()
    hosts.check_hosts(report, project, run_command if args.fix else None, hooks=not args.no_hooks)
    report.group = MACHINE
    processes.check_left_overs(report)
    if args.json or args.format == "json":
        value = {"checks": [check.as_dict() for check in report.checks]}
        print_json({**value, "findings": [finding.as_dict() for finding in report.findings]})
    else:
        _print(report, args.verbose)
    return 1 if any(check.level == ERROR for check in report.checks) else 0


def _print(report: Report, verbose: bool) -> None:
    """By group, in the order in which each came up first."""
    for group in dict.fromkeys(check.group for check in report.checks):
        write(colour(TITLES.get(group) or find(group).title or group.capitalize(), "bold") + "\n")
        for check in report.checks:
            if check.group == group and (verbose or not check.detail):
                _print_check(check, verbose)
    counts = [(level, sum(check.level == level for check in report.checks)) for level in (ERROR, WARNING, FIXED)]
    words = ["%d %s%s" % (n, level, "s" if n > 1 and level != FIXED else "") for level, n in counts if n]
    write("\n%s\n" % (", ".join(words) or "no problems found"))


def _print_check(check: Check, verbose: bool) -> None:
    quiet = check.level == OK and not verbose
    write("  %s  %s\n" % (colour(check.level.ljust(7), STYLES[check.level]), check.message))
    for text in (_short(check.where), check.why):
        if text and not quiet:
            write("           %s\n" % colour(text, "dim"))
    if check.next_step:
        write("           next: %s\n" % check.next_step)


def _short(path: str) -> str:
    """A path with `~` for the home folder."""
    home = config.home()
    return "~" + path[len(home) :] if home and path.startswith(home + os.sep) else path
