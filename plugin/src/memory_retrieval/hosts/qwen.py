"""Qwen Code, tried with 0.24.4."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..core.model import Finding, JsonObject
    from ..transcript.values import Format, Line, ToolCall, ToolOutput
    from . import Read
    from .plan import Plan

CONTEXT = "<qwen:user-prompt-submit-context>"  # how the part begins that hooks added to a prompt
OUTPUT, AFTER_OUTPUT = "\nOutput: ", "\nError: "  # around what a failed command printed
TOOL = "mcp__memories__"
REFUSED = (
    "error",
    "cancelled",
)  # status of a call that failed, was refused, or to which the user said no
HEADLESS = "With -p it runs no hook that could permit a save; pass --allowed-tools mcp__memories__note there."
HOOKS = {
    "session-start": "",
    "subagent-start": "",
    "prompt": "",
    "pre-tool": "^(mcp__.+_file|write_file|edit|notebook_edit)$",
    "pre-tool --if-guarded": "^run_shell_command$",
    "allow-save": f"^{TOOL}(save|note|resolve)$",
    "after-tool --if-watched": "^read_file$",
    "after-tool --if-failed": "^run_shell_command$",
    "tool-failed": "^run_shell_command$",
    "pre-compact": "",
    "stop": "",
    "session-end": "",
}
"""Of each hook what the launcher is given, our event first, and the tools that it is for."""


class Qwen(Host):
    """Its hooks send and take what those of Claude Code do. They run for each result of a tool too, with no prompt."""

    name = "qwen"
    title = "Qwen Code"
    events = {
        **Host.events,
        "allow-save": "PermissionRequest",
        "session-end": "SessionEnd",
    }
    rules_files = {"qwen-md": "QWEN.md"}
    reads = ("QWEN.md",)
    save_tool, note_tool = f"{TOOL}save", f"{TOOL}note"
    tool_context = False
    start_lasts = False
    sessions = ".qwen/projects/*/chats/%s.jsonl"

    def request(self, text: str) -> JsonObject:
        return {"decision": "block", "reason": text}

    def permission(
        self, decision: str, reason: str, arguments: Any = None
    ) -> JsonObject | None:
        """Its hook runs when it is about to ask the user, so there is nothing to say for a question."""
        output = {
            "hookEventName": "PermissionRequest",
            "decision": {"behavior": decision, "message": reason},
        }
        return {"hookSpecificOutput": output} if decision == "allow" else None

    def printed(self, error: str) -> str:
        return error.partition(OUTPUT)[2].rpartition(AFTER_OUTPUT)[0]

    def transcript(self) -> Format:
        from ..transcript.values import Format

        return Format(self._line, steps=(b'"tool_result"',))

    def _line(self, entry: JsonObject) -> Line | None:
        from ..transcript.lines import blocks, texts_of
        from ..transcript.values import ASSISTANT, USER, Line, ToolCall

        message, kind = entry.get("message"), str(entry.get("type"))
        parts = message.get("parts") if isinstance(message, dict) else None
        role = {"user": USER, "assistant": ASSISTANT, "tool_result": USER}.get(kind)
        if role is None or not isinstance(parts, list):
            return blocks(entry)  # a transcript that came from another host
        steps: list[ToolCall | ToolOutput] = []
        for part in filter(lambda part: isinstance(part, dict), parts):
            call, result = part.get("functionCall"), part.get("functionResponse")
            steps += (
                [ToolCall(call.get("name"), call.get("args"))]
                if isinstance(call, dict)
                else []
            )
            steps += [_output(entry, result)] if isinstance(result, dict) else []
        text = "\n".join(
            text for text in texts_of(parts) if not text.startswith(CONTEXT)
        )
        typed = (
            kind == "assistant" or entry.get("provenance", "real_user") == "real_user"
        )
        return Line(role, text, steps, is_output=not typed)

    def check(self, project: str, read: Read) -> Iterator[Finding]:
        from ..core.model import Finding
        from .plan import at, file_of

        path = file_of("QWEN_HOME", ".qwen", "settings.json")
        if at(read(path, ""), "disableAllHooks") is True:
            what, remedy = (
                "hooks are switched off (disableAllHooks)",
                "remove `disableAllHooks` from that file",
            )
            yield Finding(
                "error", what, path, remedy, "hooks-off", "no memory reaches a prompt"
            )

    def plan(self, plugin: str) -> Plan:
        from .plan import (
            Plan,
            Setting,
            copied_launcher,
            copied_server,
            file_of,
            hooks_of,
        )

        program, *words = copied_server(plugin, "mcp", "--no-brief")
        part = {
            "mcpServers": {"memories": {"command": program, "args": words}},
            "hooks": hooks_of(self, HOOKS, copied_launcher(plugin), _hook),
            "permissions": {
                "allow": [TOOL + tool for tool in ("search", "get", "why")]
            },
        }
        setting = Setting(file_of("QWEN_HOME", ".qwen", "settings.json"), part)
        return Plan(copied=True, settings=(setting,), notes=(HEADLESS,))


def _hook(command: str) -> JsonObject:
    return {"hooks": [{"type": "command", "command": command, "timeout": 10}]}


def _output(entry: JsonObject, result: JsonObject) -> ToolOutput:
    from ..transcript.values import ToolOutput

    said, done = result.get("response"), entry.get("toolCallResult")
    text = (said.get("output") or said.get("error")) if isinstance(said, dict) else None
    return ToolOutput(
        [{"text": text}], isinstance(done, dict) and done.get("status") in REFUSED
    )


HOST = Qwen()
