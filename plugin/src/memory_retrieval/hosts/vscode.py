"""VS Code with Copilot, not tried with the real client: the settings are shown, and nothing is written.

It reads the hook file of Copilot CLI, so one file serves both. Copilot CLI in turn sends the payloads of VS Code to a
plugin in Claude Code's format. Each answer therefore has the shapes of both; each client takes one of them.
"""

from __future__ import annotations

import os
import sys

from . import FIELDS, Host
from .copilot import Copilot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject
    from .plan import Plan


class VSCode(Copilot):
    """The names of our tools differ by its version, so no save is allowed without its own question."""

    name = "vscode"
    title = "VS Code"
    reads = ("AGENTS.md", ".github/copilot-instructions.md")
    events = Host.events
    fields = FIELDS
    write_tool = "create_file"
    command = "code"
    save_tool, note_tool = "", "note"
    tool_context = True
    sessions = ""

    def sender(self, raw: JsonObject) -> Host:
        return self

    def context(self, event: str, text: str) -> JsonObject:
        output = {"hookEventName": self.events[event], "additionalContext": text}
        return {**super().context(event, text), "hookSpecificOutput": output}

    def request(self, text: str) -> JsonObject:
        block = super().request(text)
        return {**block, "hookSpecificOutput": {"hookEventName": "Stop", **block}}

    def _decided(self, decision: str, reason: str) -> JsonObject:
        return Host._decided(self, decision, reason)

    def folder(self) -> str:
        from ..core import environment

        if os.name == "nt":
            return os.path.join(environment.get("APPDATA"), "Code")
        if sys.platform == "darwin":
            return os.path.join("Library", "Application Support", "Code")
        return os.path.join(environment.get("XDG_CONFIG_HOME") or ".config", "Code")

    def plan(self, plugin: str) -> Plan:
        from .copilot import hook_file
        from .plan import (
            LAUNCHER,
            UNTRIED,
            Plan,
            Setting,
            copied_launcher,
            home,
            server,
        )

        copied = copied_launcher(plugin)
        launcher = copied if os.path.exists(copied) else LAUNCHER
        hooked = os.name != "nt" and os.path.exists(launcher)
        part = {"servers": {"memories": {"type": "stdio", **server(brief=not hooked)}}}
        settings = [
            Setting(os.path.join(home(), self.folder(), "User", "mcp.json"), part)
        ]
        if hooked:
            path = os.path.join(home(), ".copilot", "hooks", "memories.json")
            settings.append(Setting(path, hook_file(launcher)))
        return Plan(by_hand=tuple(settings), notes=(UNTRIED, SHARED))


SHARED = (
    "Copilot CLI reads the same hook file; `memories setup copilot` writes it for both."
)

HOST = VSCode()
