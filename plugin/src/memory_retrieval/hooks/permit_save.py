"""Reads and saves without a permission prompt each time: allows exactly our own, and decides nothing about other calls.

Allowed are our MCP tools, by their exact names, in the current project; and `memories search`, `show`, `save` or `note`
as the whole shell command, with its record or sentence in quotes, or in a quoted here-document, in which a shell
expands nothing. For a save that would make a project's store the user is asked, and while a plan is made nothing is
saved. With `save.allow_without_prompt: false` no save is allowed.
See docs/maintainers/security.md.
"""

from __future__ import annotations

import os

from ..core import environment
from ..core.model import CATEGORIES
from ..core.repository import in_worktrees, repository_root
from ..core.shell import PLAIN
from ..state.session import Session
from . import own_program
from .payload import printed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..core.model import Store
    from ..hosts import Host
    from .deadline import Deadline
    from .payload import Answer, Payload

SETTING = "save.allow_without_prompt"
WRITERS = ("save", "note", "resolve")  # the MCP tools that write
READERS = ("search", "get", "why")  # those that read
PRINTERS = ("search", "show")  # the commands that do
ELSEWHERE = ("project",)  # arguments that lead out of the current project
SHELLS = ("Bash",)
VALUED = (
    "--category --format --top --update --action --hash --supersedes --alias".split()
)  # each with one word
PHRASE, ALONE = (
    "--alias",
    "--dry-run",
)  # the one whose word may be any text, and one that has no word
EXPANDED = frozenset("$`\\!")  # what a shell acts on between double quotes
MAX_COMMAND = 1_200_000  # characters; a record has at most a mebibyte
REASON = "memory-retrieval: %s a memory of this project (%s)"
PLANNING = (
    "memory-retrieval: nothing is saved while a plan is made. Say in the plan what is to be saved, and save it once "
    "the plan is approved."
)
FIRST = (
    "memory-retrieval: this project has no memory yet, and this save would create %s. Allow it once; later saves need "
    "no permission. Where nobody can be asked, the user runs `memories init` in the project first."
)
CONTROLS = {"\x7f", *map(chr, range(32))} - {"\n", "\t"}
_WORD = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def run(payload: Payload, session: Session, deadline: Deadline) -> Answer:
    """The host's permission for our own call, or its question before the first save; nothing for any other call."""
    tool, given = payload.first("tool"), payload.first("arguments")
    tools = tools_of(payload.host)
    if environment.switched_off() or not is_own(tool, given, payload.cwd, tools):
        return "", None
    served = (
        environment.get("CLAUDE_PROJECT_DIR") if tool in tools else ""
    )  # the server works there
    moved = _moved(served, payload.cwd) if served else ""
    session = Session(moved or served) if served else session
    decision, reason = _decided(tool, given, payload, session)
    more = {**given, "project": moved} if moved else {}
    return printed(
        payload.host.permission(decision, reason, more)
    ) if decision or more else "", None


def _decided(
    tool: str, given: dict[str, Any], payload: Payload, session: Session
) -> tuple[str, str]:
    """(the decision on a call of ours, its reason); ("", "") for none."""
    mode = payload.raw.get("permission_mode")
    if _reads(tool, given):
        return "allow", REASON % ("reading", "docs/maintainers/security.md")
    if mode == "plan":
        return "deny", PLANNING
    if not session.config.get(SETTING):
        return "", ""
    if _is_made(session.project, tool in SHELLS):
        return "allow", REASON % ("saving", SETTING)
    if mode == "bypassPermissions":
        return "", ""  # the user has answered
    return "ask", FIRST % _new_store(session.cwd)


def _moved(project: str, cwd: str) -> str:
    """The folder of the project in the worktree that a session has gone to; "" where it has gone to none.

    The server stays where it was started, and no call tells it.
    """
    here = repository_root(os.path.realpath(cwd or os.curdir))
    there = in_worktrees(os.path.realpath(project))
    if here is None or here == repository_root(there[0]):
        return ""
    below = os.path.join(here, "")
    return next(
        (folder for folder in there if os.path.join(folder, "").startswith(below)), ""
    )


def _is_made(store: Store | None, in_shell: bool) -> bool:
    """Whether there is a store to write to. To make one is more than a save, so the user is asked.

    A command in a shell is not told where the host's project is: it writes to the store at or above its folder.
    """
    if store is None or (in_shell and store.reason == "CLAUDE_PROJECT_DIR"):
        return False
    return any(kind in CATEGORIES for _, kind in store.folders)


def _new_store(cwd: str) -> str:
    """The folder that a first save makes."""
    from ..store.layouts import PROJECT_STORE

    here = os.path.realpath(cwd or os.curdir)
    return os.path.join(repository_root(here) or here, *PROJECT_STORE.split("/"))


def tools_of(host: Host) -> list[str]:
    """The names under which a host knows our MCP tools."""
    prefix, _, name = host.save_tool.rpartition(WRITERS[0])
    return [prefix + tool for tool in WRITERS + READERS] if prefix and not name else []


def _reads(tool: str, given: dict[str, Any]) -> bool:
    """Whether a call of ours changes nothing."""
    if tool not in SHELLS:
        return tool.endswith(READERS)
    return _program(given["command"])[1].lstrip(" ").startswith(PRINTERS)


def is_own(tool: Any, given: Any, cwd: str = "", tools: Sequence[str] = ()) -> bool:
    """Whether a tool call reads or saves memories and does nothing else; `tools` are the names of our MCP tools."""
    if not isinstance(tool, str) or not isinstance(given, dict):
        return False
    if tool in tools:
        return not any(key in given for key in ELSEWHERE)
    if tool not in SHELLS or set(given) - {"command", "description", "timeout"}:
        return False  # not in the background, not out of the sandbox
    command = given.get("command")
    program = program_of(command) if isinstance(command, str) else ""
    return bool(program) and own_program.is_ours(program, _projects(cwd))


def program_of(command: str) -> str:
    """The program of a command that reads memories, or saves one sentence or record, and does nothing else.

    It is `PROGRAM note|save [OPTION WORD]... TEXT` with the text in quotes in which a shell expands nothing, or
    `PROGRAM note|save [OPTION WORD]... <<'WORD'` with its document, or `PROGRAM search|show [OPTION WORD]... TEXT...`.
    `memories`, or an absolute path; "" for every other command.
    """
    program, rest = _program(command)
    return program if program and _is_call(rest) else ""


def _program(command: str) -> tuple[str, str]:
    """(the command's first word without its quotes, what follows); ("", "") where the word says anything else."""
    mark = command[:1] if command[:1] in ("'", '"') else ""
    word, end, rest = command[len(mark) :].partition(mark + " ")
    allowed = PLAIN | {" "} if mark else PLAIN
    known = word == own_program.NAME or (word[:1] == "/" and set(word) <= allowed)
    return (word, rest) if end and known else ("", "")


def _is_call(command: str) -> bool:
    """Whether the rest of a command, after its program, reads or saves."""
    if len(command) > MAX_COMMAND or not CONTROLS.isdisjoint(command):
        return False
    head, *body = command.split("\n")
    words, document = _words(head)
    if words[:1] in [[(name, False)] for name in PRINTERS]:
        return not document and not any(body) and _texts(words[1:], bare=True) >= 0
    if words[:1] not in ([("save", False)], [("note", False)]):
        return False
    texts = _texts(words[1:])
    return (
        texts == 0 and _is_document(document, body)
        if document
        else texts == 1 and not any(body)
    )


def _words(line: str) -> tuple[list[tuple[str, bool]], str]:
    """([(word, whether it is quoted)], the redirection after them); no words where a shell might see anything else."""
    words, rest = [], line.strip(" ")
    while rest and rest[:2] != "<<":
        mark = rest[0] if rest[0] in "'\"" else ""
        word, end, rest = rest[len(mark) :].partition(mark or " ")
        if not (_is_closed(word, mark, rest) and end if mark else set(word) <= _WORD):
            return [], ""
        words.append((word, bool(mark)))
        rest = rest.lstrip(" ")
    return words, rest


def _is_closed(word: str, mark: str, rest: str) -> bool:
    """Whether a quoted word means itself, and ends where its quote ends."""
    return rest[:1] in ("", " ") and not (mark == '"' and EXPANDED & set(word))


def _texts(words: list[tuple[str, bool]], *, bare: bool = False) -> int:
    """How many texts there are beside known options and their words; -1 with anything else.

    bare  a word without quotes is a text, too

    A quoted word is no option for the shell, but it would be one for the program.
    """
    count, rest = 0, iter(words)
    for word, quoted in rest:
        if word[:1] == "-" and (quoted or word not in (*VALUED, ALONE)):
            return -1
        if not quoted and word in VALUED:
            value = next(rest, ("", False))[0]
            if value[:1] in ("", "-") or not (word == PHRASE or set(value) <= _WORD):
                return -1
        elif quoted or bare:
            count += 1
        elif word != ALONE:
            return -1
    return count


def _is_document(redirection: str, body: list[str]) -> bool:
    """Whether a redirection is `<<'WORD'`, and the lines after it a document that ends with that word."""
    rest = redirection[2:].strip(" ")
    if len(rest) < 3 or rest[0] not in "'\"" or rest[-1] != rest[0]:
        return False
    delimiter = rest[1:-1]
    if not set(delimiter) <= _WORD or delimiter[0] == "-":
        return False
    while len(body) > 1 and not body[-1]:
        body.pop()
    return body[-1:] == [delimiter] and body.index(delimiter) == len(body) - 1


def _projects(cwd: str) -> list[str]:
    """Real paths of the working folder, of its repository and of the project: what is below may be a stranger's."""
    given = filter(None, (cwd, environment.get("CLAUDE_PROJECT_DIR")))
    real = [os.path.realpath(path) for path in given]
    roots = [repository_root(path) or path for path in real]
    return list(dict.fromkeys(real + roots))
