"""Undoes the last write of a store, from the journal in the state folder."""

from __future__ import annotations

import os

from ..core.counted import counted
from ..core.errors import RecordError, StoreError
from ..core.files import remove_quietly
from ..core.model import JsonObject, Problem, Store, valid_id
from ..save import names
from ..save.batch import in_part, read_bytes
from ..save.commit import refresh_index
from ..save.request import SaveOutcome
from ..state import inbox_files, journal
from ..store import catalog, kinds, writer
from ..store.lock import StoreLock
from ..store.place import Place
from . import inbox

NAMED = 20  # files that a message names
Digests = dict[str, "str | None"]  # of files by path; None for no file


def writes(place: Place) -> list[JsonObject]:
    """The writes of a store that can be taken back, newest first: {"when", "action", "id", "paths", "changed"}.

    changed  paths that somebody has changed since, which keeps the write from being taken back
    """
    target = place.existing()
    out = []
    for _, entry in journal.entries(target.root):
        if _is_of(target, entry):
            facts = {key: entry.get(key) for key in ("when", "action", "id")}
            paths = [item["path"] for item in entry["files"]]
            out.append(
                {
                    **facts,
                    "paths": paths,
                    "changed": _changed(entry, _now(target, entry)),
                }
            )
    return out


def undo(place: Place, *, dry_run: bool = False) -> SaveOutcome:
    """Restores the files of the last write; a second call undoes the write before it. A dry run restores nothing.

    RecordError, and nothing is changed, when a file has been changed since. StoreError when there is nothing to undo.
    """
    target = place.target
    if not target.exists():
        raise StoreError.at(
            target.base, "no memory store here, so there is nothing to undo", "no-store"
        )
    skipped = ""
    with StoreLock(target.base):
        for file, entry in journal.entries(target.root):
            if not _is_of(target, entry):
                skipped = skipped or _newer(target, entry)
                continue
            now = _now(target, entry)
            before = {item["path"]: item["old"] for item in entry["files"]}
            if before and now == before:
                if not dry_run:
                    remove_quietly(
                        file
                    )  # the process was killed before it wrote a file
                continue
            _check(target, entry, now)
            if dry_run:
                return _announced(target, entry)
            outcome = _take_all_back(target, file, entry, now)
            return (
                outcome.replace(notes=outcome.notes + [skipped]) if skipped else outcome
            )
    step = f"; {skipped}" if skipped else ""
    message = (
        f"there is nothing to undo (the last {journal.KEEP} writes are kept){step}"
    )
    raise StoreError.at(target.base, message, "not-found")


def _is_of(store: Store, entry: JsonObject) -> bool:
    """Whether an entry of the journal is of a write to this store."""
    return bool(entry.get("kind", store.kind.name) == store.kind.name) and _plausible(
        store, entry
    )


def _now(store: Store, entry: JsonObject) -> Digests:
    """{path: digest} of the files of a write, as they are now."""
    return {item["path"]: _digest(store, item["path"]) for item in entry["files"]}


def _changed(entry: JsonObject, now: Digests) -> list[str]:
    """The paths that are neither as they were before a write nor as they were after it."""
    return [
        item["path"]
        for item in entry["files"]
        if now[item["path"]] not in (item["old"], item["new"])
    ]


def _take_all_back(
    store: Store, file: str, entry: JsonObject, before: Digests
) -> SaveOutcome:
    """StoreError, which says so where only a part could be restored."""
    try:
        return _take_back(store, file, entry)
    except StoreError as error:
        if _now(store, entry) == before:
            raise
        raise in_part(
            error,
            "free some space and run `memories undo` again, which reverts the rest",
        ) from error


def _announced(store: Store, entry: JsonObject) -> SaveOutcome:
    """What taking back a write would do."""
    would = []
    for item in entry["files"]:
        action = "remove" if item["before"] is None else "restore"
        would.append(f"{action} " + store.shown(item["path"]))
    would += [f"remove {id}, which waits" for id in _untouched(store, entry)]
    notes = [f"would {text}" for text in would[:NAMED]]
    notes += ["and %d more" % (len(would) - NAMED)] if len(would) > NAMED else []
    notes.append(
        "dry run: nothing was written (`{}` of {})".format(
            entry.get("action"), entry.get("when")
        )
    )
    path = _first_path(store, entry)
    return SaveOutcome(
        status="would_undo",
        id=entry.get("id") or "",
        path=path,
        notes=notes,
        changed=False,
    )


def _newer(store: Store, entry: JsonObject) -> str:
    """A note when the newest write of the project was to another store; else ""."""
    kind = kinds.BY_NAME.get(str(entry.get("kind")), store.kind)
    if not kind.written or kind is store.kind:
        return ""
    message = "a newer write, of %s in another store, was not undone; `memories undo --store %s` undoes it"
    return message % (entry.get("id") or "-", kind.name)


def _take_back(store: Store, file: str, entry: JsonObject) -> SaveOutcome:
    items = entry["files"]
    paths = [store.shown(item["path"]) for item in items]
    named = names.listed(paths or ["nothing stored"], NAMED)
    notes = [
        "undone: `{}` of {}, {}".format(entry.get("action"), entry.get("when"), named)
    ]
    # First: after a crash it may exist twice, but is not lost.
    candidate = inbox.put_back(store.root, entry.get("candidate"))
    for item in items:
        if item["before"] is not None:
            path = store.absolute(item["path"])
            writer.make_folder(os.path.dirname(path))
            writer.write_file(path, item["before"].encode("utf-8", "surrogateescape"))
    for item in items:
        if item["before"] is None:
            writer.remove_file(store.absolute(item["path"]))
    waiting = [
        id
        for id in _untouched(store, entry)
        if inbox_files.remove_candidate(store.root, id)
    ]
    remove_quietly(file)
    if store.kind.curated:
        notes += refresh_index(store, catalog.entries(store))
    notes += [f"{candidate} waits again"] if candidate else []
    notes += (
        ["removed {} that waited".format(counted(len(waiting), "memory", "memories"))]
        if waiting
        else []
    )
    return SaveOutcome(
        status="undone",
        id=entry.get("id") or "",
        path=_first_path(store, entry),
        notes=notes,
    )


def _filed(entry: JsonObject) -> list[str]:
    """The candidates that came with a write."""
    filed = entry.get("filed")
    return [id for id in filed if valid_id(id)] if isinstance(filed, list) else []


def _untouched(store: Store, entry: JsonObject) -> list[str]:
    """Those of the candidates that came with a write which nobody has edited since."""
    waiting = inbox.list_candidates(store.root)
    edited = {candidate["id"] for candidate in waiting if candidate.get("edited")}
    return [id for id in _filed(entry) if id not in edited]


def _first_path(store: Store, entry: JsonObject) -> str:
    return store.shown(entry["files"][0]["path"]) if entry["files"] else ""


def _check(store: Store, entry: JsonObject, now: Digests) -> None:
    changed = [store.shown(path) for path in _changed(entry, now)]
    if changed:
        message = "has changed since the last write (%s of %s), and undo would lose that change; "
        message = (
            message % (entry.get("action"), entry.get("when"))
            + "use `git` or `memories edit`"
        )
        raise RecordError(
            message,
            [Problem(path=path, message=message, code="conflict") for path in changed],
        )


def _digest(store: Store, path: str) -> str | None:
    data = read_bytes(store.absolute(path))
    return None if data is None else journal.digest(data)


def _plausible(store: Store, entry: JsonObject) -> bool:
    """Whether every path is in the store. The journal is a plain file, so its paths are not trusted."""
    items = entry["files"]
    return bool(items or _filed(entry)) and all(
        isinstance(item, dict) and _inside(store, item) for item in items
    )


def _inside(store: Store, item: JsonObject) -> bool:
    path = item.get("path")
    if not isinstance(path, str) or os.path.isabs(path):
        return False
    return path.startswith(store.prefix) and ".." not in path.split("/")
