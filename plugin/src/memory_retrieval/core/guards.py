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
from .model import JsonObject, Problem, Value
from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable, Iterator, TypeVar

    T = TypeVar("T")

EFFECTS = ("remind", "ask", "deny")
MAX_PATTERN = 200  # characters of a path and of a sentence
MAX_PATTERNS = 4000  # of all alternatives of a command or a text
MAX_PATHS = 20
MANY = frozenset(
    "make gmake just task rake gradle mvn ant ninja tox nox rm rmdir kill killall pkill".split()
)
"""Programs that take several things to do, in any order."""
SHORT = 5  # characters from which an option is not several of one letter
LONG = {
    "--recursive": "r",
    "--force": "f",
}  # options, and the letters that say the same
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
        if self.paths and not any(
            globs.touches(pattern, name) for pattern in self.paths for name in names
        ):
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
        parts = [
            program(name)
            for word in self.command.split()[:1]
            for name in word.split("|")
        ]
        parts += self.text.split(" OR ") if self.text else self.paths
        return [hint(part) for part in parts]

    def dump(self) -> str:
        """Its one form as text: what the index keeps, and what is accepted."""
        return jsontext.dumps(
            {
                "command": self.command,
                "effect": self.effect,
                "paths": self.paths,
                "text": self.text,
            }
        )


def parse(value: Any) -> Guard | None:
    """The guard of a record's field; None for none and for one that is not fit for use."""
    if not isinstance(value, dict):
        return None
    effect = value.get("effect") or "remind"
    if effect not in EFFECTS or problems(value):
        return None
    command, text = [(value.get(key) or "").strip() for key in ("command", "text")]
    return Guard(tuple(value.get("paths") or ()), command, text, effect)


def sentence(raw: JsonObject, title: str) -> tuple[str, str]:
    """(what a rule says, what keeps to it or ""), each on one line, not escaped. `title` where it says nothing."""
    from .categories import BY_KEY
    from .sanitize import one_line

    content, says = raw.get("content"), "dont_text"
    if isinstance(content, dict):
        known = BY_KEY.get(str(raw.get("category")))
        says = known.says[0] if known else says
    else:
        content = raw
    said = content.get(says)
    keeps = content.get("workarounds") or content.get("do_text")
    if isinstance(keeps, list):
        keeps = keeps[0]
    texts = (
        (said if isinstance(said, str) else title),
        (keeps if isinstance(keeps, str) else ""),
    )
    return one_line(texts[0], MAX_PATTERN), one_line(texts[1], MAX_PATTERN)


def load(text: str) -> Guard | None:
    """The guard that `dump` wrote."""
    try:
        return parse(jsontext.loads(text)) if text else None
    except ValueError:
        return None


def hint(pattern: str) -> str:
    """The longest piece of a pattern that is part of everything that fits it, and of its form in JSON."""
    plain = "".join(
        [c if c not in '*?"\\' and c >= " " else "\n" for c in pattern.strip()]
    )
    return max(plain.split("\n"), key=len).rstrip("/").rpartition("/")[2]


def problems(value: JsonObject) -> list[Problem]:
    """What makes a guard unfit for use, each with what to write instead."""
    paths, command, text = (
        value.get("paths") or [],
        value.get("command") or "",
        value.get("text") or "",
    )
    if not isinstance(paths, (list, tuple)) or not all(
        isinstance(part, str) for part in [*paths, command, text]
    ):
        return [
            Problem.at(
                "guard", "expected paths as a list of texts, command and text as texts"
            )
        ]
    found: list[Problem] = []
    if not (paths or command.strip() or text.strip()):
        found.append(
            Problem.at(
                "guard", "watches for nothing; give paths, command or text", "missing"
            )
        )
    if len(paths) > MAX_PATHS:
        found.append(
            Problem.at(
                "guard.paths", "at most %d, got %d" % (MAX_PATHS, len(paths)), "size"
            )
        )
    for number, path in enumerate(paths):
        found += _problems_of_path(f"guard.paths[{number}]", path)
    alternatives = text.split(" OR ") if text.strip() else []
    for where, given, parts, signs in (
        ("guard.command", command, command.split()[:1], "*?|"),
        ("guard.text", text, alternatives, "* "),
    ):
        found += _problems_of_text(where, given, MAX_PATTERNS)
        if not all(part.strip(signs) for part in parts):
            message = "matches everything; write the words that it must contain (`*` stands for any others)"
            found.append(Problem.at(where, message))
    return found


def _problems_of_path(where: str, path: str) -> Iterator[Problem]:
    yield from _problems_of_text(where, path, MAX_PATTERN)
    if not path.strip("./") or path.startswith(("/", "~")) or ".." in path.split("/"):
        yield Problem.at(
            where,
            f"expected a glob of files inside the project, such as `src/**/*.sql`, got {path!r:.80}",
        )


def _problems_of_text(where: str, text: str, most: int) -> Iterator[Problem]:
    if len(text) > most:
        yield Problem.at(
            where, "at most %d characters, got %d" % (most, len(text)), "size"
        )
    elif any(ord(c) < 32 for c in text):
        yield Problem.at(where, "expected one line")


def affordable(found: Iterable[tuple[Guard, T]], size: int) -> list[T]:
    """What belongs to the guards that may be tried on so many characters, within WORK for all of them together."""
    kept, left = [], WORK // max(1, size)
    for guard, of in sorted(found, key=lambda pair: pair[0].patterns()):
        left -= guard.patterns()
        if left < 0:
            break
        kept.append(of)
    return kept


def contains(text: str, pattern: str) -> bool:
    """Whether a line of `text` contains the pattern of a guard; a word of the pattern is never part of a longer one."""
    lines = text.split("\n")
    for alternative in _alternatives(pattern):
        pieces = alternative.split("*")
        if all(piece in text for piece in pieces) and any(
            _in_line(line, pieces) for line in lines
        ):
            return True
    return False


def _alternatives(pattern: str) -> Iterable[str]:
    return (
        dict.fromkeys(part.strip() for part in pattern.split(" OR ")) if pattern else ()
    )


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
        if not inside and not (
            right and _word(piece[-1]) and _word(line[end : end + 1])
        ):
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
    programs = list(filter(None, wanted[0].split("|")))
    if not words or not any(_is_program(words[0], name) for name in programs):
        return False
    given, others = _apart(words[1:]), _apart(wanted[1:])
    if program(words[0]) == "git" and any(word[:1] == "+" for word in given):
        given.insert(0, "--force")  # `git push origin +main`
    options = [
        word for word in others if all(part[:1] == "-" for part in word.split("|"))
    ]
    rest = [word for word in others if word not in options]
    if not _in_order(
        given, rest, home, tight=_is_command(rest) and MANY.isdisjoint(programs)
    ):
        return False
    if "--" in given:
        given = given[: given.index("--")]
    return all(_has_option(given, word) for word in options)


def _is_command(words: list[str]) -> bool:
    """Whether the first word is a program's own command, such as `push`."""
    return bool(words) and words[0].replace("|", "").replace("-", "").isalpha()


def _in_order(given: list[str], wanted: list[str], home: str, *, tight: bool) -> bool:
    """Whether words are given in this order, with any between them, but `tight` only options before the first."""
    at = 0
    for word in wanted:
        start = at
        while at < len(given) and not _fits(given[at], word, home):
            at += 1
        if at == len(given) or (tight and not start and _has_other_words(given[:at])):
            return False
        at += 1
    return True


def _has_other_words(words: list[str]) -> bool:
    """Whether a word is neither an option nor what follows one."""
    return any(
        before[:1] != "-" != word[:1] for before, word in zip(["", *words], words)
    )


def _apart(words: list[str]) -> list[str]:
    """`--name=value` as two words."""
    parts = []
    for word in words:
        parts += word.split("=", 1) if word[:2] == "--" and "|" not in word else [word]
    return parts


def _has_option(words: list[str], option: str) -> bool:
    """Whether one of the words is the option, or short ones together are: `-rf`, `-fr`, `-r -f`, `-R --force`."""
    letters: set[str] = set()
    for word in words:
        if word[:1] != "-":
            continue
        if _fits(word, option):
            return True
        letters.update(
            LONG.get(word, word.replace("R", "r") if len(word) < SHORT else "")
        )
    short = [
        part[1:].replace("R", "r") for part in option.split("|") if len(part) < SHORT
    ]
    return any(part.isalpha() and letters.issuperset(part) for part in short)


def _is_program(word: str, pattern: str) -> bool:
    """Whether a program is meant, by its name or, where the pattern has a `*`, by its whole path."""
    return _like(program(word), program(pattern)) or (
        "*" in pattern and _like(word, pattern)
    )


def _fits(word: str, pattern: str, home: str = "") -> bool:
    """Whether a word is like one of the alternatives; only in options does case matter, as in `-d` and `-D`."""
    if word[:1] != "-":
        for folder in ("./", "$PWD/", "${PWD}/", f"{home}/"):
            word = word.removeprefix(folder)
        word, pattern = word.lower().rstrip("/") or word, pattern.lower()
    for given in filter(None, pattern.split("|")):
        part = given.removeprefix("./").rstrip("/") or given
        if _like(word, part) or (
            part[-1:] != "*" and _like(word.removesuffix("/*"), part)
        ):
            return True
    return False


def _like(word: str, pattern: str) -> bool:
    """Whether the whole of a word is like a pattern with `*`."""
    wanted = pattern.replace("?", "*")
    return _in_line(f"\0{word}\0", f"\0{wanted}\0".split("*"))
