"""VS Code with Copilot, not tried with the real client: the settings are shown, and nothing is written."""

from __future__ import annotations

import os
import sys

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plan import Plan


class VSCode(Host):
    name = "vscode"
    title = "VS Code"
    rules_files = {"agents-md": "AGENTS.md", "copilot": ".github/copilot-instructions.md"}
    command = "code"

    def context(self, event: str, text: str) -> Any:
        """It takes context at the start of a session only."""
        return super().context(event, text) if event == "session-start" else None

    def request(self, text: str) -> dict[str, Any]:
        return {"hookSpecificOutput": {"hookEventName": "Stop", "decision": "block", "reason": text}}

    def folder(self) -> str:
        from ..core import config

        if os.name == "nt":
            return os.path.join(config.environ("APPDATA"), "Code")
        if sys.platform == "darwin":
            return os.path.join("Library", "Application Support", "Code")
        return os.path.join(config.environ("XDG_CONFIG_HOME") or ".config", "Code")

    def plan(self, plugin: str) -> Plan:
        from .plan import Plan, Setting, home, server

        part = {"servers": {"memories": {"type": "stdio", **server()}}}
        notes = ("Not tested with the real client. MCP tools only: VS Code's prompt hook does not accept context.",)
        path = os.path.join(home(), self.folder(), "User", "mcp.json")
        return Plan(by_hand=(Setting(path=path, part=part),), notes=notes)


HOST = VSCode()
