"""Cursor, not tried with the real client: the settings are shown, and nothing is written."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject
    from .plan import Plan

HOOKS = {
    "session-start": "",
    "prompt": "",
    "pre-tool": "Write|Edit",
    "pre-tool --if-guarded": "Shell",
    "stop": "",
    "session-end": "",
}
"""Of each hook what the launcher is given, our event first, and the tools that it is for."""


class Cursor(Host):
    name = "cursor"
    title = "Cursor"
    events = {
        **Host.events,
        "prompt": "beforeSubmitPrompt",
        "session-start": "sessionStart",
        "pre-tool": "preToolUse",
        "stop": "stop",
        "session-end": "sessionEnd",
    }
    rules_files = {"agents-md": "AGENTS.md", "cursor": ".cursor/rules/memories.mdc"}
    reads = ("AGENTS.md", ".cursorrules", ".cursor/rules/**/*.mdc")
    tool_context = False

    def context(self, event: str, text: str) -> JsonObject:
        head = {"continue": True} if event == "prompt" else {}
        return {**head, "additional_context": text}

    def request(self, text: str) -> JsonObject:
        return {"followup_message": text}

    def refusal(self, reason: str) -> JsonObject:
        return {"permission": "deny", "user_message": reason, "agent_message": reason}

    def plan(self, plugin: str) -> Plan:
        from .plan import LAUNCHER, UNTRIED, Plan, Setting, home, hooks_of, server

        folder, hooked = os.path.join(home(), ".cursor"), os.path.exists(LAUNCHER)
        part = {"mcpServers": {"memories": server(brief=not hooked)}}
        settings = [Setting(os.path.join(folder, "mcp.json"), part)]
        if hooked:
            hooks = hooks_of(self, HOOKS, LAUNCHER, lambda line: {"command": line})
            settings.append(
                Setting(
                    os.path.join(folder, "hooks.json"), {"version": 1, "hooks": hooks}
                )
            )
        notes = (
            UNTRIED,
            "It is undocumented whether beforeSubmitPrompt accepts context.",
        )
        return Plan(by_hand=tuple(settings), notes=notes)


HOST = Cursor()
