"""Copilot CLI, tried with 1.0.102."""

from __future__ import annotations

from . import FIELDS, Host, find

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject
    from ..transcript.values import Format, Line, ToolCall, ToolOutput
    from .plan import Plan

TOOL = "memories-"
HOOKS = {
    "session-start": "",
    "subagent-start": "",
    "prompt": "",
    "pre-tool": "create|edit|apply_patch",
    "pre-tool --if-guarded": "bash",
    "allow-save": f"{TOOL}(search|get|why|save|note|resolve)",
    "after-tool --if-watched": "view",
    "after-tool --if-failed": "bash",
    "pre-compact": "",
    "stop": "",
    "session-end": "",
}
"""Of each hook what the launcher is given, our event first, and the tools that it is for."""


class Copilot(Host):
    name = "copilot"
    title = "Copilot CLI"
    events = {
        "prompt": "userPromptSubmitted",
        "session-start": "sessionStart",
        "subagent-start": "subagentStart",
        "stop": "agentStop",
        "pre-compact": "preCompact",
        "pre-tool": "preToolUse",
        "allow-save": "preToolUse",
        "after-tool": "postToolUse",
        "session-end": "sessionEnd",
    }
    fields = {**FIELDS, "arguments": ("toolArgs",)}
    writers = Host.writers | {"create"}
    write_tool = "create"
    rules_files = {
        "agents-md": "AGENTS.md",
        "copilot": ".github/copilot-instructions.md",
    }
    reads = ("AGENTS.md", ".github/copilot-instructions.md")
    save_tool, note_tool = f"{TOOL}save", f"{TOOL}note"
    asks_first_save = True
    tool_context = False
    start_lasts = False
    start_after_compaction = False
    sessions = ".copilot/session-state/%s/events.jsonl"

    def sender(self, raw: JsonObject) -> Host:
        """VS Code reads this host's hook file, too, and names the event in the payload."""
        return self if raw.keys().isdisjoint(self.fields["event"]) else find("vscode")

    def context(self, event: str, text: str) -> JsonObject:
        return {"additionalContext": text}

    def request(self, text: str) -> JsonObject:
        return {"decision": "block", "reason": text}

    def _decided(self, decision: str, reason: str) -> JsonObject:
        return {"permissionDecision": decision, "permissionDecisionReason": reason}

    def transcript(self) -> Format:
        from ..transcript.values import Format

        marks = (b'"user.message"', b'"assistant.message"')
        return Format(self._line, marks=marks, steps=(b'"tool.execution_complete"',))

    def _line(self, entry: JsonObject) -> Line | None:
        from ..transcript.lines import blocks, texts_of
        from ..transcript.values import ASSISTANT, USER, Line, ToolCall, ToolOutput

        kind, said = entry.get("type"), entry.get("data")
        if not isinstance(said, dict):
            return blocks(entry)  # a transcript that came from another host
        if kind == "tool.execution_complete":
            result = said.get("result") if said.get("success") else said.get("error")
            text = (
                (result.get("content") or result.get("message"))
                if isinstance(result, dict)
                else None
            )
            return Line(
                "", steps=[ToolOutput([{"text": text}], not said.get("success"))]
            )
        role = {"user.message": USER, "assistant.message": ASSISTANT}.get(str(kind))
        if role is None:
            return None
        calls = said.get("toolRequests")
        steps: list[ToolCall | ToolOutput] = [
            ToolCall(call.get("name"), call.get("arguments"))
            for call in calls or ()
            if isinstance(call, dict)
        ]
        return Line(role, "\n".join(texts_of(said.get("content"))), steps)

    def project(self, path: str, entry: JsonObject) -> str:
        said = entry.get("data")
        where = said.get("context") if isinstance(said, dict) else None
        return str(where.get("cwd") or "") if isinstance(where, dict) else ""

    def plan(self, plugin: str) -> Plan:
        import json

        from .plan import File, Plan, Setting, copied_launcher, copied_server, file_of

        text = json.dumps(hook_file(copied_launcher(plugin)), indent=2) + "\n"
        command, *rest = copied_server(plugin, "mcp", "--no-brief")
        part = {
            "mcpServers": {
                "memories": {
                    "type": "local",
                    "command": command,
                    "args": rest,
                    "tools": ["*"],
                }
            }
        }
        return Plan(
            copied=True,
            files=(
                File(
                    path=file_of("COPILOT_HOME", ".copilot", "hooks/memories.json"),
                    text=text,
                ),
            ),
            settings=(
                Setting(file_of("COPILOT_HOME", ".copilot", "mcp-config.json"), part),
            ),
        )


def hook_file(launcher: str) -> JsonObject:
    """What its hook file holds."""
    from .plan import hooks_of

    return {"version": 1, "hooks": hooks_of(HOST, HOOKS, launcher, _hook)}


def _hook(command: str) -> JsonObject:
    return {"type": "command", "bash": command, "timeoutSec": 10}


HOST = Copilot()
