"""`memories db`: administers the team database."""

from __future__ import annotations

import sys

from memory_retrieval import extras
from memory_retrieval.cli import options
from memory_retrieval.cli.output import note, print_json, write

from . import embedder_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Maintain the team database: `status` shows its condition and what to do about it, `migrate` upgrades "
    "its tables to this version, `grant` and `revoke` control which role can read or write which "
    "workspace, `reindex` rebuilds the indexes, and `vacuum-old` removes records that were retired long "
    "ago."
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
"""{action: its options, by their names in the parsed arguments}."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("action", choices=tuple(TAKES), metavar="ACTION", help=", ".join(TAKES))
    parser.add_argument("name", nargs="?", default="", metavar="ROLE", help="grant, revoke: a role, or public")
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace",
        default="",
        metavar="W",
        help="grant, revoke: the workspace, or '*' for all; vacuum-old: only this workspace",
    )
    parser.add_argument(
        "--write", action="store_true", help="grant: allow writing as well as reading; revoke: take away only writing"
    )
    parser.add_argument(
        "--days", type=float, default=None, metavar="N", help="vacuum-old: days without a change (default: 365)"
    )
    parser.add_argument("--events", action="store_true", help="vacuum-old: also remove events of that age")
    parser.add_argument("--answers", action="store_true", help="vacuum-old: also remove models' answers of that age")
    parser.add_argument(
        "--all-projects",
        action="store_true",
        help="vacuum-old: also in projects that are still being ingested, where the next ingest may add them again",
    )
    parser.add_argument("--blocking", action="store_true", help="reindex: takes half the time, but blocks writes")
    parser.add_argument(
        "--distributed",
        action="store_true",
        help="migrate: also distribute the tables over a Citus cluster, by workspace",
    )
    embedder_options.add_embedder(parser)
    parser.add_argument("--dry-run", action="store_true", help="show what would be done without doing it")


def run(args: argparse.Namespace) -> int:
    _check(args)
    url = options.db_url(args)
    if args.db_url and embedder_options.shows_password(url):
        note(embedder_options.VISIBLE)
    with extras.Packages("team"):
        from .db_actions import ACTIONS
    value, text = ACTIONS[args.action](args, url)
    if args.format == "json":
        print_json(value)
    else:
        write(text)
    for line in value.get("notes", ()):
        note(line)
    sys.stdout.flush()
    return 0


def _check(args: argparse.Namespace) -> None:
    """Refuses options that the action would ignore."""
    given = [name for names in TAKES.values() for name in names if getattr(args, name)]
    for name in given:
        if name not in TAKES[args.action]:
            args.parser.error(
                "db %s does not take %s" % (args.action, "name" if name == "name" else "--" + name.replace("_", "-"))
            )
    if "name" in TAKES[args.action] and not args.name:
        args.parser.error("db %s needs a role" % args.action)
    if args.action in ("grant", "revoke") and not args.workspace:
        args.parser.error("db %s needs --workspace W, or --workspace '*' for all" % args.action)
    if (args.model or args.embed_url) and not args.embedder:
        args.parser.error("--model and --embed-url need --embedder")
    if args.days is not None and not 0 <= args.days <= 36500:
        args.parser.error("--days must be from 0 to 36500")
