"""Removes secrets from text before it reaches the disk. The kind of each is reported, its text is not kept.

Each rule has cheap hints that must occur before its pattern is compiled: most text contains none of them, and compiling
all patterns would cost more than the rest of a save. Every repetition in a pattern is bounded.
"""

from __future__ import annotations

from ..core.model import Value
from .commands import COMMANDS
from .formats import FORMATS, OWN, rows
from .places import names_secret, spans
from .shapes import entropy, is_key, is_literal, is_password, is_phrase, is_placeholder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match, Pattern
    from typing import Any, Callable, Iterator, Optional

    Removed = tuple[str, str, str]  # kind, location, the text that was removed
    Rule = tuple[str, str, Optional[Callable[..., bool]]]  # pattern, kind, what judges the value


class Secret(Value):
    """A secret that was removed: its kind, and its location in the value that was searched."""

    kind: str
    location: str = ""


READ = 10_000  # characters of a message that are worth reading for a draft; a transcript keeps REACH more
REACH = 10_000  # characters: longer than the longest secret that is known by its form
MAX_KNOWN = 50  # removed texts that are looked for elsewhere
_PASSES = 5  # what is removed may bring another value into the reach of a word
_compiled: "dict[str, Pattern[str]]" = {}


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
    end = min(limit, max(0, len(clean) - REACH)) if len(text) >= limit + REACH else limit
    return clean[:end], secrets


def redact_tree(value: Any, location: str = "") -> tuple[Any, list[Secret]]:
    """As `redact`, for every text in a JSON value, keys included; locations are such as `content.steps[2]`.

    Secrets that only several texts together show go too: a private key with a line for each item, the value of a key
    or beside a topic that is a word for a secret.
    """
    clean, removed = _apply_tree(_rules_for(_texts(value)), value, location)
    known = {text: kind for kind, _, text in removed if _is_unmistakable(text)}
    if known:  # what gave a secret away may stand beside only one of the places where it is
        clean, more = _without_known(dict(list(known.items())[:MAX_KNOWN]), clean, location)
        removed += more
    return clean, [Secret(kind, place) for kind, place, _ in removed]


def _rules_for(texts: list[str]) -> list[Rule]:
    """The rules of which a hint occurs in one of the texts: few, of more than two hundred."""
    lower = "\n".join(texts).lower()
    active: list[Rule] = []
    for kind, judge, hints, pattern in (*_OWN, *FORMATS, *COMMANDS):
        if any(hint in lower for hint in hints):
            active.append((pattern, kind, _JUDGES[judge] if judge in _JUDGES else _random(float(judge))))
    return active


def _is_unmistakable(text: str) -> bool:
    """Whether a removed text can be told from the words of a sentence wherever it stands."""
    return len(text) >= 8 and not text.isspace() and not (text.isalpha() and text.islower())


def _without_known(known: dict[str, str], value: Any, location: str) -> tuple[Any, list[Removed]]:
    """A JSON value without the removed texts, {text: kind}."""
    if isinstance(value, str):
        found: list[Removed] = []
        for text, kind in known.items():
            parts = value.split(text) if text in value else [value]
            found += [(kind, location, "")] * (len(parts) - 1)
            value = (f"[redacted:{kind}]").join(parts)
        return value, found
    if isinstance(value, list):
        pairs = [_without_known(known, item, "%s[%d]" % (location, number)) for number, item in enumerate(value)]
        return [item for item, _ in pairs], [one for _, found in pairs for one in found]
    if not isinstance(value, dict):
        return value, []
    out, found = {}, []
    for key, item in value.items():
        name, more = _without_known(known, key, location)
        out[name], rest = _without_known(known, item, f"{location}.{name}" if location else str(name))
        found += more + rest
    return out, found


def _apply(rules: list[Rule], text: str) -> tuple[str, list[Removed]]:
    secrets: list[Removed] = []
    for _ in range(_PASSES):
        before = text
        for pattern, kind, judge in rules:
            text = _sub(pattern, _replacer(kind, secrets, judge), text)
        text = _without(spans(text), text, secrets)
        if text == before:
            break
    return text, secrets


def _without(places: list[tuple[int, int]], text: str, secrets: list[Removed]) -> str:
    """`text` without the values at `places`, which only the words beside them give away."""
    parts, at = [], 0
    for start, end in places:
        parts += [text[at:start], REPLACED]
        at = end
        secrets.append(("password", "", text[start:end]))
    return "".join([*parts, text[at:]]) if parts else text


def _apply_tree(rules: list[Rule], value: Any, location: str) -> tuple[Any, list[Removed]]:
    if isinstance(value, str):
        text, secrets = _apply(rules, value)
        return text, [(kind, location, removed) for kind, _, removed in secrets]
    out, secrets = value, []
    if isinstance(value, list):
        out = []
        for number, (item, is_key) in enumerate(_key_lines(value)):
            place = "%s[%d]" % (location, number)
            if is_key:
                item, more = "[redacted:private_key]", [("private_key", place, item)]
            else:
                item, more = _apply_tree(rules, item, place)
            out.append(item)
            secrets += more
    elif isinstance(value, dict):
        out = {}
        named = _named_values(value)
        for key, item in value.items():
            name, more = _apply(rules, key) if isinstance(key, str) else (key, [])
            secrets += [(kind, location, removed) for kind, _, removed in more]
            place = location + "." + str(name) if location else str(name)
            out[name], more = _apply_tree(rules, REPLACED if key in named else item, place)
            secrets += [("password", place, item)] if key in named else more
    return out, secrets


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


REPLACED = "[redacted:password]"
_NAMING = ("key", "name", "topic", "field", "label", "setting", "variable")  # of an object that has a value beside it
_VALUES = ("value", "secret", "content")


def _named_values(value: dict[str, Any]) -> set[str]:
    """The keys of an object whose text is a secret, since the key or another field says so."""
    names = [value[name] for name in _NAMING if isinstance(value.get(name), str)]
    told = any(len(name) <= 60 and names_secret(name) for name in names)
    return {
        key
        for key, text in value.items()
        if isinstance(text, str)
        and ((told and key in _VALUES) or names_secret(str(key)))
        and not text.startswith("[redacted")
        and (is_password(text, told=True, quoted=True) or is_key(text, told=True, quoted=True) or is_phrase(text))
    }


def _key_lines(items: list[Any]) -> Iterator[tuple[Any, bool]]:
    """(item, whether it is a line of a private key) of a list in which the lines of a key may be one item each."""
    inside = False
    for item in items:
        text = item if isinstance(item, str) else ""
        ends = "-----END" in text and "PRIVATE KEY" in text
        yield item, inside and bool(text) and not ends and not text.startswith("[redacted")
        inside = (inside or ("-----BEGIN" in text and "PRIVATE KEY" in text)) and not ends


def _sub(pattern: str, replace: Callable[[Match[str]], str], text: str) -> str:
    if pattern not in _compiled:
        import re

        _compiled[pattern] = re.compile(pattern)
    return _compiled[pattern].sub(replace, text)


def _replacer(kind: str, secrets: list[Removed], judge: Callable[[str], bool] | None) -> Callable[[Match[str]], str]:
    def replace(match: Match[str]) -> str:
        group = 1 if match.re.groups else 0
        if judge is not None and not judge(match.group(group)):
            return match.group(0)
        return _cut(match, group, kind, secrets)

    return replace


def _cut(match: Match[str], group: int, kind: str, secrets: list[Removed]) -> str:
    secrets.append((kind, "", match.group(group)))
    start, end = match.span(group)
    whole, offset = match.group(0), match.start()
    return whole[: start - offset] + f"[redacted:{kind}]" + whole[end - offset :]


def _random(least: float) -> Callable[[str], bool]:
    return lambda value: _is_random(value, least)


def _is_random(value: str, least: float) -> bool:
    return (
        entropy(value) >= least
        and (least < 3.0 or any(map(str.isdigit, value)))
        and "EXAMPLE" not in value
        and "xxxx" not in value.lower()
    )


def _is_typed(value: str) -> bool:
    """Whether the password of a command is one, and no variable or placeholder."""
    port = value.replace(":", "").replace(".", "").replace("/", "").isdigit()
    return not port and not value.startswith(("[redacted", "$", "<", "{", "-")) and not is_placeholder(value)


def _is_in_url(value: str) -> bool:
    """Whether what stands between `:` and `@` in an address is a password, and no port or placeholder."""
    port = value.split("/")[0]
    if port.isdigit() and len(port) <= 5:
        return False
    return not value.startswith(("[redacted", "$", "<", "{", "%", "*")) and not is_placeholder(value)


_OWN = rows(OWN)
_JUDGES: dict[str, Callable[[str], bool] | None] = {
    "-": None,
    "key": lambda value: is_key(value, told=True, quoted=True) or (len(value) > 15 and value.endswith("=")),
    "url": _is_in_url,
    "typed": _is_typed,
    "chosen": lambda value: any(map(str.isdigit, value)) and is_literal(value, told=True, quoted=True),
}
