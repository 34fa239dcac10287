"""`memories team`: all that is done with a team database, as the actions of one word."""

from __future__ import annotations

import argparse

from .. import extras
from . import main as frame

HELP = (
    "Share memories through a team database: `ingest` copies this project's memories into it, `serve` answers agents "
    "over HTTP by the tokens that `token` makes, `sync` mirrors a workspace for use offline. `status`, `migrate`, "
    "`grant`, `revoke`, `reindex` and `vacuum-old` look after it, and `database` runs an embedded one."
)
EXAMPLES = (
    "memories team ingest --db-url postgresql://db.example/memories",
    "memories team serve --trial",
    "memories team token add anna --read payments --propose books --db-url postgresql://db.example/memories",
    "memories team sync --server https://memories.example",
    "memories team sync --db-url postgresql://db.example/memories --workspace payments",
    "memories team status --db-url postgresql://db.example/memories",
    "memories team grant payments_ci --workspace payments --write --db-url postgresql://db.example/memories",
    "memories team migrate --dry-run --db-url postgresql://db.example/memories",
    "memories team vacuum-old --days 365 --dry-run --db-url postgresql://db.example/memories",
    "memories team database --dir ~/team-db",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    ingest, sync, db, server = [
        extras.load("team", f"commands.{word}")
        for word in ("ingest", "sync", "db", "server")
    ]
    actions = {
        "ingest": ("copy stores into the database", ingest.add_arguments, ingest.run),
        "sync": ("mirror a workspace for offline use", sync.add_arguments, sync.run),
        **db.ACTIONS,
        **server.ACTIONS,
    }
    frame.add_actions(parser, actions)


def run(args: argparse.Namespace) -> int:
    return int(args.act(args))
