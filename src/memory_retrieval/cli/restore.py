"""`memories restore`."""

from __future__ import annotations

from . import lifecycle
from .lifecycle import add_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Bring a retired record back into use."
EXAMPLES = ("memories restore old-queue --reason 'still needed'",)

__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return lifecycle.run_verb("restore", args)
