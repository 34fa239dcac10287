"""`memories doctor`: checks everything a prompt depends on, by firing the hooks themselves."""

from __future__ import annotations

from ..doctor import checks, fire, private, records, team
from ..doctor.report import Report
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Check that everything works: interpreter, store, records, index, configuration, hooks, speed. Each finding has "
    "its remedy."
)
EXAMPLES = ("memories doctor", "memories doctor --format json", "memories doctor --fix")
STYLES = {"error": "red", "warning": "yellow", "info": "blue"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="mend what can be mended without loss")
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
    private.check_private(report, args.fix)
    checks.check_interpreter(report)
    checks.check_hosts(report)
    if not args.no_hooks:
        fire.check_hooks(report)
    if args.json or args.format == "json":
        print_json({"findings": [finding.as_dict() for finding in report.findings], "checks": report.checks})
    else:
        _print(report)
    return 1 if any(finding.severity == "error" for finding in report.findings) else 0


def _print(report: Report) -> None:
    for check in report.checks:
        write(
            "%s %s%s\n"
            % (
                colour("ok", "green").ljust(2),
                check["what"],
                colour("  " + check["where"], "dim") if check["where"] else "",
            )
        )
    for finding in report.findings:
        write(
            "%s %s\n    %s\n    %s\n"
            % (
                colour(finding.severity, STYLES[finding.severity]),
                finding.what,
                colour(finding.where, "dim"),
                finding.remedy,
            )
        )
    if not report.findings:
        write("no findings\n")
