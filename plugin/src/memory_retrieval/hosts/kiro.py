"""Kiro CLI, not tried with the real client: the settings are shown, and nothing is written."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .plan import Plan

STARTED = "Start it with `kiro-cli chat --agent memories`."
HOOKS = {"session-start": "", "prompt": ""}


class Kiro(Host):
    """What its hooks print at the start and with a prompt is added to the context; only an exit code could refuse."""

    name = "kiro"
    title = "Kiro CLI"
    command = "kiro-cli"
    events = {
        **Host.events,
        "prompt": "userPromptSubmit",
        "session-start": "agentSpawn",
    }
    rules_files = {"agents-md": "AGENTS.md"}
    reads = ("AGENTS.md", ".kiro/steering/**/*.md")
    tool_context = False

    def context(self, event: str, text: str) -> str:
        return text

    def plan(self, plugin: str) -> Plan:
        from .plan import LAUNCHER, UNTRIED, Plan, Setting, home, hooks_of, server

        hooked = os.path.exists(LAUNCHER)
        agent = {
            "name": "memories",
            "tools": ["*"],
            "mcpServers": {"memories": server(brief=not hooked)},
        }
        if hooked:
            agent["hooks"] = hooks_of(
                self, HOOKS, LAUNCHER, lambda line: {"command": line}
            )
        path = os.path.join(home(), ".kiro", "agents", "memories.json")
        return Plan(by_hand=(Setting(path, agent),), notes=(UNTRIED, STARTED))


HOST = Kiro()
