"""What a POSIX shell would run for a command line, and which files that writes. In linear time.

This is no shell: variables, globs and functions stay as they are written, and what a program prints is not known.
"""

from __future__ import annotations

import os
import re

from .model import Value
from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COMMAND = 65_536  # characters that are looked at
DEPTH = 3  # of scripts within scripts
SUFFIXES = 12  # words after a wrapper at which the command that it runs may begin
KEYWORDS = frozenset("then do else elif if while until ! {".split())
SHELLS = frozenset("sh bash zsh dash ksh".split())
TOLD = frozenset("ssh su runuser watch parallel eval".split())  # they have a shell run a word
WRAPPERS = SHELLS.union(
    TOLD,
    "sudo doas env time nohup nice command exec builtin timeout xargs stdbuf ionice setsid strace chroot flock".split(),
    "npx bunx pnpx uvx python node ruby perl php".split(),
)
RUN = frozenset(
    "run exec -exec -execdir --".split()
)  # what follows is a command: `uv run`, `docker exec`, `find -exec`
DOCUMENT = re.compile(r"<<(?!<)-?[ \t]*(['\"]?)([A-Za-z_]\w*)\1([^\n]*)\n(.*?)(?:^[ \t]*\2[ \t]*$|\Z)", re.S | re.M)
INNER = r"\$\(((?:[^()]|\([^()]*\))*)\)|`([^`]*)`"
TOKEN = re.compile(
    r"(?P<comment>(?<![^\s;&|()])#[^\n]*)|\d*(?P<redirection><<<|&>>?|[<>]&|>>|>\||<>|[<>])|(?P<end>\|\||[\n;&|()])"
    r"""|(?P<word>(?:%s|[^\s;&|()<>"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+)""" % INNER,
    re.S,
)
ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
PIECE = re.compile(r"""'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)""", re.S)
SUBSTITUTION = re.compile(INNER)


class Command(Value):
    """A simple command.

    words   from the program on, without quotes; a text on its standard input is the last one
    writes  (path, text): files that it writes, and what it writes there as far as the command line says; a path is
            relative to the folder that the line runs in
    """

    words: list[str]
    writes: list[tuple[str, str]]


def commands_of(command: str, depth: int = DEPTH) -> list[Command]:
    """The simple commands of a command line; those that wrappers, shells and substitutions run are among them."""
    found: list[Command] = []
    scripts: list[str] = []
    folder = ""
    for words, given, into, text in _parts(command[:MAX_COMMAND], scripts):
        at = next(
            (at for at, word in enumerate(words) if word not in KEYWORDS and not ASSIGNED.match(word)), len(words)
        )
        runs = list(_runs(words[at:]))
        if words[at : at + 1] == ["cd"]:
            folder = os.path.join(folder, *words[at + 1 : at + 2])
        pairs = [(path, text) for path in into] + [pair for run in runs for pair in _writes(run, text)]
        writes = [(os.path.join(folder, path), text) for path, text in pairs]
        scripts += [script for run in runs for script in _scripts(run, text)]
        for run in runs or [[]]:
            found.append(Command(words=run + given if run else [], writes=writes))
            writes = []
    for script in dict.fromkeys(scripts) if depth else ():
        found += commands_of(script, depth - 1)
    return found


def _parts(line: str, scripts: list[str]) -> Iterator[tuple[list[str], list[str], list[str], str]]:
    """The simple commands of a line, in order; what it substitutes is added to `scripts`.

    Each is its words, its here-documents and here-strings, the files that its output goes to, and what it prints or
    hands on as far as the line says.
    """
    documents: list[str] = []

    def keep(found: re.Match[str]) -> str:
        documents.append(found[4])
        return "<<<\0%d\0%s\n" % (len(documents) - 1, found[3])

    words: list[str] = []
    given: list[str] = []
    into: list[str] = []
    piped = sign = ""
    for token in TOKEN.finditer(DOCUMENT.sub(keep, line.replace("\0", "").replace("\\\n", " ") + "\n")):
        if token["end"]:
            said = words[1:] if words[:1] in (["echo"], ["printf"]) else []
            text = "\n".join(said + given).replace("\\n", "\n") or piped
            yield words, given, into, text
            words, given, into, piped, sign = [], [], [], text if token["end"] == "|" else "", ""
        elif token["redirection"]:
            sign = token["redirection"]
        elif token["word"]:
            word = PIECE.sub(lambda piece: piece[1] or piece[2] or piece[3] or "", token["word"])
            plain = re.sub("'[^']*'", "", token["word"])
            scripts += [found[1] or found[2] for found in SUBSTITUTION.finditer(plain)]
            word = re.sub("\0([0-9]+)\0", lambda found: documents[int(found[1])], word)
            if not sign:
                words.append(word)
            elif sign == "<<<":
                given.append(word)
            elif ">" in sign and not word.startswith("/dev/") and not (sign == ">&" and not word.strip("-0123456789")):
                into.append(word)
            sign = ""


def _runs(words: list[str]) -> Iterator[list[str]]:
    """A command, and those that it may run itself."""
    if words:
        yield words
        wrapped = program(words[0]) in WRAPPERS
        start = 1 if wrapped else next((at + 1 for at, word in enumerate(words[:SUFFIXES]) if at and word in RUN), 0)
        yield from [words[at:] for at in range(start, start + SUFFIXES) if start and at < len(words)]


def _scripts(words: list[str], text: str) -> list[str]:
    """The texts that a command has a shell run; `text` is what it is given."""
    name = program(words[0])
    if name in TOLD:
        return [" ".join(words[1:])] if name == "eval" else [word for word in words[1:] if " " in word.strip()]
    at = next((at for at, word in enumerate(words) if word[:1] == "-" and word.endswith("c")), 0)
    return (words[at + 1 : at + 2] if at else [text]) if name in SHELLS else []


def _writes(words: list[str], text: str) -> list[tuple[str, str]]:
    name, plain = program(words[0]), [word for word in words[1:] if word[:1] != "-"]
    if name == "tee":
        return [(path, text) for path in plain]
    if name in ("cp", "mv", "install", "rsync", "ln"):
        return [(path, "") for path in plain[-1:]]
    if name in ("sed", "perl") and any(word[:1] == "-" and "i" in word[:4] for word in words[1:]):
        return [(path, "\n".join(map(_replacement, plain[:-1]))) for path in plain[1:] or plain]
    return []


def _replacement(script: str) -> str:
    """What a script of sed puts in: the new part of `s/old/new/`, all of another script."""
    pieces = (
        script.split(script[1]) if script[:1] == "s" and script[1:2].strip("\\ ") and not script[1].isalnum() else []
    )
    return pieces[2] if len(pieces) > 2 else script
