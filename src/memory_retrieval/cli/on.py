"""`memories on`: takes `memories off` back."""

from __future__ import annotations

from .off import add_arguments, switch_project

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Inject again in this repository after `memories off`."
EXAMPLES = ("memories on",)
__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return switch_project(args, off=False)
