"""Where the value of a word for a secret stands: behind a colon, in the sentence, on the next line, in the table.

A row of PLACES says for each kind of word where its value may stand; a place yields what stands there, and `_fits`
decides whether that is a secret. Each word has a bounded reach, so a text takes linear time whatever it repeats.
"""

from __future__ import annotations

from . import words
from .shapes import is_key, is_password, is_phrase
from .words import (
    AFTER,
    FAR_EAST,
    compiled,
    hinted,
    lowered,
    of_tokens,
    of_value,
    of_words,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match
    from typing import Iterator

    Span = tuple[int, int]
    Token = tuple[Span, str, bool]  # span, what stands there, whether in quotes
    # span; whether the words before say that the value comes now; whether it is in quotes; whether it may be a phrase
    Value = tuple[Span, bool, bool, bool]

_REACH = 300  # characters that are searched on the line of a word, and to its left half as many
_ROWS = 20  # of a table
_LINES = 5  # below a word
_CODES = ("puk", "code", "код", "番号", "kode", "kod")
_DIGITS = {  # how many a value of digits has that is not told, and one that is
    "code": (range(5, 11), range(4, 11)),
    "pin": ((), range(4, 11)),
    "": ((), ()),
}
KEYS = ("key", "nearkey")
_SUFFIXES = frozenset(
    "key id value prod dev staging live test base new old s plain".split()
)
_BACK = frozenset(
    "is are as = <- <-- ← als comme como ist est jako come instead — – -".split()
)
_SPACED = r"(['\"`])([a-z]{3,12}(?: [a-z]{3,12}){3,7})\1"
_CODE_LIST = r"(?<![\w-])(?:(?=[a-z-]{0,12}[0-9])[a-z0-9]{4,6}-[a-z0-9]{4,6}|[0-9]{4} [0-9]{4}|[0-9]{8})(?![\w-])"
_NAMED = r"(?i)(?:default|value|val|send)\s{0,4}[=:]?\s{0,4}['\"]?([^\s'\"\\]{4,256})(?:\\[rn])?['\"]?$"
_SAYS = (
    r"(?:\[[\d: ]{4,10}\] )?[\w.-]{1,20}: (?=\S{4,128}\s{0,2}$)"  # a chat: who answers
)
_PARTICLES = tuple("は 是 为 為 는 은 คือ ： を が 이 가".split())
_COLUMNS = (
    r"\s{0,40}\|\s{0,40}",
    r",[ ]?",
    r";",
    r"\t",
    r"[ ]{2,40}",
)  # what separates those of a table


class _Word:
    """A word for a secret in a text. `line_end` is where its line ends, or its reach."""

    __slots__ = ("end", "kind", "line_end", "name", "start", "text")

    def __init__(self, text: str, match: Match[str]) -> None:
        self.text, self.name = text, match.group()
        self.start, self.end = match.span()
        self.kind = self._kind(match.lastgroup or "")
        end = text.find("\n", self.end, self.end + _REACH)
        self.line_end = end if end >= 0 else min(len(text), self.end + _REACH)

    def _kind(self, kind: str) -> str:
        if self.name in ("secret", "pin"):
            return self.name
        if kind not in ("password", "near"):
            return kind
        if any(part in self.name for part in _CODES):
            return "code"
        in_name = self.name != "pass" or self.text[self.start - 1 : self.start] == "_"
        return "password" if self.name.endswith("pass") and in_name else kind

    def line_start(self, reach: int) -> int:
        """Where its line begins, or its reach to the left."""
        begin = self.start - reach
        return max(begin, self.text.rfind("\n", max(0, begin), self.start) + 1)

    def is_other(self, lower: str) -> bool:
        """Whether it is of a key that is no secret, is part of `[redacted:password]`, or stands behind such a mark."""
        before = lower[max(0, self.start - 24) : self.start]
        named = before.strip(" _-").split()[-1:]
        if self.kind in KEYS and not words.OTHER_KEYS.isdisjoint(named):
            return True
        begin = self.text.rfind("[redacted:", max(0, self.start - 40), self.start)
        return begin >= 0 and "]" not in self.text[begin : self.start]

    def is_in_name(self) -> bool:
        """Whether it is part of a name such as `fix-login-after-password-change`, and of no option."""
        text, start = self.text, self.start
        if (
            text[self.end : self.end + 1] not in tuple("-`'\"")
            or text[start - 1 : start] != "-"
        ):
            return False
        begin = (
            max(text.rfind(sign, max(0, start - 40), start) for sign in " \n\t`'\"(/")
            + 1
        )
        return text[begin : begin + 1].isalpha()


def spans(text: str) -> list[Span]:
    """Where values are that the words around them show to be secrets, in order and apart from each other."""
    lower = lowered(text)
    if not hinted(lower):
        return []
    found: set[Span] = set()
    for match in compiled("word", of_words).finditer(lower):
        word = _Word(text, match)
        if not word.is_other(lower):
            found.update(_of_word(word))
    apart: list[Span] = []
    for span in sorted(found):
        if not apart or span[0] >= apart[-1][1]:
            apart.append(span)
    return apart


def names_secret(text: str) -> bool:
    """Whether a key or a topic ends in a word for a secret: `db_password`, "API token", "Passwort"."""
    lower = lowered(text.strip()[-60:])
    if not hinted(lower):
        return False
    matches = list(compiled("word", of_words).finditer(lower))
    if not matches or matches[-1].lastgroup == "login":
        return False
    rest = lower[matches[-1].end() :].strip(" :_-*`")
    return not rest or rest in _SUFFIXES


def _of_word(word: _Word) -> Iterator[Span]:
    """The values of a word: the first that fits, but all of a list of codes and of a table, which others may follow."""
    for place in PLACES[word.kind]:
        if place not in (_codes, _assigned) and word.is_in_name():
            return
        for span, told, quoted, phrase in place(word):
            value = word.text[slice(*span)]
            fits = place is _codes or _fits(value, word.kind, told, quoted, phrase)
            if fits:
                yield span
            if "[redacted" in value or (fits and place not in (_codes, _table)):
                return


def _fits(value: str, kind: str, told: bool, quoted: bool, phrase: bool) -> bool:
    """Whether a value has the form of what a word of this kind names."""
    if " " in value:  # _spaced
        return not words.STOP_WORDS & set(value.split())
    if value.isdigit() and len(value) in _DIGITS.get(kind, _DIGITS[""])[told]:
        return True
    if kind == "pin":
        return False
    if phrase and kind not in KEYS and is_phrase(value):
        return True
    if is_key(value, told=told, quoted=quoted):
        return True
    return _may_be_password(value, kind, told=told, quoted=quoted) and is_password(
        value, told=told, quoted=quoted
    )


def _may_be_password(value: str, kind: str, *, told: bool, quoted: bool) -> bool:
    """Whether a word of this kind names passwords too: a word for a key does only where a long one stands in quotes."""
    if kind in KEYS or (kind == "secret" and not told):
        return told and quoted and len(value) >= 20 and any(map(str.isdigit, value))
    return True


def _codes(word: _Word) -> Iterator[Value]:
    """Recovery codes and the like, several on a line or one on each."""
    for code in compiled("codes", _CODE_LIST).finditer(
        word.text, word.end, word.end + _REACH
    ):
        yield code.span(), True, False, False


def _assigned(word: _Word) -> Iterator[Value]:
    """The value behind a separator or an option's name."""
    text, end = word.text, word.end
    after = compiled("after", AFTER).match(text, end, end + 400)
    before = text[max(0, word.start - 40) : word.start].rpartition(" ")[2]
    if after is None and before[:1] in ("-", "/"):
        after = compiled("option", r"(?P<suffix>)[A-Za-z-]{0,12}[ =:\t]{1,3}").match(
            text, end, end + 40
        )
    if after is None:
        return
    value = compiled("value", of_value).match(text, after.end(), after.end() + 300)
    if value:
        suffix = after.group("suffix").strip("_.-").lower()
        told = not suffix or suffix in _SUFFIXES
        yield (
            _trimmed(text, value),
            told,
            value.lastgroup != "bare" or after.group().endswith(">"),
            told,
        )


def _sentence(word: _Word) -> Iterator[Value]:
    """What the sentence says after the word."""
    reach = 1 if word.kind in ("near", "nearkey") else 15
    for number, before, token in _following(word):
        signs, (span, _, quoted) = _signs(word, number, before, token), token
        if number > reach and "says" not in signs:
            return
        value = word.text[slice(*span)]
        if value.isalpha() and (value.islower() or "says" not in signs):
            continue
        if before in words.NAMES and not quoted:
            continue
        if word.kind == "login" and word.text.startswith((" and ", " / "), span[1]):
            continue  # the name; the password follows
        told, phrase = (
            any(row <= signs for row in rows) for rows in _SAID[word.kind == "login"]
        )
        yield span, told, quoted, phrase


_PHRASE = (
    {"says"},
    {"quoted"},
    {"uncommon"},
    {"next", "end of clause"},
    {"next", "foreign"},
)
_SAID = (  # what together tells that the value comes now, and what allows a phrase; of a password, then of a login
    (({"says"}, {"next", "quoted"}, {"next", "end of clause"}), _PHRASE),
    (({"joined"},), (*_PHRASE, {"paired"})),
)


def _signs(word: _Word, number: int, before: str, token: Token) -> set[str]:
    """What a token of the sentence has around it and in it, by the names in _SAID."""
    text, ((start, end), _, quoted) = word.text, token
    signs = {
        "says": before in words.IS or before.endswith((":", "=")),
        "quoted": quoted,
        "next": number == 0,
        "end of clause": end == len(text) or text[end] in "\n.,;)!?",
        "foreign": word.kind == "password" and word.name not in words.ANYWHERE,
        "paired": before in ("and", "with", "/", "und", "mit"),
        "joined": text[start - 1] in ":/",
        "uncommon": _is_uncommon(text[start:end], word.kind),
    }
    return {name for name, holds in signs.items() if holds}


def _following(word: _Word) -> Iterator[tuple[int, str, Token]]:
    """(number, what stands before it, token) of what is left of the sentence behind a word."""
    text, start = word.text, _behind_quotes(word)
    before = _particle(text, word.end)
    for number, token in enumerate(_tokens(text, start, word.line_end)):
        span, raw, quoted = token
        if (
            number == 0
            and not (quoted or before or raw[0] in ":=")
            and text.startswith(raw, start)
        ):
            continue  # the rest of the word itself
        yield number, before, token
        behind = text[span[1] + 1 : span[1] + 2]
        if not quoted and behind in (" ", "") and _ends(raw):
            return
        before = raw.lower().lstrip("([*`'\"")


def _behind_quotes(word: _Word) -> int:
    """Where the sentence goes on: behind the quotes that the word stands in, since those of the value come later."""
    text, end, reach = word.text, word.end, max(0, word.start - 60)
    closed = compiled("closed", r"[\w.\])}-]{0,20}(['\"`])").match(text, end)
    opens = closed and text.rfind(closed.group(1), reach, end) > text.rfind(
        "\n", reach, end
    )
    return closed.end() if closed and opens else end


def _spaced(word: _Word) -> Iterator[Value]:
    """What stands in quotes as the words of a passphrase."""
    found = compiled("spaced", _SPACED).search(word.text, word.end, word.line_end)
    if found:
        yield found.span(2), True, True, True


def _before(word: _Word) -> Iterator[Value]:
    """The value in front of the word: "X is the password of", "use X as the token"."""
    text, start = word.text, word.start
    tokens = list(_tokens(text, word.line_start(_REACH // 2), start))
    nearest_first = tokens[-9:][::-1]
    names = [raw.lower() for _, raw, _ in nearest_first[1:]]
    follows = ""
    for (span, raw, quoted), name in zip(nearest_first, [*names, ""]):
        value = text[slice(*span)]
        ends = follows and not quoted and _ends(raw) and not raw.endswith("..")
        if ends and not is_password(value, told=False):
            return
        if name not in words.NAMES and not value.isalpha() and span[1] < start - 1:
            phrase = word.kind == "password" and (
                follows in _BACK or _is_uncommon(value, word.kind)
            )
            yield span, False, quoted, phrase
        follows = raw.lower()


def _table(word: _Word) -> Iterator[Value]:
    """The cells below a heading that is the word: of Markdown, of CSV, or in columns of spaces."""
    text, begin = word.text, word.line_start(_REACH)
    head = text[begin : word.line_end]
    for pattern in _COLUMNS:
        columns = len(compiled(pattern, pattern).findall(head))
        if columns and (pattern[0] != "," or " " not in head.strip()):
            column = len(compiled(pattern, pattern).findall(head[: word.start - begin]))
            yield from _cells(word, pattern, column, columns)
            return


def _cells(word: _Word, pattern: str, column: int, columns: int) -> Iterator[Value]:
    text = word.text
    for start, stop in _lines(text, word.line_end, _ROWS, 2 * _REACH):
        borders = [
            found.span()
            for found in compiled(pattern, pattern).finditer(text, start, stop)
        ]
        if len(borders) < min(columns, max(1, column)):
            return
        borders = [(start, start), *borders, (stop, stop)]
        span = _stripped(text, borders[column][1], borders[column + 1][0], " `*'\"\r")
        if span[0] < span[1] and " " not in text[slice(*span)]:
            yield span, True, True, True


def _next_line(word: _Word) -> Iterator[Value]:
    """The value that stands alone on one of the next lines."""
    text, rest = word.text, word.text[word.end : word.line_end].strip()
    if len(rest.split()) > 12:
        return
    told = rest.endswith((":", "：", "?")) or not rest.replace("</summary>", "").strip(
        "*_`:#> ])'\"{|-"
    )
    for begin, stop in _lines(text, word.line_end, _LINES, _REACH):
        whole = text[begin:stop]
        said = compiled("said", _SAYS).match(whole) if "?" in rest else None
        start, end = _stripped(
            text, begin + said.end() if said else begin, stop, " \t`>*:-\"'\r"
        )
        line = text[start:end]
        quoted = told or whole.strip()[:1] in ("'", '"', "`")
        if not line or "```" in whole or line.startswith("<"):
            continue
        named = compiled("named", _NAMED).match(line)
        if named:
            yield (start + named.start(1), start + named.end(1)), True, quoted, True
        elif " = " in line or line.lower().startswith(
            ("type", "description", "sensitive")
        ):
            continue  # of a variable, with its value on another line
        elif " " not in line:
            yield (start, end), told, quoted, told
        return


_LAST = (_table, _next_line)
PLACES = {
    "password": (_assigned, _sentence, _spaced, _before, *_LAST),
    "code": (_codes, _assigned, _sentence, _before, *_LAST),
    "pin": (_assigned, _sentence, *_LAST),
    "key": (_assigned, _sentence, _before, *_LAST),
    "secret": (_assigned, _sentence, _before, *_LAST),
    "near": (_assigned, _sentence, *_LAST),
    "nearkey": (_assigned, _sentence),
    "login": (_sentence,),
}
"""{kind of word: where its value may stand}, the likeliest place first."""


def _trimmed(text: str, value: Match[str]) -> Span:
    """The span of a value without what belongs to the sentence or to the next setting."""
    start, stop = value.span(value.lastgroup or "")
    core = compiled("core", r".+?(?=[,;&][A-Za-z_. ]{1,40}=|\\n|[)\]},;:.*~_\u2026]*$)")
    found = core.match(text, start, stop) if value.lastgroup == "bare" else None
    return start, found.end() if found else stop


def _tokens(text: str, start: int, stop: int) -> Iterator[Token]:
    """The words of a line."""
    for token in compiled("token", of_tokens).finditer(text, start, stop):
        quoted, raw, span = token.lastgroup != "bare", token.group(), token.span()
        if not raw.isalpha():  # most are words
            span = _trimmed(text, token)
        yield (
            span if quoted or raw.isalpha() else _without_name(text, *span),
            raw,
            quoted,
        )


def _without_name(text: str, begin: int, end: int) -> Span:
    """The span of a value without marks, and without a name before it: `name=value`, `user/password`."""
    while (
        begin < end
        and text[begin] in "([{*~_<=:,;"
        and not text.startswith("[[", begin)
    ):
        begin += 1
    for mark in "=/:":
        name, _, value = text[begin:end].partition(mark)
        is_name = name.replace("_", "").replace("-", "").isalpha()
        if is_name and len(value) >= 6 and value[0] not in "/\\=" and "/" not in value:
            return end - len(value), end
    return begin, end


def _stripped(text: str, start: int, stop: int, marks: str) -> Span:
    """A span without these characters at its ends."""
    kept = text[start:stop].lstrip(marks)
    start = stop - len(kept)
    return start, start + len(kept.rstrip(marks))


def _lines(text: str, at: int, most: int, reach: int) -> Iterator[Span]:
    """The spans of the lines after the one that ends at `at`."""
    for _ in range(most):
        if not text.startswith("\n", at):
            return
        begin = at + 1
        at = text.find("\n", begin, begin + reach)
        if at < 0:
            at = min(len(text), begin + reach)
        yield begin, at


def _ends(raw: str) -> bool:
    return len(raw) > 3 and raw[-1] in ".!?"


def _is_uncommon(phrase: str, kind: str) -> bool:
    """Whether words joined by hyphens are not such as prose has: `state-of-the-art`, `sign-in-page`."""
    parts = phrase.lower().split("-")
    return kind == "password" and words.COMPOUND.isdisjoint(parts)


def _particle(text: str, start: int) -> str:
    """What stands without a space between a word and its value, in scripts that write none: `は`, `คือ`."""
    gap = compiled("gap", f"[{FAR_EAST}]{{0,40}}").match(text, start)
    glued = gap.group() if gap else ""
    return "is" if glued.endswith(_PARTICLES) else ""
