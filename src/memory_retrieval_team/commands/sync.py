"""`memories sync`: mirrors the team's records in the user's cache, for use without a server."""

from __future__ import annotations

import time

from memory_retrieval import extras
from memory_retrieval.cli import options
from memory_retrieval.cli.options import project_store
from memory_retrieval.cli.output import colour, note, print_json, write
from memory_retrieval.core import clock, environment
from memory_retrieval.core.errors import DatabaseError, IndexUnavailable, MemoryRetrievalError
from memory_retrieval.store import kinds, mirrors

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from typing import Any

    from memory_retrieval.core.model import Store

    from ..sync.mirror import MirrorReport

HELP = (
    "Mirror a workspace of a team database into your cache, so that this project's hook and commands find "
    "the team's memories offline. They are marked #scope:team, rank below the project's own, and are never "
    "written into the repository. Only changes are transferred."
)
EXAMPLES = (
    "memories sync --db-url postgresql://db.example/memories --workspace payments",
    "memories sync",
    "memories sync --remove",
)
INDEX_SECONDS = 60.0  # for the search index after a run; what is left, prompts do bit by bit


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace",
        action="append",
        default=[],
        metavar="W",
        help="the workspace to mirror; repeatable (default: those already mirrored)",
    )
    parser.add_argument(
        "--project",
        default="",
        metavar="NAME",
        help="this project's name in the database; its own records are left out",
    )
    parser.add_argument(
        "--remove", action="store_true", help="stop searching the workspace (default: all) and remove its mirror"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be done without doing it")


def run(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    if not mirrors.base():
        raise MemoryRetrievalError("no home folder: set XDG_CACHE_HOME to keep mirrors")
    link = mirrors.read_link(store.root) or {"project": "", "mirrors": []}
    if args.remove:
        return _remove(args, store, link)
    with extras.Packages("team"):
        from ..db import names
        from ..sync import mirror, mirror_files
    project = names.checked(args.project or link["project"] or names.default_project(store.root), "--project")
    outcomes = []
    for url, workspace in _asked(args, link):
        names.checked(workspace, "--workspace")
        name = mirror.name(url, workspace, project)
        old = [
            m for m in link["mirrors"] if m.get("workspace") == workspace
        ]  # maybe under another address or name of the project
        outcomes.append(_mirror(url, workspace, project, old, args.dry_run))
        if args.dry_run:
            continue
        listed = [m for m in link["mirrors"] if m not in old]
        listed.append({"name": name, "workspace": workspace, "address": mirror.address(url)})
        mirror_files.link(store.root, project, listed, [m["name"] for m in old if m["name"] != name])
        link = {"project": project, "mirrors": listed}
        _index(store, name)
    return _report(outcomes, args)


def _asked(args: argparse.Namespace, link: dict[str, Any]) -> list[tuple[str, str]]:
    """(address, workspace) of the mirrors to update: the given ones, else those of this project."""
    given = args.db_url or environment.get("MEMORIES_DB_URL")
    if args.workspace:
        return [(_address(args, link), workspace) for workspace in dict.fromkeys(args.workspace)]
    known = [(given or m.get("address") or "", m.get("workspace") or "") for m in link["mirrors"]]
    if not known:
        raise MemoryRetrievalError(
            "--workspace: missing; name the workspace of the team database that this project should search"
        )
    return known


def _address(args: argparse.Namespace, link: dict[str, Any]) -> str:
    """The given address, else the only one that this project has mirrors of."""
    known = {m.get("address") or "" for m in link["mirrors"]}
    given = args.db_url or environment.get("MEMORIES_DB_URL")
    return str(known.pop()) if not given and len(known) == 1 else str(options.db_url(args))


def _mirror(url: str, workspace: str, project: str, old: list[dict[str, Any]], dry_run: bool) -> MirrorReport:
    """One run; if the database cannot be read, the error names the existing mirror."""
    from memory_retrieval.cli.output import Counter

    from ..sync import mirror

    try:
        with Counter() as progress:
            return mirror.mirror(url, workspace, project, progress=progress, dry_run=dry_run)
    except DatabaseError as error:
        when = clock.parse_time(mirrors.about(mirrors.mirror_path(old[0]["name"])).get("synced_at")) if old else None
        if when is None:
            raise
        kept = f"the mirror of workspace {workspace} from {clock.format_time(when)} stays in use"
        raise DatabaseError(f"{error}; {kept}") from error


def _index(store: Store, name: str) -> None:
    """Updates the mirror's search index, so that no prompt has to."""
    from memory_retrieval.index.fts5 import Fts5Index

    for mirror in kinds.TEAM.stores([store.home]):
        if mirror.root.endswith(name):
            try:
                with Fts5Index(mirror) as index:
                    deadline = time.monotonic() + INDEX_SECONDS
                    if index.refresh(deadline, thorough=True).complete:
                        index.merge(deadline)
            except IndexUnavailable:
                return


def _remove(args: argparse.Namespace, store: Store, link: dict[str, Any]) -> int:
    """Removes mirrors from this project; needs no server."""
    gone = [m for m in link["mirrors"] if not args.workspace or m.get("workspace") in args.workspace]
    for workspace in args.workspace:
        if not any(m.get("workspace") == workspace for m in gone):
            raise MemoryRetrievalError(f"--workspace {workspace}: this project has no mirror of that workspace")
    if gone and not args.dry_run:
        kept = [m for m in link["mirrors"] if m not in gone]
        with extras.Packages("team"):
            from ..sync import mirror_files
        mirror_files.link(store.root, link["project"], kept, [m["name"] for m in gone])
    if args.format == "json":
        print_json({"removed": [m.get("workspace") for m in gone], "dry_run": args.dry_run})
        return 0
    for m in gone:
        write("{}: workspace {}\n".format("would be removed" if args.dry_run else "removed", m.get("workspace")))
    if not gone:
        write("this project has no mirror\n")
    return 0


def _report(outcomes: list[MirrorReport], args: argparse.Namespace) -> int:
    """Prints the counts of each workspace and the skipped records; returns 1 if there are any."""
    counts = ("mirrored", "updated", "deleted", "unchanged")
    values = []
    for outcome in outcomes:
        value = {name: getattr(outcome, name) for name in ("workspace", *counts)}
        value["problems"] = [problem.as_json() for problem in outcome.problems]
        values.append({**value, "path": outcome.path})
        for problem in outcome.problems:
            note(f"left out: {problem}")
    if args.format == "json":
        print_json(values[0] if len(values) == 1 else {"workspaces": values})
    for value in values if args.format != "json" else ():
        facts = ", ".join("%d %s" % (value[name], name) for name in counts[1:] if value[name])
        verb = "would be mirrored" if args.dry_run else "mirrored"
        name = colour(value["workspace"], "bold")
        write(
            "%d records of workspace %s %s: %s\n    %s\n"
            % (value["mirrored"], name, verb, facts or "nothing to do", value["path"])
        )
    return 1 if any(outcome.problems for outcome in outcomes) else 0
