"""Keys of a team database's records in addresses: workspace, project and path, safe from browsers and routers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import unquote


def key_of(record_key: Sequence[str]) -> str:
    """The key of (workspace, project, path)."""
    workspace, project, path = record_key
    return "/".join([_part(workspace), _part(project), *map(_part, path.split("/"))])


def parts_of(key: str) -> tuple[str, str, str]:
    """(workspace, project, path); of any other text three strings as well."""
    parts = [unquote(part) for part in key.split("/")]
    return parts[0], parts[1] if len(parts) > 1 else "", "/".join(parts[2:])


def _part(text: str) -> str:
    return re.sub(r"[%/\\\x00-\x1f\x7f]|^\.{1,2}$", _escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return "".join("%%%02X" % ord(c) for c in match[0])
