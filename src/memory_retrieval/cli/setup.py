"""`memories setup HOST`: shows the change to a host's settings, makes it, and takes it back."""

from __future__ import annotations

import shutil
import subprocess

from ..core.errors import ConfigError
from ..setup import change as changes
from ..setup import hosts
from .output import colour, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Set up an agent's host: shows the exact change to its settings and makes it. Other settings, comments and spacing stay as\n"
    "they are; a file with a syntax error is left alone. Doing it twice changes nothing; --undo leaves no trace."
)
EXAMPLES = ("memories setup claude --dry-run", "memories setup gemini", "memories setup codex --undo")
PATIENCE = 120  # seconds a host's own command may take


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("host", choices=sorted(hosts.HOSTS), metavar="HOST", help=", ".join(hosts.HOSTS))
    parser.add_argument("--dry-run", action="store_true", help="only show what would be changed")
    parser.add_argument("--undo", action="store_true", help="take the set-up back")


def run(args: argparse.Namespace) -> int:
    plan = hosts.plan(args.host)
    commands, edits = changes.preview(plan, args.undo)
    if args.format == "text":
        _show(plan, commands, edits, args)
    changed = bool(commands or edits)
    if not args.dry_run and changed:
        changed = changes.take_back(plan, _run) if args.undo else changes.apply(plan, _run)
    if args.format == "json":
        print_json(
            {
                "host": args.host,
                "changed": changed,
                "dry_run": args.dry_run,
                "commands": commands,
                "files": edits,
                "notes": plan.notes,
            }
        )
    elif not args.dry_run and changed:
        write(
            "%s\n"
            % (
                "taken back"
                if args.undo
                else "done; `memories doctor` checks it, `memories setup %s --undo` takes it back" % args.host
            )
        )
    return 0


def _show(plan: changes.Plan, commands: list[str], edits: list[dict[str, str]], args: argparse.Namespace) -> None:
    if not commands and not edits:
        write("%s is %s; nothing to do\n" % (plan.host, "not set up" if args.undo else "set up"))
    for command in commands:
        write("%s %s\n" % (colour("runs", "bold"), command))
    for edit in edits:
        for line in edit["diff"].splitlines():
            style = {"+": "green", "-": "red"}.get(line[:1], "dim")
            write(colour(line, style) + "\n")
    if not args.undo and (commands or edits):
        for note in plan.notes:
            write(note + "\n")


def _run(argv: list[str]) -> None:
    """A host's own command; ConfigError with its last line when it fails."""
    program = shutil.which(argv[0])
    if program is None:
        raise ConfigError("%s: not found on the PATH; install it, or run yourself: %s" % (argv[0], " ".join(argv)))
    try:
        done = subprocess.run(
            [program, *argv[1:]], stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False
        )
    except subprocess.TimeoutExpired:
        raise ConfigError("%s: no answer within %d s; run it yourself" % (" ".join(argv), PATIENCE)) from None
    if done.returncode:
        said = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
        raise ConfigError(
            "%s: exit code %d: %s" % (" ".join(argv), done.returncode, said[-1] if said else "no message")
        )
