"""`memories index`: writes, checks and searches index.md, and removes records that were retired long ago."""

from __future__ import annotations

from ..core import environment
from ..core.model import CATEGORIES, STATUSES
from ..save.writable import existing_store
from ..store import catalog
from ..store.reader import read_store
from ..upkeep.retention import collect
from . import main as frame
from . import options
from .output import answer, columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from ..save.writable import WritableStore

HELP = "Keep index.md right, look into it, and remove records that were retired long ago."
EXAMPLES = ("memories index rebuild", "memories index query auth", "memories index gc --format json")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    frame.add_actions(parser, ACTIONS)


def run(args: argparse.Namespace) -> int:
    value = args.act(existing_store(args.store, root=args.root), args)
    answer(args.format, value, lambda value: _text(args.action, value))
    return 0 if value["ok"] else 1


def _add_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("words", nargs="*", metavar="WORDS", help="the text that a line must contain")
    options.add_store(parser)


def _rebuild(store: WritableStore, _: argparse.Namespace) -> dict[str, Any]:
    with store.locked():
        entries = store.entries()
        changed = store.write_index(entries)
    return {"ok": True, "changed": changed, "entries": sum(1 for e in entries if e.shown())}


def _validate(store: WritableStore, _: argparse.Namespace) -> dict[str, Any]:
    """Compares index.md with the records line by line; the order of its lines does not count."""
    expected = set(_lines(catalog.render(store.entries())))
    written = set(_lines(catalog.read(store.base) or ""))
    missing, stale = sorted(expected - written), sorted(written - expected)
    return {"ok": not missing and not stale, "missing": missing, "stale": stale}


def _query(store: WritableStore, args: argparse.Namespace) -> dict[str, Any]:
    """The lines that hold the words, made from the records: index.md may be stale."""
    words = " ".join(args.words).casefold()
    lines = [line for line in _lines(catalog.render(store.entries())) if words in line.casefold()]
    return {"ok": True, "lines": lines}


def _health(store: WritableStore, _: argparse.Namespace) -> dict[str, Any]:
    entries = store.entries()
    counts = {c: {s: sum(1 for e in entries if e.kind == c and e.status == s) for s in STATUSES} for c in CATEGORIES}
    problems = sum(
        1 for path, memory, _ in read_store(store.store()) if memory is None and path.startswith(store.prefix)
    )
    stale = catalog.is_stale(store.base, entries)
    superseded = sum(1 for e in entries if e.superseded_by)
    return {
        "ok": not stale and not problems,
        "records": len(entries),
        "categories": counts,
        "superseded": superseded,
        "invalid_files": problems,
        "index_stale": stale,
    }


def _gc(store: WritableStore, _: argparse.Namespace) -> dict[str, Any]:
    return collect(store, environment.now())


ACTIONS = {
    "rebuild": ("write index.md from the records", options.add_store, _rebuild),
    "validate": ("compare index.md with the records", options.add_store, _validate),
    "query": ("print the lines that contain a text", _add_words, _query),
    "health": ("count records by category and status, and what is wrong", options.add_store, _health),
    "gc": ("remove records that were retired longer than the grace period ago", options.add_store, _gc),
}


def _lines(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.startswith("- [")]


def _text(action: str, value: dict[str, Any]) -> str:
    if action == "query":
        return "".join(line + "\n" for line in value["lines"]) or "no line contains that\n"
    if action == "validate" and not value["ok"]:
        lines = ["missing: " + line for line in value["missing"]] + ["stale: " + line for line in value["stale"]]
        return "\n".join(lines) + "\nrun `memories index rebuild`\n"
    if action == "health":
        rows = [[category, *map(str, counts.values())] for category, counts in value["categories"].items()]
        state = "stale" if value["index_stale"] else "right"
        facts = "invalid files %d, superseded %d, index.md %s\n" % (value["invalid_files"], value["superseded"], state)
        return columns(("category", *STATUSES), rows) + facts
    return "".join(
        "{}: {}\n".format(key, ", ".join(map(str, item)) if isinstance(item, list) else item)
        for key, item in value.items()
    )
