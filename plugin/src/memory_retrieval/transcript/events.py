"""A transcript as a list of events of the main conversation: messages, tool calls and what the tools returned.

Knows nothing of what is worth keeping. Command wrappers, hook feedback and injected blocks never become events.
"""

from __future__ import annotations

import os
import zlib

from ..core.reading import open_regular
from .lines import lines_backwards, parse_line, texts_of
from .values import (
    NOT_TYPED,
    REQUEST_HEAD,
    RESULT,
    USE,
    USER,
    Event,
    Format,
    Line,
    ToolCall,
    ToolOutput,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable


MAX_LINE = 4_194_304  # bytes; a longer line is a pasted file or an image
MAX_TEXT = 20_000  # characters kept of one message
MAX_OUTPUT = (
    4_000  # characters kept of a tool's output: its start and its end say how it went
)
MIN_TELLING = 40  # characters; a shorter message (`ok`) may occur twice, so it does not tell how far was read before
BLOCK = 262_144  # bytes read at a time, from the end
BUDGET = 16_777_216  # bytes a hook reads back at most
INJECTED = (
    "memory-context",
    "memory-brief",
    "system-reminder",
    "hook_context",
    "memory-note",
    "hook_prompt",
)
EDITORS = (
    "edit write multiedit notebookedit apply_patch write_file replace edit_file create_file create "
    "str_replace_based_edit_tool replace_string_in_file insert_edit_into_file"
).split()
PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ")


def read_events(path: str, format: Format) -> list[Event]:
    """All events of a transcript, in order. OSError when it cannot be read."""
    with os.fdopen(open_regular(path, links=True)[0], "rb") as lines:
        return once(events_of(lines, format))


def recent_events(
    path: str,
    format: Format,
    wanted: int,
    seen: Collection[int] = (),
    context: int = 16,
) -> list[Event]:
    """The events from the last `wanted` messages whose digests are not in `seen`, and `context` messages before those.

    Walks back from the end, so that the cost follows what is new and not the length of the file. A missing file, and
    anything but a regular file, has no events.
    """
    blocks: list[list[Event]] = []
    new = old = 0
    for line in lines_backwards(path, BUDGET, BLOCK):
        events = events_of([line], format)
        if not events:
            continue
        blocks.append(events)
        for event in events:
            if not event.spoken:
                continue
            if old or is_seen(event, seen):
                old += 1
            else:
                new += 1
        if new >= wanted:
            old = max(old, 1)
        if old >= context:
            break
    return once([event for events in reversed(blocks) for event in events])


def is_seen(event: Event, seen: Collection[int]) -> bool:
    """Whether a message is among those read before, and long enough to be sure of it."""
    return event.digest in seen and event.spoken and len(event.text) >= MIN_TELLING


def once(events: list[Event]) -> list[Event]:
    """Without a message that a host wrote again, to add what was not known before: the tools that it called."""
    kept: list[Event] = []
    last: Event | None = None
    for event in events:
        if not event.spoken:
            kept.append(event)
            continue
        if last is None or (event.kind, event.digest) != (last.kind, last.digest):
            kept.append(event)
        last = event
    return kept


def events_of(lines: Iterable[bytes], format: Format) -> list[Event]:
    """The events of raw lines; what is no line of a transcript is passed over."""
    events: list[Event] = []
    for raw in lines:
        if len(raw) > MAX_LINE or not _is_promising(raw, format):
            continue
        line = parse_line(raw, format)
        if line is not None:
            events += _message(line)
            for step in line.steps:
                events.append(
                    _call(step) if isinstance(step, ToolCall) else _output(step)
                )
    return events


def _is_promising(raw: bytes, format: Format) -> bool:
    """Whether a line can hold an event: cheaper than parsing the snapshots that hosts write between the turns."""
    start = raw[:4096]
    if any(mark in start for mark in (*format.marks, *format.steps)):
        return True
    return len(raw) > 4096 and any(mark in raw for mark in format.marks)


def _message(line: Line) -> list[Event]:
    text = (_without_injected(line.text) if "<" in line.text else line.text).strip()
    if (
        not text
        or (line.role == USER and text.startswith(NOT_TYPED))
        or REQUEST_HEAD in text
    ):
        return []
    digest = zlib.crc32(text.encode("utf-8", "replace"))
    return [Event(line.role, text[:MAX_TEXT], digest=digest)]


def _without_injected(text: str) -> str:
    """`text` without the blocks that hooks and hosts put into it; one that is not closed goes to the end."""
    for name in INJECTED:
        start = text.find(f"<{name}")
        kept: list[str] = []
        at = 0
        while start >= 0:
            after = text[start + len(name) + 1 : start + len(name) + 2]
            if after.isalnum() or after == "_":  # another tag
                end = start + 1
                kept.append(text[at:end])
            else:
                kept.append(text[at:start] + " ")
                closed = text.find(f"</{name}>", start)
                end = closed + len(name) + 3 if closed >= 0 else len(text)
            at = end
            start = text.find(f"<{name}", at)
        text = "".join(kept) + text[at:] if kept else text
    return text


def _call(call: ToolCall) -> Event:
    arguments = call.arguments
    if not isinstance(arguments, dict):
        text = arguments if isinstance(arguments, str) else ""
        return Event(USE, text[:MAX_OUTPUT], call.name, _patched(text))
    command = arguments.get("command", arguments.get("cmd", ""))
    if isinstance(command, list):
        command = " ".join(str(part) for part in command)
    command = command if isinstance(command, str) else ""
    path = _patched(command)
    if call.name.lower() in EDITORS and call.paths:
        path = call.paths[0]
    text = command or " ".join(
        value for value in arguments.values() if isinstance(value, str)
    )
    return Event(USE, text[:MAX_OUTPUT], call.name, path)


def _patched(text: str) -> str:
    """The first file that a patch changes; "" when the text is no patch."""
    if "*** " not in text:
        return ""
    for line in text.split("\n"):
        if line.startswith(PATCHED):
            return line.split(": ", 1)[1].strip()
    return ""


def _output(output: ToolOutput) -> Event:
    text = "\n".join(texts_of(output.content))
    if len(text) > MAX_OUTPUT:
        text = text[: MAX_OUTPUT // 2] + "\n" + text[-MAX_OUTPUT // 2 :]
    return Event(RESULT, text, error=output.error)
