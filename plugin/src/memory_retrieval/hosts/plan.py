"""What sets a host up, as values, and the words that plans share. Nothing here reads or writes a file."""

from __future__ import annotations

import os
import sys

from ..core import environment, programs
from ..core.errors import ConfigError
from ..core.model import JsonObject, Value
from ..core.paths import PLUGIN_FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from . import Host

PLUGIN, MARKET = "memory", "memory-retrieval"
KEY = f"{PLUGIN}@{MARKET}"
KEEP = "keep"  # what a host remembers itself stays as it is
LAUNCHER = os.path.join(PLUGIN_FOLDER, "hooks", "launch.sh")
UNTRIED = "Not tested with the real client."


class File(Value):
    """A file that is all ours: `text`, or the text of the plugin's file `part`. Altered ones survive an undo."""

    path: str
    part: str = ""
    text: str = ""


class Setting(Value):
    """The part of a JSON settings file that is ours: objects with our members, arrays with our items.

    path   absolute, or relative to the project
    asked  made only because the user asked for it
    """

    path: str
    part: JsonObject
    asked: bool = False


class Command(Value):
    """A command of the host, which edits the file at `path`: `argv` sets up, `undo` reverts it.

    sign  tells that it has run: a path of keys in a JSON file that has a value there, or a text in another file
    """

    argv: list[str]
    undo: list[str]
    path: str
    sign: tuple[str, ...] | str


class Choice(Value):
    """What a user may do with a host's own memory: the setting for it, and what is said to them."""

    notes: tuple[str, ...] = ()
    setting: Setting | None = None


class Plan(Value):
    """Everything a host needs. `by_hand` settings are shown and never written; `notes` are for the person.

    host    its name, put in by setup/apply.py
    copied  the host starts the copy of the plugin; where `commands` are given, unless it was set up with another folder
    renew   commands that have it look again after the copy was replaced
    own_memory  the choices about a memory that the host has itself, by name
    """

    host: str = ""
    copied: bool = False
    renew: tuple[list[str], ...] = ()
    files: tuple[File, ...] = ()
    settings: tuple[Setting, ...] = ()
    by_hand: tuple[Setting, ...] = ()
    commands: tuple[Command, ...] = ()
    notes: tuple[str, ...] = ()
    own_memory: dict[str, Choice] = {}


def home() -> str:
    if not environment.home():
        raise ConfigError("no home folder; set HOME")
    return environment.home()


def host_folder(variable: str, name: str) -> str:
    """Where a host keeps its settings; a folder in a project is the repository's, so it is not believed."""
    folder = environment.get(variable)
    own = os.path.isabs(folder) and not programs.is_foreign(folder)
    return folder if own else os.path.join(home(), name)


def file_of(variable: str, name: str, file: str) -> str:
    """A file in that folder."""
    return os.path.join(host_folder(variable, name), file)


def server(*, brief: bool = True) -> JsonObject:
    """How a host starts the MCP server from here: through the launcher, else by the installed command."""
    words = ["mcp"] if brief else ["mcp", "--no-brief"]
    if os.name != "nt" and os.path.exists(LAUNCHER):
        return {"command": "sh", "args": [LAUNCHER, *words]}
    script = os.path.join(PLUGIN_FOLDER, "bin", "memories")
    if os.path.exists(script):
        return {"command": sys.executable, "args": ["-I", "-S", script, *words]}
    installed = programs.find("memories")
    if not installed:
        raise ConfigError(
            "the command `memories` is not on the PATH; install the package, or run this from its folder"
        )
    return {"command": installed, "args": words}


def copied_launcher(plugin: str) -> str:
    return os.path.join(plugin, "hooks", "launch.sh")


def hooks_of(
    host: Host, rows: dict[str, str], launcher: str, shape: Callable[[str], Any]
) -> dict[str, list[JsonObject]]:
    """{the host's own event: hooks}, for what the launcher is given, our event first, and the tools that it is for.

    shape  makes an entry of a command
    """
    found: dict[str, list[JsonObject]] = {}
    for words, tools in rows.items():
        event = host.events[words.split()[0]]
        entry = shape(f'sh "{launcher}" {words} --host {host.name} ; exit 0')
        found.setdefault(event, []).append(
            {"matcher": tools, **entry} if tools else entry
        )
    return found


def copied_server(plugin: str, *words: str) -> list[str]:
    """The command that starts the MCP server from the plugin's copy."""
    if os.name == "nt":
        return [
            sys.executable,
            "-I",
            "-S",
            os.path.join(plugin, "bin", "memories"),
            *words,
        ]
    return ["sh", copied_launcher(plugin), *words]


def at(value: Any, *keys: str) -> Any:
    """The value at a path of keys; {} where there is none."""
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return {} if value is None else value


def is_gone(folder: Any) -> bool:
    """Whether a setting names a folder that is not there; nothing relative is believed."""
    return (
        isinstance(folder, str) and os.path.isabs(folder) and not os.path.isdir(folder)
    )
