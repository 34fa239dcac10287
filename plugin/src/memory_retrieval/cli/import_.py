"""`memories import PATH` and `memories import KIND PATH`: brings in what was learned elsewhere."""

from __future__ import annotations

import os
from time import monotonic

from ..core.errors import StoreError
from ..importers import detect, files, notes, records
from ..importers import run as importing
from ..save.links import MAX_SUPERSEDED
from ..store.place import Place
from ..store.settings import load_config
from . import options
from .output import Counter, answer, colour, lined, steps

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..importers.files import Item
    from ..importers.run import Imported
    from ..importers.transcripts import Looked

HELP = (
    "Bring in memories from elsewhere: a backup (jsonl), past sessions (transcripts), Claude Code's notes "
    "(claude-memory), or the notes of basic-memory. Memories of a backup are saved; everything else waits for you, "
    "until you accept or reject it. Existing memories are left alone, so you can run it again. Try --dry-run "
    "first. transcripts (this project's past sessions) and claude-memory need no PATH. Prose, such as CLAUDE.md, is "
    "not imported: your agent reads it better, and documents are read in place (`memories init`)."
)
EXAMPLES = (
    "memories import transcripts",
    "memories import claude-memory --dry-run",
    "memories import backup.jsonl",
)
READERS: dict[str, Callable[[str], Iterator[Item]]] = {
    "jsonl": records.read_jsonl,
    "basic-memory": notes.read_notes,
    "claude-memory": notes.read_claude_memory,
}
OWN = ("transcripts", "claude-memory")  # kinds whose files need not be named
KINDS = (*READERS, "transcripts")
STYLES = {"saved": "green", "filed": "cyan"}
SECONDS = 300.0  # for reading past sessions
FEW = 20  # lines of one sort that are shown


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "kind",
        nargs="?",
        metavar="KIND",
        help=", ".join(KINDS) + "; by default what PATH holds",
    )
    parser.add_argument("path", nargs="?", metavar="PATH", help="a file or a folder")
    options.flag(
        parser, "--dry-run", "show what would be imported without importing it"
    )


def run(args: argparse.Namespace) -> int:
    if args.kind and args.path is None and args.kind not in KINDS:
        args.path, args.kind = args.kind, None
    if not args.path and args.kind not in OWN:
        args.parser.error("pass PATH, or KIND and PATH")
    if args.kind and args.kind not in KINDS:
        args.parser.error(f"no kind {args.kind!r}; there are {', '.join(KINDS)}")
    if args.kind and args.path and not os.path.exists(args.path):
        raise StoreError(f"{args.path}: no such file or folder")
    given: list[importing.Given] = []
    looked, kinds = [], {}
    for source in _sources(args):
        kinds[source.kind] = True
        items: Iterable[Item]
        if source.kind == "transcripts":
            looked.append(look_back(source.path, args.root))
            items = looked[-1].items
        else:
            items = read(source)
        given += [(source.kind, item) for item in items]
    with Counter() as show:
        progress = steps(show, len(given))
        done = importing.bring_in(
            options.place(args), given, dry_run=args.dry_run, progress=progress
        )
    counts = _counts(done.items)
    value = {
        "kind": ", ".join(kinds),
        "dry_run": args.dry_run,
        **counts,
        **{
            key: getattr(done, key)
            for key in ("items", "out_of_use", "left", "window", "notes")
        },
        "sessions": [{"read": look.read, "rest": look.rest} for look in looked],
    }
    seen = lined(map(sessions_read, looked))
    answer(args.format, value, lambda _: seen + _text(done, dry_run=args.dry_run))
    return 1 if counts["refused"] else 0


def _sources(args: argparse.Namespace) -> list[detect.Source]:
    """What was named; without a path, what a host keeps on this project."""
    if not args.kind:
        return detect.sources_at(args.path)
    if args.path:
        return [detect.Source(kind=args.kind, path=files.typed(args.path))]
    if args.kind == "transcripts":
        return [detect.Source(kind=args.kind, path="")]
    return detect.auto_memory(options.place(args).target.root)


def _text(done: Imported, *, dry_run: bool) -> str:
    """The counts, a line for each new item where it is few, what needs attention, and the next steps."""
    new = [entry for entry in done.items if entry["status"] in STYLES]
    few = len(new) <= FEW
    lines = [_new(entry) for entry in new] if few else []
    saved, filed, present, refused = map(_counts(done.items).get, importing.WORDS)
    start = "dry run: " if dry_run else ""
    lines.append(
        f"{start}{saved} saved, {filed} waiting for you, {present} already present, {refused} refused"
    )
    if not done.items:
        lines.append("nothing there was recognized")
    for category in () if few else sorted({entry["category"] for entry in new}):
        here = _counts([entry for entry in new if entry["category"] == category])
        lines.append(f"    {category}: {here['saved']} saved, {here['filed']} waiting")
    for found in _attention(done):
        lines += found[:FEW]
        if found[FEW:]:
            lines.append(
                f"    and {len(found) - FEW} more such lines; `--format json` has all"
            )
    return lined(lines if dry_run else lines + _next_steps(done.items))


def _new(entry: dict[str, Any]) -> str:
    status = colour(entry["status"], STYLES[entry["status"]])
    return f"{status} {entry['title']}  " + colour(
        entry["category"] + "  " + entry["origin"], "dim"
    )


def _counts(items: list[dict[str, Any]]) -> dict[str, int]:
    counts = dict.fromkeys(importing.WORDS, 0)
    for entry in items:
        counts[entry["status"]] += 1
    return counts


def _attention(done: Imported) -> Iterator[list[str]]:
    """Lines about what was refused, left out, repeated, taken out of use and left in use, a list for each."""
    refused, leaky, repeated = [], [], []
    for entry in done.items:
        title, origin = entry["title"], entry["origin"]
        if entry["status"] == "refused":
            said = f" {title or origin}: {entry['problem']}  "
            refused.append(colour("refused", "yellow") + said + colour(origin, "dim"))
        if entry.get("removed"):
            secrets = ", ".join(entry["removed"])
            warning = f"contains a secret ({secrets}), which was left out; revoke it"
            leaky.append(f"    {origin}: " + colour(warning, "yellow"))
        for other in entry.get("related", ()):
            repeated.append(
                f"    {title} may repeat or replace {other['id']} ({other['title']})"
            )
    yield refused
    yield leaky
    yield repeated
    yield [f"{item['id']} is out of use: {item['why']}" for item in done.out_of_use]
    line = "%d of the imported memories (%s) are switched off at once: newer ones are kept (categories.%s.max_retained)"
    yield [
        line % (count, category, category) for category, count in done.window.items()
    ]
    line = "{id} stays on ({why}): one import switches {most} stored memories off; then `{next}`"
    yield [line.format(most=MAX_SUPERSEDED, **item) for item in done.left]
    yield done.notes


def read(source: detect.Source) -> Iterator[Item]:
    """What a source that is not a transcript contains."""
    return READERS[source.kind](source.path)


def look_back(path: str, root: str, seconds: float = SECONDS) -> Looked:
    """The best of the transcripts at a path; without one, of this project's past sessions."""
    from ..importers import (
        sessions,
        transcripts,
    )  # not at the top: loads the rules of triage

    place, until = Place(root=root), monotonic() + seconds
    below = files.files_below(path, ".jsonl") if path else []
    named = (
        sessions.sessions_at(below)
        if path
        else sessions.past_sessions(place.target.root, until)
    )
    config = load_config(place.nearest)
    with Counter() as progress:
        return transcripts.look_back(named, config, progress, until)


def sessions_read(looked: Looked) -> str:
    """How many past sessions were read, of which hosts."""
    hosts = [
        f"{count} of " + (host or "an unknown host")
        for host, count in looked.read.items()
    ]
    rest = "; older ones were not read" if looked.rest else ""
    return "past sessions read: " + (", ".join(hosts) or "none") + rest


def _next_steps(done: list[dict[str, Any]]) -> list[str]:
    filed = [entry for entry in done if entry["status"] == "filed"]
    stores = {entry["store"] for entry in filed}
    whole = sum(not entry["gaps"] for entry in filed)
    steps = []
    if "project" in stores:
        steps.append("`memories review list` shows what waits")
    if "user" in stores:
        steps.append(
            "`memories review --store user` shows the notes about you, which apply to every project"
        )
    if whole:
        steps.append(
            f"`memories review accept --complete` saves the {whole} that are complete"
        )
    if whole or any(entry["status"] == "saved" for entry in done):
        steps.append(
            "`memories list --without-aliases` lists the memories that have none: give each 4 to 8 phrases that "
            "somebody would use\n"
            "who does not know its title, or let your agent do it (/memory:review)"
        )
    return steps
