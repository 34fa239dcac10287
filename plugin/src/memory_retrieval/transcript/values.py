"""What is read from a transcript: lines, events and turns, and the marks of text that nobody typed.

Plain values: nothing here reads a file or knows a host's format.
"""

from __future__ import annotations

from ..core import jsontext
from ..core.model import JsonObject, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

USER, ASSISTANT, USE, RESULT = "user", "assistant", "use", "result"
"""Kinds of events; the first two are also the roles of lines."""
ROLES = (USER, ASSISTANT)

PATH_KEYS = (
    "file_path",
    "notebook_path",
    "path",
    "filePath",
)  # arguments of a tool that name a file
REQUEST_HEAD = "Memory check: this session may hold something that later sessions in this project need."
"""The first line of our own request to save; a message that holds it is never read as evidence."""

NOT_TYPED = (
    "<command-",
    "<local-command",
    "<bash-",
    "<system-reminder",
    "<environment_context",
    "<user_instructions",
    "# AGENTS.md",
    "<hook_prompt",
    "<memory-context",
    "Caveat: The messages below",
    "<task-notification",
    "[Request interrupted",
    "Stop hook feedback:",
    REQUEST_HEAD,
)
"""Beginnings of user messages that nobody typed."""


class ToolCall(Value):
    """A tool's name and its arguments as the host gives them, usually a dict; some write its JSON as a text."""

    name: str
    arguments: Any

    def __init__(self, name: Any, arguments: Any) -> None:
        if isinstance(arguments, str) and arguments.startswith("{"):
            try:
                arguments = jsontext.loads(arguments)
            except ValueError:
                pass
        super().__init__(name if isinstance(name, str) else "", arguments)

    @property
    def paths(self) -> list[str]:
        """The files that the arguments name."""
        if not isinstance(self.arguments, dict):
            return []
        return [
            self.arguments[key]
            for key in PATH_KEYS
            if isinstance(self.arguments.get(key), str)
        ]


class ToolOutput(Value):
    """What a tool returned: text or a list of blocks, and whether the host marked it as an error."""

    content: Any
    error: bool = False


class Line(Value):
    """One line of the main conversation.

    role       USER or ASSISTANT; "" for a line that only holds tool calls or outputs
    text       its text blocks, joined with line breaks, as written
    steps      its tool calls and outputs, in order
    is_output  it brings a tool's output, so that no person typed it
    """

    role: str
    text: str = ""
    steps: Sequence[ToolCall | ToolOutput] = ()
    is_output: bool = False


class Format(Value):
    """How a host writes its transcript.

    parse  from a line's JSON object to its content; None for a line outside the main conversation
    marks  bytes of which every message has one: cheaper to look for than parsing the line
    steps  further ones, which the start of a line of tool calls or outputs has
    """

    parse: Callable[[JsonObject], Line | None]
    marks: tuple[bytes, ...] = (b'"user"', b'"assistant"')
    steps: tuple[bytes, ...] = ()


class Event(Value):
    """One step. `text` is a message, a tool's command or its output; `path` the file that an editing tool changed.

    `digest` is the CRC of a message's whole text, 0 for tool calls and outputs.
    """

    kind: str
    text: str
    tool: str = ""
    path: str = ""
    error: bool = False
    digest: int = 0

    @property
    def spoken(self) -> bool:
        """Whether it is a message of the user or the assistant."""
        return self.kind in (USER, ASSISTANT)


class Turns(Value):
    """The end of a conversation.

    users   what the user typed, newest first
    answer  the end of the last answer
    files   paths that tools touched, newest first
    """

    users: list[str] = []
    answer: str = ""
    files: list[str] = []
