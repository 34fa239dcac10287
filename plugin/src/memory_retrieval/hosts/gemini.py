"""Gemini CLI, tried with 0.61.0."""

from __future__ import annotations

import os

from . import Host

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..core.model import Finding, JsonObject
    from ..transcript.values import Format, Line, ToolCall, ToolOutput
    from . import Read
    from .plan import Plan

CONTEXT = (
    "<hook_context>",
    "</hook_context>",
)  # its frame around context; angle brackets inside it are escaped
PARTS = ("gemini-extension.json", "launch.sh", "hooks/hooks.json")
REFUSED = (
    "error",
    "cancelled",
)  # status of a call that failed, was refused, or to which the user said no
OWNER = ".project_root"  # the file that names the project whose sessions are beside it
SKILLS = tuple(f"skills/{name}/SKILL.md" for name in ("search", "save", "review"))


class Gemini(Host):
    name = "gemini"
    title = "Gemini CLI"
    rules_files = {"gemini-md": "GEMINI.md"}
    reads = ("GEMINI.md",)
    events = {
        **Host.events,
        "prompt": "BeforeAgent",
        "stop": "AfterAgent",
        "pre-compact": "PreCompress",
        "pre-tool": "BeforeTool",
        "after-tool": "AfterTool",
    }
    write_tool = "write_file"
    save_tool = "mcp_memories_save"
    note_tool = "mcp_memories_note"
    tool_context = False
    start_after_compaction = False
    sessions = ".gemini/tmp/*/chats/session-*-%.8s.jsonl"
    hook_list = "integrations/gemini/hooks/hooks.json"
    root_variables = ("extensionPath",)

    def typed(self, prompt: str) -> str:
        """It puts the context of a session's start before the first prompt."""
        while prompt.startswith(CONTEXT[0]) and CONTEXT[1] in prompt:
            prompt = prompt.partition(CONTEXT[1])[2].lstrip()
        return prompt

    def request(self, text: str) -> JsonObject:
        return {"decision": "deny", "reason": text}

    def refusal(self, reason: str) -> JsonObject:
        return {"decision": "deny", "reason": reason}

    def compacts(self, raw: JsonObject) -> bool:
        """It runs that hook in each turn, before it looks whether there is anything to compress."""
        return raw.get("trigger") != "auto"

    def transcript(self) -> Format:
        from ..transcript.values import Format

        return Format(self._line, marks=(b'"user"', b'"gemini"', b'"assistant"'))

    def _line(self, entry: JsonObject) -> Line | None:
        """A message, with the tool calls that have a result; it is written again as more is known of it."""
        from ..transcript.lines import blocks, texts_of
        from ..transcript.values import ASSISTANT, USER, Line, ToolCall

        role = {"user": USER, "gemini": ASSISTANT}.get(str(entry.get("type")))
        if role is None or "content" not in entry:
            return blocks(entry)  # a transcript that came from another host
        calls = entry.get("toolCalls")
        steps: list[ToolCall | ToolOutput] = []
        for call in calls if isinstance(calls, list) else ():
            if isinstance(call, dict) and isinstance(call.get("result"), list):
                steps += [ToolCall(call.get("name"), call.get("args")), _output(call)]
        return Line(role, "\n".join(texts_of(entry["content"])), steps)

    def project(self, path: str, entry: JsonObject) -> str:
        """Earlier versions named the folder after the hash of the project's path, and wrote no file."""
        from ..core.repository import first_line

        owner = os.path.join(os.path.dirname(os.path.dirname(path)), OWNER)
        return first_line(owner) or str(entry.get("projectHash") or "")

    def check(self, project: str, read: Read) -> Iterator[Finding]:
        """An extension is a folder with all its files, or a link to one: to set up beside a link changes nothing."""
        from ..core.model import Finding
        from .plan import PLUGIN, at, home, is_gone

        folder = os.path.join(home(), ".gemini")
        base = os.path.join(folder, "extensions")
        path = os.path.join(base, "extension-enablement.json")
        if not _is_on(at(read(path, ""), PLUGIN, "overrides"), project):
            remedy = f"`gemini extensions enable {PLUGIN}`"
            yield Finding(
                "warning",
                f"the extension {PLUGIN} is switched off",
                path,
                remedy,
                "plugin-off",
            )
            return
        installed = read(
            os.path.join(base, PLUGIN, ".gemini-extension-install.json"), ""
        )
        source = at(installed, "source")
        if at(installed, "type") == "link" and is_gone(source):
            remedy = (
                f"`gemini extensions uninstall {PLUGIN}`, then `memories setup gemini`"
            )
            yield Finding(
                "error",
                "the folder of the extension is gone",
                source,
                remedy,
                "checkout-missing",
            )
        for owner, repository in (
            (folder, ""),
            (os.path.join(project, ".gemini"), project),
        ):
            path = os.path.join(owner, "settings.json")
            if at(read(path, repository), "hooksConfig", "enabled") is False:
                what, why = (
                    "hooks are switched off (hooksConfig.enabled)",
                    "no memory reaches a prompt",
                )
                yield Finding(
                    "error", what, path, "remove the setting", "hooks-off", why
                )

    def plan(self, plugin: str) -> Plan:
        from .plan import PLUGIN, File, Plan, home

        target = os.path.join(home(), ".gemini", "extensions", PLUGIN)
        parts = {name: f"integrations/gemini/{name}" for name in PARTS}
        parts.update({name: name for name in SKILLS})
        files = [
            File(os.path.join(target, *name.split("/")), part)
            for name, part in parts.items()
        ]
        files.append(File(os.path.join(target, "root"), text=f"{plugin}\n"))
        notes = (
            "Restart `gemini`; /extensions list, /hooks panel and /mcp then show it.",
        )
        return Plan(copied=True, files=tuple(files), notes=notes)


def _output(call: JsonObject) -> ToolOutput:
    from ..transcript.values import ToolOutput

    answers = [
        part.get("functionResponse")
        for part in call["result"]
        if isinstance(part, dict)
    ]
    responses = [
        answer.get("response") for answer in answers if isinstance(answer, dict)
    ]
    found = [
        said.get("output") or said.get("error")
        for said in responses
        if isinstance(said, dict)
    ]
    return ToolOutput([{"text": text} for text in found], call.get("status") in REFUSED)


def _is_on(rules: Any, project: str) -> bool:
    """Whether the last rule that fits the project switches an extension on; without a rule it is."""
    from fnmatch import fnmatchcase

    on = True
    for rule in map(str, rules if isinstance(rules, list) else ()):
        pattern = rule.lstrip("!")
        if fnmatchcase(project.rstrip("/") + "/", pattern) or fnmatchcase(
            project, pattern
        ):
            on = not rule.startswith("!")
    return on


HOST = Gemini()
