"""`memories triage`: what a transcript holds that is worth keeping. Reads one file, needs no store, writes nothing."""

from __future__ import annotations

from ..core import config as settings
from ..core.sanitize import one_line
from ..store.scope import find_project
from ..store.settings import load_config
from ..triage.triage import triage_file
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Find what is worth keeping in a session's transcript: the categories, with the evidence. Uses a small fitted "
    "table, no language model."
)
EXAMPLES = (
    "memories triage --transcript ~/.claude/projects/-home-me-shop/4f1c.jsonl",
    "memories triage --transcript session.jsonl --format json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--transcript", required=True, metavar="F", help="the session's transcript (JSON lines)")


def run(args: argparse.Namespace) -> int:
    project = find_project(".", args.root)
    findings = [] if settings.switched_off() else triage_file(args.transcript, load_config(project))
    if args.format == "json":
        print_json({"triggered": [finding.as_dict() for finding in findings], "ask": bool(findings)})
        return 0
    if not findings:
        write("nothing worth keeping in %s\n" % args.transcript)
    for finding in findings:
        write("%s %s\n" % (colour(finding.category, "bold"), colour("score %.2f" % finding.score, "dim")))
        for evidence in finding.as_dict()["evidence"]:
            write(
                "    %s\n    %s\n"
                % (one_line(evidence["text"], 160), colour("signals: " + one_line(evidence["pattern"], 120), "dim"))
            )
    return 0
