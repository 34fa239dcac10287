"""`memories sync`: mirrors the team's records in the user's cache, for use without a server."""

from __future__ import annotations

import os
import time

from memory_retrieval.cli import options
from memory_retrieval.cli.options import project_store
from memory_retrieval.cli.output import Counter, answer, colour, note
from memory_retrieval.core import clock, environment, jsontext
from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import (
    DatabaseError,
    IndexUnavailable,
    MemoryRetrievalError,
)
from memory_retrieval.core.files import write_private
from memory_retrieval.store import kinds, mirrors
from memory_retrieval.upkeep import proposals

from ..db import names
from ..sync import links, mirror, team_server
from ..sync.team_server import TeamServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

    from memory_retrieval.core.model import JsonObject, Store

    from ..sync.mirror import MirrorReport


HELP = (
    "Mirror a workspace of the team's server or database into your cache, so that this project's hook and commands find "
    "the team's memories offline. They are marked #scope:team, rank below the project's own, and are never "
    "written into the repository. Only changes are transferred."
)
EXAMPLES = (
    "memories sync --server https://memories.example",
    "memories sync --db-url postgresql://db.example/memories --workspace payments",
    "memories sync",
    "memories sync --remove",
)
FEW = 10  # workspaces that are mirrored without being named
CHANGES = ("updated", "deleted", "unchanged")
INDEX_SECONDS = (
    60.0  # for the search index after a run; what is left, prompts do bit by bit
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    options.value(
        parser, "--server URL", "the team's server; it asks for your token once"
    )
    options.add_db_url(parser, needed=True)
    parser.add_argument(
        "--workspace",
        action="append",
        default=[],
        metavar="W",
        help="the workspace to mirror; repeatable (default: those already mirrored, else those of your token)",
    )
    options.value(
        parser,
        "--project NAME",
        "this project's name in the database; its own memories are left out",
    )
    options.flag(
        parser,
        "--remove",
        "stop searching the workspace (default: all) and remove its mirror",
    )
    options.add_dry_run(parser)


def run(args: argparse.Namespace) -> int:
    store = project_store(args.root)
    if not mirrors.base():
        raise MemoryRetrievalError("no home folder: set XDG_CACHE_HOME to keep mirrors")
    link = mirrors.read_link(store.root) or {"project": "", "mirrors": []}
    if args.remove:
        return _remove(args, store, link)
    known = args.project or link["project"] or names.default_project(store.root)
    project = names.checked(known, "--project")
    outcomes = []
    for url, workspace in _asked(args, link, project):
        names.checked(workspace, "--workspace")
        # maybe under another address or name of the project
        old = [
            entry for entry in link["mirrors"] if entry.get("workspace") == workspace
        ]
        outcome = _mirror(url, workspace, project, old, args.dry_run)
        outcomes.append(outcome)
        if args.dry_run:
            continue
        name = os.path.basename(outcome.path)
        address = outcome.address
        kept = [entry for entry in link["mirrors"] if entry not in old]
        entry = {"name": name, "workspace": workspace, "address": address}
        link = {"project": project, "mirrors": [*kept, entry]}
        renamed = [entry["name"] for entry in old if entry["name"] != name]
        links.link(store.root, project, link["mirrors"], renamed)
        _index(store, name)
        if mirrors.is_server(address):
            _bring_proposals(store, outcome)
    return _report(outcomes, args)


def _bring_proposals(store: Store, outcome: MirrorReport) -> None:
    given = outcome.address, outcome.proposals, store.root
    count = proposals.bring_proposals(*given)
    if count:
        said = counted(count, "proposal waits", "proposals wait")
        note(f"{said} for review; `memories review list` shows them")


def _server(args: argparse.Namespace, project: str) -> TeamServer:
    """The server of --server; asks a person for the token that it wants."""
    address = team_server.normalized(args.server)
    try:
        return TeamServer(address, project)
    except team_server.UnknownToken:
        if not options.by_user() or environment.get(team_server.VARIABLE):
            raise
        from getpass import getpass

        token = getpass(f"token for {address}: ").strip()
        text = jsontext.dumps({**proposals.kept_tokens(), address: token})
        write_private(proposals.token_file(), text.encode("ascii"))
        return TeamServer(address, project)


def _asked(
    args: argparse.Namespace, link: JsonObject, project: str
) -> list[tuple[str, str]]:
    """(address, workspace) of the mirrors to update: the given ones, else those of this project or of the token."""
    if args.server:
        server = _server(args, project)
        return [(server.address, name) for name in args.workspace or _few(server)]
    given = args.db_url or environment.get("MEMORIES_DB_URL")
    known = [
        (entry.get("address") or "", entry.get("workspace") or "")
        for entry in link["mirrors"]
    ]
    if args.workspace:
        addresses = {address for address, _ in known}
        only = addresses.pop() if len(addresses) == 1 and not given else ""
        url = only or str(options.db_url(args))
        return [(url, workspace) for workspace in dict.fromkeys(args.workspace)]
    if not known:
        raise MemoryRetrievalError(
            "--workspace: missing; name the workspace of the team database that this project should search"
        )
    return [(_unless_server(address, given), name) for address, name in known]


def _unless_server(address: str, given: str) -> str:
    """The given database in the place of another; a server stays."""
    return address if mirrors.is_server(address) else given or address


def _few(server: TeamServer) -> list[str]:
    """The workspaces of the token, if nobody has to choose."""
    names = server.workspaces
    if 1 <= len(names) <= FEW:
        return names
    shown = ", ".join(names[:FEW]) or "none"
    raise MemoryRetrievalError(
        f"--workspace: missing; name those that this project should search. Your token may read: {shown}"
    )


def _mirror(
    url: str, workspace: str, project: str, old: list[JsonObject], dry_run: bool
) -> MirrorReport:
    """One run; if the database cannot be read, the error names the existing mirror."""
    try:
        with Counter() as progress:
            return mirror.mirror(
                url, workspace, project, progress=progress, dry_run=dry_run
            )
    except DatabaseError as error:
        if not old:
            raise
        about = mirrors.about(mirrors.mirror_path(old[0]["name"]))
        when = clock.parse_time(about.get("synced_at"))
        if when is None:
            raise
        shown = clock.format_time(when)
        kept = f"the mirror of workspace {workspace} from {shown} stays in use"
        raise DatabaseError(f"{error}; {kept}") from error


def _index(store: Store, name: str) -> None:
    """Updates the mirror's search index, so that no prompt has to."""
    from memory_retrieval.index.fts5 import Fts5Index

    for team in kinds.TEAM.stores([store.home]):
        if not team.root.endswith(name):
            continue
        try:
            with Fts5Index(team) as index:
                deadline = time.monotonic() + INDEX_SECONDS
                if index.refresh(deadline, thorough=True).complete:
                    index.merge(deadline)
        except IndexUnavailable:
            return


def _remove(args: argparse.Namespace, store: Store, link: JsonObject) -> int:
    """Removes mirrors from this project; needs no server."""
    gone = link["mirrors"]
    if args.workspace:
        gone = [entry for entry in gone if entry.get("workspace") in args.workspace]
    removed = [entry.get("workspace") for entry in gone]
    for workspace in args.workspace:
        if workspace not in removed:
            raise MemoryRetrievalError(
                f"--workspace {workspace}: this project has no mirror of that workspace"
            )
    if gone and not args.dry_run:
        kept = [entry for entry in link["mirrors"] if entry not in gone]
        links.link(store.root, link["project"], kept, [entry["name"] for entry in gone])
    done = "would be removed" if args.dry_run else "removed"
    lines = [f"{done}: workspace {workspace}\n" for workspace in removed]
    text = "".join(lines) or "this project has no mirror\n"
    return answer(
        args.format, {"removed": removed, "dry_run": args.dry_run}, lambda _: text
    )


def _report(outcomes: list[MirrorReport], args: argparse.Namespace) -> int:
    """Prints the counts of each workspace and the skipped records; returns 1 if there are any."""
    values = []
    for outcome in outcomes:
        value = {
            name: getattr(outcome, name) for name in ("workspace", "mirrored", *CHANGES)
        }
        value["problems"] = [problem.as_json() for problem in outcome.problems]
        values.append({**value, "path": outcome.path})
        for problem in outcome.problems:
            note(f"left out: {problem}")
    verb = "would be mirrored" if args.dry_run else "mirrored"
    answer(
        args.format,
        values[0] if len(values) == 1 else {"workspaces": values},
        lambda _: "".join([_line(value, verb) for value in values]),
    )
    return 1 if any(outcome.problems for outcome in outcomes) else 0


def _line(value: JsonObject, verb: str) -> str:
    facts = (
        ", ".join([f"{value[name]} {name}" for name in CHANGES if value[name]])
        or "nothing to do"
    )
    name = colour(value["workspace"], "bold")
    return f"{value['mirrored']} memories of workspace {name} {verb}: {facts}\n    {value['path']}\n"
