"""A transcript as a list of events of the main thread: who said what, which tools ran, and how that ended.

Knows the line formats of Claude Code, Codex and Cursor, and nothing of what is worth keeping. Side chains, meta lines, compaction
summaries, command wrappers, hook feedback and injected blocks never become events.
"""

from __future__ import annotations

import re
import zlib

from ..core import jsontext
from ..triage.request import HEAD
from .turns import NOT_TYPED, lines_backwards

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

USER, ASSISTANT, USE, RESULT = "user", "assistant", "use", "result"
MAX_LINE = 4_194_304  # bytes; a longer line is a pasted file or an image
MAX_TEXT = 20_000  # characters of one message that are looked at
MAX_OUTPUT = 4_000  # characters of a tool's output kept: its start and its end say how it went
TELLING = 40  # characters; a shorter message (`ok`) may occur twice and does not tell where the last look ended
BLOCK = 262_144  # bytes read at a time, from the end
BUDGET = 16_777_216  # bytes a hook walks back at most
WRAPPED = re.compile(r"<(memory-context|system-reminder|hook_context|memory-note|hook_prompt)\b.*?(</\1>|\Z)", re.S)
EDITORS = (
    "edit",
    "write",
    "multiedit",
    "notebookedit",
    "apply_patch",
    "write_file",
    "replace",
    "edit_file",
    "create_file",
    "str_replace_based_edit_tool",
)
PATCHED = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.M)


class Event:
    """One step. `text` is what was said, the tool's command, or its output; `path` the file an editing tool changed."""

    __slots__ = ("digest", "error", "kind", "path", "text", "tool")

    def __init__(self, kind: str, text: str, tool: str = "", path: str = "", error: bool = False) -> None:
        self.kind, self.text, self.tool, self.path, self.error = kind, text, tool, path, error
        self.digest = 0

    @property
    def spoken(self) -> bool:
        return self.kind in (USER, ASSISTANT)


def read_events(path: str) -> list[Event]:
    """All events of a transcript, in order. OSError when it cannot be read."""
    with open(path, "rb") as lines:
        return events_of(lines)


def recent_events(path: str, wanted: int, seen: Any = (), context: int = 16) -> list[Event]:
    """The events from the last `wanted` messages that are not in `seen` (their digests), and `context` messages before those.

    Walks back from the end, so that the cost follows what is new and not the length of the file. A file that is missing or no
    regular file has none.
    """
    blocks: list[list[Event]] = []
    fresh = old = 0
    for line in lines_backwards(path, BUDGET, BLOCK):
        events = events_of([line])
        if not events:
            continue
        blocks.append(events)
        for event in events:
            if not event.spoken:
                continue
            if old or (event.digest in seen and len(event.text) >= TELLING):
                old += 1
            else:
                fresh += 1
        if fresh >= wanted:
            old = max(old, 1)
        if old >= context:
            break
    return [event for events in reversed(blocks) for event in events]


def events_of(lines: Iterable[bytes]) -> list[Event]:
    """The events of raw lines; whatever is no line of a transcript is passed over."""
    events: list[Event] = []
    for line in lines:
        if len(line) > MAX_LINE or not _promising(line):
            continue
        try:
            entry = jsontext.loads(line.decode("utf-8", "replace"))
        except ValueError:
            continue
        if isinstance(entry, dict):
            events += _codex(entry) if entry.get("type") == "response_item" else _claude(entry)
    return events


def _promising(line: bytes) -> bool:
    """Whether a line can hold an event: cheaper than parsing the snapshots that hosts write between the turns."""
    head = line[:4096]
    if b"assistant" in head or b'"user"' in head or b"response_item" in head:
        return True
    return len(line) > 4096 and (b'"user"' in line or b'"assistant"' in line)


def _claude(entry: dict[str, Any]) -> list[Event]:
    role = entry.get("type") if entry.get("type") in (USER, ASSISTANT) else entry.get("role")
    message = entry.get("message")
    if role not in (USER, ASSISTANT) or not isinstance(message, dict):
        return []
    if entry.get("isMeta") or entry.get("isSidechain") or entry.get("isCompactSummary"):
        return []
    content = message.get("content")
    if isinstance(content, str):
        return _said(role, content)
    events: list[Event] = []
    texts: list[str] = []
    for block in content if isinstance(content, list) else ():
        kind = block.get("type") if isinstance(block, dict) else None
        if kind == "text" and isinstance(block.get("text"), str):
            texts.append(block["text"])
        elif kind == "tool_use":
            events.append(_use(block.get("name"), block.get("input")))
        elif kind == "tool_result":
            events.append(_result(block.get("content"), bool(block.get("is_error"))))
    return _said(role, "\n".join(texts)) + events


def _codex(entry: dict[str, Any]) -> list[Event]:
    item = entry.get("payload")
    if not isinstance(item, dict):
        return []
    kind = item.get("type")
    if kind == "message" and item.get("role") in (USER, ASSISTANT):
        content = item.get("content")
        texts = (
            [b["text"] for b in content if isinstance(b, dict) and isinstance(b.get("text"), str)]
            if isinstance(content, list)
            else []
        )
        return _said(item["role"], "\n".join(texts))
    if kind in ("function_call", "custom_tool_call", "local_shell_call"):
        given = item.get("arguments", item.get("input", item.get("action")))
        if isinstance(given, str) and given.startswith("{"):
            try:
                given = jsontext.loads(given)
            except ValueError:
                pass
        return [_use(item.get("name"), given)]
    if kind in ("function_call_output", "custom_tool_call_output"):
        return [_result(item.get("output"), False)]
    return []


def _said(role: str, text: str) -> list[Event]:
    text = WRAPPED.sub(" ", text).strip() if "<" in text else text.strip()
    if not text or (role == USER and text.startswith(NOT_TYPED)) or HEAD in text:
        return []
    event = Event(role, text[:MAX_TEXT])
    event.digest = zlib.crc32(text.encode("utf-8", "replace")) & 0xFFFFFFFF
    return [event]


def _use(name: Any, given: Any) -> Event:
    tool = name if isinstance(name, str) else ""
    if not isinstance(given, dict):
        text = given if isinstance(given, str) else ""
        found = PATCHED.search(text)
        return Event(USE, text[:MAX_OUTPUT], tool, found.group(1).strip() if found else "")
    command = given.get("command", given.get("cmd", ""))
    if isinstance(command, list):
        command = " ".join(str(part) for part in command)
    command = command if isinstance(command, str) else ""
    patch = PATCHED.search(command)
    path = patch.group(1).strip() if patch else ""
    if tool.lower() in EDITORS:
        for key in ("file_path", "notebook_path", "path"):
            if isinstance(given.get(key), str):
                path = given[key]
                break
    text = command or " ".join(v for v in given.values() if isinstance(v, str))
    return Event(USE, text[:MAX_OUTPUT], tool, path)


def _result(content: Any, error: bool) -> Event:
    if isinstance(content, list):
        parts = [b["text"] for b in content if isinstance(b, dict) and isinstance(b.get("text"), str)]
        content = "\n".join(parts)
    text = content if isinstance(content, str) else ""
    if len(text) > MAX_OUTPUT:
        text = text[: MAX_OUTPUT // 2] + "\n" + text[-MAX_OUTPUT // 2 :]
    return Event(RESULT, text, error=error)
