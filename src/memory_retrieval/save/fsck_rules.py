"""The rules of `memories doctor --store`: one function per rule, which yields violations and, where safe, a fix.

A rule only reads. A fix is called under the store's lock, with the batch that all fixes share.
"""

from __future__ import annotations

import json
import os
import time

from ..core import config, holds
from ..core.clock import believed, parse_time
from ..core.files import TEMPORARY
from ..core.instructions import scan_tree
from ..core.model import CATEGORIES, FOLDERS, Finding
from ..core.reading import read_regular
from ..core.sanitize import hidden_characters
from ..core.shell import command_line
from ..store import catalog, layouts, schema, writer
from ..store.listing import list_folder
from ..store.reader import read_record, read_text
from . import links, merge, names
from .redact import redact_tree
from .writable import IGNORE, MAX_RULES, make_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from ..core.model import Problem
    from .batch import Batch
    from .writable import WritableStore

    Fix = Callable[[Batch], None]
    Rule = Callable[["Scan"], Iterator[Finding]]

ABANDONED = 3600  # seconds after which the writer of a temporary file is considered dead
SAME_TITLE = "same-title"  # code of the findings of `shared_titles`
GIT_RULES = ((".gitattributes", b"index.md merge=union"), (".gitignore", IGNORE.strip()))


class Scan:
    """A store as the rules see it.

    records   {path: record} of the valid ones
    kinds     {path: category or kind} of the same
    unusable  [(path, why it cannot be a record, next step)], by file name and type
    invalid   [(path, problems)] of the files that were read and hold no valid record
    unlisted  [(folder, why it cannot be listed)]
    by_id     {id: (path, record)}; the last one of records that share an id
    graph     {id: ids that it supersedes}, from both ends of the links
    """

    def __init__(self, store: WritableStore) -> None:
        self.store = store
        self.records: dict[str, dict[str, Any]] = {}
        self.kinds: dict[str, str] = {}
        self.unusable: list[tuple[str, str, str]] = []
        self.invalid: list[tuple[str, list[Problem]]] = []
        self.unlisted: list[tuple[str, str | None]] = []
        self.by_id: dict[str, tuple[str, dict[str, Any]]] = {}
        self.graph: dict[str, set[str]] = {}


def scan(store: WritableStore) -> Scan:
    """Reads every file of a store."""
    result = Scan(store)
    for folder, kind in _folders(store):
        try:
            entries = list_folder(store.root, store.prefix + folder, kind)
        except OSError as error:
            result.unlisted.append((store.prefix + folder, error.strerror))
            continue
        for entry in entries:
            if entry.fault:
                result.unusable.append((entry.path, *entry.fault))
                continue
            memory, record, problems = read_record(store.root, entry.path, kind)
            if memory is None or record is None:
                result.invalid.append((entry.path, problems))
            else:
                result.records[entry.path], result.kinds[entry.path] = record, kind
    if store.kind != "patterns":
        for path, record in result.records.items():
            result.by_id[record["id"]] = (path, record)
            links.add_edges(result.graph, record)
    return result


def _folders(store: WritableStore) -> list[tuple[str, str]]:
    if store.kind == "patterns":
        return [(folder, kind) for folder, kind in layouts.PATTERN_FOLDERS]
    return [(FOLDERS[category], category) for category in CATEGORIES]


def _error(what: str, where: str | Iterable[str], remedy: str) -> Finding:
    return _finding("error", what, where, remedy, None)


def _warning(what: str, where: str | Iterable[str], remedy: str, fix: Fix | None = None, code: str = "") -> Finding:
    return _finding("warning", what, where, remedy, fix, code)


def _info(what: str, where: str, remedy: str, fix: Fix | None = None) -> Finding:
    return _finding("info", what, where, remedy, fix)


def _finding(
    severity: str, what: str, where: str | Iterable[str], remedy: str, fix: Fix | None, code: str = ""
) -> Finding:
    """`where`: one path, or several in any order."""
    paths = (where,) if isinstance(where, str) else tuple(sorted(where))
    place = ", ".join(paths)
    return Finding(severity=severity, code=code, what=what, where=place, remedy=remedy, fix=fix, paths=paths)


def unlisted_folders(scan: Scan) -> Iterator[Finding]:
    for folder, why in scan.unlisted:
        yield _error("the folder cannot be listed: %s" % why, folder, "check its permissions")


def unusable_files(scan: Scan) -> Iterator[Finding]:
    for path, what, step in scan.unusable:
        yield _error(what, path, step)


def invalid_records(scan: Scan) -> Iterator[Finding]:
    """Files that break the schema, or that git left in a conflict."""
    for path, problems in scan.invalid:
        if _in_conflict(scan.store, path):
            step = "resolve the conflict (git status), then run `memories index rebuild`"
            yield _error("merge conflict markers", path, step)
            continue
        step = "correct the file, or restore it from git (`%s`)" % command_line("git", "checkout", "--", path)
        for problem in problems:
            location = "%s: " % problem.location if problem.location else ""
            yield _error(location + problem.message, path, step)


def _in_conflict(store: WritableStore, path: str) -> bool:
    try:
        lines = read_text(store.absolute(path)).splitlines()
    except (OSError, ValueError):
        return False
    return any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines)


def unknown_keys(scan: Scan) -> Iterator[Finding]:
    step = "remove it with your editor, or leave it: readers ignore it"
    for path, record in scan.records.items():
        kind = scan.kinds[path]
        for key in schema.unknown_keys(record, None if kind in CATEGORIES else kind):
            yield _info("%s: unknown key" % key, path, step)


def secrets(scan: Scan) -> Iterator[Finding]:
    step = "revoke it, then remove it with `%s`; git still has it in its history"
    for path, record in scan.records.items():
        for secret in redact_tree(record)[1]:
            what = "%s: contains a secret (%s)" % (secret.location, secret.kind)
            yield _error(what, path, step % _edit(record))


def _edit(record: dict[str, Any]) -> str:
    """The command that edits a record; the ID of a pattern may be any text."""
    return command_line("memories", "edit", str(record.get("id") or ""))


def instructions(scan: Scan) -> Iterator[Finding]:
    """Text that instructs the agent."""
    step = "check that it belongs there; it is only ever shown as text"
    for path, record in scan.records.items():
        for location, what, passage in scan_tree(record):
            yield _warning("%s: contains %s (%r)" % (location, what, passage), path, step)


def hidden_text(scan: Scan) -> Iterator[Finding]:
    """Characters that nobody sees, which can carry a text to the agent."""
    for path, record in scan.records.items():
        hidden = sorted(set(hidden_characters(json.dumps(record, ensure_ascii=False))))
        if hidden:
            what = "contains %d kinds of invisible characters (%s)" % (len(hidden), ", ".join(hidden[:5]))
            yield _warning(what, path, "save it with `%s`, which removes them" % _edit(record))


def future_times(scan: Scan) -> Iterator[Finding]:
    """Records of a time that has not come; anywhere else they would stay the newest until it has."""
    now = config.now()
    for path, record in scan.records.items():
        for key in ("created_at", "updated_at", "learned_at", "timestamp", "fetched_at"):
            when = parse_time(record.get(key))
            if when is not None and believed(when, now) is None:
                what = "%s: %.40s has not come yet, so the record counts as older than all others" % (key, record[key])
                yield _warning(what, path, "correct the time with your editor")


def left_over_files(scan: Scan) -> Iterator[Finding]:
    """Temporary files left by a writer that was killed."""
    store, now = scan.store, time.time()  # compared with the times of files, so MEMORIES_NOW does not apply
    for folder in ["", *store.folders()]:
        try:
            entries = list(os.scandir(os.path.join(store.base, folder)))
        except OSError:
            continue
        for entry in entries:
            if not (entry.name.startswith(".") and entry.name.endswith(TEMPORARY)):
                continue
            yield _info(
                "an unfinished file left by an interrupted write",
                store.prefix + (folder + "/" if folder else "") + entry.name,
                "`memories doctor --fix` removes it when it is an hour old",
                _removing(entry.path) if now - entry.stat(follow_symlinks=False).st_mtime > ABANDONED else None,
            )


def _removing(path: str) -> Fix:
    return lambda batch: writer.remove_file(path)


def wrong_names(scan: Scan) -> Iterator[Finding]:
    for path, record in scan.records.items():
        if record["id"] != path.rsplit("/", 1)[-1][: -len(".json")]:
            step = "rename the file to %s.json, or correct the ID" % record["id"]
            yield _warning("the ID %r does not match the file's name" % record["id"], path, step)


def shared_ids(scan: Scan) -> Iterator[Finding]:
    paths: dict[str, list[str]] = {}
    for path, record in scan.records.items():
        paths.setdefault(record["id"], []).append(path)
    for id, shared in paths.items():
        if len(shared) > 1:
            what = "%d files use the ID %r" % (len(shared), id)
            yield _error(what, shared, "change one of the IDs, or retire one of the records")


def shared_titles(scan: Scan) -> Iterator[Finding]:
    """Active records of one category with the same title, as merging two branches can leave them."""
    paths: dict[tuple[str, str], list[str]] = {}
    for path, record in scan.records.items():
        if catalog.from_record(record, path).shown():
            paths.setdefault((record["category"], names.title_key(record["title"])), []).append(path)
    for shared in paths.values():
        if len(shared) > 1:
            what = "%d records have the same title" % len(shared)
            yield _warning(what, shared, "merge them with `memories edit`, and retire the other", code=SAME_TITLE)


def wrong_folders(scan: Scan) -> Iterator[Finding]:
    for path, record in scan.records.items():
        folder, right = path.rsplit("/", 2)[-2], FOLDERS[record["category"]]
        if folder != right:
            what = "category %r does not belong in %s/" % (record["category"], folder)
            yield _warning(what, path, "move the file to %s/" % right)


def circles(scan: Scan) -> Iterator[Finding]:
    """Cycles of `supersedes`, in which every record is superseded and none injected; each cycle once."""
    seen: set[str] = set()
    for id in sorted(scan.by_id):
        circle = [] if id in seen else links.shortest_path(scan.graph, id, id)
        seen.update(circle)
        if circle:
            yield _error(
                "supersede each other in a circle, so none is injected: %s" % " -> ".join(circle),
                {scan.by_id[name][0] for name in circle if name in scan.by_id},
                "take the wrong id out of `supersedes` with `memories edit` of one of them",
            )


def dangling_links(scan: Scan) -> Iterator[Finding]:
    """Links to records that are not in the store."""
    for path, record in scan.records.items():
        for id in record.get("supersedes") or ():
            if id not in scan.by_id:
                step = "it may have been removed by gc; correct it with `memories edit %s`" % record["id"]
                yield _info("supersedes %r, which is not here" % id, path, step)
        by = record.get("superseded_by")
        if by and by not in scan.by_id:
            what = "superseded_by %r, which is not here; it is not injected" % by
            yield _warning(what, path, "correct it with your editor, or retire the record")


def one_sided_links(scan: Scan) -> Iterator[Finding]:
    """Links without their counterpart in the other record, unless adding that would close a cycle.

    Only the end that takes no record out of use is added: a file that somebody wrote may name any number of records.
    """
    for record in scan.records.values():
        own = record["id"]
        for id in record.get("supersedes") or ():
            path, old = scan.by_id.get(id, ("", None))
            if old and not old.get("superseded_by") and not links.shortest_path(scan.graph, id, own):
                what = "%r says that it supersedes this, but this does not say so and stays in use" % own
                yield _warning(what, path, "if it is true: `memories resolve %s --by %s`" % (id, own))
        path, new = scan.by_id.get(record.get("superseded_by") or "", ("", None))
        if new and _can_supersede(new, own) and not links.shortest_path(scan.graph, own, new["id"]):
            what = "supersedes %r but does not say so" % own
            yield _info(what, path, "`memories doctor --fix` adds the link", _adding(path, new, own))


def _can_supersede(record: dict[str, Any], id: str) -> bool:
    """Whether the link can be added: the record lacks it, and its schema version has `supersedes`."""
    return id not in (record.get("supersedes") or ()) and record.get("schema_version") == "1.1"


def _superseding(record: dict[str, Any], id: str) -> dict[str, Any]:
    return merge.ordered({**record, "supersedes": list(record.get("supersedes") or []) + [id]})


def _adding(path: str, record: dict[str, Any], id: str) -> Fix:
    """A fix that makes a record supersede `id`, on top of the changes that earlier fixes in the batch made."""
    return lambda batch: batch.put(path, _superseding(batch.pending(path) or record, id))


def stale_catalog(scan: Scan) -> Iterator[Finding]:
    store = scan.store
    if catalog.is_stale(store.base, catalog.entries(store.store())):
        what = "index.md does not show the records as they are"
        yield _warning(what, store.prefix + catalog.NAME, "run `memories index rebuild`", _left_to_the_end)


def _left_to_the_end(batch: Batch) -> None:
    """index.md is written once, after all other fixes."""


def missing_git_rules(scan: Scan) -> Iterator[Finding]:
    """Git's rules for the store; without `merge=union` every merge conflicts in index.md."""
    store = scan.store
    if store.kind != "project" or not os.path.isdir(store.base):
        return
    for name, line in GIT_RULES:
        try:
            missing = line not in read_regular(os.path.join(store.base, name), MAX_RULES)
        except FileNotFoundError:
            missing = True
        except OSError as error:
            yield _warning(str(error.strerror), store.prefix + name, "make it a file, then run `memories init`")
            continue
        if missing:
            what = "the rule %r is missing" % line.decode()
            yield _info(what, store.prefix + name, "run `memories init`", lambda batch: _make(store))


def _make(store: WritableStore) -> None:
    make_store(store)


EVERYWHERE: tuple[Rule, ...] = (
    unlisted_folders,
    unusable_files,
    invalid_records,
    unknown_keys,
    secrets,
    instructions,
    hidden_text,
    future_times,
    left_over_files,
)
MEMORIES: tuple[Rule, ...] = (
    wrong_names,
    shared_ids,
    shared_titles,
    wrong_folders,
    circles,
    dangling_links,
    one_sided_links,
    stale_catalog,
    missing_git_rules,
)
