"""Which kind of source is at a path; for prose, why it is not imported and what to do instead."""

from __future__ import annotations

import os
import re

from ..core import environment, globs
from ..core.errors import StoreError
from ..core.model import Value
from ..documents.inventory import propose
from ..hosts import read_by_hosts
from . import files
from .sessions import projects_below

HEAD = 4_096  # bytes of a file that is looked at
PROSE = (".md", ".mdc", ".markdown", ".txt")
READS = "your agent's host reads it at each start, so nothing of it is imported"
DOCUMENTS = "documents are read in place; `memories init` says which, and names them in memory-config.json"
ASK = (
    'what is worth keeping in prose is for your agent to judge; tell it: "Read %s, and save with `memories save` each '
    'rule, decision or procedure that later sessions need, with its reason"'
)


class Source(Value):
    """Something to import.

    kind  as `memories import KIND` has it
    path  relative to the project where it is inside
    """

    kind: str
    path: str


def auto_memory(root: str) -> list[Source]:
    """Claude Code's own notes on a project, which are in the user's home; [] where there are none.

    Its folder has the project's path with `-` for other characters, which another project may share: then [] too.
    """
    home = environment.home()
    name = re.sub(r"[^A-Za-z0-9]", "-", os.path.realpath(root))
    path = (
        files.typed(os.path.join(home, ".claude", "projects", name, "memory"))
        if home
        else ""
    )
    there = path and [n for n in _names(path, ".md") if n != "MEMORY.md"]
    own = there and projects_below(os.path.dirname(path)) <= {os.path.realpath(root)}
    return [Source(kind="claude-memory", path=path)] if own else []


def sources_at(path: str) -> list[Source]:
    """What to import from a path that the user typed; its path has no links. StoreError when nothing is known there."""
    real = files.typed(path)
    if not os.path.exists(real):
        raise StoreError.at(path, "no such file or folder", "not-found")
    kind = _kind_of_folder(real) if os.path.isdir(real) else _kind_of_file(real)
    if kind:
        return [Source(kind=kind, path=real)]
    raise StoreError.at(path, _instead(path, real), "unknown-kind")


def _instead(path: str, real: str) -> str:
    """Why prose is not imported, and what to do."""
    names = [real] if os.path.isfile(real) else files.files_below(real, ".md")
    root = os.path.realpath(os.curdir)
    told = [os.path.relpath(name, root).replace(os.sep, "/") for name in names]
    if os.path.isfile(real) and any(
        globs.names(glob, told[0]) for glob in read_by_hosts()
    ):
        return READS
    if any(propose([name]) for name in told):
        return DOCUMENTS
    if names and (os.path.isdir(real) or real.endswith(PROSE)):
        return ASK % path
    return "holds nothing that is known; name the kind: `memories import KIND PATH`"


def _kind_of_folder(path: str) -> str:
    if "MEMORY.md" in _names(path, ".md"):
        return "claude-memory"
    return "transcripts" if _names(path, ".jsonl") else ""


def _kind_of_file(real: str) -> str:
    if not real.endswith(".jsonl"):
        return ""
    return (
        "jsonl"
        if '"category"' in files.read_head(real, HEAD).partition("\n")[0]
        else "transcripts"
    )


def _names(folder: str, ending: str) -> list[str]:
    """The names in a folder that end so; none where it is reached through a link."""
    try:
        return (
            sorted(n for n in os.listdir(folder) if n.endswith(ending))
            if files.is_plain(folder)
            else []
        )
    except OSError:
        return []
