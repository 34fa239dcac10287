"""What a project already has that can be imported, and which kind of source is at a path."""

from __future__ import annotations

import os
import re

from ..core import environment
from ..core.errors import StoreError
from ..core.model import Value
from . import files
from .adr import read_adr
from .documents import rule_files
from .sessions import projects_below

ADR_FOLDERS = (
    "docs/adr",
    "docs/adrs",
    "docs/decisions",
    "docs/architecture/decisions",
    "docs/architecture/adr",
    "doc/adr",
    "doc/architecture/decisions",
    "architecture/decisions",
    "adr",
    "adrs",
)
CURSOR = ".cursor/rules"
HEAD = 4_096  # bytes of a file that is looked at
LISTED = re.compile(r"^[ \t]*(?:[-*+]|\d{1,3}[.)])\s", re.M)


class Source(Value):
    """Something to import.

    kind  as `memories import KIND` has it
    path  relative to the project where it is inside
    """

    kind: str
    path: str


def sources(root: str) -> list[Source]:
    """What a project has that can be imported: rules for agents, rules of Cursor, decision records."""
    found = [Source(kind="agents-md", path=name) for name in rule_files(root)]
    if _names(os.path.join(root, CURSOR), ".mdc"):
        found.append(Source(kind="cursor", path=CURSOR))
    return found + [Source(kind="adr", path=name) for name in ADR_FOLDERS if _names(os.path.join(root, name), ".md")]


def auto_memory(root: str) -> list[Source]:
    """Claude Code's own notes on a project, which are in the user's home; [] where there are none.

    Its folder has the project's path with `-` for other characters, which another project may share: then [] too.
    """
    home = environment.home()
    name = re.sub(r"[^A-Za-z0-9]", "-", os.path.realpath(root))
    path = files.typed(os.path.join(home, ".claude", "projects", name, "memory")) if home else ""
    there = path and [n for n in _names(path, ".md") if n != "MEMORY.md"]
    own = there and projects_below(os.path.dirname(path)) <= {os.path.realpath(root)}
    return [Source(kind="claude-memory", path=path)] if own else []


def sources_at(path: str) -> list[Source]:
    """What to import from a path that the user typed: one source, or for the folder of a project all of its.

    The sources' paths have no links. StoreError when nothing there is known.
    """
    real = files.typed(path)
    if not os.path.exists(real):
        raise StoreError.at(path, "no such file or folder", "not-found")
    kind = _kind_of_folder(real) if os.path.isdir(real) else _kind_of_file(path, real)
    if kind:
        return [Source(kind=kind, path=real)]
    found = sources(real) if os.path.isdir(real) else []
    if found:
        return [source.replace(path=os.path.join(real, source.path)) for source in found]
    step = "holds nothing that is known; name the kind: `memories import KIND PATH`"
    raise StoreError.at(path, step, "unknown-kind")


def _kind_of_folder(path: str) -> str:
    names = _names(path, "")
    if any(name.endswith(".mdc") for name in names):
        return "cursor"
    if "MEMORY.md" in names:
        return "claude-memory"
    if any(name.endswith(".jsonl") for name in names):
        return "transcripts"
    if rule_files(path):
        return ""
    return "adr" if any(item.record for item in read_adr(path)) else ""


def _kind_of_file(path: str, real: str) -> str:
    """By the name that the user typed and the text of the file that it means."""
    name = os.path.basename(path)
    if name.endswith(".mdc"):
        return "cursor"
    head = files.read_head(real, HEAD)
    if name.endswith(".jsonl"):
        return "jsonl" if '"category"' in head.partition("\n")[0] else "transcripts"
    if name in (".cursorrules", ".windsurfrules") or os.path.dirname(path).endswith(".github"):
        return "agents-md"
    if not name.endswith(".md"):
        return ""
    if name in ("CLAUDE.md", "AGENTS.md", "GEMINI.md", "CLAUDE.local.md"):
        return "agents-md"
    if any(item.record for item in read_adr(real)):
        return "adr"
    return "agents-md" if len(LISTED.findall(head)) > 2 else "markdown"


def _names(folder: str, ending: str) -> list[str]:
    """The names in a folder that end so; none where it is reached through a link."""
    try:
        return sorted(n for n in os.listdir(folder) if n.endswith(ending)) if files.is_plain(folder) else []
    except OSError:
        return []
