"""Claude Code, tried with 2.1.197 and 2.1.330."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .plan import Plan

PROJECT_SETTINGS = ".claude/settings.json"
READING = ["mcp__plugin_memory_memories__" + tool for tool in ("search", "get", "why")]

NO_MEMORY = {"autoMemoryEnabled": False}
BOTH = (
    "Claude Code also keeps its own notes (auto memory), so a fact may be saved twice. `memories import claude-memory`",
    "imports them as candidates; `memories setup claude --auto-memory off` switches them off.",
)
OFF = ("From the next session on, Claude Code keeps no notes of its own (auto memory). Existing notes stay on disk.",)
OFF_HERE = (*OFF, f"This applies to everyone who works on the project once you commit {PROJECT_SETTINGS}.")


class Claude(Host):
    name = "claude"
    title = "Claude Code"
    rules_files = {"claude-md": "CLAUDE.md"}
    save_tool = "mcp__plugin_memory_memories__save"
    note_tool = "mcp__plugin_memory_memories__note"
    asks_first_save = True
    keeps_in_summary = True
    sessions = ".claude/projects/*/%s.jsonl"
    update = "claude plugin marketplace update {market} && claude plugin update {name}"

    def request(self, text: str) -> dict[str, Any]:
        """After `additionalContext` it goes on as well; it shows no problem and sends the text once, not twice."""
        return {"hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": text}}

    def permission(self, decision: str, reason: str, arguments: Any = None) -> dict[str, Any]:
        decided = self._decided(decision, reason)["hookSpecificOutput"] if decision else {"hookEventName": "PreToolUse"}
        return {"hookSpecificOutput": {**decided, **({"updatedInput": arguments} if arguments else {})}}

    def can_ask(self, raw: dict[str, Any]) -> bool:
        """No field of the payload tells whether a user can answer; variables that the client gives its hooks do.

        Seen with 2.1.197 and 2.1.329: the first is `cli` in a terminal and `sdk-cli` with -p; the second, which only
        the later version has, is 1 and 0. What editors and the desktop application give is unknown: they are not asked.
        """
        from ..core import environment

        attended = (
            environment.get("CLAUDE_CODE_ENTRYPOINT") == "cli"
            and environment.get("CLAUDE_CODE_SESSION_ATTENDED") != "0"
        )
        return attended and raw.get("permission_mode") != "dontAsk"

    def plan(self, plugin: str) -> Plan:
        from .plan import KEEP, KEY, MARKET, Choice, Command, Plan, Setting, file_of

        file = file_of("CLAUDE_CONFIG_DIR", ".claude", "settings.json")
        commands = (
            Command(
                argv=["claude", "plugin", "marketplace", "add", plugin],
                undo=["claude", "plugin", "marketplace", "remove", MARKET],
                path=file,
                sign=("extraKnownMarketplaces", MARKET),
            ),
            Command(
                argv=["claude", "plugin", "install", KEY],
                undo=["claude", "plugin", "uninstall", KEY],
                path=file,
                sign=("enabledPlugins", KEY),
            ),
        )
        notes = (
            "The three rules let the agent read memories without asking where hooks are off; "
            "else the plugin's own hook allows that",
            "and saving (docs/maintainers/security.md).",
            f"Without the claude command: in Claude Code, type /plugin marketplace add {plugin} "
            f"and /plugin install {KEY}.",
        )
        return Plan(
            copied=True,
            renew=(["claude", "plugin", "marketplace", "update", MARKET], ["claude", "plugin", "update", KEY]),
            settings=(Setting(path=file, part={"permissions": {"allow": READING}}),),
            commands=commands,
            notes=notes,
            own_memory={
                KEEP: Choice(BOTH),
                "off": Choice(OFF, Setting(path=file, part=NO_MEMORY, asked=True)),
                "off-project": Choice(OFF_HERE, Setting(path=PROJECT_SETTINGS, part=NO_MEMORY, asked=True)),
            },
        )


HOST = Claude()
