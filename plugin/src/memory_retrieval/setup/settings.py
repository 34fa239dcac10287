"""A JSON settings file: read with its comments, and changed only where all the rest of it stays byte for byte.

Knows no host.
"""

from __future__ import annotations

import json
import re

from ..core.errors import ConfigError
from ..core.reading import read_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_SETTINGS = 16_777_216  # bytes
BOM = "\ufeff"
STRING = r'"(?:[^"\\\n]|\\.)*(?:"|\\?\Z|(?=\n))'  # also one without an end, so that none of it is read twice
COMMENT = re.compile(f"{STRING}|//[^\\n]*|/\\*.*?(?:\\*/|\\Z)", re.S)
KINDS = {
    dict: "an object",
    list: "an array",
    str: "a string",
    bool: "true or false",
    type(None): "null",
}
TRAILING_COMMA = re.compile(f"{STRING}|,(?=\\s*[\\]}}])")


def read_text(path: str) -> str | None:
    """The text of a settings file, line ends as they are; None without a file. ConfigError when it cannot be read."""
    try:
        return read_regular(path, MAX_SETTINGS, links=True).decode("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except UnicodeDecodeError as error:
        what = f"is not UTF-8 (byte {error.start})"
        raise ConfigError(
            f"{path}: {what}; nothing was changed, save it as UTF-8"
        ) from None
    except OSError as error:
        raise ConfigError(
            f"{path}: cannot be read: {error.strerror}; nothing was changed"
        ) from None


def loads(text: str | None) -> Any:
    """The value of a settings file, with or without comments and trailing commas; {} for an empty one.

    ConfigError names line and column of a syntax error.
    """
    plain = COMMENT.sub(_blank, (text or "").replace(BOM, " ", 1))
    plain = TRAILING_COMMA.sub(_blank, plain)
    try:
        return json.loads(plain) if plain.strip() else {}
    except RecursionError:
        raise ConfigError("nested too deeply") from None
    except ValueError as error:
        line, column = getattr(error, "lineno", 1), getattr(error, "colno", 1)
        what = getattr(error, "msg", error)
        raise ConfigError(f"line {line}, column {column}: {what}") from None


def holds(value: Any, part: Any) -> bool:
    """Whether a value has all of `part`: its members of objects, its items of arrays."""
    if isinstance(part, dict):
        there = isinstance(value, dict) and set(part) <= set(value)
        return there and all(holds(value[key], part[key]) for key in part)
    if isinstance(part, list):
        return isinstance(value, list) and all(item in value for item in part)
    return bool(value == part)


def add(text: str | None, part: dict[str, Any]) -> str | None:
    """`text` with `part` in it; None when the file cannot be written without losing comments or layout.

    ConfigError where the file has another kind of value, or a syntax error.
    """
    value = loads(text)
    return _rewrite(text or "", value, _with(value, part, ""))


def remove(text: str | None, part: dict[str, Any]) -> str | None:
    """`text` without `part` and without the containers that this leaves empty; None as for `add`."""
    value = loads(text)
    return _rewrite(text or "", value, _without(value, part))


def _blank(match: re.Match[str]) -> str:
    """Spaces instead of a comment or comma, so that lines and columns stay; strings and what has no end stay."""
    text = match.group()
    open_ended = text.startswith("/*") and (len(text) < 4 or not text.endswith("*/"))
    return text if text[0] == '"' or open_ended else re.sub(r"[^\n]", " ", text)


def _with(value: Any, part: Any, where: str) -> Any:
    if type(value) is not type(part):
        expected, found = [
            KINDS.get(type(given), "a number") for given in (part, value)
        ]
        place = where or "the file"
        raise ConfigError(
            f"{place}: expected {expected}, found {found}; nothing was changed"
        )
    if isinstance(part, dict):
        united = {**value, **part}
        for key in part:
            if key in value:
                united[key] = _with(
                    value[key], part[key], f"{where}.{key}" if where else key
                )
        return united
    if isinstance(part, list):
        return value + [item for item in part if item not in value]
    return part


def _without(value: Any, part: Any) -> Any:
    if isinstance(value, dict) and isinstance(part, dict):
        kept = {}
        for key, inner in value.items():
            left = _without(inner, part[key]) if key in part else inner
            if left == inner or left not in (None, {}, []):
                kept[key] = left
        return kept
    if isinstance(value, list) and isinstance(part, list):
        return [item for item in value if item not in part]
    return None if value == part else value


def _rewrite(text: str, before: Any, after: Any) -> str | None:
    if after == before:
        return text
    if text.strip(f"{BOM} \t\r\n") in ("", "{}"):
        return json.dumps(after, indent=2, ensure_ascii=False) + "\n"
    return _dump(after, text) if _dump(before, text) == text else None


def _dump(value: Any, like: str) -> str:
    """JSON with the indentation, the line ends and the white space at the end of another text."""
    indented = re.search(r"\n([ \t]+)\S", like)
    text = json.dumps(
        value, indent=indented.group(1) if indented else None, ensure_ascii=False
    )
    start, end = like[: like.startswith(BOM)], like[len(like.rstrip()) :]
    return start + text.replace("\n", "\r\n" if "\r\n" in like else "\n") + end
