"""Witnesses of a memory: lines of code that say the same value as its text, and what became of them.

Values and pure text: whoever calls reads the files. To judge one loads no module, since a prompt waits for it.
"""

from __future__ import annotations

from math import log, sqrt

from .model import Value
from .stem import stem
from .tokens import GENERAL, STOP_WORDS, Separators, is_common, split_camel_case

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    Read = Callable[[str], "str | None"]

MOST = 5  # witnesses of a memory
MAX_LINE = 240  # characters of a line that can be one
REACH = 8  # lines above a value in which the line is that says what it is of
BROKEN = 2  # lines that follow where one was broken
NEAR = 0.6  # of the weight of a line's names, from which another line is its successor
SAME = 0.3  # the same of a line with the same value
FEW = 3  # lines of a file that a word may stand in and still tell them from others
SURE, LITERAL = (
    7.0,
    0.5,
)  # score of a witness at least; share of a line that its literals are
LEAST_LINES = 500  # fewer lines say no more of how rare a word is
STANDS, CHANGED, GONE = "stands", "changed", "gone"
AROUND = "`'\"()[]{},;:.!?"  # a word of a text
ASIDE = (
    "test",
    "example",
    "vendor",
)  # in the path of a file that repeats what others say
SHORT, MOST_FILES = (
    6,
    20,
)  # characters of a literal that names no file; files that a text is compared with
COMMENT = ("#", "//", "*", "/*", "--", ";", "<!--", '"""')
PROSE = (".md", ".rst", ".txt", ".adoc")
SETTINGS = (".toml", ".cfg", ".ini", ".yml", ".yaml", ".json", "setup.py", ".txt")


class Witness(Value):
    """A line that says what a memory says.

    path   relative to the project
    says   the words of the line, as `lex` has them, that the memory says
    line   its text, without the space around it; "" where the memory says no more than that the file is there
    under  the line above that says what its value is of; "" where it does itself
    """

    path: str
    says: tuple[str, ...]
    line: str = ""
    under: str = ""


_TABLE = Separators({ord(sign): sign for sign in "._"})


def lex(text: str) -> list[str]:
    """The words and numbers of a text: identifiers in parts and in lower case, `v2.0` and `2` as `2`."""
    out: list[str] = []
    for chunk in text.translate(_TABLE).split():
        chunk = chunk.strip("._")
        if chunk[:1] in "vV" and chunk[1:2].isdigit():
            chunk = chunk[1:]
        if chunk[:1].isdigit():  # `5.0s` is 5 and s, `0o644` and `0644` are the same
            chunk = chunk.replace("0o", "0")
            rest = chunk.lstrip("0123456789._")
            number = chunk[: len(chunk) - len(rest)]
            number = number.replace("_", "").rstrip(".")
            out.append(number.removesuffix(".0") if number.count(".") == 1 else number)
            chunk = rest
        for part in chunk.replace("_", " ").replace(".", " ").split():
            out += [word.lower() for word in split_camel_case(part)]
    return out


def has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))


def _of_names(words: Iterable[str]) -> list[str]:
    return [word for word in words if not word[0].isdigit()]


class Lines:
    """The lines of a file with their words.

    about  the words that are asked for, so that most lines without them are left out; () for all lines
    reach  how many lines below one with such a word are not
    """

    def __init__(self, text: str, about: Iterable[str] = (), reach: int = 0) -> None:
        self.raw = text.split("\n")
        folded = text.lower()
        rarest = sorted([word for word in {*about} if word in folded], key=folded.count)
        self.words: dict[int, list[str]] = {}
        self.counts: dict[str, int] = {}
        until = -1
        for at, line in enumerate(folded.split("\n")):
            if _has_one(rarest[:FEW], line):
                until = at + reach
            if about and at > until:
                continue
            self.words[at] = lex(self.raw[at][: 2 * MAX_LINE])
            for word in {*self.words[at]}:
                self.counts[word] = self.counts.get(word, 0) + 1

    def weight(self, words: Iterable[str]) -> float:
        """How much words tell of a line: the rarer in the file, the more."""
        size = LEAST_LINES + len(self.raw)
        counts = [self.counts.get(word, 0) for word in {*words}]
        return sum([log(size / (1 + count)) for count in counts])

    def tells(self, words: Iterable[str]) -> bool:
        """Whether one of the words tells a line from most others."""
        return any(0 < self.counts.get(word, 0) <= FEW for word in words)

    def heading(self, at: int) -> int:
        """The number of the line that says what a line is of: the one further out, or above a value alone; -1 for none."""
        depth, named = _indent(self.raw[at]), _of_names(self.words[at])
        for above in range(at - 1, max(-1, at - 1 - REACH), -1):
            words, line = self.words.get(above, []), self.raw[above]
            outer = line.strip() and _indent(line) < depth
            if outer or not (named or not _of_names(words)):
                return above if words else -1
        return -1


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def judge(witness: Witness, text: str | None) -> tuple[str, str]:
    """(STANDS, ""), (CHANGED, the line that is there now) or (GONE, "") by the text of the file, None where there is none.

    What is gone may stand in another file: `may_hold`, `is_elsewhere`.
    """
    if text is None:
        return GONE, ""
    if not witness.line or _is_there(witness, text):
        return STANDS, ""
    own, says = lex(witness.line), {*witness.says}
    digits = all(map(has_digit, says))
    head = own if digits else own[: own.index(witness.says[0])]
    names = {*_of_names([*head, *lex(witness.under)])} - says
    lines = Lines(text, names or own, REACH if witness.under else BROKEN)
    told_by = names if digits or lines.tells(names) else {*own}
    whole = lines.weight(told_by) or 1
    best, now = NEAR, -1
    for at, common in _shared(witness.path, lines, told_by):
        near, words = lines.weight(common) / whole, lines.words[at]
        enough = not digits or near >= SAME / len(says)
        if enough and _holds(says, words, own):
            return STANDS, ""
        near -= len(words) / 1000
        fits = not digits or any(map(has_digit, words))
        if fits and near > best and lines.tells(common):
            best, now = near, at
    return (CHANGED, lines.raw[now].strip()) if now >= 0 else (GONE, "")


def _shared(
    path: str, lines: Lines, told_by: set[str]
) -> Iterator[tuple[int, set[str]]]:
    """(number, the words of it and its heading that tell of a witness) of each line but comments."""
    for at, words in lines.words.items():
        if not _is_comment(path, lines.raw[at]):
            heading = lines.words.get(lines.heading(at), [])
            yield at, told_by.intersection(words + heading)


def _is_comment(path: str, line: str) -> bool:
    return line.lstrip().startswith(COMMENT) and not path.endswith(PROSE)


def _is_there(witness: Witness, text: str) -> bool:
    """Whether the line is there, below the one that it belongs to."""
    if witness.line not in text:
        return False
    lines = [line.strip() for line in text.split("\n")]
    own = [at for at, line in enumerate(lines) if line == witness.line]
    if not witness.under:
        return bool(own)
    return any(witness.under in lines[max(0, at - REACH) : at] for at in own)


def _holds(says: set[str], words: list[str], own: list[str]) -> bool:
    """Whether all that a memory says is there, a version that it says in short also in its longer forms."""
    missing = says.difference(words)
    short = [word for word in missing if word not in own]
    return all(
        word in short and any(w.startswith(word + ".") for w in words)
        for word in missing
    )


def may_hold(witness: Witness, path: str) -> bool:
    """Whether a line may have been moved to another file: code to code of its language, settings to settings."""
    mine, other = [
        "settings" if name.endswith(SETTINGS) else name.rpartition(".")[2]
        for name in (witness.path, path)
    ]
    return bool(witness.line) and mine == other and path != witness.path


def is_elsewhere(witness: Witness, text: str) -> bool:
    """Whether another file says what a witness says that is gone from its own."""
    folded = text.lower()
    there = all(word in folded for word in witness.says)
    return there and judge(witness, text)[0] == STANDS


def candidates(
    text: str, named: Iterable[str], paths: list[str], read: Read
) -> list[str]:
    """The paths that a text is compared with, at most MOST_FILES: those named, those in the text, those with a literal."""
    bare = {word.strip(AROUND) for word in text.split()}
    literals = [word for word in bare if is_literal(word) and len(word) > SHORT]
    found = [path.partition(":")[0] for path in named]
    found += [path for path in paths if path in bare or path.rpartition("/")[2] in bare]
    for path in paths if literals else ():
        if len(found) >= MOST_FILES:
            break
        if not _has_one(ASIDE, path) and _has_one(literals, read(path) or ""):
            found.append(path)
    return [*dict.fromkeys(found)][:MOST_FILES]


def _has_one(words: Iterable[str], text: str) -> bool:
    return any(word in text for word in words)


def take(text: str, files: Mapping[str, str], named: Iterable[str]) -> list[Witness]:
    """The witnesses of a memory among files, {path: text}, the surest first; at most MOST.

    What counts is a value, a number, a version or a literal, with the name of what it is of, in one sentence of the text;
    a literal only in the files that the memory has `named`, if any.
    """
    looked = [(path, Lines(content)) for path, content in files.items()]
    found: list[tuple[float, Witness]] = []
    for sentence in {*sentences(text)}:
        said = _Said(sentence)
        found += [(SURE, Witness(path, (path,))) for path in files if path in sentence]
        for path, lines in looked:
            said.literal = not named or path in named
            for at in lines.words:
                found.append(_candidate(said, path, lines, at))
    found.sort(key=lambda item: -item[0])
    chosen: list[Witness] = []
    covered: set[str] = set()
    for score, one in found:
        if score and len(chosen) < MOST and not covered.issuperset(one.says):
            covered.update(one.says, lex(one.line), lex(one.under))
            chosen.append(one)
    return chosen


def sentences(text: str) -> list[str]:
    return text.replace(". ", "\n").split("\n")


class _Said:
    """What a sentence says: its words, its numbers, and its literals as they are written.

    literal  whether a literal counts by itself
    """

    def __init__(self, text: str) -> None:
        words = lex(text)
        self.numbers = [word for word in words if word[0].isdigit()]
        self.names = {*_of_names(words)} - STOP_WORDS
        later = text.split()[1:]
        self.names |= {word.lower() for word in later if word.istitle()}
        self.stems = {stem(word) for word in self.names if len(word) > 3}
        pairs = zip(words, words[1:])  # noqa: RUF007  Python 3.9
        self.stems |= {stem(one + other) for one, other in pairs}
        bare = [word.strip(AROUND) for word in text.split()]
        self.literals = [word for word in bare if is_literal(word)]
        self.literals += text.split("`")[1::2]
        self.literal = True

    def of(self, word: str) -> str:
        """A word of a line as the sentence has it, a version perhaps in short; "" where it does not."""
        if word in self.numbers or word in self.names or stem(word) in self.stems:
            return word
        short = [number for number in self.numbers if "." in number]
        return next((n for n in short if word.startswith(n + ".")), "")


def is_literal(word: str) -> bool:
    """Whether a word of a text is one that only code has: `max_rows`, `a/b.py`, `autopep8-wrapper`, `LogToFile`."""
    inner = word[1:-1]
    if len(word) < 4 or word[0].isdigit():
        return False
    joined = _has_one("_/.-=:", inner)
    return joined or has_digit(word) or not (inner.islower() or word.isupper())


def _candidate(said: _Said, path: str, lines: Lines, at: int) -> tuple[float, Witness]:
    """(its score, the line as a witness); 0 for any other line."""
    raw, words, under = lines.raw[at].strip(), lines.words[at], ""
    shared = [word for word in words if said.of(word)]
    numbers = [said.of(word) for word in shared if word[0].isdigit()]
    names = _of_names(shared)
    if not shared or len(raw) > MAX_LINE or _is_comment(path, raw):
        return 0, Witness(path, ())
    if not numbers:
        return _literal(said, path, lines, at)
    if not lines.tells(names):
        above = lines.heading(at)
        heading = lines.words.get(above, [])
        more = [word for word in _of_names(heading) if said.of(word)]
        if more:
            under = lines.raw[above].strip()
            names, words = names + more, words + heading
    score = _score(lines, {*numbers, *names}, words) if names else 0
    one = Witness(path, (*dict.fromkeys(numbers),), raw, under)
    return (score if score >= SURE else 0), one


def _literal(said: _Said, path: str, lines: Lines, at: int) -> tuple[float, Witness]:
    """The same for a line without a number of the text."""
    raw, words = lines.raw[at].strip(), lines.words[at]
    literals = [literal for literal in said.literals if literal in raw]
    says = {word for literal in literals for word in lex(literal)}
    if not says:
        says = {word for word in said.names.intersection(words) if not is_common(word)}
        says = {word for word in says if lines.counts[word] == 1} - GENERAL
        if lines.weight(says) < LITERAL * lines.weight(words):
            says = set()
    score = LITERAL * _score(lines, says, words)
    told = [word for word in words if word in says]
    if path.endswith(PROSE) or not said.literal:
        score = 0
    return score, Witness(path, (*dict.fromkeys(told),), raw)


def _score(lines: Lines, said: set[str], words: list[str]) -> float:
    """How much words say, and how much they are of all of a line's."""
    weight = lines.weight(said)
    return weight * sqrt(weight / (lines.weight(words) or 1))
