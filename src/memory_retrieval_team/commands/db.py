"""The actions of `memories team` that look after the database."""

from __future__ import annotations

import argparse
import sys

from memory_retrieval import extras
from memory_retrieval.cli import options
from memory_retrieval.cli.output import note, print_json, write

from . import embedder_options


def _ask(args: argparse.Namespace) -> int:
    """Runs an action of db_actions.py, and prints its answer."""
    url = embedder_options.db_url(args)
    with extras.Packages("team"):
        from .db_actions import ACTIONS as run_action
    value, text = run_action[args.action](args, url)
    if args.format == "json":
        print_json(value)
    else:
        write(text)
    for line in value.get("notes", ()):
        note(line)
    sys.stdout.flush()
    return 0


def _serve(args: argparse.Namespace) -> int:
    with extras.Packages("team"):
        from .db_serve import serve
    return serve(args)


def _add_status(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)


def _add_migrate(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    embedder_options.add_embedder(parser)
    options.flag(
        parser,
        "--distributed",
        "also distribute the tables over a Citus cluster, by workspace",
    )
    parser.add_argument(
        "--adopt",
        nargs=2,
        metavar=("OLD", "NEW"),
        help="let a repository that has moved, or a fork, go on with the memories of its former origin",
    )
    options.add_dry_run(parser)


def _add_grant(parser: argparse.ArgumentParser) -> None:
    _add_member(parser)
    options.flag(parser, "--write", "allow writing as well as reading")


def _add_revoke(parser: argparse.ArgumentParser) -> None:
    _add_member(parser)
    options.flag(parser, "--write", "take away only writing")


def _add_member(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="ROLE", help="a role, or public")
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace",
        required=True,
        action="append",
        metavar="W",
        help="the workspace, or '*' for all; may be repeated",
    )
    options.add_dry_run(parser)


def _add_reindex(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    options.flag(parser, "--blocking", "takes half the time, but blocks writes")


def _add_vacuum_old(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    options.value(parser, "--workspace W", "only this workspace")
    text = "days without a change, up to 36500 (default: 365)"
    parser.add_argument("--days", type=_days, default=365.0, metavar="N", help=text)
    options.flag(parser, "--events", "also remove events of that age")
    options.flag(parser, "--answers", "also remove models' answers of that age")
    options.add_dry_run(parser)


def _add_serve(parser: argparse.ArgumentParser) -> None:
    options.value(
        parser,
        "--dir D",
        "the data folder (default: team-db in the user's state folder)",
    )


def _days(text: str) -> float:
    if not 0 <= float(text) <= 36500:
        raise ValueError
    return float(text)


ACTIONS = {
    "status": (
        "show the database's condition and what to do about it",
        _add_status,
        _ask,
    ),
    "migrate": ("upgrade the tables to this version", _add_migrate, _ask),
    "grant": ("let a role read or write a workspace", _add_grant, _ask),
    "revoke": ("take a role's access to a workspace away", _add_revoke, _ask),
    "reindex": ("rebuild the indexes", _add_reindex, _ask),
    "vacuum-old": ("remove memories that were retired long ago", _add_vacuum_old, _ask),
    "database": (
        "run an embedded database, and print its address first",
        _add_serve,
        _serve,
    ),
}
