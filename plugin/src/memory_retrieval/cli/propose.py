"""`memories triage` and `candidate`: what is worth keeping, and which record it would change. They write nothing."""

from __future__ import annotations

from ..core import environment
from ..core.sanitize import one_line
from ..save.candidate import EVENTS, propose
from ..save.draft import MAX_INPUT, category_of
from ..store import catalog
from ..store.settings import load_config
from ..triage.triage import triage_file
from . import options
from .output import answer, colour, lined, print_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any


def _add_triage(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--transcript",
        required=True,
        metavar="F",
        help="the session's transcript (JSON lines)",
    )


def _triage(args: argparse.Namespace) -> int:
    project = options.place(args).nearest
    findings = (
        []
        if environment.switched_off()
        else triage_file(args.transcript, load_config(project))
    )
    value = {
        "triggered": [finding.as_dict() for finding in findings],
        "ask": bool(findings),
    }
    return answer(
        args.format,
        value,
        lambda value: (
            _findings(value) or f"nothing worth keeping in {args.transcript}\n"
        ),
    )


def _findings(value: dict[str, Any]) -> str:
    lines = []
    for finding in value["triggered"]:
        score = colour(f"score {finding['score']:.2f}", "dim")
        lines.append(colour(finding["category"], "bold") + " " + score)
        for evidence in finding["evidence"]:
            signals = "signals: " + one_line(evidence["pattern"], 120)
            lines += [
                "    " + one_line(evidence["text"], 160),
                "    " + colour(signals, "dim"),
            ]
    return lined(lines)


def _add_candidate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--category", required=True, metavar="C", help="the category")
    parser.add_argument(
        "--new-info",
        default=None,
        metavar="TEXT",
        help="the information (default: standard input)",
    )
    options.value(
        parser,
        "--new-info-file F",
        "a file that contains it; takes precedence over --new-info",
    )
    parser.add_argument(
        "--lifecycle-event",
        choices=EVENTS,
        default="",
        help="what happened to the subject of the memory",
    )
    options.add_store(parser)


def _candidate(args: argparse.Namespace) -> int:
    category = category_of(args.category)
    store = options.place(args).target
    entries = catalog.entries(store) if store.exists() else []
    given = args.new_info is not None and not args.new_info_file
    text = args.new_info if given else options.read_input(args.new_info_file, MAX_INPUT)
    print_json(propose(store, entries, category, text, args.lifecycle_event))
    return 0


WORDS = {
    "triage": (
        "Find what is worth keeping in a session's transcript: the categories, with the evidence. Uses a small fitted "
        "table, no language model.",
        (
            "memories triage --transcript ~/.claude/projects/-home-me-shop/4f1c.jsonl",
            "memories triage --transcript session.jsonl --format json",
        ),
        _add_triage,
        _triage,
    ),
    "candidate": (
        "Decide whether new information needs a new memory or changes an existing one: CREATE, UPDATE, "
        "UPDATE_OR_DELETE or NOOP. Prints one JSON line.",
        (
            "echo 'queues moved from RabbitMQ to Redis' | memories candidate --category decision",
            "memories candidate --category tech_debt --new-info 'queue retries have a back-off now' "
            "--lifecycle-event resolved",
        ),
        _add_candidate,
        _candidate,
    ),
}
