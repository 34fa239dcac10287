"""Secrets that only the words beside them give away: `password = x`, "the password is x", a table's cell, a flag.

The pattern finds a word, a separator and a value; whether the value is a secret is judged by its look, since most
values beside such words are code, types, names or placeholders.
"""

from __future__ import annotations

_STRONG_HINTS = tuple("pass pwd pw kennwort contrase senha mot_de パスワード 暗証 비밀번호 암호 密码 密碼 口令".split())
_STRONG_HINTS += ("mot de",)
_WEAK_HINTS = tuple("secret token credential auth clave chave schlüssel".split())
_WEAK_HINTS += tuple(
    a + b + "key" for a in ("api", "access", "private", "signing", "encryption") for b in ("", " ", "_", "-")
)
STRONG = (
    r"(?:pass(?:word|wd|phrase|code|wort)|(?<![a-z])(?:pass|pw|pwd)|kennwort|mot[ _]de[ _]passe|contrase(?:ñ|n)a"
    r"|(?<![a-z])senha|パスワード|暗証番号|비밀번호|암호|密码|密碼|口令)"
)
WEAK = (
    r"(?:secret|token|api[ _-]?key|access[ _-]?key|private[ _-]?key|signing[ _-]?key|encryption[ _-]?key|credentials?"
    r"|(?<![a-z])_?auth(?![a-z])|(?<![a-z])clave|chave|schlüssel)"
)
_END = r"(?:[ _-](?:key|id|value|prod|dev|staging|live|test))?['\"\]]{0,2}(?:\\['\"])?"
_SEPARATOR = (
    r"(?:>(?=[^\s<>]{1,256}</)|[ \t]{0,8}(?::=|=>|->|=|:|：|＝|[ \t]\||['\"]? value="
    r"|</[a-z]{1,10}>\s{0,20}<[a-z]{1,10}(?: [^<>]{0,80})?>)[ \t]{0,8})"
)
_OF = (
    r"(?:(?:for|of|to|on|für|von|pour|de|du|para|do|da|の|的)[ \t]{1,2}(?:[^\s:=]{1,40}[ \t]{1,2}){0,4}"
    r"[^\s:=]{1,40}[ \t]{0,2})?"
)
_IS = (
    r"[ \t'\"`*]{0,3}" + _OF + r"(?:[ \t]{1,2}(?:is now|is|was|ist|lautet|est|es|é|são)[ \t]{0,2}:?[ \t]{1,2}"
    r"|[ \t]{0,2}(?:は|是|为|為|는|은)[ \t、,:：]{0,3})"
)
_QUOTED = (
    r"(?:\\?\"([^\"\s]{4,256}?)\\?\"|'([^'\s]{4,256})'|`([^`\s]{4,256})`|「([^」\s]{4,64})」"
    r"|«\s?([^»\s]{4,64})\s?»)"
)
_BARE = r"([^\s'\"`,;)}\]|<>「」、。«»]{6,256})"
ASSIGNED = "(?i)%s" + _END + _SEPARATOR + "(?:" + _QUOTED + "|" + _BARE + ")"
SPOKEN = "(?i)%s" + _IS + "(?:" + _QUOTED + "|" + _BARE + ")"

_NAMES = "(?i)(?:%s|%s)(?:[ _-](?:key|id|value))?\\s{0,2}:?$" % (STRONG, WEAK)

COMMANDS: "tuple[tuple[str, tuple[str, ...], str], ...]" = (
    ("netrc", ("password",), r"(?i)\blogin\s{1,8}\S{1,128}\s{1,8}password\s{1,8}(\S{3,256})"),
    (
        "netrc",
        ("password",),
        r"(?im)^[ \t]{0,8}password[ \t]{1,8}(?=\S{0,255}[0-9])(?=\S{0,255}[a-z])([^\s=:]{6,256})[ \t]{0,8}$",
    ),
    ("command_password", ("sshpass",), r"\bsshpass[ \t]{1,4}-p[ \t]{0,4}['\"]?([^\s'\"$]{4,128})"),
    (
        "command_password",
        ("mysql", "mariadb"),
        r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n|;]{0,200}?[ \t]-p['\"]?([^\s'\"$-][^\s'\"]{3,127})",
    ),
    (
        "command_password",
        ("curl", "wget", "http"),
        r"\b(?:curl|wget|http)\b[^\n|;]{0,300}?[ \t](?:-u|--user)[ \t=]{1,2}['\"]?[^\s:'\"]{1,128}:([^\s'\"$]{4,128})",
    ),
    (
        "pgpass",
        (":543", ":*:"),
        r"(?m)^[A-Za-z0-9_.*-]{1,255}:(?:[0-9]{2,5}|\*):[^\s:]{1,64}:[^\s:]{1,64}:([^\s:]{4,256})$",
    ),
    ("docker_auth", ('"auth"',), r"\"auth\"\s{0,4}:\s{0,4}\"([A-Za-z0-9+/]{12,512}={0,2})\""),
    ("putty_key", ("private-lines",), r"(?is)Private-Lines: {0,4}[0-9]{1,4}\s(.{1,4000}?)(?:Private-MAC|\Z)"),
)
"""(kind, hints, pattern) of forms that are secrets by their place alone."""

_PLACEHOLDERS = frozenset(
    """example examples changeme change me placeholder your my the a an password passwd passphrase pass secret secrets
    token key api apikey user username name here dummy redacted hidden insert todo sample test tests testing value
    string text null none true false undefined optional required default unknown empty foo bar baz qux abc xyz admin
    root postgres mysql some any this that is new old enter please mysecretpassword hunter fake mock n/a self cls str
    int bytes bool object file path env environ process vault os config settings params args kwargs get hash plain
    hashed encrypted basic bearer oauth jwt csrf auth access refresh client id app db database mypassword mytoken
    mysecret passwort kennwort contraseña senha geheim prompt stdin input read from by for of to and
    or not in on with""".split()
)
_ALGORITHMS = """sha256 sha512 sha1 sha-256 md5 utf-8 utf8 base64 argon2 argon2id bcrypt scrypt pbkdf2 hs256 rs256
    es256 aes256 aes-256 oauth2 x509 ed25519 base32""".split()
_CODE = """( [ { ${ $$ < %( %s -> :: == && || => ... \\ ** xxx""".split()


def is_strong(value: str, *, quoted: bool) -> bool:
    """Whether a value beside a word for password is one: letters with digits or signs, or digits alone in quotes."""
    if not 4 <= len(value) <= 256 or _is_plain(value):
        return False
    letters, digits = any(c.isalpha() for c in value), any(c.isdigit() for c in value)
    signs = any(not c.isalnum() and c not in "_-./:" for c in value)
    if not letters:
        return digits and len(value) >= 6 and (quoted or signs)
    if digits:
        return not _is_code(value, quoted=quoted) and (quoted or len(value) >= 6)
    if signs:
        return len(value) >= 6 and not _is_code(value, quoted=quoted)
    mixed = value != value.lower() and value[1:] != value[1:].lower() and not _is_camel_case(value)
    return value.isalpha() and len(value) >= 8 and (mixed or (quoted and not _is_name(value)))


def is_weak(value: str, *, quoted: bool) -> bool:
    """Whether a value beside a word such as token or key is one: long and random."""
    if len(value) < 12 or _is_plain(value) or _is_code(value, quoted=quoted):
        return False
    if not quoted and _matches("(?i)" + WEAK, value):  # Ed25519PrivateKey
        return False
    classes = sum((any(c.islower() for c in value), any(c.isupper() for c in value), any(c.isdigit() for c in value)))
    return classes >= 2 and any(c.isdigit() for c in value) and entropy(value) >= 3.0


def occurs(hints: tuple[str, ...], lower: str) -> bool:
    """Whether a text in lower case has one of the hints."""
    return any(hint in lower for hint in hints)


def names_secret(text: str) -> bool:
    """Whether a key or a topic ends in a word for a secret: `db_password`, "API token", "Passwort"."""
    lower = text.lower()
    return occurs(_STRONG_HINTS + _WEAK_HINTS, lower) and _matches(_NAMES, text.strip()[-60:])


def names_password(text: str) -> bool:
    """Whether a text has a word for a password, not only for a key or a token."""
    return _matches("(?i)" + STRONG, text[:200])


def is_placeholder(value: str) -> bool:
    """Whether a value is made of words such as `your-password`, or is no value at all."""
    return _is_plain(value)


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


def _matches(pattern: str, text: str) -> bool:
    import re

    return re.search(pattern, text) is not None


def _is_plain(value: str) -> bool:
    """Whether a value is made of placeholders, one repeated character, or is redacted already."""
    lower = value.lower().strip(".:")
    if (
        lower.startswith("[redacted")
        or "EXAMPLE" in value
        or len(set(lower)) <= 2
        or lower in _ALGORITHMS
        or "****" in lower
    ):
        return True
    words = words_of(value)
    return all(word in _PLACEHOLDERS or (word.isdigit() and len(word) < 4) for word in words)


def _is_code(value: str, *, quoted: bool) -> bool:
    """Whether a value is an expression, a type, a path, a version or an identifier rather than a literal."""
    unpadded = value.rstrip("=")  # base64 may end in two
    if any(mark in unpadded for mark in _CODE) or value.startswith(("http://", "https://", "./", "~/", "@", "#", "--")):
        return True
    if value.startswith("/") and value.count("/") > 1:
        return True
    body = value.rstrip(".:")
    parts = body.replace("-", "_").replace(".", "_").replace("/", "_").replace(":", "_").split("_")
    if value[0] == "$" and value[1:].replace("_", "").isalpha():
        return True
    if quoted and any(len(p) > 2 and p.isdigit() for p in parts) and any(p.isalpha() for p in parts):
        return False
    named = all(p.isalpha() or not p or (len(p) <= 4 and p.isalnum()) for p in parts)
    if len(parts) > 1 and named:
        return not quoted or len(parts) > 2 or not any(c.isdigit() for c in value)
    return body.replace(".", "").isdigit() or body.isalpha()


def _is_camel_case(value: str) -> bool:
    return all(len(word) > 2 for word in words_of(value))


def _is_name(value: str) -> bool:
    """Whether letters alone are a word or a name, which pronounceable text is: every third letter a vowel."""
    return value.islower() or value.istitle() or value.isupper() or _is_camel_case(value)


BESIDE = (
    (_STRONG_HINTS, ASSIGNED % STRONG, is_strong),
    (_STRONG_HINTS, SPOKEN % STRONG, is_strong),
    (_WEAK_HINTS, ASSIGNED % WEAK, is_weak),
    (_WEAK_HINTS, SPOKEN % WEAK, is_weak),
)
"""(hints, pattern, what judges the value) of values beside a word; the last group of a pattern is an unquoted value."""
