"""The values of a brief: what it was made from and what it says."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Memory, Store


SECTIONS = {
    "stopped": ("Where work stopped", ""),
    "rules": (
        "Rules in force",
        'Rules in force (NAME: title, then "the rule in its own words"):',
    ),
    "work": ("About the work at hand", "On the files and the branch being worked on:"),
    "catalogue": (
        "All other memories",
        'Memories of this project (NAME: title [state], then "what it says"):',
    ),
    "documents": (
        "Documents of the repository",
        "Documents of this repository (FOLDER/NAME*: title [state]):",
    ),
    "elsewhere": (
        "From other stores",
        "Not in this project, but yours, your team's, shared or another worktree's:",
    ),
    "imported": ("Imported notes", "Imported from other notes:"),
}
"""{name: (title for people, heading in the brief)}, in order; where room is short, the last go first."""
ORDER = {name: at for at, name in enumerate(SECTIONS)}
FIRST = ("constraint", "decision", "preference")
"""The kinds that say what to do: shown first, and quoted."""


class Entry(Value):
    """A memory of a brief. `reason` says why it is in its section, or why it was left out."""

    memory: Memory
    reason: str
    section: str
    store: Store


class Brief(Value):
    """What a session start hands over: `text` ("" for none), the entries shown, in order, and those left out.

    lines  {path: its line} of the entries
    whole  whether nothing was left out, and all memories had been read
    kept   what the next brief need not work out again, see rows.Lines; {} where nothing of it is new
    """

    entries: tuple[Entry, ...]
    text: str
    left_out: tuple[Entry, ...] = ()
    lines: dict[str, str] = {}
    whole: bool = True
    kept: dict[str, Any] = {}
