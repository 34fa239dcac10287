"""`memories import KIND PATH` and `memories import --from PATH`: brings in what was learned elsewhere."""

from __future__ import annotations

import os
from time import monotonic

from ..core.errors import StoreError
from ..importers import adr, detect, documents, files, records
from ..importers import run as importing
from ..save.links import MAX_SUPERSEDED
from ..save.writable import find_writable
from ..store.scope import find_project
from ..store.settings import load_config
from . import options
from .output import Counter, answer, colour, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..importers.files import Item
    from ..importers.run import Imported
    from ..importers.transcripts import Looked

HELP = (
    "Bring in memories from elsewhere. With --from, the kind is detected: CLAUDE.md, AGENTS.md, Cursor or "
    "Copilot rules, a folder of decision records, notes, or a whole project that has all of these. "
    "Complete records (jsonl, adr) are saved; everything else goes to the inbox, where a person accepts or "
    "rejects it. Existing memories are left alone, so you can run it again. Try --dry-run first. "
    "transcripts (this project's past sessions) and claude-memory (Claude Code's notes on it) need no PATH."
)
EXAMPLES = (
    "memories import --from CLAUDE.md --dry-run",
    "memories import --from CLAUDE.md --from docs/adr",
    "memories import adr docs/adr --dry-run",
    "memories import transcripts",
    "memories import jsonl backup.jsonl",
)
READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    "jsonl": records.read_jsonl,
    "adr": adr.read_adr,
    "markdown": documents.read_notes,
    "basic-memory": documents.read_notes,
    "claude-memory": documents.read_claude_memory,
    "agents-md": documents.read_rules,
    "cursor": documents.read_cursor,
}
OWN = ("transcripts", "claude-memory")  # kinds whose files need not be named
KINDS = (*READERS, "transcripts")
STYLES = {"saved": "green", "filed": "cyan"}
SECONDS = 300.0  # for reading past sessions
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
    options.flag(parser, "--dry-run", "show what would be imported without importing it")


def run(args: argparse.Namespace) -> int:
    if bool(args.sources) == bool(args.kind) or (args.path is None and args.kind and args.kind not in OWN):
        args.parser.error("pass KIND and PATH, or --from PATH")
    if args.path and not os.path.exists(args.path):
        raise StoreError(f"{args.path}: no such file or folder")
    sources = [source for path in args.sources for source in detect.sources_at(path)]
    if not sources:
        sources = [detect.Source(kind=args.kind, path=files.typed(args.path))] if args.path else _own(args)
    given: list[importing.Given] = []
    looked = []
    for source in sources:
        if source.kind == "transcripts":
            looked.append(look_back(source.path, args.root))
        items = looked[-1].items if source.kind == "transcripts" else read(source)
        given += [(source.kind, item) for item in items]
    with Counter() as show:
        progress = steps(show, len(given))
        done = importing.bring_in(given, args.root, dry_run=args.dry_run, progress=progress)
    counts = _counts(done.items)
    kinds = ", ".join(dict.fromkeys(source.kind for source in sources))
    rest = {key: getattr(done, key) for key in ("items", "out_of_use", "left", "window", "notes")}
    value = {"kind": kinds, "dry_run": args.dry_run, **counts, **rest}
    value["sessions"] = [{"read": look.read, "rest": look.rest} for look in looked]
    seen = "".join(sessions_read(look) + "\n" for look in looked)
    answer(args.format, value, lambda _: seen + _text(done, dry_run=args.dry_run))
    return 1 if counts["refused"] else 0


def _text(done: Imported, *, dry_run: bool) -> str:
    """The counts, a line for each new item where it is few, what needs attention, and the next steps."""
    new = [entry for entry in done.items if entry["status"] in STYLES]
    counts = _counts(done.items)
    lines = [_new(entry) for entry in new] if len(new) <= FEW else []
    start = "dry run: " if dry_run else ""
    line = "%s%d saved, %d filed in the inbox, %d already present, %d refused"
    lines.append(line % (start, *[counts[word] for word in importing.WORDS]))
    lines += [] if done.items else ["nothing there was recognized"]
    for category in sorted({entry["category"] for entry in new}) if len(new) > FEW else ():
        here = _counts([entry for entry in new if entry["category"] == category])
        lines.append("    %s: %d saved, %d filed" % (category, here["saved"], here["filed"]))
    for found in _attention(done):
        lines += found[:FEW]
        lines += ["    and %d more such lines; `--format json` has all" % (len(found) - FEW)] if found[FEW:] else []
    return "\n".join(lines + ([] if dry_run else _next_steps(done.items))) + "\n"


def _new(entry: dict[str, Any]) -> str:
    where = colour(entry["category"] + "  " + entry["origin"], "dim")
    return "{} {}  {}".format(colour(entry["status"], STYLES[entry["status"]]), entry["title"], where)


def _counts(items: list[dict[str, Any]]) -> dict[str, int]:
    return {word: sum(entry["status"] == word for entry in items) for word in importing.WORDS}


def _attention(done: Imported) -> Iterator[list[str]]:
    """Lines about what was refused, left out, repeated, taken out of use and left in use, a list for each."""
    refused = [entry for entry in done.items if entry["status"] == "refused"]
    line = colour("refused", "yellow") + " %s: %s  %s"
    yield [line % (e["title"] or e["origin"], e["problem"], colour(e["origin"], "dim")) for e in refused]
    warning = "contains a secret (%s), which was left out; revoke it"
    leaky = [entry for entry in done.items if entry.get("removed")]
    yield ["    {}: {}".format(e["origin"], colour(warning % ", ".join(e["removed"]), "yellow")) for e in leaky]
    line = "    %s may repeat or replace %s (%s)"
    yield [line % (e["title"], r["id"], r["title"]) for e in done.items for r in e.get("related", ())]
    yield ["{} is out of use: {}".format(item["id"], item["why"]) for item in done.out_of_use]
    line = "%d of the imported records (%s) are retired at once: newer ones are kept (categories.%s.max_retained)"
    yield [line % (count, category, category) for category, count in done.window.items()]
    line = "%s stays in use (%s): one import takes %d stored records out of use; then `%s`"
    yield [line % (item["id"], item["why"], MAX_SUPERSEDED, item["next"]) for item in done.left]
    yield done.notes


def read(source: detect.Source) -> Iterator[Item]:
    """What a source that is not a transcript contains."""
    return READERS[source.kind](source.path)


def look_back(path: str, root: str, seconds: float = SECONDS) -> Looked:
    """The best of the transcripts at a path; without one, of this project's past sessions."""
    from ..importers import sessions, transcripts  # not at the top: loads the rules of triage

    store, until = find_writable(root=root), monotonic() + seconds
    below = files.files_below(path, ".jsonl") if path else []
    named = sessions.sessions_at(below) if path else sessions.past_sessions(store.root, until)
    config = load_config(find_project(os.getcwd(), root))
    with Counter() as progress:
        return transcripts.look_back(named, config, progress, until)


def sessions_read(looked: Looked) -> str:
    """How many past sessions were read, of which hosts."""
    hosts = ", ".join("%d of %s" % (count, host or "an unknown host") for host, count in looked.read.items())
    rest = "; older ones were not read" if looked.rest else ""
    return "past sessions read: {}{}".format(hosts or "none", rest)


def _own(args: argparse.Namespace) -> list[detect.Source]:
    """What a host keeps on this project, without the user naming it."""
    root = find_writable(root=args.root).root
    return detect.auto_memory(root) if args.kind != "transcripts" else [detect.Source(kind=args.kind, path="")]


def _next_steps(done: list[dict[str, Any]]) -> list[str]:
    filed = [entry for entry in done if entry["status"] == "filed"]
    whole = sum(not entry["gaps"] for entry in filed)
    steps = []
    if any(entry["store"] == "project" for entry in filed):
        steps.append("`memories inbox list` shows the candidates")
    if any(entry["store"] == "user" for entry in filed):
        steps.append("`memories review --store user` shows the notes about you, which apply to every project")
    if whole:
        steps.append("`memories inbox accept --complete` saves the %d that are complete" % whole)
    if any(entry["status"] == "saved" for entry in done) or whole:
        steps.append(
            "`memories list --without-aliases` lists the records that have none: give each 4 to 8 phrases that "
            "somebody would use\n"
            "who does not know its title, or let your agent do it (/memory:review)"
        )
    return steps
