"""A hit as JSON, for the command line and the MCP server alike."""

from __future__ import annotations

from ..core import environment, holds
from ..core.clock import format_time
from ..core.instructions import spoken, spoken_title
from ..store import fields, kinds, witnesses
from ..store.reader import read_record
from .render import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Hit, Memory

ANSWERED = fields.names("answered")
SNIPPET = 150  # characters


def as_json(hit: Hit) -> dict[str, Any]:
    """One of the `results` of `memories search --format json`."""
    memory = hit.memory
    project, branch = project_of(hit), kinds.branch_of(hit.store)
    now = witnesses.now(hit.store, memory)
    return {
        "id": memory.id,
        "title": spoken_title(memory.title),
        "category": memory.category,
        "path": shown_path(hit),
        "tags": [spoken(tag, 80) for tag in memory.tags],
        "score": round(hit.score, 4),
        "status": holds.status(memory, environment.now()),
        "updated_at": format_time(memory.updated)
        if memory.updated is not None
        else None,
        "confidence": memory.confidence,
        "snippet": snippet(hit),
        **({"project": project} if project else {}),
        **{name: memory.carried[name] for name in ANSWERED if name in memory.carried},
        **({"branch": branch} if branch else {}),
        **({"now": now} if now else {}),
    }


def project_of(hit: Hit) -> str:
    """`workspace/project` of a team record, from the database or from a copy; "" for all others."""
    return kinds.project_of(hit.store, hit.memory.path)


def whole(hit: Hit, *, text: bool = True) -> Memory | None:
    """The memory with what an index leaves out: its body, the severity; None where its file is gone or invalid.

    text  False: of a document without its text, which takes long to read
    """
    memory = hit.memory
    return (
        read_record(hit.store.root, memory.path, memory.kind, whole=text)[0]
        if hit.store.kind.files
        else memory
    )


def snippet(hit: Hit) -> str:
    """The start of the record's body, one line."""
    memory = whole(hit, text=False)
    return spoken(memory.body[: SNIPPET * 4], SNIPPET) if memory else ""
