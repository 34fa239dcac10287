"""What a host needs in order to use us, as values. Nothing here reads or writes a file."""

from __future__ import annotations

from ..core.model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class File(Value):
    """A file that is all ours. One that somebody altered stays when the set-up is taken back."""

    path: str
    text: str


class Setting(Value):
    """The part of a JSON settings file that is ours: objects with our members, arrays with our items."""

    part: dict[str, Any]
    path: str


class Command(Value):
    """A command of the host: `argv` sets up, `undo` takes back.

    It edits the file at `path`; `done(text of that file)` says whether it has run.
    """

    argv: list[str]
    done: Callable[[str | None], bool]
    path: str
    undo: list[str]


class Plan(Value):
    """Everything a host needs. `by_hand` settings are shown and never written; `notes` are for the person.

    With `copied` the host starts the copy of the plugin (plugin.py). `renew` are the commands that have it look again
    after the copy was replaced.
    """

    host: str
    by_hand: tuple[Setting, ...] = ()
    commands: tuple[Command, ...] = ()
    copied: bool = False
    files: tuple[File, ...] = ()
    notes: tuple[str, ...] = ()
    renew: tuple[list[str], ...] = ()
    settings: tuple[Setting, ...] = ()


class Changes(Value):
    """Commands as text, `files` as [{path, diff}], `snippets` as [{path, snippet}] to add or remove by hand.

    `folders` are copied whole, or removed.
    """

    commands: list[str]
    files: list[dict[str, str]]
    snippets: list[dict[str, str]]
    folders: tuple[str, ...] = ()
