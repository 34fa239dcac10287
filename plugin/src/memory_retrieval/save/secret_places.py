"""Where the value of a word for a secret stands: behind a colon, in the sentence, on the next line, in the table.

Each word has a bounded reach, so a text takes linear time whatever it repeats.
"""

from __future__ import annotations

from . import secret_words as words
from .secret_shapes import is_key, is_password, is_phrase
from .secret_words import AFTER, FAR_EAST, HINTS, compiled, lowered, of_tokens, of_value, of_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match
    from typing import Iterator, Optional

    Span = tuple[int, int]

_REACH = 300  # characters that are searched on the line of a word, and to its left half as many
_TOKENS = 16
_ROWS = 20


def spans(text: str) -> list[Span]:
    """Where values lie that the words around them show to be secrets, in order and apart from each other."""
    lower = lowered(text)
    if not any(hint in lower for hint in HINTS):
        return []
    found = sorted(
        {span for match in compiled("word", of_words).finditer(lower) for span in _of_word(text, lower, match)}
    )
    apart: list[Span] = []
    for span in found:
        if not apart or span[0] >= apart[-1][1]:
            apart.append(span)
    return apart


def _of_word(text: str, lower: str, match: Match[str]) -> Iterator[Span]:
    kind, end = match.lastgroup or "", match.end()
    kind = "secret" if match.group() == "secret" else kind
    if kind == "near" and (match.group()[0] != "p" or text[match.start() - 1 : match.start()] == "_"):
        kind = "password" if match.group().endswith("pass") else kind
    if kind in ("password", "near") and any(part in match.group() for part in _CODES):
        kind = "code"
        yield from _code_list(text, end)
    before = lower[max(0, match.start() - 24) : match.start()].strip(" _-").split()
    if kind in _KEYS and before and before[-1] in words.OTHER_KEYS:
        return
    if text.startswith("[redacted:", max(0, match.start() - 24), match.start()) or _in_mark(text, match.start()):
        return
    line_end = text.find("\n", end, end + _REACH)
    line_end = line_end if line_end >= 0 else min(len(text), end + _REACH)
    span = None
    if kind != "login":
        span = _assigned(text, match, kind)
    if span is None and text.startswith(("-", "`", "'", '"'), end) and _inside_a_name(text, match.start()):
        return
    if span is None:
        foreign = kind == "password" and match.group() not in words.ANYWHERE
        span = _in_sentence(text, end, line_end, kind, foreign)
    if span is None and kind in ("password", "key", "secret", "code"):
        span = _before(text, match.start(), kind)
    if span is None and kind not in ("login", "nearkey"):
        yield from _in_table(text, match, line_end, kind)
        span = _next_line(text, end, line_end, kind)
    if span is not None and span[1] > span[0]:
        yield span


def _inside_a_name(text: str, start: int) -> bool:
    """Whether the word is part of a name such as `fix-login-after-password-change`, and of no option."""
    begin = max(text.rfind(sign, max(0, start - 40), start) for sign in " \n\t`'\"(/") + 1
    return text[start - 1 : start] == "-" and text[begin : begin + 1].isalpha()


def _in_mark(text: str, at: int) -> bool:
    """Whether a place lies in `[redacted:password]`."""
    begin = text.rfind("[redacted:", max(0, at - 40), at)
    return begin >= 0 and "]" not in text[begin:at]


_FOUND = (0, 0)  # the value is removed already


def _assigned(text: str, match: Match[str], kind: str) -> Optional[Span]:
    """The value behind a separator or an option's name."""
    end = match.end()
    after = compiled("after", AFTER).match(text, end, end + 400)
    if after is None and text[max(0, match.start() - 40) : match.start()].rpartition(" ")[2].startswith(("-", "/")):
        after = compiled("option", r"(?P<suffix>)[A-Za-z-]{0,12}[ =:\t]{1,3}").match(text, end, end + 40)
    if after is None:
        return None
    value = compiled("value", of_value).match(text, after.end(), after.end() + 300)
    spaced = _passphrase(compiled("spaced", _SPACED).match(text, after.end(), after.end() + 120), kind)
    if spaced is not None or value is None:
        return spaced
    if value.group().startswith("[redacted"):
        return _FOUND
    start, stop = _trimmed(text, value)
    quoted = value.lastgroup != "bare" or after.group().endswith(">")
    plain = not after.group("suffix") or after.group("suffix").strip("_.-").lower() in _SUFFIXES
    return (start, stop) if _is_value(text[start:stop], kind, told=plain, quoted=quoted) else None


_SUFFIXES = frozenset("key id value prod dev staging live test base new old s plain".split())


def _trimmed(text: str, value: Match[str]) -> Span:
    """The span of a value without what belongs to the sentence or to the next setting."""
    group = value.lastgroup or ""
    start, stop = value.span(group)
    if group == "bare":
        core = compiled("core", r".+?(?=[,;&][A-Za-z_. ]{1,40}=|\\n|[)\]},;.:*~_\u2026]*$)").match(text, start, stop)
        stop = core.end() if core else stop
    return start, stop


def _is_value(value: str, kind: str, *, told: bool, quoted: bool) -> bool:
    """Whether a value is a secret, or a phrase of which it is said that it is one."""
    return _is_secret(value, kind, told=told, quoted=quoted) or (told and kind not in _KEYS and is_phrase(value))


def _is_secret(value: str, kind: str, *, told: bool, quoted: bool) -> bool:
    if kind == "code" and value.isdigit() and (4 if told else 5) <= len(value) <= 10:
        return True
    if kind in ("key", "nearkey") or (kind == "secret" and not told):
        return is_key(value, told=told, quoted=quoted) or (
            told
            and quoted
            and len(value) >= 20
            and any(map(str.isdigit, value))
            and is_password(value, told=True, quoted=True)
        )
    return is_password(value, told=told, quoted=quoted) or is_key(value, told=told, quoted=quoted)


def _tokens(text: str, start: int, stop: int) -> Iterator[tuple[Span, str, bool]]:
    """(span, what stands there, whether in quotes) of the words of a line."""
    for token in compiled("token", of_tokens).finditer(text, start, stop):
        quoted = token.lastgroup != "bare"
        raw = token.group()
        if not quoted and raw.isalpha():
            yield token.span(), raw, quoted  # most are words
            continue
        span = _trimmed(text, token)
        if not quoted:
            begin, end = span
            while begin < end and text[begin] in "([{*~_<=:,;":
                begin += 1
            for mark in "=/:":  # name=value, user/password
                name, sign, value = text[begin:end].partition(mark)
                if (
                    sign
                    and name.replace("_", "").replace("-", "").isalpha()
                    and len(value) >= 6
                    and value[0] not in "/\\="
                    and "/" not in value
                ):
                    begin = end - len(value)
                    break
            span = begin, end
        yield span, raw, quoted


def _in_sentence(text: str, start: int, stop: int, kind: str, foreign: bool = False) -> Optional[Span]:
    """The value that the sentence says after the word."""
    before, ended = _particle(text, start), False
    closed = compiled("closed", r"[\w.\])}-]{0,20}(['\"`])").match(text, start)
    if closed and text.rfind(closed.group(1), max(0, start - 60), start) > text.rfind("\n", max(0, start - 60), start):
        start = closed.end()  # the word stands in quotes: those of the value come later
    for number, (span, raw, quoted) in enumerate(_tokens(text, start, stop)):
        if "[redacted:" in raw:
            return _FOUND
        if number == 0 and not quoted and text.startswith(raw, start) and not before and raw[0] not in ":=":
            continue  # the rest of the word itself
        says = before in words.IS or before.endswith((":", "="))
        if ended or number >= _TOKENS or (kind in _NEARBY and number > 1 and not says):
            return None
        value = text[span[0] : span[1]]
        if value.isalpha() and value.islower():
            before = raw.lower()
            continue
        clause = _ends_clause(text, span[1])
        told = kind != "login" and (says or (number == 0 and (quoted or clause)))
        if (quoted or before not in words.NAMES) and (says or not value.isalpha()):
            is_name = kind == "login" and text.startswith((" and ", " / "), span[1])
            if kind == "login" and not is_name and span[0] > start and text[span[0] - 1] in ":/":
                told = True
            if not is_name and _is_secret(value, "password" if kind == "login" else kind, told=told, quoted=quoted):
                return span
            direct = (number == 0 and (clause or foreign)) or (
                kind == "login" and before in ("and", "with", "/", "und", "mit")
            )
            if kind not in _KEYS and is_phrase(value) and (direct or says or quoted or _is_uncommon(value, kind)):
                return span
        ended = not quoted and len(raw) > 3 and raw[-1] in ".!?" and text[span[1] + 1 : span[1] + 2] in (" ", "")
        before = raw.lower().lstrip("([*`'\"")
    return _passphrase(compiled("spaced", _SPACED).search(text, start, stop), kind)


_SPACED = r"(['\"`])([a-z]{3,12}(?: [a-z]{3,12}){3,7})\1"


def _passphrase(match: Optional[Match[str]], kind: str) -> Optional[Span]:
    """What stands in quotes, where it is words of a passphrase and of no sentence."""
    if match is None or kind != "password" or words.STOP_WORDS & set(match.group(2).split()):
        return None
    return match.span(2)


def _is_uncommon(phrase: str, kind: str) -> bool:
    """Whether words joined by hyphens are none that prose has: `state-of-the-art`, `sign-in-page`."""
    return kind in ("password", "near") and not any(part in words.COMPOUND for part in phrase.lower().split("-"))


_NEARBY = ("near", "nearkey")
_KEYS = ("key", "nearkey")


_CODES = ("pin", "puk", "code", "код", "番号", "kode", "kod")


def _code_list(text: str, start: int) -> Iterator[Span]:
    """Recovery codes and the like, several on a line or one on each."""
    form = r"(?<![\w-])(?:(?=[a-z-]{0,12}[0-9])[a-z0-9]{4,6}-[a-z0-9]{4,6}|[0-9]{4} [0-9]{4}|[0-9]{8})(?![\w-])"
    for code in compiled("codes", form).finditer(text, start, start + _REACH):
        yield code.span()


def _particle(text: str, start: int) -> str:
    """What stands without a space between a word and its value, in scripts that write none: `は`, `คือ`."""
    gap = compiled("gap", "[%s]{0,40}" % FAR_EAST).match(text, start)
    glued = gap.group() if gap else ""
    return "is" if glued.endswith(("は", "是", "为", "為", "는", "은", "คือ", "：", "を", "が", "이", "가")) else ""


def _ends_clause(text: str, at: int) -> bool:
    return text[at : at + 1] in ("", "\n", ".", ",", ";", ")", "!", "?")


_BACK = frozenset("is are as = <- <-- ← als comme como ist est jako come instead — – -".split())


def _before(text: str, start: int, kind: str) -> Optional[Span]:
    """The value in front of the word: "X is the password of", "use X as the token"."""
    begin = max(text.rfind("\n", max(0, start - _REACH // 2), start) + 1, start - _REACH // 2)
    tokens = list(_tokens(text, begin, start))[-9:]
    for number in range(len(tokens) - 1, -1, -1):
        span, raw, quoted = tokens[number]
        if "[redacted:" in raw or (
            (not quoted and number < len(tokens) - 1 and len(raw) > 3 and raw[-1] in ".!?" and raw[-2:] != "..")
            and not is_password(text[span[0] : span[1]], told=False)
        ):
            return None
        follows = tokens[number + 1][1].lower() if number + 1 < len(tokens) else ""
        precedes = tokens[number - 1][1].lower() if number else ""
        value = text[span[0] : span[1]]
        if precedes in words.NAMES or value.isalpha():
            continue
        if span[1] < start - 1 and (
            _is_secret(value, kind, told=False, quoted=quoted)
            or (kind == "password" and is_phrase(value) and (follows in _BACK or _is_uncommon(value, kind)))
        ):
            return span
    return None


_NAMED = (
    r"(?i)(?:default|value|val|send)\s{0,4}[=:]?\s{0,4}['\"]?([^\s'\"\\]{4,256})"
    r"(?:\\[rn])?['\"]?$"
)
_QUOTES = ("'", '"', "`")


def _says_type(line: str) -> bool:
    """Whether a line says the type or the like of a variable, with the value on another."""
    return line.lower().startswith(("type", "description", "sensitive"))


def _next_line(text: str, end: int, line_end: int, kind: str) -> Optional[Span]:
    """The value that stands alone on one of the next lines."""
    rest = text[end:line_end].strip()
    if not text.startswith("\n", line_end) or len(rest.split()) > 12:
        return None
    told = not rest.replace("</summary>", "").strip("*_`:#> ])'\"{|-") or rest.endswith((":", "：", "?"))
    at = line_end
    for _ in range(5):
        begin = at + 1
        at = text.find("\n", begin, begin + _REACH)
        at = at if at >= 0 else min(len(text), begin + _REACH)
        said = compiled("said", r"(?:\[[\d: ]{4,10}\] )?[\w.-]{1,20}: (?=\S{4,128}\s{0,2}$)").match(text[begin:at])
        line = text[begin + (said.end() if said and "?" in rest else 0) : at].strip(" \t`>*:-\"'\r")
        if line and "```" not in text[begin:at] and not line.startswith("<"):
            quoted = told or text[begin:at].strip()[:1] in _QUOTES
            named = compiled("named", _NAMED).match(line)
            if named:
                line, told = named.group(1), True
            elif " = " in line or _says_type(line):
                continue
            if " " in line or "[redacted" in line:
                return None
            start = text.index(line, begin)
            return (start, start + len(line)) if _is_value(line, kind, told=told, quoted=quoted) else None
        if begin > len(text):
            return None
    return None


def _in_table(text: str, match: Match[str], line_end: int, kind: str) -> Iterator[Span]:
    """The cells below a heading that is the word: of Markdown, of CSV, or in columns of spaces."""
    begin = max(text.rfind("\n", max(0, match.start() - _REACH), match.start()) + 1, match.start() - _REACH)
    head = text[begin:line_end]
    if not text.startswith("\n", line_end):
        return
    for pattern in (r"\s{0,40}\|\s{0,40}", r",[ ]?", r";", r"\t", r"[ ]{2,40}"):
        split = compiled(pattern, pattern)
        column = len(split.findall(head[: match.start() - begin]))
        columns = len(split.findall(head))
        if not columns or (pattern.startswith(",") and " " in head.strip()):
            continue
        at = line_end
        for _ in range(_ROWS):
            if not text.startswith("\n", at):
                break
            row_at, at = at + 1, text.find("\n", at + 1, at + 1 + 2 * _REACH)
            at = at if at >= 0 else min(len(text), row_at + 2 * _REACH)
            borders = [m.span() for m in split.finditer(text, row_at, at)]
            if len(borders) < min(columns, max(1, column)):
                break
            start = borders[column - 1][1] if column else row_at
            stop = borders[column][0] if column < len(borders) else at
            while start < stop and text[start] in " `*'\"":
                start += 1
            while stop > start and text[stop - 1] in " `*'\"\r":
                stop -= 1
            value = text[start:stop]
            if value and " " not in value and _is_value(value, kind, told=True, quoted=True):
                yield start, stop
        return


def names_secret(text: str) -> bool:
    """Whether a key or a topic ends in a word for a secret: `db_password`, "API token", "Passwort"."""
    lower = lowered(text.strip()[-60:])
    matches = list(compiled("word", of_words).finditer(lower)) if any(hint in lower for hint in HINTS) else []
    found = matches[-1] if matches else None
    rest = lower[found.end() :].strip(" :_-*`") if found else "no"
    return found is not None and found.lastgroup != "login" and (not rest or rest in _SUFFIXES)
