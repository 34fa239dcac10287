"""What a repository has for an agent already: documents that are read in place, and files that hosts read."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from time import monotonic

from ..core import git, globs, jsontext, settings
from ..core.errors import StoreError
from ..core.files import write_private
from ..core.instructions import spoken, spoken_title
from ..core.model import JsonObject, Store
from ..core.repository import called
from ..documents.inventory import propose
from ..hosts import read_by_hosts
from ..index.fts5 import Fts5Index
from ..retrieve.pipeline import retrieve
from ..retrieve.trace import Request
from ..state.session import Session
from ..store import documents, kinds
from ..store.writer import write_file

SUBJECTS = ["log", "--no-merges", "--max-count=60", "--format=%s"]
IGNORED = "ls-files --others --ignored --exclude-standard --directory --".split()
SECONDS = 4.0  # for an example


def adopt(store: Store, path: str, *, alone: bool = False) -> dict[str, int]:
    """Has the documents of a repository read, unless a setting says which: {glob: how many it names}.

    path   the file of settings
    alone  it is the user's own, and gets a section for this repository
    """
    if not path:
        raise StoreError("no home folder; set XDG_CONFIG_HOME to keep your settings")
    tree = settings.read_json(path, [], links=alone)
    found = propose(documents.tracked(store.root))
    if not found or (tree is None and os.path.lexists(path)):
        return {}
    tree = part = {} if tree is None else tree
    if alone:
        given = tree.setdefault(settings.REPOSITORIES, {})
        known = settings.sections(tree, store.root)
        part = known[0] if known else given.setdefault(called(store.root)[-1], {})
    if settings.DOCUMENTS in part:
        return {}
    part[settings.DOCUMENTS] = list(found)
    text = jsontext.pretty(tree) + "\n"
    write = write_private if alone else write_file
    write(os.path.realpath(path), text.encode("utf-8"))
    return {glob: len(paths) for glob, paths in found.items()}


def survey(root: str, progress: Callable[[str, int, int], None]) -> JsonObject:
    """What a repository has: documents in use by category, those that are not understood, files that hosts read.

    progress  is called with each document's path, its number and how many there are
    """
    counts: Counter[str] = Counter()
    vague = []
    most = len(documents.in_use(root))
    for number, (path, memory, raw) in enumerate(documents.heads(root), 1):
        progress(path, number, most)
        counts.update([memory.category] if memory else [])
        vague += [] if raw.get("understood") else [path]
    tracked = documents.tracked(root)
    patterns = read_by_hosts()
    return {
        "documents": dict(counts),
        "vague": vague,
        "hosts_read": [
            path
            for path in tracked
            if any(globs.names(glob, path) for glob in patterns)
        ],
    }


def to_share(root: str) -> str:
    """What .gitignore needs, where git leaves out the project's store, so that nobody else gets it; else ""."""
    asked = [*IGNORED, ".claude"]
    said = (git.run_all(root, [asked], SECONDS)[0] or b"").split(b"\n")
    if b".claude/" in said:
        return "`.claude/*` and `!.claude/memory/`, not `.claude`"
    return "`!.claude/memory/`" if b".claude/memory/" in said else ""


def example(root: str) -> dict[str, str]:
    """{"prompt", "title", "path"}: a subject of a recent commit and the memory that it brings; {} without one."""
    until = monotonic() + SECONDS
    for store in kinds.DOCUMENTS.stores([root]):
        with Fts5Index(store) as index:
            index.refresh(until)
    session, best = Session(root, root=root), {}
    score = 0.0
    said = git.run_all(root, [SUBJECTS], 1.0)[0] or b""
    for subject in said.decode("utf-8", "replace").splitlines():
        if monotonic() > until:
            break
        hits = retrieve(session, Request(subject, mode="auto", deadline=until)).chosen
        if hits and hits[0].score > score:
            score, memory = hits[0].score, hits[0].memory
            best = {
                "prompt": spoken(subject, 100),
                "title": spoken_title(memory.title),
                "path": memory.path,
            }
    return best if best.get("prompt") else {}
