"""`memories db`: looks after the team database."""

from __future__ import annotations

import sys

from .. import extras
from . import options
from .output import colour, note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

HELP = (
    "Look after the team database: `status` says how it is and what to do about it, `migrate` brings its tables to this version,\n"
    "`grant` and `revoke` say which role sees or writes which workspace, `reindex` builds the indexes anew, `vacuum-old` takes out what\n"
    "was retired long ago."
)
EXAMPLES = (
    "memories db status --db-url postgresql://db.example/memories",
    "memories db migrate --dry-run --db-url postgresql://db.example/memories",
    "memories db grant payments_ci --workspace payments --write --db-url postgresql://db.example/memories",
    "memories db revoke payments_ci --workspace payments --db-url postgresql://db.example/memories",
    "memories db reindex --db-url postgresql://db.example/memories",
    "memories db vacuum-old --days 365 --dry-run --db-url postgresql://db.example/memories",
)
TAKES: dict[str, tuple[str, ...]] = {
    "status": (),
    "migrate": ("embedder", "model", "embed_url", "distributed", "dry_run"),
    "grant": ("name", "workspace", "write", "dry_run"),
    "revoke": ("name", "workspace", "write", "dry_run"),
    "reindex": ("blocking",),
    "vacuum-old": ("workspace", "days", "events", "answers", "all_projects", "dry_run"),
}
"""What each action takes, by the name that the parser gives it."""
DAYS = 365.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(TAKES), metavar="ACTION", help=", ".join(TAKES))
    parser.add_argument("name", nargs="?", default="", metavar="ROLE", help="grant, revoke: a role, or public")
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace", default="", metavar="W", help="grant, revoke: which, or '*'; vacuum-old: only this one"
    )
    parser.add_argument("--write", action="store_true", help="grant: reading and writing; revoke: writing alone")
    parser.add_argument(
        "--days", type=float, default=None, metavar="N", help="vacuum-old: unchanged for so long (default: 365)"
    )
    parser.add_argument("--events", action="store_true", help="vacuum-old: also events of that age")
    parser.add_argument("--answers", action="store_true", help="vacuum-old: also models' answers of that age")
    parser.add_argument(
        "--all-projects", action="store_true", help="vacuum-old: also where ingests go on, which may bring them back"
    )
    parser.add_argument(
        "--blocking", action="store_true", help="reindex: in half the time, but writing waits meanwhile"
    )
    parser.add_argument(
        "--distributed", action="store_true", help="migrate: also spread the tables over a Citus cluster, by workspace"
    )
    options.add_embedder(parser)
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")


def run(args: argparse.Namespace) -> int:
    _check(args)
    url = options.db_url(args)
    if args.db_url and options.shows_password(url):
        note(options.VISIBLE)
    action = {
        "status": _status,
        "migrate": _migrate,
        "grant": _grant,
        "revoke": _revoke,
        "reindex": _reindex,
        "vacuum-old": _vacuum_old,
    }[args.action]
    value, text = action(args, url)
    if args.format == "json":
        print_json(value)
    else:
        write(text)
    for line in value.get("notes", ()):
        note(line)
    sys.stdout.flush()
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuses options that the action would not look at: nobody shall believe that they did something."""
    given = [name for names in TAKES.values() for name in names if getattr(args, name)]
    for name in given:
        if name not in TAKES[args.action]:
            args.parser.error(
                "db %s takes no %s" % (args.action, "name" if name == "name" else "--" + name.replace("_", "-"))
            )
    if "name" in TAKES[args.action] and not args.name:
        args.parser.error("db %s needs a role" % args.action)
    if args.action in ("grant", "revoke") and not args.workspace:
        args.parser.error("db %s needs --workspace W, or --workspace '*' for all" % args.action)
    if (args.model or args.embed_url) and not args.embedder:
        args.parser.error("--model and --embed-url belong to an --embedder")
    if args.days is not None and not 0 <= args.days <= 36500:
        args.parser.error("--days takes a number from 0 to 36500")


def _workspace(args: argparse.Namespace) -> str | None:
    """The workspace as it may stand in a key; None for none."""
    if args.workspace in ("", "*"):
        return args.workspace if args.action in ("grant", "revoke") else None
    return str(extras.postgres("db.targets").checked(args.workspace, "--workspace"))


def _status(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    admin = extras.postgres("db.admin")
    value = admin.status(url)
    return value, admin.text(value)


def _migrate(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    """The tables; with --embedder also the model that vectors shall come from, which only the owner can choose."""
    connection, migrate = extras.postgres("db.connection"), extras.postgres("db.migrate")
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
    text = "".join("%s %s\n" % ("would apply" if args.dry_run else "applied", step) for step in steps)
    text += "" if steps else "the tables are of this version already\n"
    text += "the tables are spread over the cluster by workspace\n" if value["distributed"] else ""
    return value, text + ("model: %s\n" % value["model"] if value["model"] else "")


def _choose_model(args: argparse.Namespace, url: str, link: Any) -> str:
    model = extras.postgres("db.embedding_model")
    embedder = options.embedder(args, url)
    try:
        stored = model.read(link)
        if stored is None:
            stored = model.Model.of(embedder)
            with extras.postgres("db.connection").translated(url):
                model.set_model(link, stored)
        model.require_same(stored, embedder, url)
        return str(stored)
    finally:
        embedder.close()


def _grant(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    value = extras.postgres("db.access").grant(url, args.name, _workspace(args), write=args.write, dry_run=args.dry_run)
    done = "%s may %s %s\n" % (args.name, "read and write" if args.write else "read", _named(args.workspace))
    return value, _sql(value) if args.dry_run else done


def _revoke(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    value = extras.postgres("db.access").revoke(
        url, args.name, _workspace(args), write=args.write, dry_run=args.dry_run
    )
    done = "%s may no longer %s %s\n" % (args.name, "write" if args.write else "read or write", _named(args.workspace))
    return value, _sql(value) if args.dry_run else done


def _named(workspace: str) -> str:
    return "all workspaces" if workspace == "*" else "workspace %s" % colour(workspace, "bold")


def _sql(value: dict[str, Any]) -> str:
    return "".join("%s;\n" % statement for statement in value["sql"])


def _reindex(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    from .progress import counter

    with counter() as progress:
        done = extras.postgres("db.upkeep").reindex(url, concurrently=not args.blocking, progress=progress)
    lines = [
        "%-32s %8s -> %8s  %6.1f s" % (i["index"], _size(i["before"]), _size(i["after"]), i["seconds"]) for i in done
    ]
    return {"indexes": done}, "".join(line + "\n" for line in lines)


def _vacuum_old(args: argparse.Namespace, url: str) -> tuple[dict[str, Any], str]:
    from .progress import counter

    days = DAYS if args.days is None else args.days
    with counter() as progress:
        value = extras.postgres("db.upkeep").vacuum_old(
            url,
            _workspace(args),
            older_than_days=days,
            events=args.events,
            answers=args.answers,
            all_projects=args.all_projects,
            dry_run=args.dry_run,
            progress=progress,
        )
    parts = ", ".join("%d of %s" % (count, table) for table, count in value["deleted"].items())
    lines = [
        "%s: %s, unchanged since %s"
        % ("would take out" if args.dry_run else "took out", parts or "nothing", value["before"])
    ]
    if args.dry_run:
        lines += ["  %(workspace)s %(project)s %(path)s (%(status)s)" % entry for entry in value["records"][:20]]
        lines += ["  ..."] if len(value["records"]) > 20 else []
    if value["kept"]:
        lines.append(
            "kept: %d whose projects are still ingested; `memories index gc` takes their files out, and the next ingest the records"
            % value["kept"]
        )
    if not value["vacuumed"] and not args.dry_run:
        lines.append("not vacuumed: only the tables' owner may; autovacuum will see to it")
    return value, "\n".join(lines) + "\n"


def _size(count: int) -> str:
    return str(extras.postgres("db.admin").readable_bytes(count))
