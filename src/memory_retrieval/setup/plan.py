"""What a host needs in order to use us, as values. Nothing here reads or writes a file."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class File(Value):
    """A file that is all ours. One that somebody altered stays when the set-up is taken back."""

    __slots__ = ("path", "text")
    if TYPE_CHECKING:
        path: str
        text: str


class Setting(Value):
    """The part of a JSON settings file that is ours: objects with our members, arrays with our items."""

    __slots__ = ("part", "path")
    if TYPE_CHECKING:
        path: str
        part: dict[str, Any]


class Command(Value):
    """A command of the host: `argv` sets up, `undo` takes back.

    It edits the file at `path`; `done(text of that file)` says whether it has run.
    """

    __slots__ = ("argv", "done", "path", "undo")
    if TYPE_CHECKING:
        argv: list[str]
        undo: list[str]
        path: str
        done: Callable[[str | None], bool]


class Plan(Value):
    """Everything a host needs. `by_hand` settings are shown and never written; `notes` are for the person.

    With `copied` the host starts the copy of the plugin (plugin.py). `renew` are the commands that have it look again
    after the copy was replaced.
    """

    __slots__ = ("by_hand", "commands", "copied", "files", "host", "notes", "renew", "settings")
    _defaults = {"files": (), "settings": (), "by_hand": (), "commands": (), "notes": (), "copied": False, "renew": ()}
    if TYPE_CHECKING:
        host: str
        copied: bool
        renew: tuple[list[str], ...]
        files: tuple[File, ...]
        settings: tuple[Setting, ...]
        by_hand: tuple[Setting, ...]
        commands: tuple[Command, ...]
        notes: tuple[str, ...]


class Changes(Value):
    """Commands as text, `files` as [{path, diff}], `snippets` as [{path, snippet}] to add or remove by hand.

    `folders` are copied whole, or removed.
    """

    __slots__ = ("commands", "files", "folders", "snippets")
    _defaults = {"folders": ()}
    if TYPE_CHECKING:
        folders: tuple[str, ...]
        commands: list[str]
        files: list[dict[str, str]]
        snippets: list[dict[str, str]]
