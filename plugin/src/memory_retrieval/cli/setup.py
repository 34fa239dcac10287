"""`memories setup HOST`: shows the change to a host's settings, makes it, and takes it back."""

from __future__ import annotations

import argparse
import os
import subprocess

from ..core import programs
from ..core.errors import ConfigError
from ..core.shell import command_line
from ..doctor.hosts import is_set_up
from ..hosts import names
from ..hosts.plan import KEEP, Plan
from ..setup import apply
from ..setup.apply import Changes
from ..store.place import future_root
from . import options
from .output import colour, lined, print_json, write

HELP = (
    "Set up an agent's host. Shows the exact change to its settings, makes it, and lists the new files "
    "(--format json also has their text). Your other settings keep their values and layout: if a file has "
    "comments or a layout of its own, or the host has not been tested with the real client, the command "
    "shows what to add instead. Running it twice changes nothing; --undo removes everything again."
)
EXAMPLES = (
    "memories setup claude --dry-run",
    "memories setup claude --auto-memory off",
    "memories setup gemini",
    "memories setup codex --undo",
)
PATIENCE = 120  # seconds a host's own command may take


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "host", choices=names(), metavar="HOST", help=", ".join(names())
    )
    options.add_dry_run(parser)
    options.flag(parser, "--undo", "undo the setup")
    parser.add_argument(
        "--auto-memory",
        default=KEEP,
        choices=(KEEP, "off", "off-project"),
        help="what to do with Claude Code's own memory: leave its setting as it is (keep, the default), switch it off "
        "for you (off), or for everyone who works on this project (off-project, which changes a committed file)",
    )


def run(args: argparse.Namespace) -> int:
    plan = _plan(args)
    changes = apply.preview(plan, args.undo)
    changed = bool(changes.commands or changes.files or changes.folders)
    if (
        changed
        and not args.undo
        and args.format != "json"
        and is_set_up(args.host, os.getcwd())
    ):
        write(f"{args.host} starts the plugin already; this is missing:\n")
    if (
        changed or args.undo
    ) and not args.dry_run:  # an undo also forgets a set-up that failed
        changes = (apply.take_back if args.undo else apply.apply)(plan, run_command)
    if args.format == "json":
        print_json(
            {
                "host": args.host,
                "changed": changed,
                "dry_run": args.dry_run,
                **changes.as_dict(),
                "notes": plan.notes,
            }
        )
        return 0
    _show(plan, changes, args)
    if changed and not args.dry_run:
        done = f"done; `memories doctor` checks it, `memories setup {args.host} --undo` reverts it\n"
        write("setup undone\n" if args.undo else done)
    return 0


def _plan(args: argparse.Namespace) -> Plan:
    """The plan with what was asked for; an undo takes back whatever an earlier call was asked for."""
    if args.undo or args.auto_memory == KEEP:
        return apply.plan(args.host)
    store = options.place(args).nearest
    return apply.plan(
        args.host, args.auto_memory, store.root if store else future_root(os.getcwd())
    )


def _show(plan: Plan, changes: Changes, args: argparse.Namespace) -> None:
    if not (changes.commands or changes.files or changes.snippets or changes.folders):
        write(
            plan.host
            + " is "
            + ("not set up" if args.undo else "set up")
            + "; nothing to do\n"
        )
        return
    if args.undo:
        copied, written, step = "removes", "removes", "remove this from"
    else:
        copied, written, step = "copies the plugin to", "writes", "add this to"
    lines = [colour(copied, "bold") + " " + folder for folder in changes.folders]
    lines += [colour("runs", "bold") + " " + command for command in changes.commands]
    ours = {file.path for file in plan.files}
    for file in changes.files:
        if file["path"] in ours:
            lines.append(colour(written, "bold") + " " + file["path"])
            continue
        for line in file["diff"].splitlines():
            lines.append(colour(line, {"+": "green", "-": "red"}.get(line[:1], "dim")))
    for snippet in changes.snippets:
        lines += [
            f"{step} {snippet['path']} by hand; setup does not edit that file:",
            snippet["snippet"],
        ]
    write(lined(lines if args.undo else [*lines, *plan.notes]))


def run_command(argv: list[str]) -> None:
    """A host's own command; ConfigError with its last line when it fails."""
    program = programs.find(argv[0])
    if not program:
        raise ConfigError(
            f"{argv[0]}: not found on the PATH; install it, or run this by hand: "
            + command_line(*argv)
        )
    try:
        done = subprocess.run(
            [program, *argv[1:]],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise ConfigError(
            command_line(*argv) + f": no answer within {PATIENCE} s; run it by hand"
        ) from None
    if done.returncode:
        output = (done.stderr or done.stdout).decode(
            "utf-8", "replace"
        ).strip().splitlines() or ["no message"]
        raise ConfigError(
            command_line(*argv) + f": exit code {done.returncode}: {output[-1]}"
        )
