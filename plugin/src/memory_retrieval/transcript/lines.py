"""The lines of a transcript: read from the end, parsed as their host writes them, and the last turns among them.

Hosts write snapshots of 100 KB and more after the last user line, so a tail of fixed size may hold no turn. Only the
lines that are needed are parsed, and nothing here knows what they are read for.
"""

from __future__ import annotations

import os

from ..core import jsontext
from ..core.reading import open_regular
from .values import (
    ASSISTANT,
    NOT_TYPED,
    ROLES,
    USER,
    Format,
    Line,
    ToolCall,
    ToolOutput,
    Turns,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator


BLOCK = 65_536  # bytes read at a time
BUDGET = (
    2_097_152  # bytes read back at most for turns: a dozen turns with their snapshots
)
MAX_ANSWER = 2000  # characters kept of the last answer, from its end
TEXT_BLOCKS = ("text", "input_text", "output_text")


def recent_turns(
    path: str,
    format: Format,
    max_turns: int = 3,
    current: str = "",
    budget: int = BUDGET,
) -> Turns:
    """The last `max_turns` user turns of a transcript, without `current`; empty when the file is missing or foreign."""
    turns = Turns([], "", [])
    for raw in lines_backwards(path, budget, BLOCK):
        line = (
            parse_line(raw, format)
            if any(mark in raw for mark in format.marks)
            else None
        )
        if line is None or line.is_output:
            continue
        if line.role == USER:
            _add_prompt(turns, line.text.strip(), current)
            if len(turns.users) >= max_turns:
                break
        elif line.role == ASSISTANT:
            _add_answer(turns, line)
    return turns


def _add_prompt(turns: Turns, text: str, current: str) -> None:
    if text and not text.startswith(NOT_TYPED) and (text != current or turns.users):
        turns.users.append(text)


def _add_answer(turns: Turns, line: Line) -> None:
    if not turns.answer and not turns.users:
        turns.answer = line.text.strip()[-MAX_ANSWER:]
    for path in _paths(line):
        if path not in turns.files:
            turns.files.append(path)


def _paths(line: Line) -> list[str]:
    return [
        path for step in line.steps if isinstance(step, ToolCall) for path in step.paths
    ]


def lines_backwards(path: str, budget: int, block: int) -> Iterator[bytes]:
    """The lines of a regular file, last first, until `budget` bytes were read, `block` at a time.

    The last line yielded may be cut by the budget. A missing file, and anything but a regular file, has no lines.
    """
    if not path:
        return
    try:
        fd, info = open_regular(path, links=True)
    except OSError:
        return
    try:
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


def first_lines(path: str, most: int, limit: int) -> Iterator[bytes]:
    """The first lines of a regular file, each up to `limit` bytes. OSError when it cannot be read."""
    with os.fdopen(open_regular(path, links=True)[0], "rb") as lines:
        for _ in range(most):
            line = lines.readline(limit)
            if not line:
                return
            yield line


def parse_line(raw: bytes, format: Format) -> Line | None:
    """The line's content; None when it is not a JSON object, or nothing in that format."""
    entry = parse_object(raw)
    return format.parse(entry) if entry is not None else None


def parse_object(raw: bytes) -> dict[str, Any] | None:
    """The JSON object of a line; None for anything else."""
    try:
        entry = jsontext.loads(raw.decode("utf-8", "replace"))
    except ValueError:
        return None
    return entry if isinstance(entry, dict) else None


def blocks(entry: dict[str, Any]) -> Line | None:
    """A line with blocks of content, as most hosts write it. Claude Code names the role in `type`, Cursor in `role`.

    Side chains, meta lines and compaction summaries do not belong to the main conversation.
    """
    role = entry.get("type") if entry.get("type") in ROLES else entry.get("role")
    message = entry.get("message")
    if role not in ROLES or not isinstance(message, dict):
        return None
    if entry.get("isMeta") or entry.get("isSidechain") or entry.get("isCompactSummary"):
        return None
    content = message.get("content")
    steps: list[ToolCall | ToolOutput] = []
    for block in content if isinstance(content, list) else ():
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "tool_use":
            steps.append(ToolCall(block.get("name"), block.get("input")))
        elif kind == "tool_result":
            steps.append(ToolOutput(block.get("content"), bool(block.get("is_error"))))
    is_output = "toolUseResult" in entry or any(
        isinstance(step, ToolOutput) for step in steps
    )
    return Line(role, text_of(content), steps, is_output=is_output)


def text_of(content: Any) -> str:
    """The text blocks of a message, joined with line breaks."""
    if isinstance(content, list):
        content = [
            block
            for block in content
            if isinstance(block, dict) and block.get("type") in TEXT_BLOCKS
        ]
    return "\n".join(texts_of(content))


def texts_of(content: Any) -> list[str]:
    """The texts among content blocks of any host; a bare string is one text."""
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else ()
    return [
        block["text"]
        for block in blocks
        if isinstance(block, dict) and isinstance(block.get("text"), str)
    ]
