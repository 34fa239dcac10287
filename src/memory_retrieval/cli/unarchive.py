"""`memories unarchive`."""

from __future__ import annotations

from . import lifecycle
from .lifecycle import add_arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Bring an archived record back into use."
EXAMPLES = ("memories unarchive first-release",)

__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return lifecycle.run_verb("unarchive", args)
