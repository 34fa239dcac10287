"""Witnesses of a project's memories: taken from its files, kept in the record or in the cache, judged when one is shown.

What is gone from its file is told only once all files were looked through, by the process of a session's start.
"""

from __future__ import annotations

import os
import time

from ..core import environment, git, holds, jsontext, witness
from ..core.files import path_key, store_key, write_private
from ..core.instructions import spoken
from ..core.reading import read_below, read_regular
from ..core.repository import metadata, read_start, repository_root
from ..core.sanitize import escape
from . import documents
from .reader import content_texts, read_store, record_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

    from ..core.model import Memory, Record, Store
    from ..core.witness import Read, Witness

MAX_FILE = 400_000  # bytes of a file that is read
MAX_LOOKED = 2_000  # files that are looked through for a literal, or for what is gone
MAX_SHOWN = 60  # characters of a line that is shown
SECONDS = 5.0  # for a command of git
OWN = (".claude/", ".memories/")
LAST = "log -n1 --format=%H --".split()  # the commit that last changed a file
SAYING = (
    "title",
    "content",
    "dead_end",
)  # the fields of a record whose text has witnesses
UNREAD = object()


def given(record: Record | None) -> list[Record] | None:
    """The anchors of a valid record; None where it says nothing of them, as a pattern, whose further keys are not valid."""
    if record is None or record.get("schema_version") != "1.1":
        return None
    return record.get("anchors")


def of(anchors: list[Record] | None) -> list[Witness]:
    """The witnesses among the anchors of a record."""
    found = []
    for anchor in anchors or ():
        if anchor.get("says"):
            line, under = anchor.get("line") or "", anchor.get("under") or ""
            found.append(
                witness.Witness(anchor["path"], (*anchor["says"],), line, under)
            )
    return found


def anchors(witnesses: Iterable[Witness]) -> list[Record]:
    """Witnesses as a record has them."""
    rows = [{**one.as_dict(), "says": [*one.says]} for one in witnesses]
    return [{key: value for key, value in row.items() if value} for row in rows]


def text_at(root: str, path: str, commit: str | None = None) -> str | None:
    """The text of a file of a project; None for none, and for one that is too large.

    commit  as it was then; "" as it is staged, None as it is
    """
    if commit is not None:
        words = ["cat-file", f"{commit}:./{path}"]
        return git.run(root, words, SECONDS, MAX_FILE) or None
    try:
        return read_below(root, path, MAX_FILE).decode("utf-8", "replace")
    except (OSError, ValueError):
        return None


class Files:
    """The files of a project as `text_at` reads them, each once.

    paths  the first MAX_LOOKED that git tracks, but for the stores
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._known: dict[str, str | None] = {}
        tracked = documents.tracked(root)
        paths = [path for path in tracked if not path.startswith(OWN)]
        self.paths = paths[:MAX_LOOKED]

    def __call__(self, path: str) -> str | None:
        if path not in self._known:
            self._known[path] = text_at(self._root, path)
        return self._known[path]


def taken(
    files: Files,
    text: str,
    named: Iterable[str],
    then: Read | None = None,
    own: str = "",
) -> list[Witness]:
    """The witnesses of a text in the files that it names, or that its words name; none with a secret.

    then  the files that it is compared with, where they are not as those in which the words are looked for
    own   the path of the text itself
    """
    from ..redact.redact import redact

    near = witness.candidates(text, named, files.paths, files)
    texts = [(path, (then or files)(path)) for path in near if path != own]
    # A folder has no text, and what was not there when the memory was written cannot be gone.
    found = {path: said for path, said in texts if said is not None}
    chosen = witness.take(text, found, [*named])
    return [one for one in chosen if not redact(f"{one.under}\n{one.line}")[1]]


def text_of(store: Store, path: str, record: Record | None) -> str:
    """What a memory says: the texts of its record, or those of a document."""
    if store.kind.documents:
        return text_at(store.root, path) or ""
    said = record or {}
    return "\n".join(content_texts([said.get(name) for name in SAYING]))


def state(
    store: Store, memory: Memory, has: Any = UNREAD
) -> tuple[str, str, Witness | None]:
    """(CHANGED, the line that is there now, its witness), (GONE, "", its witness), or ("", "", None) while all stand.

    has  the anchors of its record, as `given` has them, where the caller knows them
    """
    if not store.kind.own:
        return "", "", None
    kept = _kept(store, memory.path)
    if has is UNREAD:
        has = given(record_of(store.root, memory.path))
    found = of(has)
    if not found and has != [] and kept.get("digest") == memory.digest:
        found = of(kept["anchors"])
    gone, moved = None, kept.get("moved", {})
    for one in found:
        text = text_at(store.home, moved.get(one.line) or one.path)
        there, line = witness.judge(one, text)
        if there == witness.CHANGED:
            return there, line, one
        if there == witness.GONE and moved.get(one.line) == "":
            gone = one
    return (witness.GONE, "", gone) if gone else ("", "", None)


def now(store: Store, memory: Memory, has: Any = UNREAD) -> str:
    """What the code says now in place of what a memory says, or GONE; "" while its witnesses stand."""
    there, line, _ = state(store, memory, has)
    return shown(line) if line else there


def marks(store: Store, memory: Memory, has: Any = UNREAD) -> list[str]:
    """`#now:"LIMIT = 9"` or `#now:gone` where a witness does not stand, `#dead_end:"REASON"` of what was given up."""
    line, dead = now(store, memory, has), memory.carried.get("dead_end")
    found = [f'#dead_end:"{shown(dead["because"])}"'] if dead else []
    if line:
        found.append("#now:" + (line if line == witness.GONE else f'"{line}"'))
    return found


def shown(line: str) -> str:
    """A line of code as people and agents are shown it: without secrets, and no words that speak to an agent."""
    from ..redact.redact import shortened

    safe = spoken(shortened(line, MAX_SHOWN), MAX_SHOWN)
    return escape(safe).replace('"', "'")


def _path(store: Store, path: str) -> str:
    key = store_key(store.home, "witnesses")
    return os.path.join(environment.cache_dir(), "witnesses", key, path_key(path))


def _kept(store: Store, path: str) -> Record:
    """What the cache has of a memory: the `digest` that its `anchors` are for, and where lines have `moved`, "" for gone."""
    try:
        data = read_regular(_path(store, path), MAX_FILE)
        kept: Record = jsontext.loads(data.decode("utf-8"))
    except (OSError, ValueError):
        return {}
    return kept


def holding(store: Store) -> Iterator[Memory]:
    """The memories of a store that hold, read from their files; none of a store that is not the project's own."""
    for _, memory, _ in read_store(store) if store.kind.own else ():
        if memory is not None and holds.holds(memory, environment.now()):
            yield memory


def refresh(stores: Iterable[Store], deadline: float) -> None:
    """Takes the witnesses that memories lack, and looks through all files for those that are gone, until `deadline`."""
    for store in stores:
        read = Files(store.home)
        for memory in holding(store):
            if time.monotonic() < deadline:
                _refresh(store, memory, read)


def _refresh(store: Store, memory: Memory, read: Files) -> None:
    path = memory.path
    record, kept = record_of(store.root, path), _kept(store, path)
    has = given(record)
    new: Record = {"digest": memory.digest, "anchors": has}
    if not of(has) and has != []:
        if kept.get("digest") == memory.digest:
            new["anchors"] = kept["anchors"]
        else:
            new["anchors"] = _past(store, memory, record, read)
    lost = [
        one
        for one in of(new["anchors"])
        if witness.judge(one, read(one.path))[0] == witness.GONE
    ]
    new["moved"] = {one.line: elsewhere(one, read) for one in lost}
    if new != kept and (lost or kept or new["anchors"] != has):
        write_private(_path(store, path), jsontext.dumps(new).encode("utf-8"))


def elsewhere(one: Witness, read: Files) -> str:
    """The file that says now what is gone from its own; "" for none."""
    for path in read.paths:
        if witness.may_hold(one, path) and witness.is_elsewhere(one, read(path) or ""):
            return path
    return ""


def _past(
    store: Store, memory: Memory, record: Record | None, read: Files
) -> list[Record] | None:
    """The witnesses of a memory at the commit that last changed it; None where the history does not reach that."""
    commit = git.run(store.root, [*LAST, memory.path], SECONDS).strip()
    top = metadata(repository_root(store.root) or store.root)
    if commit and commit in read_start(f"{top}/shallow", MAX_FILE):
        return None
    text = text_of(store, memory.path, record)

    def then(path: str) -> str | None:
        return text_at(store.home, path, commit) if commit else read(path)

    return anchors(taken(read, text, memory.related_files, then, memory.path))
