"""`memories retire`."""

from __future__ import annotations

from . import lifecycle
from .lifecycle import add_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Take a record out of use: it is no longer injected nor found, and `memories index gc` removes it after the grace period."
EXAMPLES = ("memories retire old-queue --reason 'moved to Redis'",)

__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return lifecycle.run_verb("retire", args)
