"""What a host sends to a hook, under whatever field names, and the shape in which it accepts an answer."""

from __future__ import annotations

import os

from ..core import config, jsontext
from ..core.files import path_key
from ..core.hosts import HOSTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_INPUT = 33_554_432  # bytes; a prompt of several megabytes still passes
CHUNK = 65_536
CONTEXT = ("<hook_context>", "</hook_context>")  # Gemini CLI's frame; angle brackets inside it are escaped
EVENT_NAMES = {
    "prompt": "UserPromptSubmit",
    "session-start": "SessionStart",
    "subagent-start": "SubagentStart",
    "pre-tool": "PreToolUse",
    "after-tool": "AfterTool",
}


class Payload:
    """A checked payload: every field is text ("" when missing or of a wrong type); `raw` is the whole object."""

    __slots__ = ("cwd", "event", "host", "prompt", "raw", "session", "source", "transcript")

    def __init__(self, raw: dict[str, Any], host: str = "") -> None:
        self.raw = raw
        self.prompt = _typed(_text(raw, "prompt", "user_prompt", "userPrompt"))
        self.session = _id(_text(raw, "session_id", "sessionId", "conversation_id", "conversationId"))
        self.transcript = _text(raw, "transcript_path", "transcriptPath")
        self.event = _text(raw, "hook_event_name", "hookEventName")
        self.source = _text(raw, "source")
        self.cwd = _text(raw, "cwd") or _first(raw.get("workspace_roots")) or config.environ("CLAUDE_PROJECT_DIR")
        self.host = host if host in HOSTS else guess_host(raw, self.event)


def read_payload(fd: int = 0) -> dict[str, Any]:
    """The JSON object on `fd`, read until complete, since some hosts never close the pipe. ValueError when invalid."""
    data = bytearray()
    while len(data) <= MAX_INPUT:
        chunk = os.read(fd, CHUNK)
        data += chunk
        if not chunk:
            break
        if data.rstrip()[-1:] == b"}":
            try:
                value = _parsed(data)
            except ValueError:
                continue  # a brace inside the value
            return _object(value)
    if len(data) > MAX_INPUT:
        raise ValueError("more than %d bytes on standard input" % MAX_INPUT)
    if not data.strip():
        raise ValueError("nothing on standard input; expected one JSON object")
    return _object(_parsed(data))


def guess_host(raw: dict[str, Any], event: str) -> str:
    """The host, recognised by fields that only it sends; "" when unknown, and then plain text is printed."""
    if event in ("BeforeAgent", "AfterAgent", "PreCompress", "BeforeTool"):
        return "gemini"
    if "conversation_id" in raw or "workspace_roots" in raw or event[:1].islower():
        return "cursor"
    if "hookEventName" in raw or "sessionId" in raw:
        return "vscode"
    if "turn_id" in raw or (event and "model" in raw and "prompt_id" not in raw and event != "SessionStart"):
        return "codex"
    return "claude" if event else ""


def answer(host: str, event: str, text: str) -> str:
    """`text` as additional context in the host's own shape; "" for no text and where the host accepts none."""
    if not text:
        return ""
    if host in ("claude", "codex", "gemini"):
        names = {**EVENT_NAMES, "prompt": "BeforeAgent"} if host == "gemini" else EVENT_NAMES
        name = names[event]
        return jsontext.dumps({"hookSpecificOutput": {"hookEventName": name, "additionalContext": text}}) + "\n"
    if host == "cursor":
        head = {"continue": True} if event == "prompt" else {}
        return jsontext.dumps({**head, "additional_context": text}) + "\n"
    if host == "vscode":  # takes context at the start of a session only
        value = {"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text}}
        return jsontext.dumps(value) + "\n" if event == "session-start" else ""
    return text + "\n"


def _parsed(data: bytearray) -> Any:
    """The JSON value in bytes of whatever encoding, with or without a byte order mark. ValueError when incomplete."""
    return jsontext.scan(data.decode("utf-8", "replace").lstrip("\ufeff"))[0]


def _object(value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise ValueError("expected a JSON object on standard input, got %s" % type(value).__name__)
    return value


def _typed(prompt: str) -> str:
    """What the user typed of a prompt: Gemini CLI puts the context of a session's start before the first one."""
    while prompt.startswith(CONTEXT[0]) and CONTEXT[1] in prompt:
        prompt = prompt.partition(CONTEXT[1])[2].lstrip()
    return prompt


def _id(session: str) -> str:
    """A session's id as it is kept: short ones and UUIDs as they are, a checksum of others, which might be secrets."""
    digits = session.replace("-", "")
    if len(session) < 16 or (len(session) <= 40 and digits.isascii() and not digits.lower().strip("0123456789abcdef")):
        return session
    return path_key(session, errors="replace")


def _text(raw: dict[str, Any], *names: str) -> str:
    for name in names:
        value = raw.get(name)
        if isinstance(value, str) and value:
            return value
    return ""


def _first(value: Any) -> str:
    return value[0] if isinstance(value, list) and value and isinstance(value[0], str) else ""
