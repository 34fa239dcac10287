"""`memories import KIND PATH` and `memories import --from PATH`: brings in what was learned elsewhere."""

from __future__ import annotations

import os

from ..core.errors import StoreError
from ..importers import adr, claude_mem, detect, documents, files, records
from ..importers import run as importing
from ..save.links import MAX_SUPERSEDED
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
    from ..importers.run import Imported

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
FEW = 20  # lines of one sort that are shown


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
    counts = _counts(done.items)
    if args.format == "json":
        kinds = ", ".join(dict.fromkeys(source.kind for source in sources))
        rest = {key: getattr(done, key) for key in ("items", "out_of_use", "left", "window", "notes")}
        print_json({"kind": kinds, "dry_run": args.dry_run, **counts, **rest})
    else:
        show(done, dry_run=args.dry_run)
    return 1 if counts["refused"] else 0


def bring_in(sources: list[detect.Source], root: str, *, dry_run: bool) -> Imported:
    """Imports from all sources in one run; what became of it."""
    given = [(source.kind, item) for source in sources for item in read(source, root)]
    with progress_bar(len(given)) as progress:
        return importing.bring_in(given, root, dry_run=dry_run, progress=progress)


def show(done: Imported, *, dry_run: bool) -> None:
    """The counts by category, what needs attention, and the next steps; a line for each new item where it is few."""
    new = [entry for entry in done.items if entry["status"] in STYLES]
    for entry in new if len(new) <= FEW else ():
        where = colour(entry["category"] + "  " + entry["origin"], "dim")
        write("%s %s  %s\n" % (colour(entry["status"], STYLES[entry["status"]]), entry["title"], where))
    counts = _counts(done.items)
    start = "dry run: " if dry_run else ""
    line = "%s%d saved, %d filed in the inbox, %d already present, %d refused\n"
    write(line % (start, *[counts[word] for word in importing.WORDS]))
    for category in sorted({entry["category"] for entry in new}) if len(new) > FEW else ():
        here = _counts([entry for entry in new if entry["category"] == category])
        write("    %s: %d saved, %d filed\n" % (category, here["saved"], here["filed"]))
    for lines in (_refused(done), _secrets(done), _repeated(done), _taken(done), _left(done), done.notes):
        _first(lines)
    if not dry_run:
        write("".join("%s\n" % step for step in _next_steps(done.items)))


def _counts(items: list[dict[str, Any]]) -> dict[str, int]:
    return {word: sum(entry["status"] == word for entry in items) for word in importing.WORDS}


def _first(lines: list[str]) -> None:
    """The first FEW lines, and how many there are besides."""
    for line in lines[:FEW]:
        write(line + "\n")
    if len(lines) > FEW:
        write("    and %d more such lines; `--format json` has all\n" % (len(lines) - FEW))


def _refused(done: Imported) -> list[str]:
    found = [entry for entry in done.items if entry["status"] == "refused"]
    head = colour("refused", "yellow")
    return [
        "%s %s: %s  %s" % (head, e["title"] or e["origin"], e["problem"], colour(e["origin"], "dim")) for e in found
    ]


def _secrets(done: Imported) -> list[str]:
    found = [entry for entry in done.items if entry.get("removed")]
    what = "contains a secret (%s), which was left out; revoke it"
    return ["    %s: %s" % (e["origin"], colour(what % ", ".join(e["removed"]), "yellow")) for e in found]


def _repeated(done: Imported) -> list[str]:
    line = "    %s may repeat or replace %s (%s)"
    return [line % (e["title"], r["id"], r["title"]) for e in done.items for r in e.get("related", ())]


def _taken(done: Imported) -> list[str]:
    gone = ["%s is out of use: %s" % (item["id"], item["why"]) for item in done.out_of_use]
    line = "%d of the imported records (%s) are retired at once: newer ones are kept (categories.%s.max_retained)"
    return gone + [line % (count, category, category) for category, count in done.window.items()]


def _left(done: Imported) -> list[str]:
    line = "%s stays in use (%s): one import takes %d stored records out of use; then `%s`"
    return [line % (item["id"], item["why"], MAX_SUPERSEDED, item["next"]) for item in done.left]


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
            "`memories list --without-aliases` lists the records that have none: give each 4 to 8 phrases that "
            "somebody would use\n"
            "who does not know its title, or let your agent do it (/memory:review)"
        )
    return steps
