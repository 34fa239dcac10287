"""The last turns of a conversation, from the transcript files of Claude Code and Codex.

Walks back from the end: hosts write snapshots of 100 KB and more behind the last user line, so a fixed tail finds nothing. Tool
results, side chains, compaction summaries, hook feedback and other lines that no person typed are left out.
"""

from __future__ import annotations

import os
import stat

from ..core import jsontext

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

BLOCK = 65_536  # bytes read at a time
BUDGET = 2_097_152  # bytes walked back at most: a dozen turns with their snapshots
NOT_TYPED = (
    "<command-",
    "<local-command",
    "<system-reminder",
    "<environment_context",
    "<user_instructions",
    "# AGENTS.md",
    "<hook_prompt",
    "<memory-context",
    "Caveat: The messages below",
    "<task-notification",
    "[Request interrupted",
    "Stop hook feedback:",
)


class Turns:
    """`users`: what the user typed, newest first; `answer`: the end of the last answer; `files`: paths tools touched, newest first."""

    __slots__ = ("users", "answer", "files")

    def __init__(self, users: Iterable[str] = (), answer: str = "", files: Iterable[str] = ()) -> None:
        self.users, self.answer, self.files = list(users), answer, list(files)


def recent_turns(path: str, max_turns: int = 3, current: str = "", budget: int = BUDGET) -> Turns:
    """The last `max_turns` user turns of a transcript, without `current`; empty when the file is missing or foreign."""
    turns = Turns()
    for line in lines_backwards(path, budget):
        if b'"user"' not in line and b'"assistant"' not in line:
            continue
        try:
            entry = jsontext.loads(line.decode("utf-8", "replace"))
        except ValueError:
            continue  # a line cut by the budget, or not ours to judge
        role, text, files = _typed(entry)
        if role == "user" and text and not (text == current and not turns.users):
            turns.users.append(text)
            if len(turns.users) >= max_turns:
                break
        elif role == "assistant":
            if text and not turns.answer and not turns.users:
                turns.answer = text[-2000:]
            turns.files += [f for f in files if f not in turns.files]
    return turns


def _typed(entry: Any) -> tuple[str, str, list[str]]:
    """(role, text, files) of a transcript line that belongs to the main conversation, else ("", "", [])."""
    none: tuple[str, str, list[str]] = ("", "", [])
    if not isinstance(entry, dict):
        return none
    if entry.get("type") == "response_item":  # Codex
        message = entry.get("payload")
        if not isinstance(message, dict) or message.get("type") != "message":
            return none
        role = message.get("role")
    else:
        if entry.get("isMeta") or entry.get("isSidechain") or entry.get("isCompactSummary") or "toolUseResult" in entry:
            return none
        role, message = entry.get("type"), entry.get("message")
    if role not in ("user", "assistant") or not isinstance(message, dict):
        return none
    texts, files = _content(message.get("content"))
    text = "\n".join(texts).strip()
    if role == "user" and text.startswith(NOT_TYPED):
        return none
    return role, text, files


def _content(content: Any) -> tuple[list[str], list[str]]:
    if isinstance(content, str):
        return [content], []
    texts: list[str] = []
    files: list[str] = []
    for block in content if isinstance(content, list) else ():
        if not isinstance(block, dict):
            continue
        if block.get("type") in ("text", "input_text", "output_text") and isinstance(block.get("text"), str):
            texts.append(block["text"])
        elif block.get("type") == "tool_use" and isinstance(block.get("input"), dict):
            for key in ("file_path", "notebook_path", "path"):
                if isinstance(block["input"].get(key), str):
                    files.append(block["input"][key])
        elif block.get("type") == "tool_result":
            return [], []  # a user line that only carries results
    return texts, files


def lines_backwards(path: str, budget: int, block: int = BLOCK) -> Iterator[bytes]:
    """The lines of a regular file from its end, until `budget` bytes were read, `block` at a time; none of any other."""
    try:
        fd = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)) if path else -1
    except (OSError, ValueError):
        return
    if fd < 0:
        return
    try:
        info = os.fstat(fd)
        if not stat.S_ISREG(info.st_mode):
            return
        at, tail = info.st_size, b""
        low = max(0, at - budget)
        while at > low:
            start = max(low, at - block)
            os.lseek(fd, start, os.SEEK_SET)
            parts = (os.read(fd, at - start) + tail).split(b"\n")
            at, tail = start, parts[0]
            for line in reversed(parts[1:]):
                yield line
        if low == 0:
            yield tail
    except OSError:
        return
    finally:
        os.close(fd)
