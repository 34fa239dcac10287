"""Claude Code, tried with 2.1.197 and 2.1.330."""

from __future__ import annotations

import os
import sys

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..core.model import Finding, JsonObject
    from . import Read
    from .plan import Plan

PROJECT_SETTINGS = ".claude/settings.json"
READING = [f"mcp__plugin_memory_memories__{tool}" for tool in ("search", "get", "why")]

NO_MEMORY = {"autoMemoryEnabled": False}
BOTH = (
    "Claude Code also keeps its own notes (auto memory), so a fact may be saved twice. `memories import claude-memory`",
    "imports them, for you to accept; `memories setup claude --auto-memory off` switches them off.",
)
OFF = (
    "From the next session on, Claude Code keeps no notes of its own (auto memory). Existing notes stay on disk.",
)
OFF_HERE = (
    *OFF,
    f"This applies to everyone who works on the project once you commit {PROJECT_SETTINGS}.",
)

MANAGED = {
    "darwin": "/Library/Application Support/ClaudeCode",
    "win32": "C:\\Program Files\\ClaudeCode",
}
NO_HOOKS, ONLY_MANAGED = "disableAllHooks", "allowManagedHooksOnly"
MEMORY, NO_MEMORY_HERE = "autoMemoryEnabled", "CLAUDE_CODE_DISABLE_AUTO_MEMORY"
WORDS = {
    **dict.fromkeys("1 true yes on".split(), True),
    **dict.fromkeys("0 false no off".split(), False),
}
PRIOR = "claude-memory@"  # how the name of the earlier memory plugin begins


class Claude(Host):
    name = "claude"
    title = "Claude Code"
    rules_files = {"claude-md": "CLAUDE.md"}
    reads = (
        "CLAUDE.md",
        ".claude/CLAUDE.md",
        "CLAUDE.local.md",
        ".claude/rules/**/*.md",
    )
    reads_on_the_way = True
    save_tool = "mcp__plugin_memory_memories__save"
    note_tool = "mcp__plugin_memory_memories__note"
    asks_first_save = True
    notices = "systemMessage"
    keeps_in_summary = True
    sessions = ".claude/projects/*/%s.jsonl"
    update = "claude plugin marketplace update {market} && claude plugin update {name}"
    hook_list = "hooks/hooks.json"
    managed = MANAGED.get(
        sys.platform, "/etc/claude-code"
    )  # the administrator's folder

    def request(self, text: str) -> JsonObject:
        """After `additionalContext` it goes on as well; it shows no problem and sends the text once, not twice."""
        return {
            "hookSpecificOutput": {"hookEventName": "Stop", "additionalContext": text}
        }

    def permission(
        self, decision: str, reason: str, arguments: Any = None
    ) -> JsonObject:
        decided = (
            self._decided(decision, reason)["hookSpecificOutput"]
            if decision
            else {"hookEventName": "PreToolUse"}
        )
        return {
            "hookSpecificOutput": {
                **decided,
                **({"updatedInput": arguments} if arguments else {}),
            }
        }

    def can_ask(self, raw: JsonObject) -> bool:
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

    def check(self, project: str, read: Read) -> Iterator[Finding]:
        settings = _Scopes(project, self.managed, read)
        checks = (
            settings.plugin,
            settings.folder,
            settings.hooks,
            settings.prior,
            settings.memory,
        )
        return filter(None, (check() for check in checks))

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
            renew=(
                ["claude", "plugin", "marketplace", "update", MARKET],
                ["claude", "plugin", "update", KEY],
            ),
            settings=(Setting(file, {"permissions": {"allow": READING}}),),
            commands=commands,
            notes=notes,
            own_memory={
                KEEP: Choice(BOTH),
                "off": Choice(OFF, Setting(file, NO_MEMORY, asked=True)),
                "off-project": Choice(
                    OFF_HERE, Setting(PROJECT_SETTINGS, NO_MEMORY, asked=True)
                ),
            },
        )


class _Scopes:
    """Its settings in the four files that have some; each scope overrules those before it."""

    def __init__(self, project: str, managed: str, read: Read) -> None:
        from .plan import file_of

        self.files = {
            "user": file_of("CLAUDE_CONFIG_DIR", ".claude", "settings.json"),
            "project": os.path.join(project, ".claude", "settings.json"),
            "local": os.path.join(project, ".claude", "settings.local.json"),
            "managed": os.path.join(managed, "managed-settings.json"),
        }
        within = {"project": project, "local": project}
        self.values = {
            scope: read(path, within.get(scope, ""))
            for scope, path in self.files.items()
        }

    def decide(self, kind: type, *keys: str) -> tuple[str, Any]:
        """(scope, value) of a setting, from the last scope that sets it; ("", None) without one."""
        from .plan import at

        decided: tuple[str, Any] = ("", None)
        for scope, values in self.values.items():
            value = at(values, *keys)
            if isinstance(value, kind):
                decided = scope, value
        return decided

    def plugin(self) -> Finding | None:
        """Whether our plugin is switched off."""
        from .plan import KEY

        scope, on = self.decide(bool, "enabledPlugins", KEY)
        if on is not False:
            return None
        flag = f" --scope {scope}" if scope in ("project", "local") else ""
        remedy = (
            "ask your administrator"
            if scope == "managed"
            else f"`claude plugin enable{flag} {KEY}`"
        )
        return self._finding(
            "warning",
            f"the plugin {KEY} is switched off",
            self.files[scope],
            remedy,
            "plugin-off",
        )

    def folder(self) -> Finding | None:
        """Whether the folder that it was told to run the plugin from is gone."""
        from .plan import MARKET, at, is_gone

        place = at(
            self.values["user"], "extraKnownMarketplaces", MARKET, "source", "path"
        )
        why = "no hook and no tool starts, and Claude Code says nothing about it"
        what = "the plugin's folder is gone"
        return (
            self._finding("error", what, place, "", "checkout-missing", why)
            if is_gone(place)
            else None
        )

    def hooks(self) -> Finding | None:
        """Whether all hooks are switched off."""
        scope, off = self.decide(bool, NO_HOOKS)
        switch = NO_HOOKS if off else ""
        if self.values["managed"].get(ONLY_MANAGED) is True:
            scope, switch = "managed", ONLY_MANAGED
        if not switch:
            return None
        what, remedy = (
            f"hooks are switched off ({switch})",
            f"remove `{switch}` from that file",
        )
        why = "Claude Code runs none of them, and says nothing about it"
        return self._finding("error", what, self.files[scope], remedy, "hooks-off", why)

    def prior(self) -> Finding | None:
        """Whether the earlier memory plugin runs beside ours, as the user's own settings say."""
        from ..core.sanitize import one_line
        from ..core.shell import command_line
        from .plan import at

        plugins = at(self.values["user"], "enabledPlugins")
        names = plugins if isinstance(plugins, dict) else {}
        running = [
            name for name in names if name.startswith(PRIOR) and names[name] is True
        ]
        if not running:
            return None
        what, why = (
            "the earlier memory plugin runs too: " + one_line(running[0]),
            "the same memories may come twice",
        )
        command = command_line("claude", "plugin", "disable", running[0])
        return self._finding(
            "warning", what, self.files["user"], f"`{command}`", "two-copies", why
        )

    def memory(self) -> Finding:
        """Whether it keeps notes of its own (auto memory)."""
        from ..core import environment
        from ..core.sanitize import one_line

        scope, on = self.decide(bool, MEMORY)
        setting, where = MEMORY, self.files.get(scope, "")
        named, value = self.decide(str, "env", NO_MEMORY_HERE)
        off = WORDS.get((value if named else environment.get(NO_MEMORY_HERE)).lower())
        if off is not None:
            setting, where, on = (
                NO_MEMORY_HERE,
                self.files.get(named, "the environment"),
                not off,
            )
        if on is False:
            what = f"Claude Code keeps no notes of its own: auto memory is off ({setting} in {where})"
            return self._finding("ok", what, where, "", "auto-memory")
        _, place = self.decide(str, "autoMemoryDirectory")
        what = "Claude Code also keeps its own notes: auto memory is on"
        if place:
            what += ", in " + one_line(place)
        remedy = "`memories import claude-memory` imports them, for you to accept"
        return self._finding("ok", what, "", remedy, "auto-memory")

    def _finding(
        self,
        severity: str,
        what: str,
        where: str,
        remedy: str,
        code: str,
        why: str = "",
    ) -> Finding:
        from ..core.model import Finding

        return Finding(severity, what, where, remedy, code, why)


HOST = Claude()
