"""Writing a batch to a store of files, and making the store that it goes to.

Every file is replaced atomically. After a crash each file of a batch is either old or new. Their order ensures that no
record is ever missing; `memories doctor --store` reports and repairs links that a crash left one-sided.
"""

from __future__ import annotations

import os

from ..core import clock, environment
from ..core.errors import StoreError
from ..core.files import remove_quietly, remove_unfinished
from ..core.reading import read_regular
from ..state import journal
from ..store import catalog, trust, witnesses, worktrees, writer
from ..store.reader import record_of
from . import bound, merge
from .batch import Batch, in_part, read_bytes, serialize, take, take_back

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import JsonObject, Record, Store
    from .batch import Files, Step

ATTRIBUTES = b"index.md merge=union\n"
IGNORE = b".lock\n"
MAX_RULES = 1_048_576  # bytes of .gitignore and .gitattributes


def commit(
    store: Store, batch: Batch, entries: list[catalog.Entry] | None = None
) -> None:
    """Writes a batch; the caller holds the lock. RecordError: see `bound`.

    entries  those before the batch, with which index.md is updated too
    """
    for folder in ("", *[folder for folder, _ in store.kind.folders]):
        remove_unfinished(os.path.join(store.base, folder))
    if not batch.steps and not batch.filed:
        return
    for verb, path, _ in batch.steps:
        if verb != "remove":
            check_inside(store, path)
    batch.steps = [_witnessed(store, *step) for step in batch.steps]
    files = _files(store, batch)
    bound.take(store.root, files)
    undoable = _note(store, batch, files)
    for number, step in enumerate(batch.steps):
        try:
            take(store.absolute, step, files)
        except StoreError as error:
            if not take_back(store.absolute, batch.steps[: number + 1], files):
                way = (
                    "`memories undo` reverts it"
                    if undoable
                    else "`memories doctor --store` names it"
                )
                raise in_part(error, f"{way}; then try again") from error
            if undoable:
                remove_quietly(
                    undoable
                )  # nothing was written, so nothing can be taken back
            raise
    if entries is not None and store.kind.curated:
        batch.notes += refresh_index(store, batch.entries_after(entries))
    if not store.kind.personal:
        worktrees.copy_uncommitted(store.root)


def _witnessed(store: Store, verb: str, path: str, value: Any) -> Step:
    """The step, with the witnesses of a record whose text it changes."""
    before = record_of(store.root, path) if verb == "put" else None
    if verb != "put" or not (store.kind.own and store.kind.curated):
        return verb, path, value
    keys = "related_files", *witnesses.SAYING
    if before and all(before.get(key) == value.get(key) for key in keys):
        return verb, path, value
    found = witnessed(store, value)
    if not found["anchors"]:
        found = {key: item for key, item in value.items() if key != "anchors"}
    return verb, path, found


def witnessed(store: Store, record: Record) -> Record:
    """A record with its witnesses as the files are now; with an empty list for none."""
    named = record.get("related_files") or ()
    text = witnesses.text_of(store, "", record)
    found = witnesses.taken(witnesses.Files(store.home), text, named)
    given = [anchor for anchor in record.get("anchors") or () if not anchor.get("says")]
    new = {**record, "anchors": given + witnesses.anchors(found)}
    return merge.ordered({**new, "schema_version": merge.version(new, "1.0")})


def refresh_index(store: Store, entries: list[catalog.Entry]) -> list[str]:
    """`write_index` after a write of records, which it cannot make undone: a note when it fails."""
    try:
        write_index(store, entries)
    except StoreError:
        return [
            "the memory was written, but index.md could not be updated; run `memories index rebuild` "
            "when it can be written"
        ]
    return []


def write_index(store: Store, entries: list[catalog.Entry]) -> bool:
    """Writes index.md when it differs from the entries; True when it was written. The caller holds the lock."""
    if not store.kind.curated:
        return False
    text = catalog.render(entries)
    if catalog.read(store.base) == text:
        return False
    writer.write_file(
        os.path.join(store.base, catalog.NAME), text.encode("utf-8"), durable=False
    )
    return True


def make_store(store: Store) -> list[str]:
    """Creates missing folders and git rules; returns the paths created, relative to root. Idempotent."""
    created = []
    for folder, _ in store.kind.folders:
        path = os.path.join(store.base, folder)
        if not os.path.isdir(path):
            writer.make_folder(path, 0o700 if store.kind.personal else 0o755)
            created.append(f"{store.prefix}{folder}/")
    if store.kind.curated:  # the user's may become a repository as well
        created += _ensure_line(store, ".gitattributes", ATTRIBUTES)
    return created + _ensure_line(store, ".gitignore", IGNORE)


def check_inside(store: Store, path: str) -> None:
    """StoreError when the folder of a record is a symbolic link that leaves the store."""
    folder = os.path.dirname(store.absolute(path))
    if os.path.islink(folder) and not trust.inside(
        folder, os.path.realpath(store.base)
    ):
        raise StoreError.at(
            folder,
            "a link to outside the store is not followed; replace it with a folder",
            "unsafe-link",
        )


def _ensure_line(store: Store, name: str, content: bytes) -> list[str]:
    """Adds a line to one of git's files, unless it is there, and keeps the other lines."""
    path = os.path.join(store.base, name)
    try:
        old = read_regular(path, MAX_RULES)
    except FileNotFoundError:
        old = b""
    except OSError as error:
        raise StoreError.at(
            path,
            f"{error.strerror}; replace it with a file and try again",
            "unreadable",
        ) from error
    if content.strip() in [line.strip() for line in old.splitlines()]:
        return []
    writer.write_file(
        path,
        old + (b"" if not old or old.endswith(b"\n") else b"\n") + content,
        durable=False,
    )
    return [store.prefix + name] if not old else []


def _files(store: Store, batch: Batch) -> Files:
    """{path: [content before, content after]}, None where there is no file."""
    files: Files = {}
    for verb, path, value in batch.steps:
        files.setdefault(path, [read_bytes(store.absolute(path)), None])
        files[path][1] = serialize(value) if verb == "put" else None
    return files


def _note(store: Store, batch: Batch, files: Files) -> str:
    """Notes the write for `memories undo`; returns the entry's file, "" and a note in the batch when it cannot."""
    entry: JsonObject = {
        "when": clock.format_time(environment.now()),
        "action": batch.action,
        "id": batch.id,
        "kind": store.kind.name,
        "files": [
            {
                "path": path,
                "before": before.decode("utf-8", "surrogateescape")
                if before is not None
                else None,
                "old": journal.digest(before) if before is not None else None,
                "new": journal.digest(after) if after is not None else None,
            }
            for path, (before, after) in files.items()
        ],
    }
    if batch.candidate is not None:
        entry["candidate"] = batch.candidate
    if batch.filed:
        entry["filed"] = batch.filed
    try:
        return journal.append_entry(store.root, entry)
    except StoreError as error:
        batch.notes.append(f"`memories undo` cannot undo this write: {error}")
        return ""
