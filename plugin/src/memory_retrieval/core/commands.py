"""What a POSIX shell would run for a command line, and which files that may write. In linear time.

This is no shell: variables, globs and functions stay as they are written, and what a program prints is not known.
"""

from __future__ import annotations

import os
import re

from .matching import ASSIGNED
from .model import Value
from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Pairs = list[tuple[str, str | None]]
    Scripts = dict[tuple[str, str], None]

MAX_COMMAND = 262_144  # characters that are looked at, scripts within scripts too: a system starts none half as long
MOST_RUNS = 50  # commands that a command may run, by its words
KEYWORDS = frozenset("then do else elif if while until ! {".split())
SHELLS = frozenset("sh bash zsh dash ksh ash".split())
TOLD = frozenset(
    "ssh su runuser watch parallel eval trap flock script env".split()
)  # they have a shell run a word
SCRIPTED = frozenset("python node ruby perl php npx bunx pnpx uvx".split())
WRAPPERS = SHELLS.union(
    TOLD,
    SCRIPTED,
    "sudo doas time nohup nice command exec builtin xargs stdbuf ionice setsid strace coproc busybox".split(),
    "timeout chroot".split(),
)
"""Programs that run the command in their words."""
SCRIPTS = frozenset("npm pnpm yarn bun".split())
AFTER = frozenset(
    "timeout chroot flock ssh docker docker-compose podman nerdctl kubectl oc".split()
)
"""Programs with a word before that command which is no option: a time, a file, a host, a container."""
RUNNERS = (
    AFTER.union(
        SCRIPTS, "uv poetry pipenv hatch pdm rye conda mamba bundle mise find".split()
    )
    - WRAPPERS
)
"""Programs that run the command after one of RUN; `npm run` names a script."""
RUN = frozenset("run exec dlx -exec -execdir".split())
VALUED = frozenset(
    "-W -X -r -p --package --from --with".split()
)  # options of SCRIPTED before a value
READS = frozenset(
    "[ ack ag awk basename bat cat cd cmp column comm cut diff dirname du echo egrep fgrep file find grep head jq less "
    "ls md5sum more mypy nl od popd printf pushd pwd pylint pyright pytest readlink realpath rg sed sha256sum "
    "shellcheck sort source stat strings tail test tr tree type uniq wc which xxd".split()
).union(
    f"git {word}"
    for word in "add blame branch commit diff fetch grep log ls-files push show status tag".split()
)
"""Commands that change no file that they name, but with the options in WRITING."""
WRITING = {
    "find": ("-delete", "-exec", "-ok", "-fprint"),
    "sort": ("-o",),
    "xxd": ("-r",),
    **dict.fromkeys(("sed", "awk"), ("-i", "-ni", "-Ei", "-ri")),
}
ALWAYS = ("--output", "--in-place", "--fix")
REMOVERS = frozenset(
    "rm rmdir mv git shred trash unlink".split()
)  # what they are given may be a whole folder
TAKES = frozenset(("rm", "mv"))
COPIES = frozenset("cp install ln rsync scp".split())  # to the last path, or TO
TO = re.compile("-t|--ta")
MAX_PATH = 4096  # characters; a longer word names no file
DOCUMENT = re.compile(r"<<(?!<)-?[ \t]*(['\"]?)([A-Za-z_]\w*)\1")
INNER = r"[$<>]\(((?:[^()]|\([^()]*\))*)\)|`([^`]*)`"
TOKEN = re.compile(
    r"(?P<comment>(?<![^\s;&|()])#[^\n]*)|\d*(?P<redirection><<<|&>>?|[<>]&|>>|>\||<>|[<>](?!\())|(?P<end>\|\||[\n;&|()])"
    rf"""|(?P<word>(?:{INNER}|[^\s;&|()<>"'\\]|\\.|"(?:[^"\\]|\\.)*"?|'[^']*'?)+)""",
    re.S,
)
PIECE = re.compile(r"""'([^']*)'?|"((?:[^"\\]|\\.)*)"?|\\(.)""", re.S)


class Command(Value):
    """A simple command, or what one writes.

    words   from the program on, without quotes; then a text on its standard input, what is assigned for it, and behind
            `<` the command that prints its input or runs it
    writes  (path, text): files that it may write, and what it writes there as far as the command line says, None where
            it takes them away; a path is relative to the folder that the line runs in, and ends with "/" where all
            that is in a folder is meant
    """

    words: list[str]
    writes: Pairs


def commands_of(command: str) -> list[Command]:
    """The simple commands of a command line; those that wrappers, shells and substitutions run are among them."""
    return judged(command)[0]


def judged(command: str) -> tuple[list[Command], bool]:
    """The same, and whether they are all: a line may be too long, or have too many commands run one another."""
    found: list[Command] = []
    todo, left = {(command, ""): None}, MAX_COMMAND
    while todo:
        scripts, todo = todo, {}
        for script, folder in scripts:
            left -= len(script)
            inner = _read(script, folder, found) if left >= 0 else None
            if inner is None:
                return found, False
            todo.update(inner)
    return found, True


def _read(line: str, folder: str, found: list[Command]) -> Scripts | None:
    """Adds the simple commands of a line that runs in a folder to `found`.

    What they run in turn comes back, each with its folder; None when a command runs too many.
    """
    inner: Scripts = {}
    outer: list[str] = []
    exported: list[str] = []
    for part, text, end in _parts(line):
        runs = _runs(part.words)
        if part.words[:1] == ["export"]:
            exported += part.words[1:]
        if part.words[:1] in (["cd"], ["pushd"]):
            folder = os.path.join(folder, *part.words[1:2])
        if len(runs) > MOST_RUNS or len(folder) > MAX_PATH:
            return None
        pairs: Pairs = [(path, text) for path in part.into]
        pairs += _writes(runs, text)
        writes = [(os.path.join(folder, path), text) for path, text in pairs]
        for run in runs:
            part.scripts += _scripts(run, text)
        inner.update(
            dict.fromkeys((script, folder) for script in part.scripts if script)
        )
        found.append(Command([], writes))
        found.extend([Command(part.said(run, exported), []) for run in runs])
        if end == "(":
            outer.append(folder)
        elif end == ")" and outer:
            folder = outer.pop()
    return inner


class _Part:
    """A simple command while it is read.

    words    from the program on
    given    its here-documents and here-strings
    into     the files that its output goes to
    scripts  what it substitutes
    """

    def __init__(self) -> None:
        self.words: list[str] = []
        self.given: list[str] = []
        self.into: list[str] = []
        self.scripts: list[str] = []

    def add(self, raw: str, sign: str, documents: list[str]) -> None:
        """A word as it is written, after a sign of redirection or none."""
        search = INNER if '"' in raw else f"{INNER}|'[^']*'"
        self.scripts += [
            found[1] or found[2] or "" for found in re.finditer(search, raw)
        ]
        word = re.sub(
            "\0([0-9]+)\0",
            lambda found: documents[int(found[1])],
            PIECE.sub(_plain, raw),
        )
        if sign == "<<<":
            self.given.append(word)
        elif not sign:
            if self.words or word not in KEYWORDS:
                self.words.append(word)
        elif (
            ">" in sign
            and not word.startswith("/dev/")
            and (sign != ">&" or word.strip("-0123456789"))
        ):
            self.into.append(word)

    def said(self, run: list[str], exported: list[str]) -> list[str]:
        """The words of one of the commands that it runs, and what else is known of that."""
        before = self.words[: len(self.words) - len(run)]
        assigned = filter(ASSIGNED.match, before + exported)
        behind = [" ".join(["<", *before])] if before else []
        return [*run, *self.given, *assigned, *behind]

    def printed(self) -> str:
        """What it prints or hands on, as far as the line says."""
        said = self.words[1:] if self.words[:1] in (["echo"], ["printf"]) else []
        return "\n".join(filter(None, [" ".join(said), *self.given])).replace(
            "\\n", "\n"
        )


def _parts(line: str) -> Iterator[tuple[_Part, str, str]]:
    """(simple command, what it prints or is given by a pipe, the sign after it) of a line, in order."""
    script, documents = _documents(line.replace("\0", "").replace("\\\n", " "))
    part, piped, fed, sign = _Part(), "", "", ""
    for token in TOKEN.finditer(f"{script}\n"):
        end = token["end"]
        if end:
            text = part.printed() or piped
            part.given += filter(None, [piped or fed])
            yield part, text, end
            fed = " ".join(["<", *part.words, *part.given]) if end == "|" else ""
            part, piped, sign = _Part(), text if end == "|" else "", ""
        elif token["redirection"]:
            sign = token["redirection"]
        elif token["word"]:
            part.add(token["word"], sign, documents)
            sign = ""


def _plain(piece: re.Match[str]) -> str:
    """A quoted piece of a word as a program gets it."""
    return (
        re.sub(r'\\(["\\$`])', r"\1", piece[2])
        if piece[2]
        else piece[1] or piece[3] or ""
    )


def _documents(text: str) -> tuple[str, list[str]]:
    """A script whose here-documents are here-strings of their numbers between NULs, and the documents."""
    kept: list[str] = []
    documents: list[str] = []
    inside: list[str] = []
    found = None
    for line in text.split("\n"):
        if found and line.strip() == found[2]:
            number = len(documents)
            documents.append("\n".join([*inside, ""]))
            start, end = kept[-1][: found.start()], kept[-1][found.end() :]
            kept[-1] = f"{start}<<<\0{number}\0{end}"
            inside, found = [], None
        elif found:
            inside.append(line)
        else:
            kept.append(line)
            found = DOCUMENT.search(line)
    return "\n".join(kept + inside), documents


def _runs(words: list[str]) -> list[list[str]]:
    """A command, and those that it may run itself; more than MOST_RUNS when these are not all."""
    starts = [at for at, word in enumerate(words) if not ASSIGNED.match(word)][:1]
    for at in starts:
        if len(starts) > MOST_RUNS:
            break
        starts += [start for start in _begins(words, at) if start not in starts]
    return [words[at:] for at in starts[: MOST_RUNS + 1]]


def _begins(words: list[str], at: int) -> Iterator[int]:
    """Where the command may begin that a wrapper at `at` runs: an option before it may have a value, or none."""
    name, at = program(words[at]), at + 1
    skipped = int(name in AFTER)
    if name not in WRAPPERS:
        if name not in RUNNERS:
            return
        run = RUN - {"run"} if name in SCRIPTS else RUN
        at = next(
            (number + 1 for number in range(at, len(words)) if words[number] in run),
            len(words),
        )
    values = 0
    for start in range(at, len(words)):
        word = words[start]
        if word == "--":
            skipped = values = 0
        elif word[:1] == "-" or ASSIGNED.match(word):
            values += name not in SCRIPTED or word in VALUED
        else:
            if skipped <= 0 or ":" in word:
                yield start  # an image may be named after the program that it runs
            if skipped + values <= 0:
                return
            skipped -= 1


def _scripts(words: list[str], text: str) -> list[str]:
    """The texts that a command has a shell run; `text` is what it is given."""
    name = program(words[0])
    if name == "eval":
        return [" ".join(words[1:])]
    if name in TOLD:
        return [word for word in words[1:] if " " in word.strip()]
    if name not in SHELLS:
        return []
    for at, word in enumerate(words):
        if word[:1] == "-" and word.endswith("c"):
            return words[at + 1 : at + 2]
    return [text]


def _writes(runs: list[list[str]], text: str) -> Pairs:
    """Every word of a command that is not known to only read, since each may name a file that it writes."""
    if not runs or any(map(_only_reads, runs)):
        return []
    words = runs[min(1, len(runs) - 1)]
    name = program(words[0])
    if name in ("sed", "perl"):
        text = "\n".join(map(_replacement, words[1:]))
    elif name not in ("tee", "dd", "sponge"):
        text = ""
    plain = [path for path in map(_path, words[1:]) if path]
    if name in COPIES and not any(TO.match(word) for word in words):
        plain = plain[-1:]
    if name not in REMOVERS:
        return [(path, text) for path in plain]
    taken = plain[: len(plain) - ("mv" in words[:2])]
    gone = name != "git" or not TAKES.isdisjoint(words[1:4])
    pairs: Pairs = [(path, "") for path in plain[len(taken) :]]
    return [(f"{path}/", None if gone else "") for path in taken] + pairs


def _only_reads(words: list[str]) -> bool:
    name = program(words[0])
    known = name in READS or any(f"{name} {word}" in READS for word in words[1:4])
    return known and not any(
        word.startswith((*ALWAYS, *WRITING.get(name, ()))) for word in words[1:]
    )


def _path(word: str) -> str:
    """The path in a word: what follows `of=` or `-o`; "" for none."""
    if len(word) >= MAX_PATH or "\n" in word:
        return ""
    if "=" in word:
        word = word.partition("=")[2]
    elif word[:2] == "--":
        return ""
    elif word[:1] == "-":
        word = word[2:]
    return word.rstrip("/")


def _replacement(script: str) -> str:
    """What a script of sed puts in: the new part of `s/old/new/`, all of another script."""
    if script[:1] == "s" and script[1:2].strip("\\ ") and not script[1].isalnum():
        pieces = script.split(script[1])
        return pieces[2] if len(pieces) > 2 else script
    return script
