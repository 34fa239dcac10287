"""`memories why`: the pipeline's own trace for a prompt."""

from __future__ import annotations

import os

from ..library.explain import explained
from ..retrieve import explain
from ..retrieve.trace import Request
from ..save import find as find_record
from ..state import ledger
from . import options
from .options import project_store
from .output import note, print_json, write
from .search import find

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Why a memory was injected at a prompt, or not: words, signals, score, threshold and the deciding sentence."
EXAMPLES = (
    "memories why 'the upload hangs again'",
    "memories why 'rotate the signing keys' --memory rotate-signing-keys",
    "memories why --last",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("prompt", nargs="*", metavar="PROMPT", help="the prompt, as it would be typed")
    parser.add_argument("--memory", metavar="ID", help="only this memory (id, the beginning of it, or path)")
    parser.add_argument("--transcript", default="", metavar="FILE", help="the conversation before the prompt")
    options.add_db_url(parser)
    options.add_workspace(parser)
    parser.add_argument("--last", action="store_true", help="what the last prompt in this project got, from the ledger")


def run(args: argparse.Namespace) -> int:
    if args.last:
        return _last(args)
    if not args.prompt:
        args.parser.error("give the prompt, or --last")
    only = _whole(args.memory, args.root) if args.memory and not args.db_url else args.memory
    trace = find(
        args, Request(" ".join(args.prompt), cwd=os.getcwd(), root=args.root, mode="auto", transcript=args.transcript)
    )
    for warning in trace.warnings:
        note(warning)
    if args.format == "json":
        print_json(explained(trace, only or ""))
    else:
        write(explain.as_text(trace, only))
    return 0


def _whole(id: str, root: str) -> str:
    """The id that begins so; any other name stays as it is, since a memory that is no candidate is an answer too."""
    begun = find_record.beginnings(id, root)
    if any(entry.id == id for _, entry in begun):
        return id
    entry = find_record.require_single(id, begun)[1]
    return entry.id if entry is not None else id


def _last(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    last = None
    for entry in ledger.entries():
        if entry.get("root") == store.root:
            last = entry
    if args.format == "json":
        print_json(last or {})
    elif last is None:
        write("no prompt in %s is in the ledger yet\n" % store.root)
    else:
        injected = ["%.2f  %s" % (score, path) for path, score in last.get("injected", [])]
        write("%s ms; %s\n" % (last.get("ms"), "injected:" if injected else "silent"))
        write("".join("  %s\n" % line for line in injected))
    return 0
