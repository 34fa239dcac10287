"""The one parser of transcript lines: Claude Code, Cursor (the same blocks under another key) and Codex.

Returns what a line says and knows nothing of what it is read for. Side chains, meta lines and compaction summaries do
not belong to the main conversation. A new host is a function here and a branch in `parse_line`.
"""

from __future__ import annotations

from ..core import jsontext
from .values import ASSISTANT, USER, Line, ToolCall, ToolOutput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

TEXT_BLOCKS = ("text", "input_text", "output_text")
CODEX_CALLS = ("function_call", "custom_tool_call", "local_shell_call")
CODEX_OUTPUTS = ("function_call_output", "custom_tool_call_output")


def parse_line(raw: bytes) -> Line | None:
    """The line's content; None when it is no JSON, of an unknown format, or not part of the main conversation."""
    try:
        entry = jsontext.loads(raw.decode("utf-8", "replace"))
    except ValueError:
        return None
    if not isinstance(entry, dict):
        return None
    return _parse_codex(entry) if entry.get("type") == "response_item" else _parse_claude(entry)


def texts_of(content: Any) -> list[str]:
    """The texts among content blocks of any host; a bare string is one text."""
    if isinstance(content, str):
        return [content]
    blocks = content if isinstance(content, list) else ()
    return [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]


def _parse_claude(entry: dict[str, Any]) -> Line | None:
    """Claude Code names the role in `type`, Cursor in `role`."""
    role = entry.get("type") if entry.get("type") in (USER, ASSISTANT) else entry.get("role")
    message = entry.get("message")
    if role not in (USER, ASSISTANT) or not isinstance(message, dict):
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
    is_output = "toolUseResult" in entry or any(isinstance(step, ToolOutput) for step in steps)
    return Line(role, _text(content), steps, is_output=is_output)


def _parse_codex(entry: dict[str, Any]) -> Line | None:
    item = entry.get("payload")
    if not isinstance(item, dict):
        return None
    kind = item.get("type")
    if kind == "message" and item.get("role") in (USER, ASSISTANT):
        return Line(item["role"], _text(item.get("content")))
    if kind in CODEX_CALLS:
        arguments = item.get("arguments", item.get("input", item.get("action")))
        if isinstance(arguments, str) and arguments.startswith("{"):
            try:
                arguments = jsontext.loads(arguments)
            except ValueError:
                pass
        return Line("", steps=[ToolCall(item.get("name"), arguments)])
    if kind in CODEX_OUTPUTS:
        return Line("", steps=[ToolOutput(item.get("output"))], is_output=True)
    return None


def _text(content: Any) -> str:
    if isinstance(content, list):
        content = [block for block in content if isinstance(block, dict) and block.get("type") in TEXT_BLOCKS]
    return "\n".join(texts_of(content))
