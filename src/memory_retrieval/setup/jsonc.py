"""Edits to a settings file that leave every other byte as it was: JSON with comments and trailing commas, indentation kept.

Texts in, texts out; knows no file and no host.
"""

from __future__ import annotations

import json

from ..core.errors import ConfigError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SPACE = " \t\r\n"
MAX_DEPTH = 100


class Node:
    """A value with its place in the text. `members` of an object: (key, where the key begins, node); `items` of an array."""

    __slots__ = ("end", "items", "kind", "members", "start", "value")

    def __init__(self, kind: str, start: int, end: int, value: Any = None, members: Any = (), items: Any = ()) -> None:
        self.kind, self.start, self.end, self.value = kind, start, end, value
        self.members, self.items = list(members), list(items)

    def get(self, key: str) -> Node | None:
        return next((node for name, _, node in reversed(self.members) if name == key), None)

    def plain(self) -> Any:
        """The value without its places."""
        if self.kind == "object":
            return {key: node.plain() for key, _, node in self.members}
        return [node.plain() for node in self.items] if self.kind == "array" else self.value


def parse(text: str) -> Node:
    """The tree of a text; ConfigError names line and column of what is wrong."""
    at = _skip(text, 1 if text.startswith("\ufeff") else 0)
    node = _value(text, at, 0)
    at = _skip(text, node.end)
    if at < len(text):
        raise _wrong(text, at, "text after the end of the settings")
    return node


def loads(text: str) -> Any:
    return parse(text).plain()


def put(text: str, path: list[str], value: Any) -> str:
    """`text` with the value at `path` of nested objects, which are made when missing. Unchanged when it is there already."""
    if not text.strip("\ufeff" + SPACE):
        text = "{}\n"
    node = parse(text)
    for depth, key in enumerate(path):
        if node.kind != "object":
            raise ConfigError(
                "%s: expected an object, found %s; nothing was changed"
                % (".".join(path[:depth]) or "the file", node.kind)
            )
        found = node.get(key)
        if found is None:
            for name in reversed(path[depth + 1 :]):
                value = {name: value}
            return _add_member(text, node, key, value)
        node = found
    if node.plain() == value:
        return text
    return text[: node.start] + _dump(text, value, _indent_of(text, node.start)) + text[node.end :]


def add_item(text: str, path: list[str], value: Any) -> str:
    """`text` with one more item in the array at `path`; unchanged when the array holds it."""
    node = _find(parse(text), path) if text.strip("\ufeff" + SPACE) else None
    if node is None:
        return put(text, path, [value])
    if node.kind != "array":
        raise ConfigError("%s: expected an array, found %s; nothing was changed" % (".".join(path), node.kind))
    if any(item.plain() == value for item in node.items):
        return text
    return _append(
        text, node, [(item.start, item.end) for item in node.items], lambda indent: _dump(text, value, indent)
    )


def remove(text: str, path: list[str]) -> str:
    """`text` without the member at `path`, and without the objects above it that this leaves empty."""
    root = parse(text)
    parent = _find(root, path[:-1])
    if parent is None or parent.kind != "object" or parent.get(path[-1]) is None:
        return text
    if len(parent.members) == 1 and len(path) > 1:
        return remove(text, path[:-1])
    spans = [(start, node.end) for _, start, node in parent.members]
    return _cut(text, parent, spans, [key for key, _, _ in parent.members].index(path[-1]))


def remove_item(text: str, path: list[str], value: Any) -> str:
    """`text` without an item of the array at `path`; an array that this leaves empty goes too."""
    node = _find(parse(text), path)
    if node is None or node.kind != "array":
        return text
    for number, item in enumerate(node.items):
        if item.plain() == value:
            if len(node.items) == 1:
                return remove(text, path)
            return _cut(text, node, [(i.start, i.end) for i in node.items], number)
    return text


def _find(node: Node | None, path: list[str]) -> Node | None:
    for key in path:
        node = node.get(key) if node is not None and node.kind == "object" else None
    return node


def _add_member(text: str, node: Node, key: str, value: Any) -> str:
    spans = [(start, child.end) for _, start, child in node.members]
    return _append(
        text, node, spans, lambda indent: json.dumps(key, ensure_ascii=False) + ": " + _dump(text, value, indent)
    )


def _append(text: str, node: Node, spans: list[tuple[int, int]], made: Callable[[str], str]) -> str:
    """Text with one more entry at the end of an object or array; a comment behind the last entry stays behind it."""
    newline = "\r\n" if "\r\n" in text else "\n"
    outer = _indent_of(text, node.start)
    if not spans:
        inner = outer + _unit(text)
        inside = text[node.start + 1 : node.end - 1].rstrip(SPACE)  # a comment, maybe
        return text[: node.start + 1] + inside + newline + inner + made(inner) + newline + outer + text[node.end - 1 :]
    last = spans[-1][1]
    comma = _skip(text, last)
    trailing = text[comma] == ","
    after = comma + 1 if trailing else last
    if newline not in text[node.start : node.end]:
        return text[:after] + ("" if trailing else ",") + " " + made(outer) + ("," if trailing else "") + text[after:]
    inner = _indent_of(text, spans[-1][0])
    end = _line_end(text, after, node.end - 1)
    head = text[:last] + ("" if trailing else ",") + text[last:end]
    return (
        head
        + newline
        + inner
        + made(inner)
        + ("," if trailing else "")
        + (text[end:] if "\n" in text[end : node.end] else newline + outer + text[end:].lstrip(SPACE))
    )


def _cut(text: str, node: Node, spans: list[tuple[int, int]], number: int) -> str:
    """Text without one entry: with the comma before it, or for the first the one behind."""
    start, end = spans[number]
    if number:
        return text[: spans[number - 1][1]] + text[end:]
    if len(spans) > 1:
        return text[:start] + text[spans[1][0] :]
    comma = _skip(text, end)
    return text[: node.start + 1] + text[comma + 1 if text[comma] == "," else end :].lstrip(SPACE)


def _line_end(text: str, at: int, limit: int) -> int:
    """The end of the line when only white space and comments stand between; else `at`."""
    i = at
    while i < limit and text[i] != "\n":
        if text.startswith("//", i):
            stop = text.find("\n", i)
            i = limit if stop < 0 else stop
        elif text.startswith("/*", i) and 0 <= text.find("*/", i) < text.find("\n", i):
            i = text.find("*/", i) + 2
        elif text[i] in " \t\r":
            i += 1
        else:
            return at
    return i - 1 if i < limit and text[i - 1 : i] == "\r" else i


def _indent_of(text: str, at: int) -> str:
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _unit(text: str) -> str:
    """One step of indentation: that of the first indented line, else two spaces."""
    for line in text.split("\n"):
        bare = line.lstrip(" \t")
        if bare.startswith('"') and len(bare) < len(line):
            return line[: len(line) - len(bare)]
    return "  "


def _dump(text: str, value: Any, indent: str) -> str:
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = _unit(text)
    return json.dumps(value, indent=unit, ensure_ascii=False).replace("\n", newline + indent)


def _skip(text: str, at: int) -> int:
    """The next place that is neither white space nor comment."""
    while at < len(text):
        if text[at] in SPACE:
            at += 1
        elif text.startswith("//", at):
            end = text.find("\n", at)
            at = len(text) if end < 0 else end
        elif text.startswith("/*", at):
            end = text.find("*/", at)
            if end < 0:
                raise _wrong(text, at, "a comment that does not end")
            at = end + 2
        else:
            break
    return at


def _value(text: str, at: int, depth: int) -> Node:
    if depth > MAX_DEPTH:
        raise _wrong(text, at, "nested too deeply")
    char = text[at : at + 1]
    if char in ("{", "["):
        return _container(text, at, depth, "object" if char == "{" else "array")
    try:
        value, end = json.JSONDecoder().raw_decode(text, at)
    except ValueError:
        raise _wrong(text, at, "expected a value" if char else "the file ends too early") from None
    kind = {str: "a string", bool: "true or false", type(None): "null"}.get(type(value), "a number")
    return Node(kind, at, end, value)


def _container(text: str, at: int, depth: int, kind: str) -> Node:
    start, close = at, "}" if kind == "object" else "]"
    members, items = [], []
    at = _skip(text, at + 1)
    while text[at : at + 1] != close:
        if kind == "object":
            if text[at : at + 1] != '"':
                raise _wrong(text, at, 'expected a key in double quotes or "%s"' % close)
            key = _value(text, at, depth)
            colon = _skip(text, key.end)
            if text[colon : colon + 1] != ":":
                raise _wrong(text, colon, 'expected ":"')
            node = _value(text, _skip(text, colon + 1), depth + 1)
            members.append((key.value, at, node))
        else:
            node = _value(text, at, depth + 1)
            items.append(node)
        at = _skip(text, node.end)
        if text[at : at + 1] == ",":
            at = _skip(text, at + 1)
        elif text[at : at + 1] != close:
            raise _wrong(text, at, 'expected "," or "%s"' % close)
    return Node(kind, start, at + 1, None, members, items)


def _wrong(text: str, at: int, what: str) -> ConfigError:
    line = text.count("\n", 0, at) + 1
    return ConfigError("line %d, column %d: %s" % (line, at - text.rfind("\n", 0, at), what))
