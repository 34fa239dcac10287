"""`memories try`: what it does, in twenty seconds, without an installation and with nothing left behind."""

from __future__ import annotations

import argparse
import os

from ..core.counted import counted
from ..library.trial import try_out
from .output import answer, colour, lined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject

HELP = (
    "See what an agent would be told: in the repository around you, and in an example project made for a moment. "
    "Nothing is set up, and nothing is left behind."
)
EXAMPLES = ("memories try", "memories try --root ~/src/shop")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has no arguments of its own."""


def run(args: argparse.Namespace) -> int:
    value = try_out(args.root or os.getcwd())
    return answer(args.format, value, lambda _: lined(_lines(value)))


def _lines(value: JsonObject) -> list[str]:
    lines = [*_of_repository(value["repository"]), "", "In an example project:"]
    for done, told in value["example"]:
        lines += ["", colour(f"> {done}", "bold")]
        lines += [f"  {line}" for line in told.splitlines() or ["(nothing)"]]
    return [*lines, "", "Nothing was kept. `memories init` starts in your repository."]


def _of_repository(found: JsonObject) -> list[str]:
    if not found:
        return [
            "You are in no repository; `memories try --root DIR` looks at another one."
        ]
    kinds = [counted(count, name) for name, count in sorted(found["documents"].items())]
    if found["records"]:
        kinds.insert(0, counted(found["records"], "memory", "memories"))
    has = ", ".join(kinds) or "neither memories nor decision records"
    lines = [f"{found['root']} has {has}."]
    if found["example"]:
        said = 'Its commit "{prompt}" would have brought:\n  {title} ({path})'
        lines.append(said.format(**found["example"]))
    return lines
