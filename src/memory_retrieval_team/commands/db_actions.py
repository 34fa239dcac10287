"""The actions of `memories team` on the database: each returns its JSON value and its text. Needs the extra `team`."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable

from memory_retrieval.cli.output import Counter, lined

from ..db import access, connection, embedding_model, migrate, names
from ..db.hints import readable_bytes
from ..db.reindex import reindex
from ..db.status import read_status
from ..db.values import Found
from ..ingest.retention import vacuum_old
from ..ingest.source import adopt
from . import embedder_options
from .db_status import render

LISTED = 20  # records that a dry run shows
KEPT = "keeps workspace {workspace}, {records} memories"
MEMBER = "keeps {role} as a member of {workspace}"
Answer = tuple[Found, str]


def _workspace(args: argparse.Namespace) -> str | None:
    """The validated --workspace; None for all."""
    if args.workspace in ("", access.ALL):
        return None
    return names.checked(args.workspace, "--workspace")


def _status(args: argparse.Namespace, url: str) -> Answer:
    value = read_status(url)
    return value, render(value)


def _migrate(args: argparse.Namespace, url: str) -> Answer:
    """Migrates the tables; with --embedder also sets the embedding model, which only the owner may."""
    if (args.model or args.embed_url) and not args.embedder:
        args.parser.error("--model and --embed-url need --embedder")
    with connection.connect(url) as link:
        steps = migrate.migrate(link, url, dry_run=args.dry_run)
        distributed, model = False, None
        if not args.dry_run:
            migrate.check(link, url)
            with connection.translated(url):
                embedding_model.index_vectors(link)
            distributed = args.distributed
        have = migrate.version(link)
        if distributed:
            migrate.distribute(link, url)
        if args.embedder and not args.dry_run:
            model = _choose_model(args, url, link)
    done = "would apply" if args.dry_run else "applied"
    lines = [f"{done} {step}" for step in steps] or ["the tables are up to date"]
    lines += _moved(args, url) + (_kept(url) if steps and have else [])
    if distributed:
        lines.append("the tables are distributed over the cluster by workspace")
    if model:
        lines.append(f"model: {model}")
    value = {
        "applied": steps,
        "version": have,
        "model": model,
        "distributed": distributed,
        "dry_run": args.dry_run,
    }
    return value, lined(lines)


def _moved(args: argparse.Namespace, url: str) -> list[str]:
    moved = adopt(url, *args.adopt, dry_run=args.dry_run) if args.adopt else ()
    return ["adopted workspace {}, project {}".format(*pair) for pair in moved]


def _kept(url: str) -> list[str]:
    """What a migration carries over."""
    status, lines = read_status(url), list[str]()
    for rows, kept in (("workspaces", KEPT), ("members", MEMBER)):
        lines += [kept.format(**row) for row in status[rows]]
    return lines


def _choose_model(
    args: argparse.Namespace, url: str, link: connection.Connection
) -> str:
    with contextlib.closing(embedder_options.embedder(args, url)) as embedder:
        stored = embedding_model.read(link)
        if stored is None:
            stored = embedding_model.Model.of(embedder)
            with connection.translated(url):
                embedding_model.set_model(link, stored)
        embedding_model.require_same(link, stored, embedder, url)
        return str(stored)


def _grant(args: argparse.Namespace, url: str) -> Answer:
    return _change_access(
        access.grant, args, url, "can", "read and write" if args.write else "read"
    )


def _revoke(args: argparse.Namespace, url: str) -> Answer:
    return _change_access(
        access.revoke,
        args,
        url,
        "can no longer",
        "write" if args.write else "read or write",
    )


def _change_access(
    change: Callable[..., Found], args: argparse.Namespace, url: str, can: str, do: str
) -> Answer:
    for name in {*args.workspace}.difference([access.ALL]):
        names.checked(name, "--workspace")
    value = change(
        url, args.name, *args.workspace, write=args.write, dry_run=args.dry_run
    )
    if args.dry_run:
        return value, lined([f"{statement};" for statement in value["sql"]])
    where = "all workspaces"
    if access.ALL not in args.workspace:
        where = "workspace " + ", ".join(args.workspace)
    return value, f"{args.name} {can} {do} {where}\n"


def _reindex(args: argparse.Namespace, url: str) -> Answer:
    with Counter() as progress:
        done = reindex(url, concurrently=not args.blocking, progress=progress)
    lines = []
    for entry in done:
        before, after = readable_bytes(entry["before"]), readable_bytes(entry["after"])
        lines.append(
            f"{entry['index']:32} {before:>8} -> {after:>8}  {entry['seconds']:6.1f} s"
        )
    return {"indexes": done}, lined(lines)


def _vacuum_old(args: argparse.Namespace, url: str) -> Answer:
    with Counter() as progress:
        value = vacuum_old(
            url,
            _workspace(args),
            older_than_days=args.days,
            events=args.events,
            answers=args.answers,
            dry_run=args.dry_run,
            progress=progress,
        )
    parts = (
        ", ".join([f"{count} of {table}" for table, count in value["deleted"].items()])
        or "nothing"
    )
    done = "would remove" if args.dry_run else "removed"
    lines = [f"{done}: {parts}, unchanged since {value['before']}"]
    if args.dry_run:
        lines += [
            "  {workspace} {project} {path} ({status})".format(**entry)
            for entry in value["records"][:LISTED]
        ]
        lines += ["  ..."] if len(value["records"]) > LISTED else []
    if value["kept"]:
        lines.append(
            f"kept: {value['kept']} memories of projects that are still being ingested; `memories index gc` removes "
            "their files, and the next ingest removes the memories"
        )
    if not value["vacuumed"] and not args.dry_run:
        lines.append(
            "not vacuumed: only the owner of the tables can do that; autovacuum will do it"
        )
    return value, lined(lines)


ACTIONS: dict[str, Callable[[argparse.Namespace, str], Answer]] = {
    "status": _status,
    "migrate": _migrate,
    "grant": _grant,
    "revoke": _revoke,
    "reindex": _reindex,
    "vacuum-old": _vacuum_old,
}
