"""Guards: what a rule watches for in a call or a change. Their patterns are untrusted, so none is a regular expression.

paths    globs of core/globs.py over the file that is written; they may stand with `text`, and then both must match
command  words of a shell command: the first is the program, options stand anywhere before `--`, the others in this
         order, and more may stand between; in a word, `*` and `?` stand for any characters and `a|b` for either;
         case matters in options alone
text     what an added line must contain; `*` stands for anything on the line, ` OR ` separates alternatives
effect   "remind", "ask" or "deny"
"""

from __future__ import annotations

from . import globs, jsontext
from .model import Problem, Value
from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, TypeVar

    T = TypeVar("T")

EFFECTS = ("remind", "ask", "deny")
MAX_PATTERN = 200  # characters of a path and of a sentence
MAX_PATTERNS = 4000  # of all alternatives of a command or a text
MAX_PATHS = 20
MANY = frozenset("make gmake just task rake gradle mvn ant ninja tox nox rm rmdir kill killall pkill".split())
"""Programs that take several things to do, in any order."""
LONG = {"--recursive": "r", "--force": "f", "-R": "r"}  # options, and the letters that say the same
WORK = 10_000_000  # characters times patterns: a quarter of a second on a slow machine
ORDINARY = 16_384  # characters of a call


class Guard(Value):
    """A guard that is fit for use; see the module."""

    paths: tuple[str, ...] = ()
    command: str = ""
    text: str = ""
    effect: str = "remind"

    def on_file(self, names: list[str], text: str) -> bool:
        """Whether it watches over this text being added to a file with these names, relative to the project."""
        if not names or not (self.paths or self.text):
            return False
        if self.paths and not any(globs.touches(pattern, name) for pattern in self.paths for name in names):
            return False
        return not self.text or contains(text, self.text)

    def on_command(self, found: list[list[str]], home: str = "") -> bool:
        """Whether it watches over one of these commands, each its words; `home` is the project's folder."""
        wanted = self.command.split()
        return bool(wanted) and any(_follows(words, wanted, home) for words in found)

    def patterns(self) -> int:
        """How many patterns of an ordinary length it has."""
        texts = [*self.paths, *self.command.split(), *_alternatives(self.text)]
        return sum(1 + len(text) // 50 for text in texts)

    def hints(self) -> list[str]:
        """Texts one of which is in every call that it watches over; "" stands for any call."""
        programs = self.command.split()[:1]
        parts = [program(name) for name in programs[0].split("|")] if programs else []
        if self.text or self.paths:
            parts += self.text.split(" OR ") if self.text else self.paths
        return [hint(part) for part in parts]

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


def hint(pattern: str) -> str:
    """The longest piece of a pattern that is part of everything that fits it, and of its form in JSON."""
    plain = "".join([c if c not in '*?"\\' and c >= " " else "\n" for c in pattern.strip()])
    return max(plain.split("\n"), key=len).rstrip("/").rpartition("/")[2]


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
        most = MAX_PATTERN if "[" in where else MAX_PATTERNS
        if len(text) > most:
            found.append(Problem.at(where, "at most %d characters, got %d" % (most, len(text)), "size"))
        elif any(ord(c) < 32 for c in text):
            found.append(Problem.at(where, "expected one line"))
    found += [problem for where, path in named for problem in _path_problems(where, path)]
    anything = {"command": texts["command"].strip()[:1] and not texts["command"].split()[0].strip("*?|")}
    anything["text"] = texts["text"].strip() and any(not part.strip("* ") for part in texts["text"].split(" OR "))
    for key in texts:
        if anything[key]:
            message = "matches everything; write the words that it must contain (`*` stands for any others)"
            found.append(Problem.at("guard." + key, message))
    return found


def _path_problems(where: str, path: str) -> Iterator[Problem]:
    if not path.strip("./") or path.startswith(("/", "~")) or ".." in path.split("/"):
        yield Problem.at(where, "expected a glob of files inside the project, such as `src/**/*.sql`, got %.80r" % path)


def affordable(found: Iterable[tuple[Guard, T]], size: int) -> list[T]:
    """What belongs to the guards that may be tried on so many characters, within WORK for all of them together."""
    weights = [(guard.patterns(), number, of) for number, (guard, of) in enumerate(found)]
    kept, left = [], WORK // max(1, size)
    for weight, _, of in sorted(weights, key=lambda row: row[:2]):
        left -= weight
        kept += [of] if left >= 0 else []
    return kept


def contains(text: str, pattern: str) -> bool:
    """Whether a line of `text` contains the pattern of a guard; a word of the pattern is never part of a longer one."""
    parts = [part.split("*") for part in _alternatives(pattern)]
    parts = [pieces for pieces in parts if all(piece in text for piece in pieces)]
    return bool(parts) and any(_in_line(line, pieces) for line in text.split("\n") for pieces in parts)


def _alternatives(pattern: str) -> Iterable[str]:
    return dict.fromkeys(part.strip() for part in pattern.split(" OR ")) if pattern else ()


def _in_line(line: str, pieces: list[str]) -> bool:
    """Linear: the first place of a piece is the best one."""
    at = 0
    for number, piece in enumerate(pieces):
        at = _find(line, piece, at, left=not number, right=number == len(pieces) - 1)
        if at < 0:
            return False
        at += len(piece)
    return True


def _find(line: str, piece: str, at: int, *, left: bool, right: bool) -> int:
    """Where a piece stands first; `left`, `right`: where no word goes on before or after it. -1 for nowhere.

    Linear: no place is tried again, and the rest of a word that goes on is passed over at once.
    """
    at = line.find(piece, at)
    while piece and at >= 0:
        end = at + len(piece)
        inside = left and _word(line[at - 1 : at]) and _word(piece[0])
        if not inside and not (right and _word(piece[-1]) and _word(line[end : end + 1])):
            break
        at += 1
        while inside and _word(line[at : at + 1]):
            at += 1
        at = line.find(piece, at)
    return at


def _word(character: str) -> bool:
    return character.isalnum() or character == "_"


def _follows(words: list[str], wanted: list[str], home: str) -> bool:
    """Whether a command has the words that a guard wants: the program, then options anywhere, the others in order.

    The first of the others is the program's own command, such as `push`: only options and their values come before it.
    """
    programs = wanted[0].split("|")
    if not words or not any(_is_program(words[0], name) for name in programs if name):
        return False
    given, others = _apart(words[1:]), _apart(wanted[1:])
    if program(words[0]) == "git" and any(word[:1] == "+" for word in given):
        given = ["--force", *given]  # `git push origin +main`
    options = [word for word in others if all(part[:1] == "-" for part in word.split("|"))]
    rest = [word for word in others if word not in options]
    tight = bool(rest) and rest[0].replace("|", "").replace("-", "").isalpha() and not MANY.intersection(programs)
    at = 0
    for word in rest:
        start = at
        at = next((number + 1 for number in range(at, len(given)) if _fits(given[number], word, home)), 0)
        before = given[start : at - 1] if tight and not start else []
        if not at or any(a[:1] != "-" != b[:1] for a, b in zip(["", *before], before)):
            return False
    given = given[: given.index("--")] if "--" in given else given
    return all(_has_option(given, word) for word in options)


def _apart(words: list[str]) -> list[str]:
    """`--name=value` as two words."""
    return [
        part for word in words for part in (word.split("=", 1) if word[:2] == "--" and "|" not in word else (word,))
    ]


def _has_option(words: list[str], option: str) -> bool:
    """Whether one of the words is the option, or short ones together are: `-rf`, `-fr`, `-r -f`, `-R --force`."""
    given = [word for word in words if word.startswith("-")]
    letters = set("-".join(LONG.get(word, word.replace("R", "r") if len(word) < 5 else "") for word in given))
    short = [set(part.replace("R", "r")) for part in option.split("|") if len(part) < 5 and part[1:].isalpha()]
    return any(_fits(word, option) for word in given) or any(part <= letters for part in short)


def _is_program(word: str, pattern: str) -> bool:
    """Whether a program is meant, by its name or, where the pattern has a `*`, by its whole path."""
    return _like(program(word), program(pattern)) or ("*" in pattern and _like(word, pattern))


def _fits(word: str, pattern: str, home: str = "") -> bool:
    """Whether a word is like one of the alternatives; only in options does case matter, as in `-d` and `-D`."""
    if word[:1] != "-":
        for folder in ("./", "$PWD/", "${PWD}/", home + "/"):
            word = word.removeprefix(folder)
        word, pattern = word.lower().rstrip("/") or word, pattern.lower()
    parts = [part.removeprefix("./").rstrip("/") or part for part in pattern.split("|") if part]
    return any(_like(word, part) or (part[-1:] != "*" and _like(word.removesuffix("/*"), part)) for part in parts)


def _like(word: str, pattern: str) -> bool:
    """Whether the whole of a word is like a pattern with `*`."""
    return _in_line(f"\0{word}\0", ("\0{}\0".format(pattern.replace("?", "*"))).split("*"))
