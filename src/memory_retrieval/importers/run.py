"""Brings items into a store: whole records are saved, drafts go to the inbox, duplicates are left alone."""

from __future__ import annotations

import os

from ..core.errors import MemoryRetrievalError, RecordError
from ..save import inbox, names
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

    from ..save.writable import WritableStore
    from .item import Item

WORDS = ("saved", "filed", "duplicate", "refused")


def bring_in(
    items: Iterable[Item], kind: str, root: str, *, dry_run: bool, progress: Callable[[str], None]
) -> list[dict[str, Any]]:
    """The result of each item: {"origin", "status", "title", "category", "problem"?, "removed"?}. Running it again
    resumes it.

    removed  the kinds of secrets in the item, none of which is kept
    """
    store = find_writable("project", os.getcwd(), root)
    known = _known(store)
    results = []
    for item in items:
        progress(item.origin)
        title = redact(str(item.record.get("title") or (item.texts or ("",))[0]))[0][:MAX_TITLE]
        entry: dict[str, Any] = {"origin": item.origin, "status": "", "title": title, "category": item.category}
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
        outcome = save(SaveRequest(data=record, action="create", root=store.root, dry_run=dry_run))
    except RecordError as error:
        if any(problem.code == "exists" for problem in error.problems):
            return {"status": "duplicate"}
        return {"status": "refused", "problem": "; ".join(str(problem) for problem in error.problems)}
    return {"status": "saved" if outcome.changed else "duplicate", "path": outcome.path}


def _file(item: Item, kind: str, store: WritableStore, dry_run: bool) -> dict[str, Any]:
    if dry_run:
        return {"status": "filed"}
    evidence = [{"text": text, "pattern": "import:%s %s" % (kind, item.origin)} for text in item.texts]
    record = {**draft(item.category, evidence), **item.record, "source": _source(item, kind)}
    id = inbox.add_candidate(store.root, item.category, evidence, record)
    if id is None:
        return {"status": "refused", "problem": "the inbox is full; accept or reject some, then run it again"}
    return {"status": "filed", "id": id}


def _source(item: Item, kind: str) -> dict[str, str]:
    return {"agent": "import:" + kind, "author": item.origin[:200]}
