"""A tool call as a host tells a hook of it: what it runs, and the files that it names. Knows no store and no rule."""

from __future__ import annotations

from ..hosts import SHELLS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..hosts import Host

PATHS = tuple(
    "file_path notebook_path path filePath absolute_path target_file filename source destination".split()
)
PATCH_LINES = (
    "*** Add File: ",
    "*** Update File: ",
    "*** Delete File: ",
    "*** Move to: ",
)
MAX_TEXT = 4_194_304  # characters of a patch that are searched


class Call:
    """A call of a tool.

    tool     in lower case; one of an MCP server that writes files by its plain name
    given    its arguments, whatever they are
    command  the command line of a shell, which may be given as a list of words; "" for another tool
    """

    def __init__(self, raw: dict[str, Any], host: Host) -> None:
        tools = [raw[key] for key in host.fields["tool"] if raw.get(key)]
        arguments = [raw[key] for key in host.fields["arguments"] if key in raw]
        named, self.given = (tools or [""])[0], (arguments or [None])[0]
        self._writers = host.writers
        self.tool = (
            _plain(named.lower(), host.writers) if isinstance(named, str) else ""
        )
        self.command = _command(self.given) if self.tool in SHELLS else ""

    def writes(self) -> list[str]:
        """The paths that it would write: those it names, and those of a patch in any of its texts."""
        if self.tool in SHELLS:
            return self._patched()
        if self.tool not in self._writers:
            return []
        return self.names() + self._patched()

    def names(self) -> list[str]:
        """The paths in its arguments; none for a tool that is told to show a file."""
        if not isinstance(self.given, dict) or self.given.get("command") == "view":
            return []
        paths = []
        for given in [self.given, *edits_of(self.given, "edits", "replacements")]:
            paths += [given[key] for key in PATHS if given.get(key)]
        return [path for path in paths if isinstance(path, str)]

    def _patched(self) -> list[str]:
        paths = []
        for text in texts(self.given):
            for line in text[:MAX_TEXT].splitlines() if "*** " in text else ():
                paths += [
                    line[len(mark) :].strip()
                    for mark in PATCH_LINES
                    if line.startswith(mark)
                ]
        return paths


def edits_of(given: Any, *keys: str) -> list[dict[str, Any]]:
    """The edits that a call lists under the first of some keys that it has."""
    lists = (
        [given[key] for key in keys if key in given] if isinstance(given, dict) else []
    )
    if not lists or not isinstance(lists[0], list):
        return []
    return [edit for edit in lists[0] if isinstance(edit, dict)]


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


def texts(value: Any) -> Iterator[str]:
    """Every text in the arguments of a call."""
    if isinstance(value, str):
        yield value
    for item in _items(value):
        yield from texts(item)


def _plain(name: str, writers: frozenset[str]) -> str:
    if not name.startswith("mcp_"):
        return name
    return next((known for known in writers if name.endswith("_" + known)), name)


def _command(given: Any) -> str:
    command = (
        given.get("command", given.get("cmd")) if isinstance(given, dict) else given
    )
    if isinstance(command, list):
        from ..core.shell import command_line

        return command_line(*[word for word in command if isinstance(word, str)])
    return command if isinstance(command, str) else ""


def _items(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []
