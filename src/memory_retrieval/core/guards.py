"""Guards: what a rule watches for in a call or a change. Their patterns are untrusted, so none is a regular expression.

paths    globs of core/globs.py over the file that is written; they may stand with `text`, and then both must match
command  words of a shell command: the first is the program, the others follow in this order, others may stand between;
         in a word, `*` and `?` stand for any characters and `a|b` for either
text     what an added line must contain; `*` stands for anything on the line, ` OR ` separates alternatives
effect   "remind", "ask" or "deny"
"""

from __future__ import annotations

from . import globs, jsontext
from .model import Problem, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator

EFFECTS = ("remind", "ask", "deny")
MAX_PATTERN = 200  # characters
MAX_PATHS = 20
MAX_COMMAND = 65_536  # characters of a command that are looked at
MAX_TEXT = 1_048_576  # characters of what is written that are looked at
WRAPPERS = frozenset("sudo env time nohup nice command exec builtin then do else if while until ! { doas".split())
SHELLS = frozenset("sh bash zsh dash ksh".split())
DEPTH = 3  # of commands within commands


class Guard(Value):
    """A guard that is fit for use; see the module."""

    paths: tuple[str, ...] = ()
    command: str = ""
    text: str = ""
    effect: str = "remind"

    def on_file(self, path: str, added: Iterable[str]) -> bool:
        """Whether it watches over these lines being added to a file; `path` is relative to the project."""
        if not self.paths and not self.text:
            return False
        if self.paths and not any(globs.names(pattern, path) for pattern in self.paths):
            return False
        return not self.text or contains("\n".join(added), self.text)

    def on_command(self, commands: list[list[str]]) -> bool:
        """Whether it watches over one of these commands, as `words_of` gives them."""
        wanted = self.command.split()
        return bool(wanted) and any(_follows(words, wanted) for words in commands)

    def dump(self) -> str:
        """Its one form as text: what the index keeps, and what is accepted."""
        return jsontext.dumps({"command": self.command, "effect": self.effect, "paths": self.paths, "text": self.text})


def parse(value: Any) -> Guard | None:
    """The guard of a record's field; None for none and for one that is not fit for use."""
    if not isinstance(value, dict) or (value.get("effect") or "remind") not in EFFECTS or problems(value):
        return None
    paths, effect = tuple(value.get("paths") or ()), value.get("effect") or "remind"
    return Guard(paths, (value.get("command") or "").strip(), (value.get("text") or "").strip(), effect)


def sentence(raw: dict[str, Any], title: str) -> tuple[str, str]:
    """(what a rule says, what keeps to it or ""), each on one line, not escaped. `title` where it says nothing."""
    from .categories import BY_KEY
    from .sanitize import one_line

    content = raw["content"] if isinstance(raw.get("content"), dict) else raw
    kind = raw.get("category")
    known = BY_KEY.get(kind) if isinstance(kind, str) and content is not raw else None
    said = content.get(known.says[0] if known else "dont_text")
    keeps = content.get("workarounds") or content.get("do_text") or ""
    keeps = keeps[0] if isinstance(keeps, list) else keeps
    said, keeps = said if isinstance(said, str) else title, keeps if isinstance(keeps, str) else ""
    return one_line(said, MAX_PATTERN), one_line(keeps, MAX_PATTERN)


def load(text: str) -> Guard | None:
    """The guard that `dump` wrote."""
    try:
        return parse(jsontext.loads(text)) if text else None
    except ValueError:
        return None


def problems(value: dict[str, Any]) -> list[Problem]:
    """What makes a guard unfit for use, each with what to write instead."""
    paths = value.get("paths") or []
    found: list[Problem] = []
    texts = {key: value.get(key) or "" for key in ("command", "text")}
    if not isinstance(paths, (list, tuple)) or not all(isinstance(text, str) for text in [*paths, *texts.values()]):
        return [Problem.at("guard", "expected paths as a list of texts, command and text as texts")]
    if not paths and not any(text.strip() for text in texts.values()):
        found.append(Problem.at("guard", "watches for nothing; give paths, command or text", "missing"))
    if len(paths) > MAX_PATHS:
        found.append(Problem.at("guard.paths", "at most %d, got %d" % (MAX_PATHS, len(paths)), "size"))
    named = [("guard.paths[%d]" % number, path) for number, path in enumerate(paths)]
    for where, text in [*named, *[("guard." + key, text) for key, text in texts.items()]]:
        if len(text) > MAX_PATTERN:
            found.append(Problem.at(where, "at most %d characters, got %d" % (MAX_PATTERN, len(text)), "size"))
        elif any(ord(c) < 32 for c in text):
            found.append(Problem.at(where, "expected one line"))
    found += [problem for where, path in named for problem in _path_problems(where, path)]
    for key, parts in (("command", texts["command"].split()[:1]), ("text", texts["text"].split(" OR "))):
        if texts[key].strip() and any(not part.strip("*?| ") for part in parts):
            message = "matches everything; write the words that it must contain (`*` stands for any others)"
            found.append(Problem.at("guard." + key, message))
    return found


def _path_problems(where: str, path: str) -> Iterator[Problem]:
    if not path.strip("./") or path.startswith(("/", "~")) or ".." in path.split("/"):
        yield Problem.at(where, "expected a glob of files inside the project, such as `src/**/*.sql`, got %.80r" % path)


def contains(text: str, pattern: str) -> bool:
    """Whether a line of `text` contains the pattern of a guard; a word of the pattern is never part of a longer one."""
    return any(_on_a_line(text[:MAX_TEXT], part.strip()) for part in pattern.split(" OR "))


def _on_a_line(text: str, pattern: str) -> bool:
    """Linear: the first piece that fits is the best one, and no line is searched again once it has failed."""
    pieces = [piece for piece in pattern.split("*") if piece]
    at = 0
    while pieces:
        first = _find(text, pieces[0], at, len(text), left=pattern[0] != "*", right=pattern == pieces[0])
        if first < 0:
            return False
        end = text.find("\n", first)
        end = len(text) if end < 0 else end
        at = first + len(pieces[0])
        for number, piece in enumerate(pieces[1:], 2):
            at = _find(text, piece, at, end, left=False, right=number == len(pieces) and pattern[-1] != "*")
            if at < 0:
                break
            at += len(piece)
        if at >= 0:
            return True
        at = end
    return False


def _find(text: str, piece: str, start: int, end: int, *, left: bool, right: bool) -> int:
    """Where a piece first stands; `left`, `right`: where no word goes on before or after it."""
    at = text.find(piece, start, end)
    while at >= 0:
        after = at + len(piece)
        if not (left and _word(piece[0]) and at and _word(text[at - 1])) and not (
            right and _word(piece[-1]) and after < len(text) and _word(text[after])
        ):
            return at
        at = text.find(piece, at + 1, end)
    return -1


def _word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _follows(words: list[str], wanted: list[str]) -> bool:
    """Whether the first word fits the first one wanted, and the others come later in their order."""
    if not words or not _fits(words[0].rpartition("/")[2], wanted[0]):
        return False
    at = 1
    for word in wanted[1:]:
        while at < len(words) and not _fits(words[at], word):
            at += 1
        if at == len(words):
            return False
        at += 1
    return True


def _fits(word: str, pattern: str) -> bool:
    return any(part and globs.fits(part, word[:MAX_PATTERN]) for part in pattern.split("|"))


def words_of(command: str, depth: int = DEPTH) -> list[list[str]]:
    """The simple commands of a shell command line, each as its words from the program on; quoted text is one word."""
    found = []
    for words in _split(command[:MAX_COMMAND]):
        while words and (words[0] in WRAPPERS or _assigns(words[0])):
            words = words[1:]
            while words and words[0].startswith("-"):
                words = words[1:]  # options of the wrapper
        if not words:
            continue
        found.append(words)
        script = words[2] if len(words) > 2 and words[1].startswith("-") and words[1].endswith("c") else ""
        if depth and script and words[0].rpartition("/")[2] in SHELLS:
            found += words_of(script, depth - 1)
        elif depth and words[0] == "eval":
            found += words_of(" ".join(words[1:]), depth - 1)
    return found


def _assigns(word: str) -> bool:
    return word.partition("=")[0].isidentifier() and "=" in word


def _split(command: str) -> list[list[str]]:
    """The words between what separates commands. The text of a here-document is left out."""
    commands: list[list[str]] = [[]]
    word: list[str] = []
    ends: list[str] = []
    quote, at, given = "", 0, False
    while at < len(command):
        c = command[at]
        at += 1
        if quote:
            if c == quote:
                quote = ""
            elif c == "\\" and quote == '"' and at < len(command):
                word.append(command[at])
                at += 1
            else:
                word.append(c)
            continue
        if c == "\\" and at < len(command):
            if command[at] != "\n":
                word.append(command[at])
            at += 1
            continue
        if c in "'\"":
            quote, given = c, True
            continue
        if c not in " \t\n;&|()`":
            word.append(c)
            continue
        if word or given:
            text = "".join(word)
            if ends and ends[-1] == "":
                ends[-1] = text
            elif text.startswith("<<") and not text.startswith("<<<"):
                ends.append(text[2:].lstrip("-"))
            else:
                commands[-1].append(text)
            word, given = [], False
        if c not in " \t":
            commands.append([])
        if c == "\n":
            for end in ends:
                at = _after(command, end, at)
            ends = []
    last = ["".join(word)] if word or given else []
    commands[-1] += last
    return [words for words in commands if words]


def _after(command: str, end: str, at: int) -> int:
    """Where the line after the end of a here-document begins."""
    while at < len(command):
        stop = command.find("\n", at)
        stop = len(command) if stop < 0 else stop
        line, at = command[at:stop].strip(), stop + 1
        if line == end:
            break
    return at
