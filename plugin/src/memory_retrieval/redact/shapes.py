"""Whether a value looks like a password or a key rather than a word, a name, a path, a number or code."""

from __future__ import annotations

import operator

from .words import ALGORITHMS, PLACEHOLDERS, TECHNICAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

_SIGNS = "!@#$%^&*+=?~|\\<>(){}[];"
_NAME = r"(?:[A-Za-z_]+(?![\w])|(?:[a-z_]*(?:[A-Z][a-z_]+)*|[A-Z_]+)\d{1,3})"  # of a variable; `tZAP608` is not one
_REFERENCE = "|".join(
    (
        r"\$[{(]|\$[A-Za-z_]+\d?$|\$\$|<[^<>]*>?$|%[A-Za-z_(]\w*[%)]|\w+:\w+=|&\w+;",  # a variable
        r"(?:vault|arn|op|ssm|file|env|ref):|[A-Za-z][A-Za-z0-9+.-]*://",  # another place has the value
        r"@[\w.-]+(?::\d+)?(?:/|$)|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,6}$",  # a host, a mailbox
        r"[a-z0-9-]+(?:\.[a-z0-9-]+){1,8}:\d+$|[a-z][a-z-]*\d?(?:\.[a-z][a-z0-9-]*){1,8}$",  # a port, a domain
        r"\.{1,2}/|~/|/(?:[\w.*<>-]+/)+[\w.*<>-]*$|[A-Za-z]:\\|\w+(?:\\\w+)+$",  # a path
        r"[\w-]+\.(?:js|py|md|go|ts|sh|c|h|json|ya?ml|toml|html|txt|php|env|pem|key|crt)\b",  # a file
        rf"~?{_NAME}(?:\.{_NAME})+$|[a-z_]+\.[A-Z][A-Z0-9_]+$|(?:self|this|cls)\.|_{{1,2}}[A-Z]",  # a name in code
        r"!\w+$|--|//|-----|\(\?|\^",  # a tag, an option, a comment, a pattern
        r"v?\d+\.\d+(?:\.\d+)*[-+.][a-z][\w.+-]*$|[\w./@-]+@v?\d+(?:\.[\dx]+)+$|[\w.\[\]-]+[<>=!~]=\d",  # a version
        r"[A-Za-z_]+#[A-Za-z_]+$|[A-Z]{2,10}-\d+$",  # a method, a ticket
        r"[a-z]+[A-Z_][A-Za-z_]*=\d{1,4}[a-z%]?$|[A-Z_]+=\d{1,4}[a-z%]?$|[a-z]+=\d$",  # a setting
        r"(?:sha\d+|md5|h1)[:-]|#[0-9a-fA-F]{3,8}(?:$|,)|0x[0-9a-f]{1,8}$|U\+",  # a checksum, a colour, a character
        r"\(?\d[\d.:/,-]*[.:/,-]\d*[A-Za-z%]{0,3}$|\d+[A-Za-z%]{0,2}$(?<!\d)|\d{4}-\d\d-\d\dT",  # a number, a time
    )
)
_UUID = r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
_PHRASE = r"(?:[^\W\d_]{2,}-){2,12}(?:[^\W\d_]{2,}|\d{1,4})$"
_NO_PHRASE = r"[a-z]{2}-[a-z]+-\d$|[A-Z-]+-\d+$|[^-]+-(?:in|to|by|of|as|then|before)-[^-]+$"  # us-east-1, GAP-FILL-04
_TEMPLATE = r".*(?:\$\{[^}]*\}|\$\([^)]*\)|\{\{|&quot|://|%s(?:$|[\s'\",;:)])|\{\}|<[a-z][\w-]*>|\[redacted)"
_INSTEAD = (  # what a value is instead of itself: when it is told, when it is quoted (None: either way), pattern
    (None, None, ALGORITHMS + "$"),
    (None, None, _REFERENCE),
    (None, None, _TEMPLATE),
    (False, None, r"[^\\]*\\"),
    (None, True, r"[A-Za-z_][\w.:]*\(.*\)$|\w+(?:::\w+)+|\[\]\w|.*\.\.\.|[rfb]?['\"]"),
    (None, False, r"[^()\[\]{}]*[()\[\]{}]"),
    (None, False, r".*(?:::|->|=>|&&|\|\||\.\.\.|\\n)"),
    (False, False, r".*==[^=]|[?&@]|[A-Za-z_.-]+="),
)
_KEY = r"(?:base64:)?[A-Za-z0-9+/=_.~%!@#^*?&$-]+$"
_NO_KEY = (
    r"(?:[0-9A-F]{16}|[0-9A-F]{40})$|[\w.-]+/.*\.[a-z]{2,4}$|[a-z_-]+=\d+[a-z%]{0,3}$"
)
_CAMEL = r"(?:[A-Z]{2,}(?=[A-Z][a-z]|$)|[A-Z][a-z]+(?![a-z])|[a-z]{2,}(?![a-z])|[A-Z](?=[A-Z][a-z]))+$"  # one way only
_NAMING = r".*(?:pass(?!age)|token|secret|credential|api_?key|private_?key|public|author[^\W\d_]|redacted)"
_LEAST = {  # characters of a value that is not told, and of one that is
    "signs": (9, 6),
    "signs and digits": (8, 6),
    "letters and digits": (9, 6),
    "a word and a number": (7, 6),
    "marks": (10, 8),
    "key": (20, 12),
}


def is_password(value: str, *, told: bool, quoted: bool = False) -> bool:
    """Whether `value` is a password. `told`: the words before it say that the value comes now, as a colon does."""
    if not 4 <= len(value) <= 256 or not is_literal(value, told=told, quoted=quoted):
        return False
    digits, signs = _count(str.isdigit, value), _count(_SIGNS.__contains__, value)
    if not _count(str.isalpha, value):
        return told and digits >= 6 and (signs > 0 or (quoted and value.isdigit()))
    if not digits:
        return (
            _is_signed(value, told=told)
            if signs
            else told and _is_scrambled(value, quoted=quoted)
        )
    if signs and (told or not matches(r"[\w.-]+[#+*?!=]$", value)):
        return len(value) >= _LEAST["signs and digits"][told]
    if value.isalnum():
        return _is_alphanumeric(value, digits, told=told)
    return _is_marked(value, digits, told=told, quoted=quoted)


def is_phrase(value: str) -> bool:
    """Whether a value is three or more words joined by hyphens, as generators of passphrases write them."""
    if len(value) < 10 or not matches(_PHRASE, value):
        return False
    if matches(_NO_PHRASE, value) or matches(_NAMING, value.lower()):
        return False
    return TECHNICAL.isdisjoint(value.lower().split("-"))


def is_key(value: str, *, told: bool, quoted: bool = False) -> bool:
    """Whether a value is a key or a token: long, of several classes of characters, and random."""
    if not _LEAST["key"][told] <= len(value) <= 4000 or not is_literal(
        value, told=told, quoted=quoted
    ):
        return False
    if not matches(_KEY, value) or matches(_NO_KEY, value):
        return False
    digits = _count(str.isdigit, value)
    classes = [
        _count(one, value) > 0 for one in (str.islower, str.isupper, str.isdigit)
    ]
    if digits < (1 if told else 2) or sum(classes) < 2 or entropy(value) < 3.0:
        return False
    if matches(_UUID, value):
        return told
    if not told and (value.startswith("#") or _words(value) > 1):
        return False
    return not _is_identifier(value, quoted=quoted and told)


def is_literal(value: str, *, told: bool, quoted: bool) -> bool:
    """Whether a value is itself, not a placeholder, a reference to another place, a name or an expression."""
    if is_placeholder(value) or _is_path(value):
        return False
    for when_told, when_quoted, pattern in _INSTEAD:
        if (
            when_told in (None, told)
            and when_quoted in (None, quoted)
            and matches(pattern, value)
        ):
            return False
    digits = _count(str.isdigit, value)
    if digits and not matches(r"[\w.#-]*$", value):
        return True
    if told and digits > 1 and value.isalnum():
        return True  # a password may have such a word in it: `hunter2secret99`
    return not matches(_NAMING, value.lower())


def is_placeholder(value: str) -> bool:
    """Whether a value is made of words such as `your-password`, of one repeated character, or is removed already."""
    lower = value.lower().strip(".:")
    if lower.startswith("[redacted") or len(set(lower)) <= 2:
        return True
    if "EXAMPLE" in value or "****" in lower or "xxxx" in lower:
        return True
    named = [word for word in words_of(value) if not (word.isdigit() and len(word) < 4)]
    return PLACEHOLDERS.issuperset(named)


def entropy(text: str) -> float:
    """Shannon entropy in bits a character."""
    from math import log2

    counts: dict[str, int] = {}
    for char in text:
        counts[char] = counts.get(char, 0) + 1
    return -sum(n / len(text) * log2(n / len(text)) for n in counts.values())


def words_of(value: str) -> list[str]:
    """The words of an identifier or a phrase, in lower case: `myApi_key-2` -> my api key 2."""
    if not value.isupper():
        value = "".join([" " + c if c.isupper() else c for c in value])
    return "".join([c if c.isalnum() else " " for c in value.lower()]).split()


def _is_signed(value: str, *, told: bool) -> bool:
    """Whether a value of letters and signs has the signs where no name or expression has them."""
    if len(value) < _LEAST["signs"][told] or matches(
        r"[A-Za-z_-]+(?:[&=+|/][A-Za-z_-]+)+$", value
    ):
        return False
    inner = _count(_SIGNS.__contains__, value[1:-1])
    at_end = value[-1] in "!$#%&*" and value != value.lower()
    return inner >= 2 or (told and (inner > 0 or at_end))


def _is_scrambled(value: str, *, quoted: bool) -> bool:
    """Whether a value of letters has capitals where no name has them."""
    if not value.isalpha() or len(value) < 8:
        return False
    is_name = matches(_CAMEL, value)
    if quoted:
        is_name = all(len(word) > 2 for word in words_of(value))
    if is_name:
        return False
    return _turns(str.islower, value) >= (2 if quoted else 3)


def _is_alphanumeric(value: str, digits: int, *, told: bool) -> bool:
    """Whether a value of letters and digits does not count, such as `Table12` or the beginning of a hash."""
    if matches(r"[A-Za-z]+\d+$", value):
        return (
            digits >= 2
            and len(value) >= _LEAST["a word and a number"][told]
            and (told or value != value.upper())
        )
    if len(value) < _LEAST["letters and digits"][told]:
        return False
    if told:
        return True
    mixed = digits >= 3 or _turns(str.isdigit, value) >= 2
    return mixed and not matches(r"[0-9a-f]{9,12}$", value)


def _is_marked(value: str, digits: int, *, told: bool, quoted: bool) -> bool:
    """Whether a value with letters, digits and marks is no name of several parts."""
    if len(value) < _LEAST["marks"][told] or _is_identifier(
        value, quoted=quoted and told
    ):
        return False
    mixed = value not in (value.lower(), value.upper())
    if told:
        return digits >= 2 or quoted or mixed
    return digits >= 2 and mixed and ("_" not in value or _words(value) < 2)


def _is_identifier(value: str, *, quoted: bool) -> bool:
    """Whether a value with marks inside is a name of several parts: `us-east-1`, `db_2.main`, `kube/app-v2`."""
    parts = [part for part in _split(value) if part]
    return len(parts) > (2 if quoted else 1) and all(map(_is_part, parts))


def _is_part(part: str) -> bool:
    """Whether it may be a part of a name: a word, a short one with few digits, or `eu12`."""
    short = len(part) <= 4 and part.isalnum() and _count(str.isdigit, part) < 3
    return short or matches(_CAMEL + r"|[a-z]{2,4}\d\d?$", part)


def _is_path(value: str) -> bool:
    """Whether a value is names joined by slashes. Not one pattern: it could match each name in many ways."""
    *folders, name = value.split("/")
    if not folders or not matches(r"[\w.#-]+$", name) or not _has_letters(name, 2):
        return False
    if not all(
        matches(r"[\w.-]+$", folder) and _has_letters(folder, 3) for folder in folders
    ):
        return False
    return len(value) < 24 or value == value.lower() or entropy(value) < 4.2


def _has_letters(text: str, number: int) -> bool:
    return matches(
        rf"[^A-Za-z]*(?:[A-Za-z]{{1,{number - 1}}}[^A-Za-z]+)*[A-Za-z]{{{number}}}",
        text,
    )


def _words(value: str) -> int:
    """How many parts of a value are words of three or more letters."""
    return sum(len(part) > 2 and matches(_CAMEL, part) for part in _split(value))


def _split(value: str) -> list[str]:
    for mark in "-./:":
        value = value.replace(mark, "_")
    return value.split("_")


def _count(holds: Callable[[str], bool], value: str) -> int:
    return sum(map(holds, value))


def _turns(holds: Callable[[str], bool], value: str) -> int:
    """How often the characters of a value change from those of which it holds to others, or back."""
    kinds = list(map(holds, value))
    return sum(map(operator.ne, kinds, kinds[1:]))


def matches(pattern: str, text: str) -> bool:
    import re

    return re.match(pattern, text) is not None
