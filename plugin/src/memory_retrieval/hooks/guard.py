"""The guard: refuses an agent's file tools that would write into a store, and names the command to use instead.

It decides by the paths in the payload; configuration is read only when one of them lies in a store.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.jsontext import dumps
from ..store.layouts import PATTERN_STORE, PROJECT_STORE
from ..store.settings import load_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..hosts import Host

WRITERS = frozenset(
    "write edit multiedit notebookedit apply_patch applypatch apply-patch write_file replace create_file edit_file "
    "insert_edit_into_file edit_notebook_file replace_string_in_file multi_replace_string_in_file "
    "str_replace_editor str_replace_based_edit_tool delete_file move_file".split()
)
"""Tools of all hosts that write the paths they are given, in lower case."""

PATCHERS = frozenset("bash shell exec_command local_shell run_shell_command run_in_terminal container.exec".split())
"""Tools that run a command, which may apply a patch."""

PATHS = tuple("file_path notebook_path path filePath absolute_path target_file filename source destination".split())
PATCH_LINES = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
MAX_TEXT = 4_194_304  # characters of a patch that are searched

REASON = (
    "%s lies in the memory store, which is written by commands only, so that records stay valid and nothing is lost. "
    "To store or change a memory call the MCP tool `save` of the server `memories`, or run `memories save` with the "
    "record as JSON on standard input (--update ID changes one, --store patterns --kind pattern for .memories/); to "
    "take one out of use `memories retire ID`. "
    "`memories save --help` shows more."
)


def decide(payload: dict[str, Any], host: Host) -> str:
    """What the host expects on standard output to refuse the call; "" to allow it."""
    cwd = payload.get("cwd") if isinstance(payload.get("cwd"), str) else ""
    home = os.path.realpath(environment.home()) if environment.home() else ""
    for path in targets(payload, host):
        store = store_of(path, cwd or os.curdir, home)
        if store is not None and _guarded(store):
            from ..core.sanitize import escape, one_line  # not at the top: nearly every call is allowed

            return dumps(host.refusal(REASON % escape(one_line(path, 400))))
    return ""


def call_of(payload: dict[str, Any], host: Host) -> tuple[str, Any]:
    """(the tool in lower case, one of an MCP server that writes files by its plain name; its arguments)."""
    tool = next((payload[key] for key in host.fields["tool"] if payload.get(key)), "")
    given = next((payload[key] for key in host.fields["arguments"] if key in payload), None)
    name = tool.lower() if isinstance(tool, str) else ""
    if name.startswith("mcp_"):
        name = next((known for known in WRITERS if name.endswith("_" + known)), name)
    return name, given


def command_of(tool: str, given: Any) -> str:
    """The command line of a shell tool, which may be a list of words; "" for another tool."""
    command = given.get("command", given.get("cmd")) if isinstance(given, dict) else given
    if isinstance(command, list):
        from ..core.shell import command_line

        command = command_line(*[word for word in command if isinstance(word, str)])
    return command if tool in PATCHERS and isinstance(command, str) else ""


def added_lines(patch: str, path: str) -> list[str]:
    """The lines that a patch adds to the file that it names `path`."""
    lines, inside = [], False
    for line in patch[:MAX_TEXT].splitlines():
        mark = next((mark for mark in PATCH_LINES if line.startswith(mark)), "")
        if mark:
            inside = line[len(mark) :].strip() == path
        elif inside and line.startswith("+"):
            lines.append(line[1:])
    return lines


def targets(payload: dict[str, Any], host: Host, more: frozenset[str] = frozenset()) -> list[str]:
    """The paths a tool call would write; those that the tools in `more` read, too."""
    name, given = call_of(payload, host)
    if not any(name in known for known in (WRITERS, host.writers, PATCHERS, more)):
        return []
    paths = []
    if name not in PATCHERS and isinstance(given, dict) and given.get("command") != "view":
        paths += [given[key] for key in PATHS if isinstance(given.get(key), str) and given[key]]
        edits = given.get("edits", given.get("replacements"))
        edits = [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else []
        paths += [edit[key] for edit in edits for key in PATHS if isinstance(edit.get(key), str) and edit[key]]
    lines = [line for text in texts(given) if "*** " in text for line in text[:MAX_TEXT].splitlines()]
    return paths + [line[len(mark) :].strip() for line in lines for mark in PATCH_LINES if line.startswith(mark)]


def store_of(path: str, cwd: str, home: str) -> str | None:
    """The store folder that `path` lies in, as written or with links resolved; None outside a store or when exempt."""
    absolute = os.path.normpath(os.path.join(cwd, os.path.expanduser(path)))
    stores = [_store(candidate, home) for candidate in dict.fromkeys((absolute, os.path.realpath(absolute)))]
    if any(store == "" for store in stores) and not any(stores):
        return None
    return next((store for store in stores if store), None)


def _store(path: str, home: str) -> str | None:
    """The store folder, "" for the one exempt file, None outside every store."""
    parts = path.replace("\\", "/").split("/")
    lower = [part.casefold() for part in parts]  # on macOS and Windows .Claude/Memory is the same folder
    for layout in (PROJECT_STORE, PATTERN_STORE):
        names = layout.split("/")
        for at in range(len(lower) - len(names) + 1):
            if lower[at : at + len(names)] != names:
                continue
            project = "/".join(parts[:at]) or "/"
            rest = lower[at + len(names) :]
            if not rest or os.path.realpath(project) == home:
                continue  # the folder itself is no file; a home folder is no project
            if layout == PROJECT_STORE and rest == [settings.PROJECT_FILE]:
                return ""
            return "/".join(parts[: at + len(names)])
    user = environment.data_dir()
    if user and (path + os.sep).startswith(os.path.realpath(user) + os.sep) and path.endswith(".json"):
        return user
    return None


def _guarded(store: str) -> bool:
    """Whether the configuration keeps the guard on for a store."""
    project = os.path.dirname(os.path.dirname(store)) if store.endswith("memory") else os.path.dirname(store)
    config = load_folder(os.path.join(project, *PROJECT_STORE.split("/")))
    return not environment.switched_off() and bool(config.get("save.guard_writes"))


def texts(value: Any) -> Iterator[str]:
    """Every text in the arguments of a call."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            for text in texts(item):
                yield text
