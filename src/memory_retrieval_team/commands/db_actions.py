"""The actions of `memories db`: each returns its JSON value and its text. Needs the extra `team`."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from memory_retrieval.cli.output import Counter, colour

from ..db import access, connection, embedding_model, migrate, names
from ..db.hints import readable_bytes
from ..db.reindex import reindex
from ..db.status import read_status
from ..ingest.retention import vacuum_old
from . import embedder_options
from .db_status import render

Answer = tuple[dict[str, Any], str]


def _workspace(args: argparse.Namespace) -> str | None:
    """The validated --workspace; None for all."""
    return names.checked(args.workspace, "--workspace") if args.workspace not in ("", "*") else None


def _granted(args: argparse.Namespace) -> str:
    """The workspace of a grant or revocation, which may be '*'."""
    return _workspace(args) or "*"


def _status(args: argparse.Namespace, url: str) -> Answer:
    value = read_status(url)
    return value, render(value)


def _migrate(args: argparse.Namespace, url: str) -> Answer:
    """Migrates the tables; with --embedder also sets the embedding model, which only the owner may."""
    if (args.model or args.embed_url) and not args.embedder:
        args.parser.error("--model and --embed-url need --embedder")
    with connection.connect(url) as link:
        steps = migrate.migrate(link, url, dry_run=args.dry_run)
        if not args.dry_run:
            migrate.check(link, url)
        value = {
            "applied": steps,
            "version": migrate.version(link),
            "model": None,
            "distributed": False,
            "dry_run": args.dry_run,
        }
        if args.distributed and not args.dry_run:
            migrate.distribute(link, url)
            value["distributed"] = True
        if args.embedder and not args.dry_run:
            value["model"] = _choose_model(args, url, link)
    text = "".join("{} {}\n".format("would apply" if args.dry_run else "applied", step) for step in steps)
    text += "" if steps else "the tables are up to date\n"
    text += "the tables are distributed over the cluster by workspace\n" if value["distributed"] else ""
    return value, text + ("model: {}\n".format(value["model"]) if value["model"] else "")


def _choose_model(args: argparse.Namespace, url: str, link: connection.Connection) -> str:
    embedder = embedder_options.embedder(args, url)
    try:
        stored = embedding_model.read(link)
        if stored is None:
            stored = embedding_model.Model.of(embedder)
            with connection.translated(url):
                embedding_model.set_model(link, stored)
        embedding_model.require_same(link, stored, embedder, url)
        return str(stored)
    finally:
        embedder.close()


def _grant(args: argparse.Namespace, url: str) -> Answer:
    value = access.grant(url, args.name, _granted(args), write=args.write, dry_run=args.dry_run)
    done = "{} can {} {}\n".format(args.name, "read and write" if args.write else "read", _named(args.workspace))
    return value, _sql(value) if args.dry_run else done


def _revoke(args: argparse.Namespace, url: str) -> Answer:
    value = access.revoke(url, args.name, _granted(args), write=args.write, dry_run=args.dry_run)
    done = "{} can no longer {} {}\n".format(
        args.name, "write" if args.write else "read or write", _named(args.workspace)
    )
    return value, _sql(value) if args.dry_run else done


def _named(workspace: str) -> str:
    return "all workspaces" if workspace == "*" else "workspace {}".format(colour(workspace, "bold"))


def _sql(value: dict[str, Any]) -> str:
    return "".join(f"{statement};\n" for statement in value["sql"])


def _reindex(args: argparse.Namespace, url: str) -> Answer:
    with Counter() as progress:
        done = reindex(url, concurrently=not args.blocking, progress=progress)
    lines = [
        "%-32s %8s -> %8s  %6.1f s"
        % (i["index"], readable_bytes(i["before"]), readable_bytes(i["after"]), i["seconds"])
        for i in done
    ]
    return {"indexes": done}, "".join(line + "\n" for line in lines)


def _vacuum_old(args: argparse.Namespace, url: str) -> Answer:
    with Counter() as progress:
        value = vacuum_old(
            url,
            _workspace(args),
            older_than_days=args.days,
            events=args.events,
            answers=args.answers,
            all_projects=args.all_projects,
            dry_run=args.dry_run,
            progress=progress,
        )
    parts = ", ".join("%d of %s" % (count, table) for table, count in value["deleted"].items())
    lines = [
        "{}: {}, unchanged since {}".format(
            "would remove" if args.dry_run else "removed", parts or "nothing", value["before"]
        )
    ]
    if args.dry_run:
        lines += ["  {workspace} {project} {path} ({status})".format(**entry) for entry in value["records"][:20]]
        lines += ["  ..."] if len(value["records"]) > 20 else []
    if value["kept"]:
        lines.append(
            "kept: %d records of projects that are still being ingested; `memories index gc` removes their "
            "files, and the next ingest removes the records" % value["kept"]
        )
    if not value["vacuumed"] and not args.dry_run:
        lines.append("not vacuumed: only the owner of the tables can do that; autovacuum will do it")
    return value, "\n".join(lines) + "\n"


ACTIONS: dict[str, Callable[[argparse.Namespace, str], Answer]] = {
    "status": _status,
    "migrate": _migrate,
    "grant": _grant,
    "revoke": _revoke,
    "reindex": _reindex,
    "vacuum-old": _vacuum_old,
}
