"""What git knows that repairs records: the two sides of a conflict, and where a file went that a record names.

Reads only; the fixes of `fsck.py` write.
"""

from __future__ import annotations

import os

from ..core import git, jsontext
from ..core.clock import parse_time
from ..save.merge import MAX_CHANGES
from ..store import fields
from ..store.schema import SPECS, is_list

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Record

PATIENCE = 2.0  # seconds for each command
BASE, OURS, THEIRS = 1, 2, 3  # git's names for the sides of a conflict
COMMITS = 2_000  # of the newest in which a rename is looked for
RENAMES = "-M --diff-filter=R --name-status -z --relative".split()


class BothChanged(Exception):
    """The two sides have different values for one field."""


def merged_sides(root: str, path: str) -> Record | None:
    """A record that git left in a conflict, with the changes of both sides.

    None where both changed one field, and where git has no three versions of it that can be merged.
    """
    commands = [["cat-file", f":{side}:./{path}"] for side in (BASE, OURS, THEIRS)]
    texts = git.run_all(root, commands, PATIENCE)
    try:
        sides = [jsontext.loads((text or b"").decode("utf-8")) for text in texts]
        return (
            _merged(*sides) if all(isinstance(side, dict) for side in sides) else None
        )
    except (ValueError, RecursionError, BothChanged):
        return None


def _merged(base: Record, ours: Record, theirs: Record) -> Record:
    merged = {}
    for key in dict.fromkeys([*ours, *theirs]):
        value = _value(key, base.get(key), ours.get(key), theirs.get(key))
        if value is not None:
            merged[key] = value
    return merged


def _value(key: str, base: Any, ours: Any, theirs: Any) -> Any:
    how = fields.BY_NAME[key].sides if key in fields.BY_NAME else ""
    counts = [base or 0, ours, theirs]
    if how == "sum" and all(isinstance(count, int) for count in counts):
        return ours + theirs - counts[0]  # each side counts its own
    if ours == theirs or theirs == base:
        return ours
    if ours == base:
        return theirs
    return _joined(key, how, base, ours, theirs)


def _joined(key: str, how: str, base: Any, ours: Any, theirs: Any) -> Any:
    """The value of a field that both sides changed."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        return _merged(base if isinstance(base, dict) else {}, ours, theirs)
    if how == "newest":
        return max(ours, theirs, key=lambda time: parse_time(time) or 0)
    if is_list(key) and isinstance(ours, list) and isinstance(theirs, list):
        return _union(key, base if isinstance(base, list) else [], ours, theirs)
    raise BothChanged(key)


def _union(key: str, base: list[Any], ours: list[Any], theirs: list[Any]) -> list[Any]:
    """What both sides kept and what either added; the history in the order of its times."""
    kept = [item for item in ours if item in theirs or item not in base]
    kept += [item for item in theirs if item not in ours and item not in base]
    if key != "changes":
        return kept
    dated = [change for change in kept if isinstance(change, dict)]
    return sorted(dated, key=lambda change: parse_time(change.get("date")) or 0)[
        -MAX_CHANGES:
    ]


def renames(root: str) -> dict[str, str]:
    """{former path: path} of the files below `root` that git renamed, committed or staged, and that are there now."""
    log = ["log", "--format=", f"--max-count={COMMITS}", *RENAMES]
    staged, committed = git.run_all(
        root, [["diff-index", *RENAMES, "HEAD"], log], PATIENCE
    )
    now: dict[str, str] = {}
    for answer in (staged, committed):  # the newest first
        words = (
            (answer or b"")
            .decode("utf-8", "surrogateescape")
            .replace("\n", "")
            .split("\0")
        )
        for _, before, after in zip(words[::3], words[1::3], words[2::3]):
            now.setdefault(before, now.get(after, after))
    gone = {
        before: after
        for before, after in now.items()
        if not os.path.lexists(os.path.join(root, before))
    }
    return {
        before: after
        for before, after in gone.items()
        if os.path.isfile(os.path.join(root, after))
    }


def with_paths(record: Record, now: dict[str, str]) -> Record:
    """The fields of a valid record that name renamed files, with the paths that these have now."""
    values = {
        name: _moved(record[name], SPECS[name][0], now)
        for name in SPECS
        if record.get(name)
    }
    return {name: value for name, value in values.items() if value != record[name]}


def _moved(value: Any, spec: tuple[Any, ...], now: dict[str, str]) -> Any:
    """A value of that form, with the paths in it as they are now, each once."""
    kind = spec[0]
    if kind == "path":
        return now.get(value, value)
    if kind == "object" and isinstance(value, dict):
        return {
            key: _moved(item, spec[1][key][0], now) if key in spec[1] else item
            for key, item in value.items()
        }
    if kind == "list" and isinstance(value, list):
        moved = [_moved(item, spec[1], now) for item in value]
        return list(dict.fromkeys(moved)) if spec[1][0] == "path" else moved
    return value
