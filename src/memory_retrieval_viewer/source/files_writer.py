"""The writes of pages over a project's files, each through the function of the command that does the same."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from memory_retrieval.core.errors import RecordError, StoreError
from memory_retrieval.core.model import CATEGORIES, Problem
from memory_retrieval.save import fsck, inbox, lifecycle, undo
from memory_retrieval.save.aliases import AliasChange, change_aliases
from memory_retrieval.save.conflicts import both_hold
from memory_retrieval.save.lifecycle import resolve
from memory_retrieval.save.note import keep
from memory_retrieval.save.request import SaveOutcome, SaveRequest
from memory_retrieval.save.service import save
from memory_retrieval.save.writable import find_writable
from memory_retrieval.state import journal, usage

from ..values import Change, Row
from .protocol import INBOX
from .snapshot import Snapshot

REJECTED = 20  # rejections that can be undone
GONE = "the record is gone; somebody removed or renamed it"


class FilesWriter:
    """`root` is the project's folder, `given` what --root said; the snapshot is refreshed after each write."""

    def __init__(self, root: str, given: str, snapshot: Snapshot) -> None:
        self._root, self._given, self._snapshot = root, given, snapshot
        self._where: dict[str, Any] = {"cwd": root, "root": given}
        self._rejected: dict[str, list[dict[str, Any]]] = {}

    def save(self, change: Change) -> SaveOutcome:
        row = self._snapshot.rows.get(change.key)
        if change.key and row is None:
            raise RecordError("the record is gone", [Problem(location="id", message=GONE)])
        store = store_name(row) if row else change.store
        patterns = store == "patterns"
        request = SaveRequest(
            data=dict(change.data),
            category="" if patterns else change.category,
            kind=change.category if patterns else "",
            digest=change.digest,
            drops=True,
            by_user=True,
            store=store,
            update_id="" if row is None else row.memory.id if patterns else row.memory.path,
            action="update" if row else "create",
            **self._where,
        )
        return self._refreshed(save(request))

    def change_status(self, verb: str, key: str, reason: str) -> SaveOutcome:
        row = self._row(key)
        return self._refreshed(
            lifecycle.change_status(verb, row.memory.path, reason, store=store_name(row), **self._where)
        )

    def retire_many(self, keys: Sequence[str], reason: str) -> tuple[SaveOutcome, str]:
        rows = [self._row(key) for key in keys]
        store = store_name(rows[0])
        paths = [row.memory.path for row in rows if store_name(row) == store]
        outcome = self._refreshed(lifecycle.retire_many(paths, reason, store=store, **self._where))
        left = len(rows) - len(paths)
        if left:
            outcome = outcome.replace(notes=[*outcome.notes, "%d of another store were left; retire them apart" % left])
        return outcome, store

    def resolve(self, older: str, newer: str) -> SaveOutcome:
        old, new = self._row(older), self._row(newer)
        return self._refreshed(
            resolve(old.memory.path, new.memory.path, store=store_name(old), cwd=self._root, root=self._given)
        )

    def both_hold(self, newer: str, older: str) -> SaveOutcome:
        new, old = self._row(newer), self._row(older)
        return self._refreshed(both_hold(new.memory.path, old.memory.path, store=store_name(new), **self._where))

    def add_alias(self, key: str, phrase: str) -> SaveOutcome:
        row = self._row(key)
        change = AliasChange(id=row.memory.path, add=[phrase])
        return self._refreshed(change_aliases(change, store_name(row), self._where["cwd"], self._where["root"]))

    def mute(self, key: str, *, muted: bool) -> SaveOutcome:
        row = self._row(key)
        usage.set_muted(self._root, row.memory.path, muted)
        return SaveOutcome(status="muted" if muted else "unmuted", id=row.memory.id, path=row.memory.path)

    def undo_ticket(self, store: str) -> str:
        writable = find_writable(store, **self._where)
        entries = journal.entries(os.path.realpath(writable.root))
        newest = next((entry for entry in entries if entry[1].get("kind") == writable.kind), None)
        if newest is None:
            return ""
        return "%s-%s" % (os.path.basename(newest[0]), journal.digest(repr(newest[1]).encode("utf-8", "replace")))

    def undo(self, store: str, ticket: str) -> SaveOutcome:
        if store == INBOX:
            return self._put_back(ticket)
        if not ticket or self.undo_ticket(store) != ticket:
            raise StoreError("another write came after that one, so it stays; `memories undo` reverts the last one")
        return self._refreshed(undo.undo(self._where["cwd"], self._where["root"], store))

    def mend(self) -> int:
        stores = [find_writable(kind, **self._where) for kind in ("project", "patterns")]
        existing = [store for store in stores if store.exists()]
        before = sum(len(fsck.issues(store)) for store in existing)
        for store in existing:
            fsck.mend(store)
        return before - sum(len(fsck.issues(store)) for store in existing)  # one mend may settle several findings

    def fill(self, id: str, fields: Mapping[str, Any]) -> dict[str, Any]:
        return inbox.fill(self.inbox_root(), id, dict(fields))

    def accept(self, id: str) -> SaveOutcome:
        return self._refreshed(inbox.accept(self.inbox_root(), id))

    def reject(self, ids: Sequence[str]) -> str:
        gone = [inbox.get_candidate(self.inbox_root(), id) for id in ids]
        for candidate in gone:
            inbox.reject(self.inbox_root(), candidate["id"])
        ticket = secrets.token_urlsafe(9)
        self._rejected[ticket] = gone
        while len(self._rejected) > REJECTED:
            del self._rejected[next(iter(self._rejected))]
        return ticket

    def note(self, text: str) -> SaveOutcome:
        return self._refreshed(keep(SaveRequest(data={}, **self._where), text))

    def _put_back(self, ticket: str) -> SaveOutcome:
        gone = self._rejected.pop(ticket, [])
        if not gone:
            raise StoreError("these candidates were brought back already, or were rejected too long ago")
        back = [inbox.put_back(self.inbox_root(), candidate) for candidate in gone]
        return SaveOutcome(status="undone", notes=["in the inbox again: " + ", ".join(back)])

    def inbox_root(self) -> str:
        """The folder by which the inbox of this project is named."""
        return os.path.realpath(find_writable(**self._where).root)

    def _refreshed(self, outcome: SaveOutcome) -> SaveOutcome:
        self._snapshot.refresh()  # the page after a write has the record at its new address
        place = find_writable(**self._where).place  # the pages have this store alone
        return outcome.replace(path=outcome.path.removeprefix(place + "/")) if place else outcome

    def _row(self, key: str) -> Row:
        row = self._snapshot.rows.get(key)
        if row is None:
            raise StoreError(GONE)
        return row


def store_name(row: Row) -> str:
    """The store as write commands call it."""
    return row.scope if row.memory.kind in CATEGORIES else "patterns"
