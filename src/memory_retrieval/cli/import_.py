"""`memories import KIND PATH`: brings in what was learned elsewhere."""

from __future__ import annotations

import os

from ..core.errors import StoreError
from ..importers import claude_mem, documents, records
from ..importers import run as importing
from ..store.scope import find_project
from ..store.settings import load_config
from .output import colour, print_json, write
from .progress import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from ..importers.item import Item

HELP = (
    "Bring in memories from elsewhere. Whole records (jsonl, adr) are saved; everything else goes to the inbox, where "
    "a person\n"
    "accepts or rejects it. What is there already is left alone, so it can be run again. Look first with --dry-run."
)
EXAMPLES = (
    "memories import adr docs/adr --dry-run",
    "memories import transcripts ~/.claude/projects/-home-me-shop",
    "memories import claude-mem ~/.claude-mem/claude-mem.db",
    "memories import jsonl backup.jsonl",
)
READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    "jsonl": records.read_jsonl,
    "adr": documents.read_adr,
    "markdown": documents.read_notes,
    "basic-memory": documents.read_notes,
    "claude-auto-memory": documents.read_notes,
    "agents-md": documents.read_rules,
    "claude-mem": claude_mem.read_claude_mem,
}
KINDS = (*READERS, "transcripts")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", choices=sorted(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("path", metavar="PATH", help="a file or a folder")
    parser.add_argument("--dry-run", action="store_true", help="only show what would be brought in")


def run(args: argparse.Namespace) -> int:
    if not os.path.exists(args.path):
        raise StoreError("%s: no such file or folder" % args.path)
    items = list(_read(args))
    with progress_bar(len(items)) as progress:
        done = importing.bring_in(items, args.kind, args.root, dry_run=args.dry_run, progress=progress)
    counts = {word: sum(entry["status"] == word for entry in done) for word in importing.WORDS}
    if args.format == "json":
        print_json({"kind": args.kind, "dry_run": args.dry_run, **counts, "items": done})
        return 1 if counts["refused"] else 0
    for entry in done:
        if entry["status"] != "duplicate":
            style = {"saved": "green", "filed": "cyan"}.get(entry["status"], "yellow")
            problem = ": " + entry["problem"] if entry.get("problem") else ""
            write(
                "%s %s%s  %s\n"
                % (
                    colour(entry["status"], style),
                    entry["title"] or entry["origin"],
                    problem,
                    colour(entry["category"] + "  " + entry["origin"], "dim"),
                )
            )
        if entry.get("removed"):
            what = "holds a secret (%s), which was left out: revoke it" % ", ".join(entry["removed"])
            write("    %s: %s\n" % (entry["origin"], colour(what, "yellow")))
    write(
        "%s%d saved, %d filed in the inbox, %d there already, %d refused\n"
        % ("dry run: " if args.dry_run else "", *[counts[w] for w in importing.WORDS])
    )
    if counts["filed"] and not args.dry_run:
        write("`memories inbox list` shows what waits\n")
    return 1 if counts["refused"] else 0


def _read(args: argparse.Namespace) -> Iterator[Item]:
    if args.kind != "transcripts":
        return READERS[args.kind](args.path)
    from ..importers.transcripts import read_transcripts  # not at the top: loads the rules of triage

    return read_transcripts(args.path, load_config(find_project(os.getcwd(), args.root)))
