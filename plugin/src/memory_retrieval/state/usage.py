"""How often each memory was injected and read, which ones the user muted, and where nothing is to be injected.

This only lowers scores, and only for injection: search finds everything. Small files hold it, which may be lost.
"""

from __future__ import annotations

import os

from ..core import environment, settings
from ..core.files import write_private
from ..core.jsontext import texts_of
from ..core.model import JsonObject, Store, Value
from ..core.reading import open_regular
from .folders import Keyed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


FILE = Keyed("usage")
PATIENCE = 12  # times a memory may be shown unread before it is injected less eagerly
STEP, FLOOR = (
    0.05,
    0.5,
)  # each further time takes this from the factor on its score, down to the floor
TAIL = 1_048_576  # bytes of the transcript that are searched: more than one turn
WHOLE = 16_777_216  # bytes for what a session was given, from its start on
SUFFIX = b".json"
BRIEF, COMPACTED = b"<memory-brief ", b'"compact_boundary"'
OWN_ID = b'"id\\'  # before the ID in a record that a shell printed, as text of a tool's answer
LISTINGS = (
    b"total_scanned",
    b'candidates\\"',
)  # in the answers of `search` and `why`, which name what nobody opened


class Usage(Value):
    """Counts of one project: `shown` and `used` by path, and the `muted` paths."""

    shown: dict[str, int]
    used: dict[str, int]
    muted: set[str]

    def factor(self, path: str) -> float:
        """The factor on a memory's score for injection: 1.0 unless it was shown often and never used."""
        if self.used.get(path):
            return 1.0
        unread = max(0, self.shown.get(path, 0) - PATIENCE)
        return max(FLOOR, 1.0 - STEP * unread)


def load(root: str, stores: Iterable[Store] = ()) -> Usage:
    """The counts and mutes of the project at `root`, with the mutes of all its stores where there may be several."""
    value = FILE.read(root)
    muted = _own(environment.muted_path())
    paths = set(texts_of(muted.get(root)))
    for store in stores:
        paths.update([_placed(path, store) for path in texts_of(muted.get(store.home))])
    return Usage(_counts(value.get("shown")), _counts(value.get("used")), paths)


def _placed(path: str, store: Store) -> str:
    """A muted path as a session has it; the user's store, whose mutes are listed here too, lies elsewhere."""
    placed = store.placed(path)
    return placed if placed.rpartition("/")[0] in dict(store.folders) else path


def note(
    root: str, shown: list[str], used: list[str], usage: Usage | None = None
) -> None:
    """Adds one to the count of each path; silent when that cannot be written. `usage`: what `load` gave, if it did."""
    if not (shown or used):
        return
    usage = usage or load(root)
    for counts, paths in ((usage.shown, shown), (usage.used, used)):
        for path in paths:
            counts[path] = counts.get(path, 0) + 1
    FILE.write(root, shown=usage.shown, used=usage.used)


def set_muted(root: str, path: str, muted: bool) -> bool:
    """Mutes a memory for this user, or unmutes it; whether that changed anything. OSError when it cannot be written."""
    return _change(environment.muted_path(), root, path, muted)


def is_off(root: str) -> bool:
    """Whether the project at `root` (a real path) is switched off for this user, by `memories off`."""
    return root in texts_of(_own(_off_path()).get("off"))


def set_off(root: str, off: bool) -> bool:
    """Switches a project off or on; whether that changed anything. OSError when the list cannot be written."""
    return _change(_off_path(), "off", root, off)


def _off_path() -> str:
    return os.path.join(environment.config_dir(), "off.json")


def _own(file: str) -> JsonObject:
    """A file of the user's configuration with lists; {} when it is missing or damaged."""
    value = settings.read_json(file, []) if environment.config_dir() else None
    return value if isinstance(value, dict) else {}


def _change(file: str, key: str, text: str, there: bool) -> bool:
    """Adds a text to a list of such a file, or takes it out; whether that changed anything."""
    value = _own(file)
    listed = texts_of(value.get(key))
    if (text in listed) == there:
        return False
    import json  # not at the top: hooks only read

    value[key] = [other for other in listed if other != text] + (
        [text] if there else []
    )
    write_private(file, (json.dumps(value, indent=2) + "\n").encode("ascii"))
    return True


def read_since(transcript: str, paths: list[str]) -> list[str]:
    """Those of `paths`, each of which ends in .json, that the end of a transcript shows an agent to have opened.

    A tool call names the record, or a tool returned it: its path, or its ID as the record itself has it. The blocks of
    the hooks name paths too, but there no quotation mark follows; results of a search are passed over.
    """
    if not transcript or not paths:
        return []
    names: dict[
        bytes, list[bytes]
    ] = {}  # file name: the paths that end in it, longest first
    for path in sorted(paths, key=len, reverse=True):
        encoded = path.encode("utf-8", "replace")
        names.setdefault(encoded.rpartition(b"/")[2], []).append(encoded)
    opened: set[bytes] = set()
    for line in _tail(transcript).split(b"\n"):
        if (SUFFIX in line or OWN_ID in line) and not any(
            key in line for key in LISTINGS
        ):
            opened.update(_named(line, names))
    return [path for path in paths if path.encode("utf-8", "replace") in opened]


def given_in(transcript: str) -> tuple[bool, list[str]]:
    """(whether a brief stands in a transcript, the paths of memories that were injected), since its last compaction."""
    text = _tail(transcript, WHOLE).rpartition(COMPACTED)[2]
    paths: dict[str, None] = {}
    for block in text.split(b"<memory-context ")[1:]:
        for part in block.partition(b"</memory-context>")[0].split(b" -> ")[1:]:
            name, end, _ = part.partition(SUFFIX)
            if end and b" " not in name:
                paths[name.decode("utf-8", "replace") + ".json"] = None
    return BRIEF in text, list(paths)


def _named(line: bytes, names: dict[bytes, list[bytes]]) -> Iterator[bytes]:
    """The longest known path at each file name before a quotation mark, escaped or not, and at each ID of a record."""
    words = [word.rstrip(b"\\") for word in line.split(b'"')]
    for at, word in enumerate(words[:-1]):
        known = names.get(word.rpartition(b"/")[2], ())
        yield from [path for path in known if word.endswith(path)][:1]
        if word == b"id" and at + 2 < len(words):
            yield from names.get(words[at + 2] + SUFFIX, ())[:1]


def _tail(path: str, size: int = TAIL) -> bytes:
    """The last `size` bytes of a regular file; b"" for anything else."""
    try:
        fd, info = open_regular(path, links=True)
    except OSError:
        return b""
    try:
        os.lseek(fd, max(0, info.st_size - size), os.SEEK_SET)
        return os.read(fd, size)
    except OSError:
        return b""
    finally:
        os.close(fd)


def _counts(value: Any) -> dict[str, int]:
    items = value.items() if isinstance(value, dict) else ()
    return {path: count for path, count in items if type(count) is int}
