"""Whether the words of a command and the lines of a file fit the patterns of a guard. In linear time.

`*` stands for any characters, ` OR ` separates alternatives, and what stands behind ` BUT ` lets it be; in a word of a
command `a|b` is either.
"""

from __future__ import annotations

import re

from .shell import program

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

BUT = " BUT "
ASSIGNED = re.compile(r"[A-Za-z_]\w*=")
MANY = frozenset(
    "* make gmake just task rake gradle mvn ant ninja tox nox rm rmdir kill killall pkill".split()
)
"""Programs that take several things to do, in any order; `*` is any program."""
SHORT = 5  # characters from which an option is not several of one letter
LONG = {
    "--recursive": "r",
    "--force": "f",
}  # options, and the letters that say the same
COMMENTS = {
    "#": "py sh bash rb pl yml yaml toml tf mk dockerfile makefile env ini cfg r",
    "--": "sql lua hs elm adb",
}
"""The endings of files by what a comment begins with; elsewhere it is `//`."""
QUOTED = r""""(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?"""


def alternatives(pattern: str) -> Iterable[str]:
    """The texts that ` OR ` separates, each once."""
    parts = [part.strip() for part in pattern.split(" OR ")]
    return dict.fromkeys(filter(None, parts))


def contains(text: str, pattern: str, fold: Callable[[str], str] = str) -> bool:
    """Whether a line of `text` contains one of the alternatives, none of them as part of a longer word, and no BUT."""
    wanted, _, but = pattern.partition(BUT)
    found = _holding(fold(text).split("\n"), map(fold, alternatives(wanted)))
    return len(found) > len(_holding(found, map(fold, alternatives(but))))


def _holding(lines: Collection[str], patterns: Iterable[str]) -> set[str]:
    """The lines that contain one of the patterns."""
    text, found = "\n".join(lines), set()
    for pattern in patterns:
        pieces = pattern.split("*")
        if all(piece in text for piece in pieces):
            found.update([line for line in lines if _in_line(line, pieces)])
    return found


def code(text: str, name: str) -> str:
    """The lines of a file without its comments, as far as a line alone says."""
    ending = name.lower().rpartition("/")[2].rpartition(".")[2]
    marks = [mark for mark, of in COMMENTS.items() if ending in of.split()]
    mark = (marks or ["//"])[0]
    whole = r"^[ \t]*(?:\*|/\*|<!--).*|" if mark == "//" else ""
    found = re.compile(rf"{QUOTED}|({whole}(?<![^\s;)}}]){mark}.*)", re.M)
    return found.sub(lambda part: "" if part[1] else part[0], text)


def _in_line(line: str, pieces: list[str]) -> bool:
    """Whether pieces stand on a line, one behind the other. Linear: the first place of a piece is the best one."""
    at, last = 0, len(pieces) - 1
    for number, piece in enumerate(pieces):
        left = r"(?:\b|(?!\w))" * (number == 0)
        right = r"(?:\b|(?<!\w))" * (number == last)
        found = re.compile(left + re.escape(piece) + right).search(line, at)
        if not found:
            return False
        at = found.end()
    return True


def parsed(pattern: str) -> list[list[str]]:
    """The words of each command in a pattern, the program first; what is assigned for it comes last, as in a command."""
    found = []
    for alternative in alternatives(pattern):
        words = [
            _of_each(word.replace('"', ""))
            for word in re.findall(r'(?:"[^"]*"|\S)+', alternative)
        ]
        words.sort(key=lambda word: bool(ASSIGNED.match(word)))
        found.append(["*"] * bool(ASSIGNED.match(words[0])) + words)
    return found


def _of_each(word: str) -> str:
    """`CI=0|false` as `CI=0|CI=false`; any other word as it is."""
    name = ASSIGNED.match(word)
    return word.replace("|", f"|{name[0]}") if name else word


def follows(words: list[str], wanted: list[str], home: str) -> bool:
    """Whether a command has the words that a guard wants: the program, then options anywhere, the others in order.

    The first of the others is the program's own command, such as `push`: only options and their values come before it.
    """
    programs = list(filter(None, wanted[0].split("|")))
    if not words or not any(_is_program(words[0], name) for name in programs):
        return False
    given = _apart(words[1:])
    if program(words[0]) == "git" and any(word[:1] == "+" for word in given):
        given.insert(0, "--force")  # `git push origin +main`
    options = [
        word
        for word in wanted[1:]
        if all(part[:1] == "-" for part in word.partition("=")[0].split("|"))
    ]
    rest = [word for word in wanted[1:] if word not in options]
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
        parts += word.split("=", 1) if word[:2] == "--" else [word]
    return parts


def _has_option(words: list[str], option: str) -> bool:
    """Whether one of the words is the option, or short ones together are: `-rf`, `-fr`, `-r -f`, `-R --force`.

    `--name=value` has a value, wherever both stand: `-n|--name=prod*` is `--name prod1`, `-n=prod` and `-nprod` too.
    """
    names, sign, value = option.partition("=")
    if sign:
        return any(
            _has_value(word, after, name, value)
            for word, after in zip(words, [*words[1:], ""])
            for name in names.split("|")
        )
    given = [word for word in words if word[:1] == "-"]
    letters = set("".join([LONG.get(word) or _letters(word) for word in given]))
    parts = [_letters(part).lstrip("-") for part in option.split("|")]
    return any(_fits(word, option) for word in given) or any(
        part.isalpha() and letters.issuperset(part) for part in parts
    )


def _letters(option: str) -> str:
    return option.replace("R", "r") if len(option) < SHORT else ""


def _has_value(word: str, after: str, name: str, value: str) -> bool:
    if word == name:
        return _fits(after, value)
    attached = word[len(name) :].lstrip("=") if word.startswith(name) else ""
    return bool(attached) and name[:2] != "--" and _fits(attached, value)


def _is_program(word: str, pattern: str) -> bool:
    """Whether a program is meant, by its name, its version or tag left out, or by its whole path, for a `*`."""
    name = re.split("[@:]", word.rpartition("/")[2])[0]
    return _like(program(name), program(pattern)) or (
        "*" in pattern and _like(word, pattern)
    )


def _fits(word: str, pattern: str, home: str = "") -> bool:
    """Whether a word is like one of the alternatives; only in options does case matter, as in `-d` and `-D`."""
    if word[:1] != "-":
        for folder in ("./", "$PWD/", "${PWD}/", f"{home}/"):
            word = word.removeprefix(folder)
        word, pattern = word.lower().rstrip("/") or word, pattern.lower()
    word = " ".join(word.split()) or word
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
