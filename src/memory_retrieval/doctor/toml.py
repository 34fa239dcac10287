"""Reads the part of TOML that Codex writes, where Python is older than 3.11 and has no `tomllib`.

Tables with quoted names, and keys with strings, true and false, numbers and arrays of strings on one line. Anything
else is left out, so that a file is never refused for what is not looked at.
"""

from __future__ import annotations

import importlib
import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NAME = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_NAMES = re.compile(_NAME)
_TABLE = re.compile(r"\s*\[(%s(?:\s*\.\s*%s)*)\]\s*(?:#.*)?$" % (_NAME, _NAME))
_KEY = re.compile(r"\s*(%s(?:\s*\.\s*%s)*)\s*=\s*(.*)$" % (_NAME, _NAME))
_STRINGS = re.compile(r'"(?:[^"\\]|\\.)*"|\'[^\']*\'')
MAX_LINE = 10_000  # characters; no line of these files is longer


def loads(text: str) -> dict[str, Any]:
    """The value of a TOML text. ValueError for what `tomllib` refuses, where there is `tomllib`."""
    try:
        tomllib: Any = importlib.import_module("tomllib")
    except ImportError:
        return _loads(text)
    value: dict[str, Any] = tomllib.loads(text)
    return value


def _loads(text: str) -> dict[str, Any]:
    top: dict[str, Any] = {}
    table: dict[str, Any] | None = top
    for line in text.splitlines():
        if len(line) > MAX_LINE:
            continue
        header, pair = _TABLE.match(line), _KEY.match(line)
        if header:
            table = _inner(top, _split(header.group(1)))
        elif line.lstrip().startswith("["):
            table = None  # an array of tables
        elif pair and table is not None:
            *path, key = _split(pair.group(1))
            value, inner = _value(pair.group(2).strip()), _inner(table, path)
            if value is not None and inner is not None:
                inner[key] = value
    return top


def _split(path: str) -> list[str]:
    return [_string(name) if name[0] in "\"'" else name for name in _NAMES.findall(path)]


def _inner(table: dict[str, Any], path: list[str]) -> dict[str, Any] | None:
    for name in path:
        table = table.setdefault(name, {})
        if not isinstance(table, dict):
            return None
    return table


def _value(text: str) -> Any:
    if text[:1] in ("'", '"'):
        found = _STRINGS.match(text)
        return _string(found.group()) if found else None
    if text[:1] == "[":
        return [_string(item) for item in _STRINGS.findall(text)]
    word = text.partition("#")[0].strip()
    return {"true": True, "false": False}.get(word, int(word) if word.isdigit() else None)


def _string(text: str) -> str:
    if text[0] == "'":
        return text[1:-1]
    try:
        return str(json.loads(text))
    except ValueError:
        return text[1:-1]
