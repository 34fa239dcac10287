"""`memories unmute`: takes `memories mute` back."""

from __future__ import annotations

from .mute import add_arguments, switch

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = "Allow a muted memory to be injected again."
EXAMPLES = ("memories unmute use-tabs",)
__all__ = ["EXAMPLES", "HELP", "add_arguments", "run"]


def run(args: argparse.Namespace) -> int:
    return switch(args, muted=False)
