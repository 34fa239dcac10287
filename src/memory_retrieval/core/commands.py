"""What a POSIX shell would run for a command line, and which files that writes. In linear time.

This is no shell: variables, globs and functions stay as they are written, and what a program prints is not known.
"""

from __future__ import annotations

import os

from .model import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MAX_COMMAND = 65_536  # characters that are looked at
DEPTH = 3  # of scripts within scripts
NESTED = 8  # substitutions within substitutions
SUFFIXES = 12  # words after a wrapper at which the command that it runs may begin
KEYWORDS = frozenset("then do else elif if while until ! {".split())
SHELLS = frozenset("sh bash zsh dash ksh".split())
WRAPPERS = frozenset(
    "sudo doas env time nohup nice command exec builtin timeout xargs parallel stdbuf ionice setsid watch strace su "
    "runuser chroot flock npx bunx pnpx uvx ssh eval".split()
)
"""Programs that run the command that follows their own options."""
RUN = frozenset("run exec -exec -execdir --".split())  # the same, as in `uv run`, `docker exec` and `find -exec`
TOLD = frozenset("ssh su runuser watch parallel eval".split())  # those that have a shell run a word
INTERPRETERS = ("python", "node", "ruby", "perl", "php")
PRINTERS = ("cat", "echo", "printf")
REDIRECTIONS = ("&>>", "<<<", "<<-", "&>", ">>", ">|", ">&", "<<", "<&", "<>", ">", "<")
BREAKS = frozenset(" \t\n;&|()<>")


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
    parts = _Reader(command[:MAX_COMMAND]).parts()
    found, scripts, folder = [], [], ""
    for part in parts:
        words = _without_prefix(part.words)
        if words[:1] == ["cd"] and len(words) == 2:
            folder = os.path.join(folder, words[1])
        runs = list(_runs(words)) if words else []
        writes = [(os.path.join(folder, path), text) for path, text in _writes(part, runs)]
        for run in runs or [[]]:
            found.append(Command(words=run + part.given if run else [], writes=writes))
            writes = []
            scripts += _scripts(run, part)
    for script in dict.fromkeys(scripts) if depth else ():
        found += commands_of(script, depth - 1)
    return found


def _without_prefix(words: list[str]) -> list[str]:
    at = 0
    while at < len(words) and (
        words[at] in KEYWORDS or (words[at].partition("=")[0].isidentifier() and "=" in words[at])
    ):
        at += 1
    return words[at:]


def _runs(words: list[str]) -> Iterator[list[str]]:
    """A command, and those that it may run itself."""
    yield words
    name = program(words[0])
    start = 1 if name in WRAPPERS | SHELLS else 0
    if name in INTERPRETERS:
        start = 2 if words[1:2] == ["-m"] else 1
    if not start:
        start = next((at + 1 for at, word in enumerate(words[:SUFFIXES]) if at and word in RUN), 0)
    for at in range(start, min(start + SUFFIXES, len(words)) if start else 0):
        if name in INTERPRETERS and at > start:
            break
        yield words[at:]


def program(word: str) -> str:
    """The name of a program without its folder and version."""
    name = word.rpartition("/")[2]
    return name.rstrip("0123456789.") or name


def _scripts(words: list[str], part: _Part) -> list[str]:
    """The texts that a command has a shell run."""
    name = program(words[0]) if words else ""
    if name in TOLD:
        return [" ".join(words[1:])] if name == "eval" else [word for word in words[1:] if " " in word.strip()]
    if name not in SHELLS:
        return []
    at = next((at for at, word in enumerate(words) if at and word[0:1] == "-" and word.endswith("c")), 0)
    return words[at + 1 : at + 2] if at else part.given or [part.text()]


def _writes(part: _Part, runs: list[list[str]]) -> Iterator[tuple[str, str]]:
    for path in part.into:
        yield path, part.text()
    for words in runs:
        name, plain = program(words[0]), [word for word in words[1:] if word[0:1] != "-"]
        if name == "tee":
            yield from [(path, part.text()) for path in plain]
        elif name in ("cp", "mv", "install", "rsync", "ln"):
            yield from [(path, "") for path in plain[-1:]]
        elif name in ("sed", "perl") and any(_in_place(word) for word in words[1:]):
            text = "\n".join([_replacement(word) for word in plain[:-1]])
            yield from [(path, text) for path in plain[1:] or plain]


def _in_place(word: str) -> bool:
    return word.startswith(("-i", "--in-place")) or (word[0:1] == "-" and word[1:].isalpha() and "i" in word[:4])


def _replacement(script: str) -> str:
    """What a script of sed puts in: the new part of `s/old/new/`, all of another script."""
    pieces = script.split(script[1]) if script[0:1] == "s" and len(script) > 1 and not script[1].isalnum() else []
    return pieces[2] if len(pieces) > 2 else script


class _Part:
    """A simple command as it stands on the line."""

    def __init__(self, source: _Part | None = None) -> None:
        self.words: list[str] = []
        self.given: list[str] = []  # here-documents and here-strings
        self.into: list[str] = []  # files that its output goes to
        self.source = source  # the command whose output it reads

    def text(self) -> str:
        """What it prints or hands on, as far as the line says."""
        part: _Part | None = self
        for _ in range(NESTED):
            if part is None:
                break
            said = part.words[1:] if part.words[0:1] in (["echo"], ["printf"]) else []
            if said or part.given:
                return "\n".join(said + part.given).replace("\\n", "\n")
            part = part.source
        return ""


class _Reader:
    """Reads a command line from left to right, once."""

    def __init__(self, text: str) -> None:
        self.line, self.at, self.depth, self.close = text, 0, 0, ""
        self.due: list[tuple[_Part, str]] = []  # here-documents that begin on the next line
        self.found: list[_Part] = []

    def parts(self) -> list[_Part]:
        while self.at < len(self.line):
            self._read()
        return [part for part in self.found if part.words or part.into]

    def _new(self, source: _Part | None = None) -> _Part:
        self.found.append(_Part(source))
        return self.found[-1]

    def _read(self) -> None:
        """Reads up to what closes a substitution, or to the end."""
        part, opened = self._new(), 0
        while self.at < len(self.line):
            c = self.line[self.at]
            sign = (
                next((sign for sign in REDIRECTIONS if self.line.startswith(sign, self.at)), "") if c in "<>&" else ""
            )
            if c == self.close and not opened:
                break
            if c == "#":
                end = self.line.find("\n", self.at)
                self.at = len(self.line) if end < 0 else end
            elif sign:
                self.at += len(sign)
                self._redirect(part, sign)
            elif c in BREAKS:
                self.at += 1
                opened += {"(": 1, ")": -1 if opened else 0}.get(c, 0)
                if c == "\n":
                    self._documents()
                if c not in " \t":
                    part = self._new(part if c == "|" and part.words else None)
            else:
                word = self._word()
                if not (word.isdigit() and self.line[self.at : self.at + 1] in ("<", ">")):  # a file descriptor
                    part.words.append(word)
        self.at += 1

    def _redirect(self, part: _Part, sign: str) -> None:
        while self.line[self.at : self.at + 1] in (" ", "\t"):
            self.at += 1
        word = self._word()
        if sign in ("<<", "<<-"):
            self.due.append((part, word))
        elif sign == "<<<":
            part.given.append(word)
        elif ">" in sign and word and not (sign == ">&" and (word.isdigit() or word == "-")):
            part.into.append(word)

    def _documents(self) -> None:
        for part, end in self.due:
            start = stop = self.at
            while self.at < len(self.line):
                stop = self.at
                after = self.line.find("\n", stop)
                self.at = len(self.line) if after < 0 else after + 1
                if self.line[stop : self.at].strip() == end:
                    break
                stop = self.at
            part.given.append(self.line[start:stop])
        self.due = []

    def _word(self) -> str:
        word: list[str] = []
        quoted = False
        while self.at < len(self.line):
            c = self.line[self.at]
            if not quoted and (c in BREAKS or c == self.close):
                break
            self.at += 1
            after = self.line[self.at : self.at + 1]
            if c == "\\":
                self.at += 1
                word.append(after if after != "\n" else "")
            elif c == '"':
                quoted = not quoted
            elif c == "'" and not quoted:
                end = self.line.find("'", self.at)
                end = len(self.line) if end < 0 else end
                word.append(self.line[self.at : end])
                self.at = end + 1
            elif (c == "`" or (c == "$" and after == "(")) and self.depth < NESTED:
                self.at += c == "$"
                word.append(self._substituted("`" if c == "`" else ")"))
            elif not (c == "$" and after == "'" and not quoted):
                word.append(c)
        return "".join(word)

    def _substituted(self, close: str) -> str:
        """Reads the commands of a substitution; what they print, where that is a text on the line."""
        first, before, due = len(self.found), self.close, self.due
        self.depth, self.close, self.due = self.depth + 1, close, []
        self._read()
        self.depth, self.close, self.due = self.depth - 1, before, due
        return "\n".join([part.text() for part in self.found[first:] if part.words[0:1] and part.words[0] in PRINTERS])
