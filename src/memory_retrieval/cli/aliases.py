"""`memories aliases`: which memories have no aliases, and aliases for many of them in one write."""

from __future__ import annotations

from ..core.errors import RecordError
from ..core.sanitize import one_line
from ..save.aliases import MAX_BATCH, change_many, parse, without_aliases
from ..save.writable import existing_store
from ..store.layouts import DISPLAY
from . import options
from .input import read_input
from .outcome import print_refusal, show
from .output import colour, note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..save.request import SaveOutcome
    from ..save.writable import WritableStore
    from ..store.catalog import Entry

HELP = (
    "List the active memories without aliases, most recently updated first (--missing), or add aliases to "
    'many memories (--file). The file is a JSON object {"ID": ["phrase", ...]} or JSON lines {"id": '
    '"ID", "aliases": ["phrase", ...]}. If anything in it is wrong, nothing is '
    "written. One `memories undo` reverts all of it."
)
EXAMPLES = (
    "memories aliases --missing --limit 20",
    "memories aliases --file aliases.json --dry-run",
    'echo \'{"queues-run-on-redis": ["background jobs"]}\' | memories aliases --file -',
)
HOW = (
    "add some with `memories alias ID 'PHRASE' 'PHRASE'`, or to many at once with `memories aliases --file "
    "F`:\n"
    "4 to 8 phrases each, in words that another person would use and that are not in the title\n"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--missing", action="store_true", help="list the memories without aliases")
    parser.add_argument("--limit", type=int, default=None, metavar="N", help="list at most N memories (default: all)")
    parser.add_argument("--file", default="", metavar="F", help="add the aliases in this file; - means standard input")
    parser.add_argument("--dry-run", action="store_true", help="show the changes without writing them")
    options.add_store(parser)


def run(args: argparse.Namespace) -> int:
    if args.limit is not None and args.limit < 1:
        args.parser.error("argument --limit: must be 1 or more")
    if args.file:
        return _write(args)
    if not args.missing:
        args.parser.error("give --missing to list, or --file F to write")
    return _list(existing_store(args.store, root=args.root), args)


def _list(store: WritableStore, args: argparse.Namespace) -> int:
    missing = without_aliases(store)
    chosen = missing[: args.limit]
    if args.format == "json":
        results = [_as_result(store, entry) for entry in chosen]
        print_json({"missing": len(missing), "returned": len(chosen), "results": results})
        return 0
    for entry in chosen:
        kind = colour("[%s]" % DISPLAY.get(entry.kind, "MEMORY"), "cyan")
        write("%s %s\n" % (kind, one_line(entry.title)))
        write(colour("    %s  %s\n" % (entry.id, store.shown(entry.path)), "dim"))
    if not missing:
        write("every active memory has aliases\n")
        return 0
    if len(chosen) < len(missing):
        write("and %d more\n" % (len(missing) - len(chosen)))
    write(HOW)
    return 0


def _as_result(store: WritableStore, entry: Entry) -> dict[str, str]:
    return {"id": entry.id, "category": entry.kind, "title": one_line(entry.title), "path": store.shown(entry.path)}


def _write(args: argparse.Namespace) -> int:
    try:
        changes = parse(read_input(args.file, MAX_BATCH + 1))
        outcomes = change_many(changes, args.store, root=args.root, dry_run=args.dry_run) if changes else []
    except RecordError as error:
        if args.format == "json":
            return print_refusal(error)
        raise
    _show(outcomes, args.format)
    return 0


def _show(outcomes: list[SaveOutcome], form: str) -> None:
    updated = [outcome for outcome in outcomes if outcome.changed]
    if form == "json":
        results = [outcome.as_json() for outcome in outcomes]
        print_json({"status": "updated" if updated else "unchanged", "updated": len(updated), "results": results})
        return
    for outcome in outcomes:
        if outcome.diff:
            write(outcome.diff)
        else:
            show(outcome.replace(notes=()), form)
    for line in sorted({"%s: %s" % (outcome.id, remark) for outcome in outcomes for remark in outcome.notes}):
        note(line)
    note("aliases added to %d of %d records" % (len(updated), len(outcomes)))
