"""Removes secrets from text before it reaches the disk. The kind of each is reported, its text is not kept.

Each rule has cheap hints that must occur before its pattern is compiled: most text contains none of them, and compiling
all patterns would cost more than the rest of a save. Every repetition in a pattern is bounded.
"""

from __future__ import annotations

from ..core.model import JsonObject, Value
from .commands import COMMANDS
from .formats import FORMATS, OWN, rows
from .places import names_secret, spans
from .shapes import (
    entropy,
    is_key,
    is_literal,
    is_password,
    is_phrase,
    is_placeholder,
    matches,
)
from .words import compiled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, Optional

    Judge = Optional[Callable[[str], bool]]
    Rule = tuple[str, str, Judge]  # pattern, kind, what judges the value
    Removed = tuple[str, str]  # kind, the text that was removed
    Find = Callable[[str], tuple[str, list[Removed]]]


class Secret(Value):
    """A secret that was removed: its kind, and its location in the value that was searched."""

    kind: str
    location: str = ""


READ = 10_000  # characters of a message that are worth reading for a draft; a transcript keeps REACH more
REACH = 10_000  # characters: longer than the longest secret that is known by its form
MAX_KNOWN = 50  # removed texts that are looked for elsewhere
COMMON, LEAST = (
    (".", "-", "00"),
    29,
)  # hints in most texts, of tokens of so many characters at least
_PASSES = 5  # what is removed may bring another value into the reach of a word


def redact(text: str) -> tuple[str, list[Secret]]:
    """(`text` with every secret replaced by `[redacted:kind]`, the secrets). Idempotent, in linear time."""
    return redact_tree(text)


def shortened(text: str, limit: int) -> str:
    """The first `limit` characters of `text` without its secrets; see `redact_and_cut`."""
    return redact_and_cut(text, limit)[0]


def redact_and_cut(text: str, limit: int) -> tuple[str, list[Secret]]:
    """(the first `limit` characters of `text` without its secrets, the secrets). Cut in two, a secret has no form.

    Text beyond `REACH` more characters is not read, so what stands near that border is left out: a text that was cut
    before to `limit + REACH` characters is safe too.
    """
    clean, secrets = redact(text[: limit + REACH])
    if len(text) >= limit + REACH:
        limit = min(limit, max(0, len(clean) - REACH))
    return clean[:limit], secrets


def redact_tree(value: Any, location: str = "") -> tuple[Any, list[Secret]]:
    """As `redact`, for every text in a JSON value, keys included; locations are such as `content.steps[2]`.

    Secrets that only several texts together show go too: a private key with a line for each item, the value of a key
    or beside a topic that is a word for a secret.
    """
    rules = _rules_for(_texts(value))
    clean, removed = _cleaned(value, location, lambda text: _apply(rules, text))
    known = {text: kind for kind, _, text in removed if _is_unmistakable(text)}
    if (
        known
    ):  # what gave a secret away may stand beside only one of the places where it is
        few = list(known.items())[:MAX_KNOWN]
        clean, more = _cleaned(clean, location, lambda text: _without_known(few, text))
        removed += more
    return clean, [Secret(kind, place) for kind, place, _ in removed]


def _rules_for(texts: list[str]) -> list[Rule]:
    """The rules of which a hint occurs in one of the texts: few, of more than two hundred."""
    lower = "\n".join(texts).lower()
    if not _hinted:
        for at, rule in enumerate(_RULES):
            for hint in rule[2]:
                _hinted.setdefault(hint, []).append(at)
    long = any(len(word) >= LEAST for word in lower.split())
    found = [hint for hint in _hinted if hint in lower and (long or hint not in COMMON)]
    active: list[Rule] = []
    for at in sorted({at for hint in found for at in _hinted[hint]}):
        kind, judge, _, pattern = _RULES[at]
        judged = _JUDGES[judge] if judge in _JUDGES else _random(float(judge))
        active.append((pattern, kind, judged))
    return active


def _is_unmistakable(text: str) -> bool:
    """Whether a removed text can be told from the words of a sentence wherever it stands."""
    is_word = text.isalpha() and text.islower()
    return len(text) >= 8 and not is_word and not text.isspace()


def _cleaned(
    value: Any, location: str, find: Find
) -> tuple[Any, list[tuple[str, str, str]]]:
    """(a JSON value without what `find` removes from its texts, keys included, and without the items that are secrets
    as a whole; kind, location and text of what was removed).
    """
    if isinstance(value, str):
        clean, removed = find(value)
        return clean, [(kind, location, text) for kind, text in removed]
    items: Iterable[tuple[Any, Any]]
    if isinstance(value, list):
        items, whole = enumerate(value), dict.fromkeys(_key_lines(value), "private_key")
    elif isinstance(value, dict):
        items, whole = value.items(), dict.fromkeys(_named(value), "password")
    else:
        return value, []
    out: dict[Any, Any] = {}
    found = []
    for key, item in items:
        name, more = _cleaned(key, location, find)
        found += more
        place = _below(location, name)
        if key in whole:
            out[name], more = f"[redacted:{whole[key]}]", [(whole[key], place, item)]
        else:
            out[name], more = _cleaned(item, place, find)
        found += more
    return list(out.values()) if isinstance(value, list) else out, found


def _below(location: str, key: Any) -> str:
    if isinstance(key, int):
        return f"{location}[{key}]"
    return f"{location}.{key}" if location else str(key)


def _apply(rules: list[Rule], text: str) -> tuple[str, list[Removed]]:
    """A text without what the rules find in it and what the words around it give away."""
    removed: list[Removed] = []
    for _ in range(_PASSES):
        before = text
        for pattern, kind, judge in rules:
            text = _without(_found(pattern, judge, text), kind, text, removed)
        text = _without(spans(text), "password", text, removed)
        if text == before:
            break
    return text, removed


def _found(pattern: str, judge: Judge, text: str) -> Iterator[tuple[int, int]]:
    """The spans of what a rule finds: those of its first group, if it has one."""
    for match in compiled(pattern, pattern).finditer(text):
        group = 1 if match.re.groups else 0
        if judge is None or judge(match.group(group)):
            yield match.span(group)


def _without(
    places: Iterable[tuple[int, int]], kind: str, text: str, removed: list[Removed]
) -> str:
    """`text` without what stands at `places`, which `removed` takes."""
    parts, at = [], 0
    for start, end in places:
        parts += [text[at:start], f"[redacted:{kind}]"]
        at = end
        removed.append((kind, text[start:end]))
    return "".join([*parts, text[at:]])


def _without_known(known: list[Removed], text: str) -> tuple[str, list[Removed]]:
    """A text without the removed texts: (text, kind) of each."""
    removed: list[Removed] = []
    for secret, kind in known:
        removed += [(kind, "")] * text.count(secret)
        text = text.replace(secret, f"[redacted:{kind}]")
    return text, removed


def _texts(value: Any) -> list[str]:
    """Every text in a JSON value, keys included."""
    todo, found = [value], []
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += [*item, *item.values()]
    return found


_NAMING = (
    "key",
    "name",
    "topic",
    "field",
    "label",
    "setting",
    "variable",
)  # of an object that has a value beside it
_VALUES = ("value", "secret", "content")


def _named(value: JsonObject) -> Iterator[Any]:
    """The keys of an object whose text is a secret, since the key or another field says so."""
    names = [value[name] for name in _NAMING if isinstance(value.get(name), str)]
    told = any(len(name) <= 60 and names_secret(name) for name in names)
    for key, text in value.items():
        if not isinstance(text, str) or text.startswith("[redacted"):
            continue
        if not (told and key in _VALUES) and not names_secret(str(key)):
            continue
        if is_phrase(text) or any(
            shape(text, told=True, quoted=True) for shape in (is_password, is_key)
        ):
            yield key


def _key_lines(items: list[Any]) -> Iterator[Any]:
    """The numbers of the items that are lines of a private key."""
    inside = False
    for number, item in enumerate(items):
        text = item if isinstance(item, str) else ""
        ends = "-----END" in text and "PRIVATE KEY" in text
        if inside and text and not ends and not text.startswith("[redacted"):
            yield number
        inside = (
            inside or ("-----BEGIN" in text and "PRIVATE KEY" in text)
        ) and not ends


def _random(least: float) -> Callable[[str], bool]:
    """What is random enough: with so many bits a character, and a digit where these are many."""

    def is_random(value: str) -> bool:
        if "EXAMPLE" in value or "xxxx" in value.lower() or entropy(value) < least:
            return False
        return least < 3.0 or any(map(str.isdigit, value))

    return is_random


def _unless(pattern: str) -> Callable[[str], bool]:
    return lambda value: not matches(pattern, value) and not is_placeholder(value)


def _is_whole_key(value: str) -> bool:
    return is_key(value, told=True, quoted=True) or (
        len(value) > 15 and value.endswith("=")
    )


_RULES = (*rows(OWN), *FORMATS, *COMMANDS)
_hinted: dict[str, list[int]] = {}
"""{hint: numbers of its rules}; made with the first text."""
_JUDGES: dict[str, Judge] = {
    "-": None,
    "key": _is_whole_key,
    "url": _unless(r"\d{1,5}(?:/|$)|\[redacted|[$<{%*]"),  # a port, a variable
    "typed": _unless(r"[:./]*\d[\d:./]*$|\[redacted|[$<{-]"),
    "chosen": lambda value: (
        any(map(str.isdigit, value)) and is_literal(value, told=True, quoted=True)
    ),
}
