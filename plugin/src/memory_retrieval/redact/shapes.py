"""Whether a value looks like a password or a key rather than a word, a name, a path, a number or code."""

from __future__ import annotations

from .words import ALGORITHMS, PLACEHOLDERS

_SIGNS = "!@#$%^&*+=?~|\\<>(){}[];"
_NAME = r"(?:[A-Za-z_]+(?![\w])|(?:[a-z_]*(?:[A-Z][a-z_]+)*|[A-Z_]+)\d{1,3})"  # of a variable; `tZAP608` is none
_REFERENCE = (  # another place has the value, or it is an address, a path, a call, a version, a number
    r"\$[{(]|\$[A-Za-z_]+\d?$|\$\$|<[^<>]*>?$|%[A-Za-z_(]\w*[%)]|[A-Za-z][A-Za-z0-9+.-]*://|(?:vault|arn|op|ssm|file|env|ref):"
    r"|!\w+$|\.{1,2}/|~/|--|//|@[\w.-]+(?::\d+)?(?:/|$)|[A-Za-z]:\\|\w+(?:\\\w+)+$|/(?:[\w.-]+/)+[\w.-]*$|-----"
    r"|[A-Za-z_]+#[A-Za-z_]+$"
    r"|[\w-]+\.(?:js|py|md|go|ts|sh|c|h|json|ya?ml|toml|html|txt|php|env|pem|key|crt)\b|~?"
    + _NAME
    + r"(?:\."
    + _NAME
    + r")+$"
    r"|[a-z_]+\.[A-Z][A-Z0-9_]+$|(?:self|this|cls)\.|[\w./@-]+@v?\d+(?:\.\d+)+$|\w+:\w+=|\(\?|\^"
    r"|[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{2,6}$|#[0-9a-fA-F]{3,8}$|[a-z0-9-]+(?:\.[a-z0-9-]+){1,8}:\d+$"
    r"|[a-z][a-z-]*\d?(?:\.[a-z][a-z0-9-]*){1,8}$|\(?\d[\d.:/,-]*[.:/,-]\d*[A-Za-z%]{0,3}$|\d+[A-Za-z%]{0,2}$(?<!\d)"
    r"|\d{4}-\d\d-\d\dT|(?:sha\d+|md5|h1)[:-]|[A-Z]{2,10}-\d+$|U\+|0x[0-9a-f]{1,8}$|&\w+;|_{1,2}[A-Z]"
)
_UUID = r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$"
_PHRASE = r"(?:[^\W\d_]{2,}-){2,12}(?:[^\W\d_]{2,}|\d{1,4})$"
_TEMPLATE = r".*(?:\$\{[^}]*\}|\$\([^)]*\)|\{\{|&quot|://|%s(?:$|[\s'\",;:)])|\{\}|\[redacted)"
_CODE = ("::", "->", "=>", "&&", "||", "...", "\\n")
_CAMEL = r"(?:[A-Z]{2,}(?=[A-Z][a-z]|$)|[A-Z][a-z]+(?![a-z])|[a-z]{2,}(?![a-z])|[A-Z](?=[A-Z][a-z]))+$"  # one way only
_NAMING = r"pass(?!age)|token|secret|credential|api_?key|private_?key|public|author[^\W\d_]|redacted"


def is_password(value: str, *, told: bool, quoted: bool = False) -> bool:
    """Whether `value` is a password. `told`: the words before it say that the value comes now, as a colon does."""
    if not 4 <= len(value) <= 256 or not is_literal(value, told=told, quoted=quoted):
        return False
    letters, digits = any(map(str.isalpha, value)), sum(map(str.isdigit, value))
    signs = sum(c in _SIGNS for c in value)
    if not letters:
        return told and digits >= 6 and (quoted or signs > 0) and (value.isdigit() or signs > 0)
    if not digits:
        return _is_wordy(value, signs, told=told, quoted=quoted)
    if signs and (told or not _matches(r"[\w.-]+[#+*?!=]$", value)):
        return len(value) >= (6 if told else 8)
    if value.isalnum():
        return _is_alphanumeric(value, digits, told=told, quoted=quoted)
    mixed = value != value.lower() and value != value.upper()
    if _is_identifier(value, quoted=quoted and told):
        return False
    if not told and sum(map(_is_word, _split(value))) > 1 and "_" in value:
        return False
    if told:
        return len(value) >= 8 and (digits >= 2 or quoted or mixed)
    return len(value) >= 10 and digits >= 2 and mixed


def is_phrase(value: str) -> bool:
    """Whether a value is three or more words joined by hyphens, as generators of passphrases write them."""
    return (
        len(value) >= 10
        and _matches(_PHRASE, value)
        and not _matches(f".*(?:{_NAMING})", value.lower())
        and not is_placeholder(value)
    )


def is_key(value: str, *, told: bool, quoted: bool = False) -> bool:
    """Whether a value is a key or a token: long, of several classes of characters, and random."""
    if not (12 if told else 20) <= len(value) <= 4000 or not is_literal(value, told=told, quoted=quoted):
        return False
    if not _matches(r"(?:base64:)?[A-Za-z0-9+/=_.~%!@#^*?&$-]+$", value) or (not told and _matches(_UUID, value)):
        return False
    if _matches(r"(?:[0-9A-F]{16}|[0-9A-F]{40})$|[\w.-]+/.*\.[a-z]{2,4}$|[a-z_-]+=\d+[a-z%]{0,3}$", value):
        return False
    digits = sum(map(str.isdigit, value))
    classes = sum((any(map(str.islower, value)), any(map(str.isupper, value)), digits > 0))
    if classes < 2 or digits < (1 if told else 2) or entropy(value) < 3.0:
        return False
    if not told and (value.startswith("#") or sum(map(_is_word, _split(value))) > 1):
        return False
    return not _is_identifier(value, quoted=quoted and told) or _matches(_UUID, value)


def is_literal(value: str, *, told: bool, quoted: bool) -> bool:
    """Whether a value is itself, not a placeholder, a reference to another place, a name or an expression."""
    if is_placeholder(value) or _matches(ALGORITHMS + "$", value) or _matches(_REFERENCE, value):
        return False
    if _is_path(value) and (len(value) < 24 or entropy(value) < 4.2 or value == value.lower()):
        return False
    if _matches(_TEMPLATE, value) or (not told and "\\" in value):
        return False
    if quoted and _matches(r"[A-Za-z_][\w.]*\([^()]*\)$|[rfb]?['\"]", value):
        return False
    if not quoted and (any(c in value for c in "()[]{}") or any(mark in value for mark in _CODE)):
        return False
    if not quoted and not told and ("==" in value.rstrip("=") or _matches(r"[?&@]|[A-Za-z_.-]+=", value)):
        return False
    if told and value.isalnum() and sum(map(str.isdigit, value)) > 1:
        return True  # a password may have such a word in it: `hunter2secret99`
    wordy = not any(map(str.isdigit, value)) or _matches(r"[\w.#-]*$", value)
    return not (wordy and _matches(f".*(?:{_NAMING})", value.lower()))


def is_placeholder(value: str) -> bool:
    """Whether a value is made of words such as `your-password`, of one repeated character, or is removed already."""
    lower = value.lower().strip(".:")
    if (
        lower.startswith("[redacted")
        or "EXAMPLE" in value
        or len(set(lower)) <= 2
        or "****" in lower
        or "xxxx" in lower
    ):
        return True
    return all(word in PLACEHOLDERS or (word.isdigit() and len(word) < 4) for word in words_of(value))


def entropy(text: str) -> float:
    """Shannon entropy in bits a character."""
    from math import log2

    counts: dict[str, int] = {}
    for char in text:
        counts[char] = counts.get(char, 0) + 1
    return -sum(n / len(text) * log2(n / len(text)) for n in counts.values())


def words_of(value: str) -> list[str]:
    """The words of an identifier or a phrase, in lower case: `myApi_key-2` -> my api key 2."""
    spaced = "".join([" " + c if c.isupper() and not value.isupper() else c for c in value])
    return "".join([c.lower() if c.isalnum() else " " for c in spaced]).split()


def _is_wordy(value: str, signs: int, *, told: bool, quoted: bool) -> bool:
    """Whether a value without digits is a password: signs inside, or capitals where no name has them."""
    if signs and len(value) >= (6 if told else 9) and not _matches(r"[A-Za-z_-]+(?:[&=+|/][A-Za-z_-]+)+$", value):
        inner = sum(c in _SIGNS for c in value[1:-1])
        return inner >= 2 or (told and (inner > 0 or (value[-1] in "!$#%&*" and value != value.lower())))
    if not told or not value.isalpha() or len(value) < 8 or (not quoted and _matches(_CAMEL, value)):
        return False
    if quoted and _is_name(value):
        return False
    turns = sum(a.islower() != b.islower() for a, b in zip(value, value[1:]))  # noqa: RUF007  Python 3.9
    return turns >= (2 if quoted else 3)


def _is_name(value: str) -> bool:
    return value.islower() or value.istitle() or value.isupper() or all(len(word) > 2 for word in words_of(value))


def _is_alphanumeric(value: str, digits: int, *, told: bool, quoted: bool) -> bool:
    if _matches(r"[A-Za-z]+\d+$", value):  # a word and a number
        return len(value) >= 6 and (digits >= 2 if told else digits >= 2 and len(value) >= 7 and value != value.upper())
    if told:
        return len(value) >= 6
    turns = sum(a.isdigit() != b.isdigit() for a, b in zip(value, value[1:]))  # noqa: RUF007  Python 3.9
    return len(value) >= 9 and (turns >= 2 or digits >= 3) and not _matches(r"[0-9a-f]{9,12}$", value)


def _is_identifier(value: str, *, quoted: bool) -> bool:
    """Whether a value with marks inside is a name of several parts: `us-east-1`, `db_2.main`, `kube/app-v2`."""
    parts = [p for p in _split(value) if p]
    named = [
        _matches(_CAMEL, p)
        or (len(p) <= 4 and p.isalnum() and sum(map(str.isdigit, p)) < 3)
        or _matches(r"[a-z]{2,4}\d\d?$", p)
        for p in parts
    ]
    return len(parts) > (2 if quoted else 1) and all(named)


def _is_path(value: str) -> bool:
    """Whether a value is names joined by slashes. Not one pattern: it could match each name in many ways."""
    *folders, name = value.split("/")
    return (
        bool(folders)
        and all(_matches(r"[\w.-]+$", folder) and _has_letters(folder, 3) for folder in folders)
        and _matches(r"[\w.#-]+$", name)
        and _has_letters(name, 2)
    )


def _has_letters(text: str, number: int) -> bool:
    return _matches(r"[^A-Za-z]*(?:[A-Za-z]{1,%d}[^A-Za-z]+)*[A-Za-z]{%d}" % (number - 1, number), text)


def _is_word(part: str) -> bool:
    return len(part) > 2 and _matches(_CAMEL, part)


def _split(value: str) -> list[str]:
    for mark in "-./:":
        value = value.replace(mark, "_")
    return value.split("_")


def _matches(pattern: str, text: str) -> bool:
    import re

    return re.match(pattern, text) is not None
