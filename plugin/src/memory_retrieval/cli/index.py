"""`memories index`: writes, checks and searches index.md, and removes records that were retired long ago."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from ..core import environment
from ..core.model import STATUSES, JsonObject, Store
from ..store.place import Place
from ..upkeep import index_page
from ..upkeep.retention import collect
from . import main as frame
from . import options
from .output import answer, columns, lined

HELP = "Keep index.md right, look into it, and remove memories that were switched off long ago."
EXAMPLES = (
    "memories index rebuild",
    "memories index query auth",
    "memories index gc --format json",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    frame.add_actions(parser, ACTIONS)


def run(args: argparse.Namespace) -> int:
    value = args.act(options.place(args), args)
    answer(args.format, value, lambda value: _text(args.action, value))
    return 0 if value["ok"] else 1


def _add_words(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "words", nargs="*", metavar="WORDS", help="the text that a line must contain"
    )
    options.add_store(parser)


def _query(place: Place, args: argparse.Namespace) -> JsonObject:
    return index_page.query(place.existing(), " ".join(args.words))


def _of_store(act: Callable[[Store], JsonObject]) -> Callable[..., JsonObject]:
    return lambda place, _: act(place.existing())


ACTIONS = {
    "rebuild": (
        "write index.md from the memories",
        options.add_store,
        _of_store(index_page.rebuild),
    ),
    "validate": (
        "compare index.md with the memories",
        options.add_store,
        _of_store(index_page.validate),
    ),
    "query": ("print the lines that contain a text", _add_words, _query),
    "health": (
        "count memories by category and status, and what is wrong",
        options.add_store,
        _of_store(index_page.health),
    ),
    "gc": (
        "remove memories that were switched off longer than the grace period ago",
        options.add_store,
        lambda place, _: collect(place, environment.now()),
    ),
}


def _text(action: str, value: JsonObject) -> str:
    if action == "query":
        return lined(value["lines"]) or "no line contains that\n"
    if action == "validate" and not value["ok"]:
        lines = [
            f"{key}: {line}" for key in ("missing", "stale") for line in value[key]
        ]
        return lined([*lines, "run `memories index rebuild`"])
    if action == "health":
        rows = [
            [category, *map(str, counts.values())]
            for category, counts in value["categories"].items()
        ]
        state = "stale" if value["index_stale"] else "right"
        facts = f"invalid files {value['invalid_files']}, replaced {value['superseded']}, index.md {state}\n"
        return columns(("category", *STATUSES), rows) + facts
    lines = []
    for key, item in value.items():
        shown = ", ".join(map(str, item)) if isinstance(item, list) else item
        lines.append(f"{key}: {shown}")
    return lined(lines)
