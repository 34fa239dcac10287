"""Renders hits as the text for an agent: pointers, one line a memory, sanitised and escaped. Knows no host."""

from __future__ import annotations

import os

from ..core.sanitize import escape, one_line, plain_title
from ..store.layouts import DISPLAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import Hit
    from .patterns import Scored

MAX_TEXT = 1_990  # characters of a block, under the 2,000 of the contract
MAX_TAGS = 8
MAX_TAG = 40  # characters
ELSEWHERE = ("user", "team")  # scopes whose records are not in the project
CLOSE = "</memory-context>"


def render(hits: list[Hit]) -> tuple[str, list[Hit]]:
    """(block for the agent, the hits in it); "" without hits. The best hits are kept, as many as fit into MAX_TEXT."""
    lines, kept = [], []
    size = len(_open(hits)) + 1 + len(CLOSE)
    for hit in hits:
        line = render_line(hit)
        if size + len(line) + 1 > MAX_TEXT:
            break
        lines.append(line)
        kept.append(hit)
        size += len(line) + 1
    return ("\n".join([_open(hits)] + lines + [CLOSE]) if lines else ""), kept


def render_line(hit: Hit) -> str:
    """`- [DECISION] title -> path #tags:a,b`, with `#scope:user` or `#scope:team` for records not of the project."""
    memory = hit.memory
    line = "- [%s] %s -> %s" % (
        DISPLAY.get(memory.kind, "MEMORY"),
        escape(plain_title(memory.title)),
        escape(shown_path(hit)),
    )
    tags = [_tag(tag) for tag in memory.tags[:MAX_TAGS]]
    tags = [tag for tag in tags if tag and tag != "untagged"]
    if tags:
        line += " #tags:" + ",".join(tags)
    if hit.store.scope in ELSEWHERE:
        line += " #scope:" + hit.store.scope
    return line


def shown_path(hit: Hit | Scored) -> str:
    """Relative to the project; a memory of the user store, or copied from the team, by its absolute path."""
    return os.path.join(hit.store.root, hit.memory.path) if hit.store.scope in ELSEWHERE else hit.memory.path


def _open(hits: list[Hit]) -> str:
    source = ".claude/memory/"
    if hits and all(hit.store.scope == "project" for hit in hits):
        roots = {".memories/" if hit.memory.path.startswith(".memories/") else ".claude/memory/" for hit in hits}
        source = roots.pop() if len(roots) == 1 else source
    return '<memory-context source="%s">' % source


def _tag(tag: str) -> str:
    return escape(one_line(tag, MAX_TAG)).replace(" ", "-").replace(",", "-").replace("#", "")
