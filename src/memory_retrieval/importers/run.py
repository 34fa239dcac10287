"""Brings items into a store: whole records are saved, drafts go to the inbox, duplicates are left alone."""

from __future__ import annotations

import os

from ..core.errors import MemoryRetrievalError, RecordError
from ..save import inbox, names
from ..save.note import cut
from ..save.redact import redact, redact_tree
from ..save.request import SaveRequest
from ..save.service import save
from ..save.writable import find_writable
from ..triage.draft import draft
from .item import MAX_TITLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from ..save.request import SaveOutcome
    from ..save.writable import WritableStore
    from .item import Item

WORDS = ("saved", "filed", "duplicate", "refused")
LIKELY = 0.75  # chance from which an existing record is named: it may say the same


def bring_in(
    items: Iterable[Item], kind: str, root: str, *, dry_run: bool, progress: Callable[[str], None]
) -> list[dict[str, Any]]:
    """The result of each item: {"origin", "kind", "status", "title", "category", "problem"?, "removed"?, "related"?,
    "gaps"?}. Running it again resumes it.

    removed  the kinds of secrets in the item, none of which is kept
    related  existing records that may say the same: [{"id", "title", "why"}]
    gaps     what a candidate in the inbox still lacks; [] where it can be accepted as it is
    """
    store = find_writable("project", os.getcwd(), root)
    known = _known(store)
    results = []
    for item in items:
        progress(item.origin)
        title = _title(item)
        entry: dict[str, Any] = {"origin": item.origin, "kind": kind, "status": "", "title": title}
        entry["category"] = item.category
        removed = {secret.kind for secret in redact_tree([item.record, list(item.texts)])[1]}
        if removed:
            entry["removed"] = sorted(removed)
        key = (item.category, names.title_key(title))
        if item.problem:
            entry.update(status="refused", problem=item.problem)
        elif key in known:
            entry["status"] = "duplicate"
        else:
            known.add(key)
            try:
                entry.update(_file(item, kind, store, dry_run) if item.texts else _save(item, kind, store, dry_run))
            except MemoryRetrievalError as error:
                entry.update(status="refused", problem=str(error))
        results.append(entry)
    return results


def fresh(items: Iterable[Item], root: str) -> list[Item]:
    """The items that are neither records nor candidates yet, each title once, without those that cannot be read."""
    known = _known(find_writable("project", os.getcwd(), root))
    out = []
    for item in items:
        key = (item.category, names.title_key(_title(item)))
        if not item.problem and key not in known:
            known.add(key)
            out.append(item)
    return out


def _title(item: Item) -> str:
    return cut(redact(str(item.record.get("title") or (item.texts or ("",))[0]))[0], MAX_TITLE)


def _known(store: WritableStore) -> set[tuple[str, str]]:
    """(category, title) of the records and of the candidates that wait in the inbox."""
    saved = {(entry.kind, names.title_key(entry.title)) for entry in store.entries()} if store.exists() else set()
    waiting = inbox.list_candidates(store.root)
    return saved | {(c["category"], names.title_key(str(c["record"].get("title") or ""))) for c in waiting}


def _save(item: Item, kind: str, store: WritableStore, dry_run: bool) -> dict[str, Any]:
    record = dict(item.record)
    if not record.get("source"):
        record["source"] = _source(item, kind)
    try:
        outcome = _saved(record, store, dry_run)
    except RecordError as error:
        if any(problem.code == "exists" for problem in error.problems):
            return {"status": "duplicate"}
        return {"status": "refused", "problem": "; ".join(str(problem) for problem in error.problems)}
    status = "saved" if outcome.changed else "duplicate"
    return {"status": status, "path": outcome.path, **_related(outcome)}


def _saved(record: dict[str, Any], store: WritableStore, dry_run: bool) -> SaveOutcome:
    """Saves a record; a link to a decision that was not imported is left out."""
    request = SaveRequest(data=record, action="create", root=store.root, dry_run=dry_run)
    try:
        return save(request)
    except RecordError as error:
        if not record.get("supersedes") or {problem.location for problem in error.problems} != {"supersedes"}:
            raise
        return save(request.replace(data={key: value for key, value in record.items() if key != "supersedes"}))


def _file(item: Item, kind: str, store: WritableStore, dry_run: bool) -> dict[str, Any]:
    evidence = [{"text": text, "pattern": "import:%s %s" % (kind, item.origin)} for text in item.texts]
    drafted = draft(item.category, evidence)
    content = {**(drafted.get("content") or {}), **(item.record.get("content") or {})}
    record = {**drafted, **item.record, "content": content, "source": _source(item, kind)}
    facts = {"status": "filed", "gaps": inbox.gaps(record, item.category)}
    if not facts["gaps"] and store.exists():
        try:
            facts.update(_related(_saved(record, store, dry_run=True)))
        except RecordError:
            pass  # the person who accepts it is told what is wrong
    if dry_run:
        return facts
    id = inbox.add_candidate(store.root, item.category, evidence, record)
    if id is None:
        return {
            "status": "refused",
            "problem": "the inbox is full; accept or reject some candidates, then run this again",
        }
    return {**facts, "id": id}


def _related(outcome: SaveOutcome) -> dict[str, Any]:
    listed = [{key: r[key] for key in ("id", "title", "why")} for r in outcome.related if r["chance"] >= LIKELY]
    return {"related": listed} if listed else {}


def _source(item: Item, kind: str) -> dict[str, str]:
    return {"agent": "import:" + kind, "author": item.origin[:200]}
