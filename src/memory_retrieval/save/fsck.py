"""Finds what is inconsistent in a store, names it, and mends what cannot lose anything. Reads every file; trusts none."""

from __future__ import annotations

import os
import time

from ..core.files import TEMPORARY
from ..core.model import CATEGORIES, FOLDERS, Value
from ..store import catalog, layouts, schema, writer
from ..store.listing import list_folder
from ..store.reader import read_record, read_text
from . import links, merge, names
from .batch import Batch, write_index
from .instructions import scan_tree
from .redact import redact_tree
from .writable import IGNORE, folders, make_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writable import WritableStore

OLD = 3600  # seconds after which a temporary file belongs to nobody
SEVERITIES = ("error", "warning", "info")


class Finding(Value):
    """`severity` error (not usable), warning (should be mended) or info; `where` is a path; `fixed` when --fix mended it."""

    __slots__ = ("fixed", "remedy", "severity", "what", "where")
    _defaults = {"fixed": False}
    if TYPE_CHECKING:
        severity: str
        what: str
        where: str
        remedy: str
        fixed: bool


def check(place: WritableStore, fix: bool = False) -> list[Finding]:
    """Every inconsistency of a store, worst first. With `fix`, under the lock, mends index.md, back links and old temporary files."""
    if not fix:
        return _check(place, None)
    with place.locked():
        batch = Batch(place, "fsck", "")
        findings = _check(place, batch)
        batch.commit()
        if place.kind != "patterns":
            write_index(place, catalog.entries(place.store()))
        return findings


def _check(place: WritableStore, batch: Batch | None) -> list[Finding]:
    raws, findings = _read_all(place)
    findings += _temporary(place, batch)
    for path, raw in raws.items():
        findings += _contents(path, raw)
    if place.kind != "patterns":
        findings += _ids(raws) + _links(place, raws, batch) + _catalog(place, batch) + _git(place, batch)
    return sorted(findings, key=lambda f: (SEVERITIES.index(f.severity), f.where, f.what))


def _kinds(place: WritableStore) -> list[tuple[str, str]]:
    if place.kind != "patterns":
        return [(FOLDERS[c], c) for c in CATEGORIES]
    return [(folder, kind) for folder, kind in layouts.PATTERN_FOLDERS]


def _read_all(place: WritableStore) -> tuple[dict[str, dict[str, Any]], list[Finding]]:
    """({path: valid record}, findings about the files that are none)."""
    raws, findings = {}, []
    for folder, kind in _kinds(place):
        try:
            entries = list_folder(place.root, place.prefix + folder, kind)
        except OSError as error:
            findings.append(
                Finding(
                    severity="error",
                    what="folder cannot be listed: %s" % error.strerror,
                    where=place.prefix + folder,
                    remedy="check its permissions",
                )
            )
            continue
        for entry in entries:
            memory, raw, problems = (
                (None, None, ()) if entry.problem else read_record(place.root, entry.path, entry.kind)
            )
            if memory is not None and raw is not None:
                raws[entry.path] = raw
                findings += [
                    Finding(
                        severity="info",
                        what="%s: a key nobody knows" % key,
                        where=entry.path,
                        remedy="remove it with your editor, or leave it: readers ignore it",
                    )
                    for key in schema.unknown_keys(raw, None if kind in CATEGORIES else kind)
                ]
            elif entry.problem:
                findings.append(
                    Finding(
                        severity="error",
                        what=entry.problem.split(";")[0],
                        where=entry.path,
                        remedy=entry.problem.split(";")[-1].strip(),
                    )
                )
            elif _in_conflict(place, entry.path):
                findings.append(
                    Finding(
                        severity="error",
                        what="merge conflict markers",
                        where=entry.path,
                        remedy="resolve the conflict (git status), then run `memories index rebuild`",
                    )
                )
            else:
                findings += [
                    Finding(
                        severity="error",
                        what=("%s: " % p.location if p.location else "") + p.message,
                        where=entry.path,
                        remedy="correct the file, or take it from git (git checkout -- %s)" % entry.path,
                    )
                    for p in problems
                ]
    return raws, findings


def _in_conflict(place: WritableStore, path: str) -> bool:
    try:
        lines = read_text(place.absolute(path)).splitlines()
    except (OSError, ValueError):
        return False
    return any(line.startswith(("<<<<<<< ", ">>>>>>> ")) for line in lines)


def _contents(path: str, raw: dict[str, Any]) -> list[Finding]:
    _, found = redact_tree(raw)
    out = [
        Finding(
            severity="error",
            what="%s: holds a secret (%s)" % (f.location, f.kind),
            where=path,
            remedy="revoke it, then remove it with `memories edit %s`; git still has it in its history"
            % raw.get("id", ""),
        )
        for f in found
    ]
    return out + [
        Finding(
            severity="warning",
            what="%s: holds %s (%r)" % (place, what, passage),
            where=path,
            remedy="check that it belongs there; it is shown as text only",
        )
        for place, what, passage in scan_tree(raw)
    ]


def _ids(raws: dict[str, dict[str, Any]]) -> list[Finding]:
    """Ids that are not the file's name, or that two files share; slugs that a merge made twice."""
    out = []
    by_id: dict[str, list[str]] = {}
    by_title: dict[tuple[str, str], list[str]] = {}
    for path, raw in raws.items():
        name = path.rsplit("/", 1)[-1][: -len(".json")]
        if raw["id"] != name:
            out.append(
                Finding(
                    severity="warning",
                    what="id %r is not the file's name" % raw["id"],
                    where=path,
                    remedy="rename the file to %s.json, or correct the id" % raw["id"],
                )
            )
        by_id.setdefault(raw["id"], []).append(path)
        if raw.get("record_status") in (None, "active") and not raw.get("superseded_by"):
            by_title.setdefault((raw["category"], names.title_key(raw["title"])), []).append(path)
    for id, paths in by_id.items():
        if len(paths) > 1:
            out.append(
                Finding(
                    severity="error",
                    what="id %r stands in %d files" % (id, len(paths)),
                    where=", ".join(sorted(paths)),
                    remedy="give one another id, or retire one",
                )
            )
    for paths in by_title.values():
        if len(paths) > 1:
            out.append(
                Finding(
                    severity="warning",
                    what="%d records have the same title" % len(paths),
                    where=", ".join(sorted(paths)),
                    remedy="merge them with `memories edit`, and retire the other",
                )
            )
    for path, raw in raws.items():
        folder = path.rsplit("/", 2)[-2]
        if FOLDERS[raw["category"]] != folder:
            out.append(
                Finding(
                    severity="warning",
                    what="category %r does not belong in %s/" % (raw["category"], folder),
                    where=path,
                    remedy="move the file to %s/" % FOLDERS[raw["category"]],
                )
            )
    return out


def _links(place: WritableStore, raws: dict[str, dict[str, Any]], batch: Batch | None) -> list[Finding]:
    by_id = {raw["id"]: (path, raw) for path, raw in raws.items()}
    graph: dict[str, set[str]] = {}
    for raw in raws.values():
        links.add_edges(graph, raw)
    out = _rings(graph, by_id)
    for path, raw in raws.items():
        for id in raw.get("supersedes") or ():
            if id not in by_id:
                out.append(
                    Finding(
                        severity="info",
                        what="supersedes %r, which is not here" % id,
                        where=path,
                        remedy="it may have been removed by gc; correct it with `memories edit %s`" % raw["id"],
                    )
                )
            elif not by_id[id][1].get("superseded_by") and not links.shortest_path(graph, id, raw["id"]):
                if batch is not None:
                    batch.put(by_id[id][0], links.superseded(batch.pending(by_id[id][0]) or by_id[id][1], raw["id"]))
                out.append(
                    Finding(
                        severity="warning",
                        what="superseded by %r but does not say so" % raw["id"],
                        where=by_id[id][0],
                        remedy="`memories fsck --fix` adds the link",
                        fixed=batch is not None,
                    )
                )
        by = raw.get("superseded_by")
        if by and by not in by_id:
            out.append(
                Finding(
                    severity="warning",
                    what="superseded_by %r, which is not here; it is not injected" % by,
                    where=path,
                    remedy="correct it with your editor, or retire the record",
                )
            )
        elif by and not links.shortest_path(graph, raw["id"], by) and _keeps_quiet(by_id[by][1], raw["id"]):
            if batch is not None:
                batch.put(by_id[by][0], _superseding(batch.pending(by_id[by][0]) or by_id[by][1], raw["id"]))
            out.append(
                Finding(
                    severity="info",
                    what="supersedes %r but does not say so" % raw["id"],
                    where=by_id[by][0],
                    remedy="`memories fsck --fix` adds the link",
                    fixed=batch is not None,
                )
            )
    return out


def _rings(graph: dict[str, set[str]], by_id: dict[str, tuple[str, dict[str, Any]]]) -> list[Finding]:
    """Records that supersede each other in a circle, so that none of them is injected; each circle once."""
    out: list[Finding] = []
    seen: set[str] = set()
    for id in sorted(by_id):
        ring = [] if id in seen else links.shortest_path(graph, id, id)
        if not ring:
            continue
        seen.update(ring)
        out.append(
            Finding(
                severity="error",
                what="supersede each other in a circle, so none is injected: %s" % " -> ".join(ring),
                where=", ".join(sorted({by_id[name][0] for name in ring if name in by_id})),
                remedy="take the wrong id out of `supersedes` with `memories edit` of one of them",
            )
        )
    return out


def _keeps_quiet(raw: dict[str, Any], id: str) -> bool:
    """Whether a record, which could say it, does not say that it supersedes another one."""
    return id not in (raw.get("supersedes") or ()) and raw.get("schema_version") == "1.1"


def _superseding(raw: dict[str, Any], id: str) -> dict[str, Any]:
    return merge.ordered({**raw, "supersedes": list(raw.get("supersedes") or []) + [id]})


def _catalog(place: WritableStore, batch: Batch | None) -> list[Finding]:
    if not catalog.is_stale(place.base, catalog.entries(place.store())):
        return []
    return [
        Finding(
            severity="warning",
            what="index.md does not show the records as they are",
            where=place.prefix + catalog.NAME,
            remedy="run `memories index rebuild`",
            fixed=batch is not None,
        )
    ]


def _git(place: WritableStore, batch: Batch | None) -> list[Finding]:
    """Without its rule index.md conflicts in merges."""
    if place.kind != "project" or not os.path.isdir(place.base):
        return []
    out = []
    for name, line in ((".gitattributes", b"index.md merge=union"), (".gitignore", IGNORE.strip())):
        try:
            with open(os.path.join(place.base, name), "rb") as file:
                there = line in file.read()
        except OSError:
            there = False
        if not there:
            out.append(
                Finding(
                    severity="info",
                    what="the rule %r is missing" % line.decode(),
                    where=place.prefix + name,
                    remedy="run `memories init`",
                    fixed=batch is not None,
                )
            )
    if out and batch is not None:
        make_store(place)
    return out


def _temporary(place: WritableStore, batch: Batch | None) -> list[Finding]:
    """Files that a killed writer left."""
    out, now = [], time.time()  # against the times of files, so never MEMORIES_NOW
    for folder in ["", *folders(place)]:
        base = os.path.join(place.base, folder)
        try:
            entries = [e for e in os.scandir(base) if e.name.startswith(".") and e.name.endswith(TEMPORARY)]
        except OSError:
            continue
        for entry in entries:
            old = now - entry.stat(follow_symlinks=False).st_mtime > OLD
            if old and batch is not None:
                writer.remove_file(entry.path)
            shown = place.prefix + (folder + "/" if folder else "") + entry.name
            out.append(
                Finding(
                    severity="info",
                    what="an unfinished file of a writer that was stopped",
                    where=shown,
                    remedy="`memories fsck --fix` removes it once it is an hour old",
                    fixed=old and batch is not None,
                )
            )
    return out
