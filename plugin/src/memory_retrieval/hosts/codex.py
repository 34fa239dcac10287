"""Codex, tried with 0.169.0."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..core.model import Finding, JsonObject
    from ..transcript.values import Format, Line
    from . import Read
    from .plan import Plan

NEEDED_EVENT = "user_prompt_submit"
CALLS = ("function_call", "custom_tool_call", "local_shell_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output")
STATUS = (
    "Process exited with code ",
    "Exit code: ",
)  # in the first lines of what a call printed that ran
REFUSED = (
    "Command blocked by ",
    "Tool call blocked by ",
    "apply_patch verification failed",
    "patch rejected",
    "exec command rejected",
)
"""How the output of a call begins that did not run."""


class Codex(Host):
    """It runs our command in its sandbox unasked, so it needs no `save_tool` and no `note_tool`."""

    name = "codex"
    title = "Codex"
    rules_files = {"agents-md": "AGENTS.md"}
    reads = ("AGENTS.md", "AGENTS.override.md")
    reads_on_the_way = True
    sessions = ".codex/sessions/*/*/*/rollout-*-%s.jsonl"
    update = "codex plugin marketplace upgrade {market} && codex plugin add {name}"
    hook_list = "hooks/codex.json"
    root_variables = ("PLUGIN_ROOT", "CLAUDE_PLUGIN_ROOT")

    def request(self, text: str) -> JsonObject:
        return {"decision": "block", "reason": text}

    def transcript(self) -> Format:
        from ..transcript.values import Format

        return Format(self._line, steps=(b"response_item",))

    def project(self, path: str, entry: JsonObject) -> str:
        payload = entry.get("payload")
        return str(payload.get("cwd") or "") if isinstance(payload, dict) else ""

    def _line(self, entry: JsonObject) -> Line | None:
        from ..transcript.lines import blocks, text_of
        from ..transcript.values import ROLES, Line, ToolCall, ToolOutput

        if entry.get("type") != "response_item":
            return blocks(entry)  # a transcript that came from another host
        item = entry.get("payload")
        if not isinstance(item, dict):
            return None
        kind = item.get("type")
        if kind == "message" and item.get("role") in ROLES:
            return Line(item["role"], text_of(item.get("content")))
        if kind in CALLS:
            arguments = item.get("arguments", item.get("input", item.get("action")))
            return Line("", steps=[ToolCall(item.get("name"), arguments)])
        if kind in OUTPUTS:
            output = item.get("output")
            return Line("", steps=[ToolOutput(output, _failed(output))], is_output=True)
        return None

    def check(self, project: str, read: Read) -> Iterator[Finding]:
        """It runs a plugin from its own copy, and of its hooks only those that were trusted since they last changed.

        Whether a hook was changed since is a matter of hashes, which only Codex can compare.
        """
        from ..core.model import Finding
        from .plan import KEY, MARKET, at, file_of, is_gone

        path = file_of("CODEX_HOME", ".codex", "config.toml")
        settings = read(path, "")
        if settings is None:
            return
        if at(settings, "plugins", KEY, "enabled") is False:
            remedy = (
                f'`codex plugin add {KEY}`, or `enabled = true` below [plugins."{KEY}"]'
            )
            yield Finding(
                "warning",
                f"the plugin {KEY} is switched off",
                path,
                remedy,
                "plugin-off",
            )
            return
        source = at(settings, "marketplaces", MARKET, "source")
        if is_gone(source):
            what, why = (
                "the folder that the plugin was installed from is gone",
                "Codex can never update its own copy",
            )
            yield Finding("warning", what, source, "", "checkout-missing", why)
        if at(settings, "features", "hooks") is False:
            what, remedy = (
                "hooks are switched off (features.hooks)",
                "remove the line `hooks = false`",
            )
            yield Finding(
                "error", what, path, remedy, "hooks-off", "no memory reaches a prompt"
            )
            return
        states = at(settings, "hooks", "state")
        keys = (
            [key for key in states if key.startswith(f"{KEY}:")]
            if isinstance(states, dict)
            else []
        )
        if not any(key.split(":")[2:3] == [NEEDED_EVENT] for key in keys):
            remedy = (
                "start `codex`, type /hooks, and trust those of the plugin `memory`"
            )
            why = "Codex leaves them out, and `codex exec` says nothing about it"
            yield Finding(
                "error",
                "its hooks are not trusted",
                path,
                remedy,
                "hooks-untrusted",
                why,
            )

    def plan(self, plugin: str) -> Plan:
        from .plan import KEY, MARKET, Command, Plan, file_of

        file = file_of("CODEX_HOME", ".codex", "config.toml")
        commands = (
            Command(
                argv=["codex", "plugin", "marketplace", "add", plugin],
                undo=["codex", "plugin", "marketplace", "remove", MARKET],
                path=file,
                sign=f"[marketplaces.{MARKET}]",
            ),
            Command(
                argv=["codex", "plugin", "add", KEY],
                undo=["codex", "plugin", "remove", KEY],
                path=file,
                sign=f'[plugins."{KEY}"]',
            ),
        )
        notes = (
            "Codex runs only hooks that you have trusted, and `codex exec` skips the others silently: "
            "start `codex` once,",
            "open /hooks, and trust the hooks of the plugin `memory`. After a plugin update, it asks again.",
        )
        return Plan(
            copied=True,
            renew=(["codex", "plugin", "add", KEY],),
            commands=commands,
            notes=notes,
        )


def _failed(output: Any) -> bool:
    """Whether a call was refused, or its program ended with another code than 0; no field of the transcript says so."""
    from ..transcript.lines import texts_of

    text = "\n".join(texts_of(output))[:400]
    codes = [
        line.rpartition(" ")[2] for line in text.split("\n") if line.startswith(STATUS)
    ]
    return text.startswith(REFUSED) or any(code != "0" for code in codes)


HOST = Codex()
