"""`memories undo`: takes back the last write to a store."""

from __future__ import annotations

from ..save.undo import undo
from . import options
from .outcome import show

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Take back the last write of this store; once more takes back the one before. The last 20 are kept."
EXAMPLES = ("memories undo", "memories undo --store user")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_store(parser, "patterns")


def run(args: argparse.Namespace) -> int:
    return show(undo(root=args.root, store=args.store), args.format)
