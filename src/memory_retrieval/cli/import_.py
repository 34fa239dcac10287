"""`memories import KIND PATH` and `memories import --from PATH`: brings in what was learned elsewhere."""

from __future__ import annotations

import os

from ..core.errors import StoreError
from ..importers import adr, claude_mem, detect, documents, files, records
from ..importers import run as importing
from ..store.scope import find_project
from ..store.settings import load_config
from .output import colour, print_json, write
from .progress import progress_bar

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..importers.item import Item

HELP = (
    "Bring in memories from elsewhere. With --from, the kind is detected: CLAUDE.md, AGENTS.md, Cursor or "
    "Copilot rules, a folder of decision records, notes, or a whole project that has all of these. "
    "Complete records (jsonl, adr) are saved; everything else goes to the inbox, where a person accepts or "
    "rejects it. Existing memories are left alone, so you can run it again. Try --dry-run first."
)
EXAMPLES = (
    "memories import --from CLAUDE.md --dry-run",
    "memories import --from CLAUDE.md --from docs/adr",
    "memories import adr docs/adr --dry-run",
    "memories import transcripts ~/.claude/projects/-home-me-shop",
    "memories import claude-mem ~/.claude-mem/claude-mem.db",
    "memories import jsonl backup.jsonl",
)
READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    "jsonl": records.read_jsonl,
    "adr": adr.read_adr,
    "markdown": documents.read_notes,
    "basic-memory": documents.read_notes,
    "claude-auto-memory": documents.read_notes,
    "agents-md": documents.read_rules,
    "cursor": documents.read_cursor,
    "claude-mem": claude_mem.read_claude_mem,
}
KINDS = (*READERS, "transcripts")
STYLES = {"saved": "green", "filed": "cyan"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("kind", nargs="?", choices=sorted(KINDS), metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("path", nargs="?", metavar="PATH", help="a file or a folder")
    parser.add_argument(
        "--from",
        dest="sources",
        action="append",
        default=[],
        metavar="PATH",
        help="a file or a folder of any kind; repeatable",
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be imported without importing it")


def run(args: argparse.Namespace) -> int:
    if bool(args.sources) == bool(args.kind) or bool(args.kind) != bool(args.path):
        args.parser.error("pass KIND and PATH, or --from PATH")
    if args.kind and not os.path.exists(args.path):
        raise StoreError("%s: no such file or folder" % args.path)
    sources = [source for path in args.sources for source in detect.sources_at(path)]
    sources = sources or [detect.Source(kind=args.kind, path=files.typed(args.path))]
    done = bring_in(sources, args.root, dry_run=args.dry_run)
    counts = {word: sum(entry["status"] == word for entry in done) for word in importing.WORDS}
    if args.format == "json":
        kinds = ", ".join(dict.fromkeys(source.kind for source in sources))
        print_json({"kind": kinds, "dry_run": args.dry_run, **counts, "items": done})
    else:
        show(done, dry_run=args.dry_run)
    return 1 if counts["refused"] else 0


def bring_in(sources: list[detect.Source], root: str, *, dry_run: bool) -> list[dict[str, Any]]:
    """Imports from each source; what became of each item."""
    done: list[dict[str, Any]] = []
    for source in sources:
        items = list(read(source, root))
        with progress_bar(len(items)) as progress:
            done += importing.bring_in(items, source.kind, root, dry_run=dry_run, progress=progress)
    return done


def show(done: list[dict[str, Any]], *, dry_run: bool) -> None:
    """A line for each item that is new, a summary, and the next steps."""
    for entry in done:
        if entry["status"] != "duplicate":
            problem = ": " + entry["problem"] if entry.get("problem") else ""
            head = colour(entry["status"], STYLES.get(entry["status"], "yellow"))
            where = colour(entry["category"] + "  " + entry["origin"], "dim")
            write("%s %s%s  %s\n" % (head, entry["title"] or entry["origin"], problem, where))
        for related in entry.get("related", ()):
            write("    may repeat or replace %s (%s)\n" % (related["id"], related["title"]))
        if entry.get("removed"):
            what = "contains a secret (%s), which was left out; revoke it" % ", ".join(entry["removed"])
            write("    %s: %s\n" % (entry["origin"], colour(what, "yellow")))
    counts = [sum(entry["status"] == word for entry in done) for word in importing.WORDS]
    start = "dry run: " if dry_run else ""
    write("%s%d saved, %d filed in the inbox, %d already present, %d refused\n" % (start, *counts))
    if not dry_run:
        write("".join("%s\n" % step for step in _next_steps(done)))


def read(source: detect.Source, root: str) -> Iterator[Item]:
    """What a source holds."""
    if source.kind != "transcripts":
        return READERS[source.kind](source.path)
    from ..importers.transcripts import read_transcripts  # not at the top: loads the rules of triage

    return read_transcripts(source.path, load_config(find_project(os.getcwd(), root)))


def _next_steps(done: list[dict[str, Any]]) -> list[str]:
    filed = [entry for entry in done if entry["status"] == "filed"]
    whole = sum(not entry["gaps"] for entry in filed)
    steps = []
    if filed:
        steps.append("`memories inbox list` shows the candidates")
    if whole:
        steps.append("`memories inbox accept --complete` saves the %d that are complete" % whole)
    if any(entry["status"] == "saved" for entry in done) or whole:
        steps.append(
            "`memories aliases --missing` lists the records without aliases: give each 4 to 8 phrases that "
            "somebody would use\n"
            "who does not know its title, or let your agent do it (/memory:review)"
        )
    return steps
