"""The hosts: one file here for each, with everything that this product knows of it.

A file has one value, `HOST`. A hook loads the one that it serves; what only the set-up needs is imported by `plan`.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..core.model import Finding, JsonObject
    from ..transcript.values import Format, Line
    from .plan import Plan

    Read = Callable[[str, str], Any]

EVENTS = tuple(
    (
        "prompt session-start subagent-start stop pre-compact pre-tool after-tool tool-failed allow-save session-end"
    ).split()
)
"""Our words for the events, which hooks are started with."""

FIELDS = {
    "prompt": ("prompt", "user_prompt", "userPrompt"),
    "session": ("session_id", "sessionId", "conversation_id", "conversationId"),
    "transcript": ("transcript_path", "transcriptPath"),
    "event": ("hook_event_name", "hookEventName"),
    "source": ("source",),
    "cwd": ("cwd",),
    "folders": ("workspace_roots",),
    "tool": ("tool_name", "toolName"),
    "arguments": ("tool_input", "toolInput"),
    "output": ("tool_response", "toolResponse", "tool_output", "toolResult"),
    "continued": ("stop_hook_active", "stopHookActive", "loop_count"),
}
"""The names under which hosts send each field of a payload; the first that has a value counts."""


WRITERS = frozenset(
    "write edit multiedit notebookedit apply_patch applypatch apply-patch write_file replace create_file edit_file "
    "insert_edit_into_file edit_notebook_file replace_string_in_file multi_replace_string_in_file "
    "str_replace_editor str_replace_based_edit_tool delete_file move_file".split()
)
"""Tools that write the file they are given, in lower case; a server of files may bring any of them to any host."""
SHELLS = frozenset(
    "bash shell exec_command local_shell run_shell_command run_in_terminal container.exec".split()
)
"""Tools that run a command, which may apply a patch."""

BY_TOOL = "call `%s` with `category` and `text` (one sentence; if it replaces a memory, `supersedes`: [ID])"
"""The shortest way to save where our MCP server runs, given the name under which the agent knows its tool `note`."""


class Host:
    """What is known of a host; the defaults fit most. In payloads and answers, values are JSON objects.

    name, title      of its file, and for people
    events           {our word: its own name}
    fields           names of the fields of its payloads, as in FIELDS
    writers          its tools that write the file they are given, in lower case
    write_tool       the one that creates a file
    save_tool        our MCP tool that saves, where its plugin brings our server; "" to ask for the command instead
    note_tool        the one that saves a sentence; "" in the same case
    asks_first_save  the permission hook makes it ask the user about a project's first save
    keeps_in_summary what the hook before a compaction prints becomes part of the order to summarize
    tool_context     it takes context before a tool call
    notices          the key under which it shows the user a line at the end of a turn; "" for none
    start_lasts      what its session-start hook adds is still there when a session is resumed
    start_after_compaction  it runs the session-start hook again after a compaction; else the next prompt has the brief
    command          its program; "" when that has its name
    sessions         where a transcript is below the home folder, a pattern with `%s` for the session's ID; "" unknown
    rules_files      {name for `memories export --to`: path in a project} of the files that it takes rules from
    reads            globs of the files of a project that it puts into context itself
    reads_on_the_way it also puts those of each folder between the project's and the working folder there
    update           what updates its own copy of the plugin {name} of the marketplace {market}; "" for `memories setup`
    hook_list        where the plugin has its list of hooks; "" where setup writes them into its own settings
    root_variables   what it puts the folder above that list in, for the commands of the list
    """

    name = ""
    title = ""
    events = {
        "prompt": "UserPromptSubmit",
        "session-start": "SessionStart",
        "subagent-start": "SubagentStart",
        "stop": "Stop",
        "pre-compact": "PreCompact",
        "pre-tool": "PreToolUse",
        "after-tool": "PostToolUse",
        "tool-failed": "PostToolUseFailure",
    }
    fields = FIELDS
    writers = WRITERS
    write_tool = "Write"
    save_tool = ""
    note_tool = ""
    asks_first_save = False
    keeps_in_summary = False
    tool_context = True
    notices = ""
    start_lasts = True
    start_after_compaction = True
    command = ""
    sessions = ""
    rules_files: dict[str, str] = {}
    reads: tuple[str, ...] = ()
    reads_on_the_way = False
    update = ""
    hook_list = ""
    root_variables: tuple[str, ...] = ("CLAUDE_PLUGIN_ROOT",)

    def reads_in(self, folder: str) -> list[str]:
        """The globs of what it has in context in a folder of a project; its path there, "." for the project's own."""
        ways = [""]
        for part in folder.split("/") if self.reads_on_the_way else []:
            ways.append(f"{ways[-1]}{part}/")
        return [way + glob for way in ways for glob in self.reads]

    def sender(self, raw: JsonObject) -> Host:
        """The host that sent a payload to a hook of this one; another may read the same hook file."""
        return self

    def typed(self, prompt: str) -> str:
        """What the user typed of a prompt."""
        return prompt

    def context(self, event: str, text: str) -> JsonObject | str | None:
        """The answer that adds `text` to the context; None where the host accepts none."""
        return {
            "hookSpecificOutput": {
                "hookEventName": self.events[event],
                "additionalContext": text,
            }
        }

    def request(self, text: str) -> JsonObject | None:
        """The answer at the end of a turn that has the agent go on with `text`; None where there is none."""
        return None

    def how_to_save(self, command: str) -> str:
        """The shortest way to save a sentence, as an order to the agent: "call the tool ..." or "run ...".

        Where our hook gives the permission, it allows what this orders. In single quotes a shell expands nothing.

        command  starts `memories` in a shell; not used for a host with a tool
        """
        if self.note_tool:
            return BY_TOOL % self.note_tool
        return f"run `{command} note --category C 'ONE SENTENCE'` (if it replaces a memory, add `--supersedes ID`)"

    def refusal(self, reason: str) -> JsonObject:
        """The answer before a tool call that refuses it."""
        return self._decided("deny", reason)

    def permission(
        self, decision: str, reason: str, arguments: Any = None
    ) -> JsonObject | None:
        """The answer of the hook that permits our own calls: `allow`, `ask` the user or `deny`; None to say nothing.

        arguments  those to call the tool with instead, a JSON object, where the host takes them
        """
        return self._decided(decision, reason)

    def can_ask(self, raw: JsonObject) -> bool:
        """Whether it asks the user about the command of a payload and shows our reason. Others ignore it, or hang."""
        return False

    def question(self, reason: str) -> JsonObject:
        """The answer before a command that has the user asked; only where `can_ask` says so."""
        return self._decided("ask", reason)

    def compacts(self, raw: JsonObject) -> bool:
        """Whether the context is compacted after the payload of a hook before a compaction."""
        return True

    def _decided(self, decision: str, reason: str) -> JsonObject:
        output = {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": reason,
        }
        return {"hookSpecificOutput": output}

    def printed(self, error: str) -> str:
        """What a failed command printed, of the error that the hook is given."""
        status, _, rest = error.partition("\n")
        return rest if status.startswith("Exit code ") else error

    def transcript(self) -> Format:
        """How it writes its transcript."""
        from ..transcript.lines import blocks
        from ..transcript.values import Format

        return Format(blocks)

    def project(self, path: str, entry: JsonObject) -> str:
        """The folder that a session worked in, or the SHA-256 of its path, as a line of the transcript at `path` says.

        "" where it does not say.
        """
        return str(entry.get("cwd") or "")

    def folder(self) -> str:
        """The folder that tells that the host is here; relative to the home folder, or absolute."""
        return f".{self.name}"

    def check(self, project: str, read: Read) -> Iterator[Finding]:
        """Why it starts nothing of ours though it is set up, as its own files say; nothing is run.

        read  the object in a settings file; {} without one, None where this Python has no parser for it. The second
              argument is the repository that the file belongs to, "" for the user's own: of it only switches are read
        """
        return iter(())

    def plan(self, plugin: str) -> Plan:
        """What sets it up. `plugin` is the folder of the plugin's copy. ConfigError when something is missing."""
        raise NotImplementedError


class _Unknown(Host):
    """A sender that nothing is known of: it gets plain text, and its transcript may be any host's."""

    def context(self, event: str, text: str) -> str:
        return text

    def transcript(self) -> Format:
        from ..transcript.values import Format

        formats = [find(name).transcript() for name in names()]
        parsers = dict.fromkeys(format.parse for format in formats)

        def parse(entry: JsonObject) -> Line | None:
            return next(filter(None, (one(entry) for one in parsers)), None)

        marks = dict.fromkeys(mark for format in formats for mark in format.marks)
        steps = dict.fromkeys(step for format in formats for step in format.steps)
        return Format(parse, tuple(marks), tuple(steps))


UNKNOWN = _Unknown()


def names() -> list[str]:
    """The names of all hosts: the files of this folder."""
    files = sorted(os.listdir(os.path.dirname(__file__)))
    return [
        name[:-3]
        for name in files
        if name.endswith(".py") and name not in ("__init__.py", "plan.py")
    ]


def find(name: str) -> Host:
    """The host with this name; UNKNOWN for any other name."""
    if not name or name not in names():
        return UNKNOWN
    host: Host = __import__(f"{__name__}.{name}", None, None, ["HOST"]).HOST
    return host


def read_by_hosts() -> list[str]:
    """The globs of the files of a project that one host or another puts into context itself."""
    return list(dict.fromkeys(glob for name in names() for glob in find(name).reads))


def guess(raw: JsonObject, event: str) -> str:
    """The name of the host that sent a payload without saying so, by what only it sends; "" when unknown.

    Hosts that were added later name themselves on the command line of their hooks.
    """
    if event in ("BeforeAgent", "AfterAgent", "PreCompress", "BeforeTool"):
        return "gemini"
    if "conversation_id" in raw or "workspace_roots" in raw or event[:1].islower():
        return "cursor"
    if (
        "hookEventName" in raw
        or "sessionId" in raw
        or (event and "timestamp" in raw and "permission_mode" not in raw)
    ):
        return "vscode"
    if "turn_id" in raw or (
        event and "model" in raw and "prompt_id" not in raw and event != "SessionStart"
    ):
        return "codex"
    return "claude" if event else ""
