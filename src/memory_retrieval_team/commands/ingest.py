"""`memories ingest`: copies the project's records into a team database."""

from __future__ import annotations

import contextlib
import sys
import time

from memory_retrieval import extras
from memory_retrieval.cli import options
from memory_retrieval.cli.options import project_store
from memory_retrieval.cli.output import Counter, colour, note, print_json, write
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.sanitize import one_line

from . import embedder_options

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from ..embedders.base import Embedder
    from ..ingest.report import IngestReport

COUNTS = ("scanned", "created", "updated", "unchanged", "deleted", "embedded")
LONGEST = 86_400  # seconds between two runs of --watch
HELP = (
    "Copy this project's memories and patterns into a team database. Only changes are sent, and deleted "
    "memories are removed. Run it as often as you like: by hand, from a timer or in CI, even several times "
    "at once."
)
EXAMPLES = (
    "memories ingest --db-url postgresql://db.example/memories",
    "memories ingest --db-url embedded --workspace payments --dry-run",
    "memories ingest --db-url postgresql://db.example/memories --watch 30",
    "memories ingest --db-url postgresql://db.example/memories --re-embed --embedder onnx --model ~/models/minilm",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace",
        metavar="W",
        help="the workspace to copy into; access is granted per workspace (default: the project's)",
    )
    parser.add_argument(
        "--project",
        metavar="NAME",
        help="the project's name (default: what it was called before, else its git origin, else its folder)",
    )
    embedder_options.add_embedder(parser)
    options.flag(
        parser, "--re-embed", "recompute all vectors in the database with this embedder"
    )
    options.flag(
        parser,
        "--force",
        "ingest an older state or another repository's, or one that deletes more than a tenth",
    )
    parser.add_argument(
        "--watch",
        type=float,
        metavar="SECONDS",
        help="keep running and check for changes this often",
    )
    options.add_dry_run(parser)


def run(args: argparse.Namespace) -> int:
    url = embedder_options.db_url(args)
    if args.watch is not None and not 1 <= args.watch <= LONGEST:
        args.parser.error(f"--watch must be from 1 to {LONGEST} seconds")
    with contextlib.closing(embedder_options.embedder(args, url)) as embedder:
        if args.watch is None:
            return _report(_once(args, url, embedder), args)
        return _watch(args, url, embedder)


def _once(args: argparse.Namespace, url: str, embedder: Embedder) -> IngestReport:
    with extras.Packages("team"):
        from ..db import names
        from ..ingest.report import Target
        from ..ingest.run import ingest
    store = project_store(args.root)
    given = []
    for option in ("workspace", "project"):
        name = getattr(args, option)
        given.append("" if name is None else names.checked(name, f"--{option}"))
    target = Target(*given)
    with Counter() as progress:
        return ingest(
            url,
            store,
            target,
            embedder,
            progress=progress,
            dry_run=args.dry_run,
            re_embed=args.re_embed,
            force=args.force,
        )


def _watch(args: argparse.Namespace, url: str, embedder: Embedder) -> int:
    """Repeats the ingest until interrupted. After an error, which may pass, it continues; a repeated one is not
    reported again."""
    reported, first = "", True
    while True:
        try:
            outcome = _once(args, url, embedder)
            if (
                reported
                or outcome.created
                or outcome.updated
                or outcome.deleted
                or first
            ):
                _report(outcome, args)
                sys.stdout.flush()
            reported, first, args.re_embed = "", False, False
        except MemoryRetrievalError as error:
            if str(error) != reported:
                note(f"{error} (trying again every {args.watch:g} s)")
            reported = str(error)
        time.sleep(args.watch)


def _report(outcome: IngestReport, args: argparse.Namespace) -> int:
    """Prints the counts and the skipped files; returns 1 if there are any."""
    counts = {name: getattr(outcome, name) for name in COUNTS}
    if args.format == "json":
        value = {"workspace": outcome.workspace, "project": outcome.project, **counts}
        value["problems"] = [problem.as_json() for problem in outcome.problems]
        print_json(
            {**value, "seconds": round(outcome.seconds, 3), "dry_run": args.dry_run}
        )
    else:
        for line in outcome.notes:
            note(line)
        scanned = counts.pop("scanned")
        records = "1 memory" if scanned == 1 else f"{scanned} memories"
        where = colour("would be", "yellow") + " in" if args.dry_run else "in"
        workspace = colour(outcome.workspace, "bold")
        project = colour(outcome.project, "bold")
        facts = (
            ", ".join([f"{count} {name}" for name, count in counts.items() if count])
            or "nothing to do"
        )
        write(
            f"{records} {where} workspace {workspace}, project {project}: {facts} ({outcome.seconds:.1f} s)\n"
        )
    for problem in outcome.problems:
        said = one_line(str(problem), 600)
        note(f"left out: {said}")
    return 1 if outcome.problems else 0
