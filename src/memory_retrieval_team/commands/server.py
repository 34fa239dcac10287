"""`memories team serve` and `memories team token`: the team's server, and who may ask it."""

from __future__ import annotations

import argparse
import os
import signal
import socket
import sys

from memory_retrieval import extras
from memory_retrieval.cli import main as frame
from memory_retrieval.cli import options
from memory_retrieval.cli.output import answer, note
from memory_retrieval.core.errors import MemoryRetrievalError

from . import embedder_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_retrieval.core.model import JsonObject

    Answer = tuple[JsonObject, str]

PORT = 8420
SERVING = "MCP at {url}/mcp, without TLS; press Ctrl-C to stop\n"
USE = """
token of {name}, shown this once:  {token}
in a project of theirs:  memories team sync --server {url}
in Claude Code:  claude mcp add --transport http team {url}/mcp --header "Authorization: Bearer $MEMORIES_TEAM_TOKEN"
"""
ROW = "{name}: reads {read}; proposes to {propose}; since {created_at}\n"


def _add_serve(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    options.flag(
        parser, "--trial", "with an embedded database, this project in it, and a token"
    )
    options.value(parser, "--host ADDRESS", "to listen on (default: 127.0.0.1)")
    text = f"default: {PORT}; 0: any free one"
    parser.add_argument("--port", type=int, default=PORT, help=text)


def _serve(args: argparse.Namespace) -> int:
    """Runs until SIGINT or SIGTERM; returns 0 for both."""
    with extras.Packages("server"):
        from ..db import embedded
        from ..server import app, trial
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None)  # uvicorn stops, and raises it again
    try:
        opened = socket.create_server((args.host or "127.0.0.1", args.port))
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        message = f"{reason}; choose another, or 0 for any free one"
        raise MemoryRetrievalError(f"--port {args.port}: {message}") from None
    value: JsonObject = {"url": "http://%s:%d" % opened.getsockname()[:2]}
    text = SERVING
    url = args.db_url or embedded.PREFIX
    try:
        if args.trial:
            login, value["token"] = trial.prepare(url, args.root)
            value["name"] = trial.NAME
            text = SERVING + USE
        else:
            login = options.db_url(args)
        server = app.configured(login)
        answer(args.format, value, lambda value: text.format(**value))
        sys.stdout.flush()
        server.run(sockets=[opened])
    finally:
        opened.close()
        if args.trial:
            embedded.stop(url)
    return 0


def _add_token(parser: argparse.ArgumentParser) -> None:
    frame.add_actions(parser, TOKEN)


def _add_named(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="the person or machine")
    options.add_db_url(parser, needed=True)


def _add_add(parser: argparse.ArgumentParser) -> None:
    _add_named(parser)
    for flag, does in (("--read", "read"), ("--propose", "read and propose to")):
        text = f"a workspace that it may {does}, or '*' for all; repeatable"
        parser.add_argument(flag, action="append", default=[], metavar="W", help=text)


def _token(args: argparse.Namespace) -> int:
    url = embedder_options.db_url(args)
    run = {"add": _add, "list": _list, "revoke": _revoke}[args.action]
    value, text = run(args, url)
    return answer(args.format, value, lambda _: text)


def _add(args: argparse.Namespace, url: str) -> Answer:
    from ..db import access, names, tokens

    names.checked(args.name, "NAME")
    for name in {*args.read, *args.propose} - {access.ALL}:
        names.checked(name, "--read")
    if not args.read and not args.propose:
        message = "missing; name the workspaces that the token may read, or '*'"
        raise MemoryRetrievalError(f"--read: {message}")
    token, notes = tokens.add(url, args.name, args.read, args.propose)
    for line in notes:
        note(line)
    value = {"name": args.name, "token": token}
    return value, USE.format(url="https://...", **value).lstrip()


def _list(args: argparse.Namespace, url: str) -> Answer:
    from ..db import tokens

    rows = tokens.listed(url)
    lines = []
    for row in rows:
        shown = {key: ", ".join(row[key]) or "none" for key in ("read", "propose")}
        lines.append(ROW.format(**{**row, **shown}))
    return {"tokens": rows}, "".join(lines) or "no tokens\n"


def _revoke(args: argparse.Namespace, url: str) -> Answer:
    from ..db import tokens

    tokens.revoke(url, args.name)
    return {"revoked": args.name}, f"the token of {args.name} is no longer known\n"


TOKEN: dict[str, frame.Action] = {
    "add": ("make a token for a person or machine", _add_add, _token),
    "list": (
        "list the tokens",
        lambda parser: options.add_db_url(parser, needed=True),
        _token,
    ),
    "revoke": ("take a token away", _add_named, _token),
}
ACTIONS: dict[str, frame.Action] = {
    "serve": ("answer agents over HTTP, by tokens", _add_serve, _serve),
    "token": ("make, list and revoke tokens of the server", _add_token, _token),
}
