"""OpenCode, tried with 1.18.33. Its plugin, integrations/opencode/memories.js, starts our hooks."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..core.model import JsonObject
    from .plan import Plan

TOOL = "memories_"


class OpenCode(Host):
    name = "opencode"
    title = "OpenCode"
    rules_files = {"agents-md": "AGENTS.md"}
    reads = ("AGENTS.md",)
    write_tool = "write"
    save_tool, note_tool = f"{TOOL}save", f"{TOOL}note"
    tool_context = False
    start_after_compaction = False

    def context(self, event: str, text: str) -> JsonObject:
        return {"context": text}

    def request(self, text: str) -> JsonObject:
        return {"request": text}

    def refusal(self, reason: str) -> JsonObject:
        return {"refuse": reason}

    def folder(self) -> str:
        return ".config/opencode"

    def plan(self, plugin: str) -> Plan:
        import pathlib

        from ..core import environment
        from .plan import Plan, Setting, copied_server, home

        base = environment.get("XDG_CONFIG_HOME") or os.path.join(home(), ".config")
        folder = os.path.join(base, "opencode")
        name = (
            "opencode.jsonc"
            if os.path.exists(os.path.join(folder, "opencode.jsonc"))
            else "opencode.json"
        )
        server = copied_server(plugin, "mcp", "--no-brief")
        script = os.path.join(plugin, "integrations", "opencode", "memories.js")
        part = {
            "mcp": {"memories": {"type": "local", "command": server, "enabled": True}},
            "plugin": [pathlib.Path(script).as_uri()],
        }
        return Plan(copied=True, settings=(Setting(os.path.join(folder, name), part),))


HOST = OpenCode()
