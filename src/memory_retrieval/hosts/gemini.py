"""Gemini CLI, tried with 0.61.0."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plan import Plan

CONTEXT = ("<hook_context>", "</hook_context>")  # its frame around context; angle brackets inside it are escaped
PARTS = ("gemini-extension.json", "launch.sh", "hooks/hooks.json")
SKILLS = tuple("skills/%s/SKILL.md" % name for name in ("search", "save", "review"))


class Gemini(Host):
    name = "gemini"
    title = "Gemini CLI"
    events = {
        **Host.events,
        "prompt": "BeforeAgent",
        "stop": "AfterAgent",
        "pre-compact": "PreCompress",
        "pre-tool": "BeforeTool",
    }
    write_tool = "write_file"
    save_tool = "mcp_memories_save"
    note_tool = "mcp_memories_note"
    tool_context = False
    start_after_compaction = False

    def typed(self, prompt: str) -> str:
        """It puts the context of a session's start before the first prompt."""
        while prompt.startswith(CONTEXT[0]) and CONTEXT[1] in prompt:
            prompt = prompt.partition(CONTEXT[1])[2].lstrip()
        return prompt

    def request(self, text: str) -> dict[str, Any]:
        return {"decision": "deny", "reason": text}

    def refusal(self, reason: str) -> dict[str, Any]:
        return {"decision": "deny", "reason": reason}

    def plan(self, plugin: str) -> Plan:
        from .plan import PLUGIN, File, Plan, home

        target = os.path.join(home(), ".gemini", "extensions", PLUGIN)
        parts = {name: "integrations/gemini/" + name for name in PARTS}
        parts.update({name: name for name in SKILLS})
        files = [File(path=os.path.join(target, *name.split("/")), part=part) for name, part in parts.items()]
        files.append(File(path=os.path.join(target, "root"), text=plugin + "\n"))
        notes = ("Restart `gemini`; /extensions list, /hooks panel and /mcp then show it.",)
        return Plan(copied=True, files=tuple(files), notes=notes)


HOST = Gemini()
