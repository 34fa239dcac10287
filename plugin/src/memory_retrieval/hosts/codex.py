"""Codex, tried with 0.169.0."""

from __future__ import annotations

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..transcript.values import Format, Line
    from .plan import Plan

CALLS = ("function_call", "custom_tool_call", "local_shell_call")
OUTPUTS = ("function_call_output", "custom_tool_call_output")
STATUS = ("Process exited with code ", "Exit code: ")  # in the first lines of what a call printed that ran
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
    sessions = ".codex/sessions/*/*/*/rollout-*-%s.jsonl"
    update = "codex plugin marketplace upgrade {market} && codex plugin add {name}"

    def request(self, text: str) -> dict[str, Any]:
        return {"decision": "block", "reason": text}

    def transcript(self) -> Format:
        from ..transcript.values import Format

        return Format(self._line, steps=(b"response_item",))

    def project(self, path: str, entry: dict[str, Any]) -> str:
        payload = entry.get("payload")
        return str(payload.get("cwd") or "") if isinstance(payload, dict) else ""

    def _line(self, entry: dict[str, Any]) -> Line | None:
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
            return Line("", steps=[ToolOutput(item.get("output"), _failed(item.get("output")))], is_output=True)
        return None

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
        return Plan(copied=True, renew=(["codex", "plugin", "add", KEY],), commands=commands, notes=notes)


def _failed(output: Any) -> bool:
    """Whether a call was refused, or its program ended with another code than 0; no field of the transcript says so."""
    from ..transcript.lines import texts_of

    text = "\n".join(texts_of(output))[:400]
    codes = [line.rpartition(" ")[2] for line in text.split("\n") if line.startswith(STATUS)]
    return text.startswith(REFUSED) or any(code != "0" for code in codes)


HOST = Codex()
