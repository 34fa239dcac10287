"""Qwen Code, tried with 0.24.4: our MCP tools, the brief and the prompt's memories."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .plan import Plan


class Qwen(Host):
    """Its two hooks send and take what those of Claude Code do, and do not name the host."""

    name = "qwen"
    title = "Qwen Code"
    rules_files = {"qwen-md": "QWEN.md"}

    def plan(self, plugin: str) -> Plan:
        from .plan import Plan, Setting, copied_launcher, copied_server, file_of

        command = 'sh "%s" %s'
        hooks = {
            self.events[word]: [
                {"hooks": [{"type": "command", "command": command % (copied_launcher(plugin), word), "timeout": 10}]}
            ]
            for word in ("session-start", "prompt")
        }
        program, *words = copied_server(plugin, "mcp", "--no-brief")
        part = {"mcpServers": {"memories": {"command": program, "args": words}}, "hooks": hooks}
        notes = ("The brief and the prompt's memories come by hooks; nothing is saved by itself when a turn ends.",)
        setting = Setting(path=file_of("QWEN_HOME", ".qwen", "settings.json"), part=part)
        return Plan(copied=True, settings=(setting,), notes=notes)


HOST = Qwen()
