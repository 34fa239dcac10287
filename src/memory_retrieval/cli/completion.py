"""`memories completion SHELL`: the script that completes commands and options in a shell, written by `shtab`."""

from __future__ import annotations

import argparse

from .. import extras
from . import main as frame
from .output import write

HELP = (
    "Print a script that completes commands, options and their values in your shell. Printing it needs the "
    "extra `completion`; the script itself does not run Python. Print it again after an update."
)
EXAMPLES = (
    "memories completion bash > ~/.local/share/bash-completion/completions/memories",
    'memories completion zsh > "${fpath[1]}/_memories"',
    "memories completion fish > ~/.config/fish/completions/memories.fish",
)
FILES = ("F", "FILE")  # what options that take a file show as their value
FOLDERS = ("DIR", "FOLDER")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="your shell")


def run(args: argparse.Namespace) -> int:
    extras.require("completion", ["shtab"])
    import shtab

    parser = frame.build_parser(frame.COMMANDS)
    for option in _options(parser):
        if option.metavar in FILES:
            option.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks for it
        elif option.metavar in FOLDERS:
            option.complete = shtab.DIRECTORY  # type: ignore[attr-defined]
    write(shtab.complete(parser, args.shell) + "\n")
    return 0


def _options(parser: argparse.ArgumentParser) -> list[argparse.Action]:
    """The options of a parser and of its commands, which get one line of description as shtab shows them."""
    found = []
    for action in parser._actions:
        found.append(action)
        if isinstance(action, argparse._SubParsersAction):
            action.help = None  # `--help` lists the commands in groups instead, and shtab leaves out what help hides
            for word, sub in action.choices.items():
                sub.description = frame.COMMANDS[word]
                found += _options(sub)
    return found
