"""`memories doctor`: checks everything a prompt depends on, by firing the hooks themselves."""

from __future__ import annotations

from ..doctor import checks, fire, team
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Check that everything works: interpreter, store, records, index, configuration, hooks, speed. Each finding has its remedy."
EXAMPLES = ("memories doctor", "memories doctor --format json", "memories doctor --fix")
STYLES = {"error": "red", "warning": "yellow", "info": "blue"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--fix", action="store_true", help="mend what can be mended without loss")
    parser.add_argument("--json", action="store_true", help="the same as --format json")
    parser.add_argument("--no-hooks", action="store_true", help="do not fire the hooks (quicker)")


def run(args: argparse.Namespace) -> int:
    report = checks.Report()
    store = checks.look_for_store(report, args.root)
    checks.look_at_config(report, store)
    if store is not None:
        checks.look_at_records(report, store)
        checks.look_at_index(report, store, args.fix)
        checks.look_at_disk(report, store)
        team.look_at_mirrors(report, store)
    checks.look_at_shim(report)
    checks.look_at_hosts(report)
    if not args.no_hooks:
        fire.look_at_hooks(report)
    if args.json or args.format == "json":
        print_json({"findings": report.findings, "checks": report.checks})
    else:
        _print(report)
    return 1 if any(finding["severity"] == "error" for finding in report.findings) else 0


def _print(report: checks.Report) -> None:
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
                colour(finding["severity"], STYLES[finding["severity"]]),
                finding["what"],
                colour(finding["where"], "dim"),
                finding["remedy"],
            )
        )
    if not report.findings:
        write("no findings\n")
