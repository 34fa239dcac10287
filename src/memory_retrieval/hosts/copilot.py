"""Copilot CLI, tried with 1.0.102: our MCP tools."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .plan import Plan


class Copilot(Host):
    name = "copilot"
    title = "Copilot CLI"
    rules_files = {"agents-md": "AGENTS.md", "copilot": ".github/copilot-instructions.md"}

    def plan(self, plugin: str) -> Plan:
        from .plan import TOOLS_ONLY, Plan, Setting, copied_server, file_of

        command, *words = copied_server(plugin, "mcp")
        part = {"mcpServers": {"memories": {"type": "local", "command": command, "args": words, "tools": ["*"]}}}
        setting = Setting(path=file_of("COPILOT_HOME", ".copilot", "mcp-config.json"), part=part)
        return Plan(copied=True, settings=(setting,), notes=(TOOLS_ONLY,))


HOST = Copilot()
