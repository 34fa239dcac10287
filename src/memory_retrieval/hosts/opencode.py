"""OpenCode, tried with 1.18.33: our MCP tools."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .plan import Plan


class OpenCode(Host):
    name = "opencode"
    title = "OpenCode"
    rules_files = {"agents-md": "AGENTS.md"}

    def folder(self) -> str:
        return ".config/opencode"

    def plan(self, plugin: str) -> Plan:
        from ..core import config
        from .plan import TOOLS_ONLY, Plan, Setting, copied_server, home

        base = config.environ("XDG_CONFIG_HOME") or os.path.join(home(), ".config")
        folder = os.path.join(base, "opencode")
        name = "opencode.jsonc" if os.path.exists(os.path.join(folder, "opencode.jsonc")) else "opencode.json"
        part = {"mcp": {"memories": {"type": "local", "command": copied_server(plugin, "mcp"), "enabled": True}}}
        setting = Setting(path=os.path.join(folder, name), part=part)
        return Plan(copied=True, settings=(setting,), notes=(TOOLS_ONLY,))


HOST = OpenCode()
