"""`memories archive`."""

from __future__ import annotations

from . import lifecycle
from .lifecycle import add_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Put a record away for good: it stays in its file, is never injected and never removed."
EXAMPLES = ("memories archive first-release --reason 'history'",)

__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return lifecycle.run_verb("archive", args)
