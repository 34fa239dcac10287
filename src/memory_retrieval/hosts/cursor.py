"""Cursor, not tried with the real client: the settings are shown, and nothing is written."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plan import Plan


class Cursor(Host):
    name = "cursor"
    title = "Cursor"
    rules_files = {"agents-md": "AGENTS.md", "cursor": ".cursor/rules/memories.mdc"}
    events = {**Host.events, "prompt": "beforeSubmitPrompt", "session-start": "sessionStart"}

    def context(self, event: str, text: str) -> dict[str, Any]:
        head = {"continue": True} if event == "prompt" else {}
        return {**head, "additional_context": text}

    def request(self, text: str) -> dict[str, Any]:
        return {"followup_message": text}

    def refusal(self, reason: str) -> dict[str, Any]:
        return {"permission": "deny", "user_message": reason, "agent_message": reason}

    def plan(self, plugin: str) -> Plan:
        from .plan import LAUNCHER, Plan, Setting, home, server

        folder = os.path.join(home(), ".cursor")
        entry = server(brief=not os.path.exists(LAUNCHER))  # the hook at the start of a session brings it
        parts = [Setting(path=os.path.join(folder, "mcp.json"), part={"mcpServers": {"memories": entry}})]
        if os.path.exists(LAUNCHER):
            command = 'sh "%s" %s --host cursor ; exit 0'
            hooks = {
                self.events[word]: [{"command": command % (LAUNCHER, word)}] for word in ("session-start", "prompt")
            }
            parts.append(Setting(path=os.path.join(folder, "hooks.json"), part={"version": 1, "hooks": hooks}))
        notes = ("Not tested with the real client: it is undocumented whether beforeSubmitPrompt accepts context.",)
        return Plan(by_hand=tuple(parts), notes=notes)


HOST = Cursor()
