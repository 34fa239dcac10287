"""Where records come from: the repository and its commit, and whether a database may take its state over another."""

from __future__ import annotations

import os
import re
import uuid
from dataclasses import dataclass

from memory_retrieval.core import git
from memory_retrieval.core.errors import MemoryRetrievalError
from memory_retrieval.core.model import Store
from memory_retrieval.core.repository import first_line, metadata, repository_root
from memory_retrieval.store.lock import StoreLock
from memory_retrieval.store.writer import write_file

from ..db import access, names
from ..db.connection import Connection, connect, failure, translated
from . import write
from .report import Target

ID = "origin-id"  # file of a store whose repository has no origin
COMMIT = re.compile("[0-9a-f]{40,64}")
FORCE = "pass --force to ingest it all the same"


@dataclass(frozen=True)
class Source:
    """A repository: the folder of its project, its origin or else its store's ID, and the commit that is checked out
    ("" outside of git)."""

    root: str
    origin: str
    head: str

    @staticmethod
    def of(store: Store, *, dry_run: bool) -> Source:
        """Gives a store without an origin an ID, except in a dry run."""
        known = names.origin(store.root)
        if not known:
            memories, _ = store.folders[0]
            above = os.path.dirname(store.absolute(memories))
            known = _id(above, dry_run)
        words = ["rev-list", "--max-count=1", "HEAD"]
        return Source(
            store.root, known, git.run(store.root, words, names.PATIENCE).strip()
        )

    def not_after(self, head: str) -> str:
        """Why this state does not follow that of the commit `head`; "" if it does."""
        if not head or head == self.head:
            return ""
        counts = list[str]()
        if COMMIT.fullmatch(head):
            words = ["rev-list", "--count", "--left-right", f"{head}...HEAD"]
            counts = git.run(self.root, words, names.PATIENCE).split()
        if counts[:1] == ["0"]:
            return ""
        last = f"commit {head[:12]}, which was ingested last"
        folder = metadata(repository_root(self.root) or self.root)
        if os.path.exists(os.path.join(folder, "shallow")):
            return f"this clone is shallow, so its order to {last}, is unknown; fetch everything (fetch-depth: 0)"
        if not counts:
            return f"this clone does not have {last}; fetch and merge it"
        return f"this state is older than {last}, or has parted from it; merge it"


def resolve(connection: Connection, source: Source, target: Target) -> Target:
    """The names of a project, of which those not given ("") are found by its origin: it keeps what it was called."""
    known = names.default_project(source.root)
    found = [
        pair
        for pair in names.of_origin(connection, source.origin, names.short(known))
        if (target.workspace or pair[0], target.project or pair[1]) == pair
    ]
    if len(found) > 1:
        listed = ", ".join(sorted({workspace for workspace, _ in found}))
        raise MemoryRetrievalError(
            f"--workspace, --project: name one; it is in {listed}"
        )
    if found:
        return Target(*found[0])
    workspace = target.workspace or known
    project = target.project or known
    return Target(workspace, project)


def require_next(connection: Connection, source: Source, target: Target) -> None:
    """MemoryRetrievalError where the state does not follow that of the last run."""
    origin, head = _claimed(connection, target)
    wrong = source.not_after(head)
    if origin not in ("", source.origin):
        wrong = (
            f"it holds {origin}, but this is {source.origin}; choose another --project, or after a move run "
            f"`memories team migrate --adopt {origin} {source.origin}`"
        )
    if wrong:
        where = f"workspace {target.workspace}, project {target.project}"
        raise MemoryRetrievalError(f"{where}: {wrong}, or {FORCE}")


def claim(
    connection: Connection, source: Source, target: Target, *, force: bool
) -> None:
    """Stores origin and commit of the project before anything of it is sent, so that whoever comes later is told."""
    key = target.workspace, target.project
    write.open_workspace(connection, *key)
    with connection.transaction():
        write.lock_workspace(connection, target.workspace)
        if not force:
            require_next(connection, source, target)
        query = "UPDATE projects SET origin = %s, head = %s WHERE workspace = %s AND project = %s"
        connection.execute(query, (source.origin, source.head, *key))


def adopt(
    url: str, old: str, new: str, *, dry_run: bool = False
) -> list[tuple[str, str]]:
    """Gives the projects of one origin, or of a name from before there were origins, another; returns their (workspace,
    project). DatabaseError where there are none, or `new` has its own, and for all but the owner."""
    with connect(url) as connection, translated(url):
        access.require_owner(connection, url)
        with connection.transaction(force_rollback=dry_run):
            moved = names.of_origin(connection, old, old)
            if not moved or names.of_origin(connection, new, ""):
                raise failure(
                    url, f"has no project of {old}, or has one of {new} already"
                )
            for pair in moved:
                query = "UPDATE projects SET origin = %s WHERE workspace = %s AND project = %s"
                connection.execute(query, (new, *pair))
    return moved


def hold(connection: Connection, source: Source, target: Target) -> None:
    """Locks the workspace until the end of the transaction; MemoryRetrievalError if another state was claimed."""
    write.lock_workspace(connection, target.workspace)
    if _claimed(connection, target) != (source.origin, source.head):
        raise MemoryRetrievalError(
            f"project {target.project}: another state of it was ingested meanwhile; run this again"
        )


def _claimed(connection: Connection, target: Target) -> tuple[str, str]:
    """The origin and the commit of the last run; ("", "") for a new project."""
    query = "SELECT origin, head FROM projects WHERE workspace = %s AND project = %s"
    row = connection.execute(query, (target.workspace, target.project)).fetchone()
    return row or ("", "")


def _id(base: str, dry_run: bool) -> str:
    path = os.path.join(base, ID)
    known = first_line(path)
    if known or dry_run:
        return known or uuid.uuid4().hex
    with StoreLock(base, names.PATIENCE):
        known = first_line(path) or uuid.uuid4().hex
        write_file(path, f"{known}\n".encode())
    return known
