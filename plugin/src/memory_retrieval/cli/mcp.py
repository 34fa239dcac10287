"""`memories mcp`: the MCP server an agent's host starts."""

from __future__ import annotations

import argparse

from . import options

HELP = (
    "Serve the tools `search`, `get`, `save`, `note`, `resolve` and `why` over standard input and output (MCP, stdio). "
    "The agent's host starts this."
)
EXAMPLES = (
    "memories mcp",
    "memories setup gemini   # writes it into the host's settings for you",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.flag(
        parser,
        "--no-brief",
        "leave the brief out of the instructions, for hosts that get it from a hook",
    )


def run(args: argparse.Namespace) -> int:
    import os

    from ..mcp.server import serve

    os.environ.setdefault(
        "AI_AGENT", "mcp"
    )  # whoever calls the tools is no person at a terminal
    if args.root:
        os.environ["MEMORIES_ROOT"] = os.path.abspath(os.path.expanduser(args.root))
    return serve(brief=not args.no_brief)
