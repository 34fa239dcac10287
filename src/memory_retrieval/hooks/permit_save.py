"""Saves without a permission prompt each time: allows exactly our own save, and decides nothing about any other call.

Two forms are allowed: our MCP tool `save` by its exact name, writing to the current project; and `memories save` as the
whole shell command, with its record in one quoted here-document, in which a shell expands nothing.
`save.allow_without_prompt: false` switches both off. See docs/maintainers/security.md.
"""

from __future__ import annotations

import os

from ..core import config, jsontext, programs
from ..core.model import CATEGORIES
from ..core.paths import REPOSITORY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .deadline import Deadline
    from .payload import Payload

SETTING = "save.allow_without_prompt"
MCP_TOOLS = ("mcp__plugin_memory_memories__save",)
ELSEWHERE = ("project",)  # arguments that lead out of the current project
SHELLS = ("Bash",)
NAME = "memories"
VALUED = (
    "--category",
    "--format",
    "--update",
    "--action",
    "--hash",
)  # options allowed in the command, each with one word
MAX_COMMAND = 1_200_000  # characters; a record has at most a mebibyte
REASON = "memory-retrieval: saving a memory of this project (save.allow_without_prompt)"
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def run(payload: Payload, deadline: Deadline) -> tuple[str, Callable[[], None] | None]:
    """The host's permission for our own save; nothing for any other call."""
    raw = payload.raw
    if not is_own_save(raw.get("tool_name"), raw.get("tool_input"), payload.cwd) or not _is_permitted(payload.cwd):
        return "", None
    output = {"hookEventName": "PreToolUse", "permissionDecision": "allow", "permissionDecisionReason": REASON}
    return jsontext.dumps({"hookSpecificOutput": output}) + "\n", None


def is_own_save(tool: Any, given: Any, cwd: str = "") -> bool:
    """Whether a tool call is our save and nothing else."""
    if not isinstance(tool, str) or not isinstance(given, dict):
        return False
    if tool in MCP_TOOLS:
        return not any(key in given for key in ELSEWHERE)
    if tool not in SHELLS or set(given) - {"command", "description", "timeout"}:
        return False  # not in the background, not out of the sandbox
    command = given.get("command")
    return isinstance(command, str) and is_save_command(command) and _is_ours(cwd)


def is_save_command(command: str) -> bool:
    """Whether a shell command is `memories save [OPTION WORD]... <<'WORD'` with its document and nothing else."""
    if len(command) > MAX_COMMAND or any(c < " " and c not in "\n\t" for c in command) or "\x7f" in command:
        return False
    lines = command.split("\n")
    head, mark, rest = lines[0].partition("<<")
    words = [word for word in head.split(" ") if word]
    if words[:2] != [NAME, "save"] or not mark or not _options(words[2:]):
        return False
    rest = rest.strip(" ")
    if len(rest) < 3 or rest[0] not in "'\"" or rest[-1] != rest[0]:
        return False
    delimiter = rest[1:-1]
    if not set(delimiter) <= _WORD or delimiter[0] == "-":
        return False
    body = lines[1:]
    while len(body) > 1 and not body[-1]:
        body.pop()
    return bool(body) and body[-1] == delimiter and body.index(delimiter) == len(body) - 1


def _options(words: list[str]) -> bool:
    """Pairs of a known option and a plain word; --dry-run stands alone."""
    rest = [word for word in words if word != "--dry-run"]
    return len(rest) % 2 == 0 and all(
        name in VALUED and word and set(word) <= _WORD and word[0] != "-" for name, word in zip(rest[::2], rest[1::2])
    )


def _is_ours(cwd: str) -> bool:
    """Whether the shell can find no other `memories` before ours, and none of the folders before it is one that
    `core/programs.py` does not trust.
    """
    ours = os.path.realpath(os.path.join(REPOSITORY, "bin", NAME))
    for folder, trusted in programs.search_path(cwd):
        if not trusted:
            return False
        path = os.path.join(folder, NAME)
        if os.path.lexists(path):
            return os.path.realpath(path) == ours
    return os.path.exists(ours)


def _is_permitted(cwd: str) -> bool:
    """Whether there is a store to write to, and the setting allows it: a repository's configuration may only forbid.

    Making a store is more than a save, so the user is asked.
    """
    from ..store.scope import find_project
    from ..store.settings import load_config

    store = None if config.switched_off() else find_project(cwd)
    if store is None or not any(kind in CATEGORIES for _, kind in store.folders):
        return False
    return bool(load_config(store).get(SETTING))
