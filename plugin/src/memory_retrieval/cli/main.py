"""The `memories` command: imports the module of a command word, runs it, and turns errors into a line and an exit code.

A command word is a file in this folder with `HELP`, `EXAMPLES`, `add_arguments(parser)` and `run(args) -> int`. A file
that serves several words, named in MODULES, has these four for each of them in `WORDS`.
"""

from __future__ import annotations

import argparse
import importlib
import io
import os
import sys
import time

from .. import __version__, extras
from ..core import environment, programs
from ..core.clock import format_time
from ..core.errors import MemoryRetrievalError, RecordError
from .output import note, write_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    Arguments = Callable[[argparse.ArgumentParser], None]
    Action = tuple[str, Arguments, Callable[..., Any]]
    Command = tuple[str, Sequence[str], Arguments, Callable[[argparse.Namespace], int]]

OK, PROBLEM, USAGE, BUG, INTERRUPTED = 0, 1, 2, 3, 130

GROUPS = {
    "everyday": {
        "search": "find memories by words",
        "list": "list memories",
        "show": "print one memory, or its history",
        "why": "explain what a prompt gets, and why",
        "save": "store a memory",
        "note": "save one sentence",
        "edit": "change a memory in your editor",
        "undo": "undo the last write",
    },
    "look after": {
        "status": "say whether it works, and what waits for you",
        "review": "go through what waits for you or may be out of date",
        "alias": "add phrasings under which a memory is found",
        "replace": "say which memory replaces another",
        "retire": "switch a memory off",
        "restore": "switch it on again",
        "check": "check a change against the guards of rules",
        "mute": "switch a memory off for you only",
    },
    "set up": {
        "try": "see it at work, with nothing set up or left behind",
        "init": "create a memory store in this project",
        "setup": "set up Claude Code, Codex, Gemini or another host",
        "doctor": "check that everything works",
        "off": "switch it all off in this repository",
        "on": "switch it on again",
        "serve": "open the viewer in your browser",
    },
    "bring in and write out": {
        "import": "bring in memories from elsewhere",
        "export": "write memories out, as JSON lines or as one HTML page",
    },
    "team": {
        "share": "read the memory of another git repository",
        "team": "share memories through a team database, and look after it",
    },
    "develop": {
        "brief": "print what a session starts with",
        "mcp": "serve MCP over standard input and output",
        "triage": "find what is worth keeping in a transcript",
        "candidate": "show which memory new information would update",
        "cache": "store and find answers of external models",
        "index": "rebuild, validate or inspect the search index",
        "eval": "measure retrieval on a labelled collection",
    },
}
"""Every command with what it does, in the groups and the order of `memories help all`."""

SHORT = {
    "ingest": "the same as `memories team ingest`",
    "sync": "the same as `memories team sync`",
    "get": "the same as `memories show`",
    "resolve": "the same as `memories replace`",
    "inbox": "the same as `memories review list`, `accept`, `reject`, `show` and `edit`",
    "db": "the same as `memories team`",
}
"""Commands that are part of another and go on answering under their own name."""

REVIEWED = {
    **{action: action for action in ("list", "show", "edit", "accept", "reject")},
    "drop": "reject",
}
"""The actions of `memories inbox` that `memories review` has too, by its words for them."""

FIRST = ("everyday", "look after", "set up")
"""The groups that `memories --help` shows."""

COMMANDS = {
    word: text for group in (*GROUPS.values(), SHORT) for word, text in group.items()
}

EXAMPLES = (
    "memories try",
    "memories init",
    "memories setup claude",
    "memories search 'the upload hangs'",
    "memories why 'the upload hangs'",
    "memories note 'Deploys on Fridays are forbidden'",
)

MORE = "`memories help all` lists every command, `memories COMMAND --help` its options and examples."

MODULES = {
    **dict.fromkeys(
        ("edit", "alias", "replace", "resolve", "retire", "restore", "undo"), "change"
    ),
    **dict.fromkeys(("mute", "off", "on"), "switch"),
    **dict.fromkeys(("triage", "candidate"), "propose"),
    "db": "team",
    "note": "save",
    "get": "show",
    "import": "import_",
    "try": "try_",
}
"""The module of each word that does not bear its name."""


def load_command(word: str) -> Command:
    """(help, examples, function that adds its arguments, function that runs it) of a command word."""
    if word in extras.WORDS:
        module = extras.load(extras.WORDS[word], "commands." + word.replace("-", "_"))
    else:
        module = importlib.import_module("." + MODULES.get(word, word), __package__)
    if word in getattr(module, "WORDS", ()):
        command: Command = module.WORDS[word]
        return command
    return module.HELP, module.EXAMPLES, module.add_arguments, module.run


argparse._ = str  # type: ignore[attr-defined]  # looking for translations of its words costs 4 ms; we have none


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command; returns its exit code (0 done, 1 a problem, 2 usage, 3 a bug of ours, 130 interrupted)."""
    words = list(sys.argv[1:] if argv is None else argv)
    if environment.WINDOWS:
        _speak_utf8()
    programs.forget_foreign_folders()
    return guarded(lambda: _run(words), words)


def _speak_utf8() -> None:
    """What a program reads is UTF-8 on Windows too, where a pipe has the encoding of the console by default."""
    for stream in (sys.stdout, sys.stderr):
        if not stream.isatty() and isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8")


def guarded(run: Callable[[], int], words: Sequence[str]) -> int:
    """What `run` returns, or the exit code of what it raised, with one line on standard error."""
    try:
        try:
            return run()
        finally:
            sys.stdout.flush()  # here, where a reader that has gone away is no error
    except RecordError as error:
        for problem in error.problems:
            note(str(problem))
        if not error.problems:
            note(str(error))
        return PROBLEM
    except MemoryRetrievalError as error:
        note(" ".join(str(error).split()))
        return PROBLEM
    except KeyboardInterrupt:
        note("interrupted")
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return OK
    except OSError as error:
        path = " ".join(str(error.filename or "input/output").split())
        note(f"{path}: {error.strerror or error}; check the path and its permissions")
        return PROBLEM
    except Exception:  # the one handler of this host
        note(f"this is a bug of ours; please report it with {_log_bug(words)}")
        return BUG


def add_common(parser: argparse.ArgumentParser, *, again: bool = False) -> None:
    """The options that every command has; `again` for the actions of a command, which keep what came before them."""
    root, form = (argparse.SUPPRESS, argparse.SUPPRESS) if again else ("", "text")
    where = "project or store folder (default: found from the current folder)"
    parser.add_argument("--root", default=root, metavar="DIR", help=where)
    parser.add_argument(
        "--format",
        choices=("text", "json"),
        default=form,
        help="output format (default: text)",
    )


def add_actions(
    parser: argparse.ArgumentParser, actions: Mapping[str, Action], default: str = ""
) -> None:
    """The actions of a command, {word: (help, function that adds its arguments, function that runs it)}.

    The command's own `run` calls `args.act`. Without `default`, an action has to be given.
    """
    group = parser.add_subparsers(
        dest="action", metavar="ACTION", prog=parser.prog, required=not default
    )
    for word, (text, add_arguments, act) in actions.items():
        sub = group.add_parser(
            word,
            help=text,
            description=f"{text.capitalize()}.",
            formatter_class=_Formatter,
        )
        add_arguments(sub)
        add_common(sub, again=True)
        sub.set_defaults(act=act, parser=sub)
    if default:
        parser.set_defaults(act=actions[default][2])


def _run(words: list[str]) -> int:
    if words[:1] == ["review"] and not {"--keep", "--retire", "--drop"} & set(words):
        action = [REVIEWED[word] for word in words[1:2] if word in REVIEWED]
        words = ["inbox", *action, *words[2:]] if action else words
    command = next((word for word in words if not word.startswith("-")), None)
    if command == "help":
        return _help(words[words.index("help") + 1 :])
    parser = build_parser([command] if command in COMMANDS else [])
    if command not in COMMANDS:
        return _without_command(parser, words, command)
    args = parser.parse_args(words)
    return int(args.run(args) or OK)


def _help(words: list[str]) -> int:
    """`memories help`: the everyday commands; `help all`: every command; `help COMMAND`: what its --help prints."""
    if words[:1] == ["all"]:
        build_parser([], GROUPS).print_help()
        return OK
    return _run(
        [word for word in words[:1] if word not in ("help", "--help", "-h")]
        + ["--help"]
    )


def build_parser(
    words: Iterable[str], groups: Iterable[str] = FIRST
) -> argparse.ArgumentParser:
    """The parser of `memories` with these commands, whose modules alone it imports; its help shows these groups."""
    parser = _Parser(
        prog="memories",
        usage="memories COMMAND [arguments]",
        description="Project memory for coding agents: find, keep and look after what was learned.",
        epilog=_overview(groups),
        formatter_class=_Formatter,
    )
    parser.add_argument(
        "--version", action="version", version=f"memories {__version__}"
    )
    commands = parser.add_subparsers(
        metavar="COMMAND", prog="memories", help=argparse.SUPPRESS
    )
    for word in words:
        text, examples, add_arguments, run = load_command(word)
        sub = commands.add_parser(
            word,
            help=COMMANDS[word],
            description=text,
            epilog=_examples(examples),
            formatter_class=_Formatter,
        )
        add_arguments(sub)
        add_common(sub)
        sub.set_defaults(run=run, parser=sub, command=word)
    return parser


class _Parser(argparse.ArgumentParser):
    """Says what a wrong choice may have meant."""

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            error.message = (
                _meant(str(value), map(str, action.choices or ())) + error.message
            )
            raise


def _meant(unknown: str, known: Iterable[str]) -> str:
    from difflib import get_close_matches

    close = " or ".join(f"'{word}'" for word in get_close_matches(unknown, list(known)))
    return f"did you mean {close}? " if close else ""


def _without_command(
    parser: argparse.ArgumentParser, words: list[str], unknown: str | None
) -> int:
    """Prints the help or the version; any other option, and a word that is no command, is wrong usage."""
    if unknown is not None:
        hint = _meant(unknown, COMMANDS)
        parser.error(
            f"there is no command {unknown!r}; {hint}`memories help all` lists all commands"
        )
    parser.parse_args(words)
    parser.print_help()
    return OK


def _overview(groups: Iterable[str]) -> str:
    """The commands of some groups, and examples."""
    lines = []
    for name in groups:
        lines += [
            f"{name}:",
            *["  %-9s  %s" % item for item in GROUPS[name].items()],
            "",
        ]
    return "\n".join([*lines, _examples(EXAMPLES), "", MORE])


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Wraps a description, and keeps the lines of the examples.

    It knows its width: argparse makes a formatter for each option, and asking for the width imports `shutil` (8 ms).
    """

    def __init__(self, prog: str, **options: Any) -> None:
        try:
            width = int(os.environ.get("COLUMNS") or os.get_terminal_size().columns)
        except (OSError, ValueError):
            width = 100
        argparse.RawDescriptionHelpFormatter.__init__(
            self, prog, width=width - 2, **options
        )

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        kind = (
            argparse.RawDescriptionHelpFormatter
            if "\n" in text
            else argparse.HelpFormatter
        )
        return kind._fill_text(self, text, width, indent)


def _examples(lines: Sequence[str]) -> str:
    return "examples:\n" + "\n".join(f"  {line}" for line in lines)


def _log_bug(words: Sequence[str]) -> str:
    """Appends the traceback to the log, else writes it to standard error; says where it is."""
    from ..save.failures import keep_traceback

    now = format_time(time.time())
    text, path = keep_traceback(now, " ".join(words[:1]))
    if not path:
        write_error(text)
    return path or "the traceback above"
