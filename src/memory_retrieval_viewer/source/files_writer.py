"""The writes of pages over a project's files, each through the function of the command that does the same."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from memory_retrieval.core.errors import StoreError
from memory_retrieval.save import lifecycle
from memory_retrieval.save.note import keep
from memory_retrieval.save.request import SaveOutcome, SaveRequest
from memory_retrieval.state import journal, usage
from memory_retrieval.store import kinds
from memory_retrieval.store.place import Place
from memory_retrieval.upkeep import fsck, inbox, review, undo

from ..values import Fields, Row, Waiting
from .checkup import CheckupRunner
from .snapshot import Snapshot

UNDO_STORES = tuple([kind.name for kind in kinds.WRITTEN])
INBOX = "inbox"  # in place of a store: rejected candidates can be brought back
REJECTED = 20  # rejections that can be undone
GONE = "the memory is gone; somebody removed or renamed it"


class FilesWriter:
    """Changes the files of a store through the functions of the commands, whose outcomes it returns.

    `root` is the project's folder, `given` what --root said; the snapshot is refreshed after each write.
    """

    def __init__(
        self, root: str, given: str, snapshot: Snapshot, checkups: CheckupRunner
    ) -> None:
        self._root, self._given, self._snapshot, self._checkups = (
            root,
            given,
            snapshot,
            checkups,
        )
        self._rejected: dict[str, list[Fields]] = {}

    def change_status(self, verb: str, key: str, reason: str) -> SaveOutcome:
        row = self._row(key)
        return self._refreshed(
            lifecycle.change_status(
                self._place(store_name(row)), verb, row.memory.path, reason
            )
        )

    def retire_many(self, keys: Sequence[str], reason: str) -> tuple[SaveOutcome, str]:
        """Retires memories of one store in one write; (the outcome, the store)."""
        rows = [self._row(key) for key in keys]
        store = store_name(rows[0])
        paths = [row.memory.path for row in rows if store_name(row) == store]
        outcome = self._refreshed(
            lifecycle.retire_many(self._place(store), paths, reason)
        )
        left = len(rows) - len(paths)
        if left:
            note = f"{left} of another store were left; retire them apart"
            outcome = outcome.replace(notes=[*outcome.notes, note])
        return outcome, store

    def decide(self, item: Waiting, what: str) -> SaveOutcome:
        """Keeps what may be out of date ("keep"), or takes it out of use ("retire"). What is left open is dropped."""
        keep: Any = partial(review.keep, by_user=True)
        act = review.retire if what == "retire" else keep
        told = item.item.what if item.reasons else None
        id = told.entry.path if told else item.key
        outcome = self._refreshed(act(self._place(item.store), id, review=told))
        self._checkups.drop(item)
        return outcome

    def mute(self, key: str, *, muted: bool) -> SaveOutcome:
        row = self._row(key)
        usage.set_muted(self._root, row.memory.path, muted)
        status = "muted" if muted else "unmuted"
        return SaveOutcome(status=status, id=row.memory.id, path=row.memory.path)

    def undo_ticket(self, store: str) -> str:
        """Names the last write of a store; "" when there is none."""
        writable = self._place(store).target
        for path, write in journal.entries(writable.root):
            if write.get("kind") == writable.kind.name:
                digest = journal.digest(repr(write).encode("utf-8", "replace"))
                return os.path.basename(path) + "-" + digest
        return ""

    def undo(self, store: str, ticket: str) -> SaveOutcome:
        """Reverts the last write. StoreError when it is not the one that `ticket` names."""
        if store == INBOX:
            return self._put_back(ticket)
        if not ticket or self.undo_ticket(store) != ticket:
            raise StoreError(
                "another write came after that one, so it stays; `memories undo` reverts the last one"
            )
        return self._refreshed(undo.undo(self._place(store)))

    def fix(self) -> int:
        """Fixes what `memories doctor --fix` fixes; the number of findings that are gone."""
        stores = [self._place().store(kind) for kind in kinds.WRITTEN if kind.own]
        existing = [store for store in stores if store.exists()]
        fixed = 0
        for store in existing:
            before = len(fsck.issues(store))
            fsck.fix(store)
            fixed += before - len(
                fsck.issues(store)
            )  # one fix may settle several findings
        return fixed

    def fill(self, id: str, fields: Mapping[str, Any]) -> Fields:
        """Writes fields into a candidate of the inbox; the candidate. RecordError when they are not valid."""
        return inbox.fill(self.inbox_root(), id, dict(fields))

    def accept(self, id: str, fields: Mapping[str, Any] | None = None) -> SaveOutcome:
        """Saves a candidate; a memory that lacks something is marked. RecordError for wrong fields, or without a title."""
        root = self.inbox_root()
        return self._refreshed(
            inbox.accept(root, id, dict(fields or {}), incomplete=True)
        )

    def reject(self, ids: Sequence[str]) -> str:
        """Removes candidates; the ticket with which `undo` of INBOX brings them back while the viewer runs."""
        gone = [inbox.get_candidate(self.inbox_root(), id) for id in ids]
        for candidate in gone:
            inbox.reject(self.inbox_root(), candidate["id"])
        ticket = secrets.token_urlsafe(9)
        self._rejected[ticket] = gone
        while len(self._rejected) > REJECTED:
            del self._rejected[next(iter(self._rejected))]
        return ticket

    def note(self, text: str) -> SaveOutcome:
        """Saves a sentence, as `memories note` does. RecordError when it is empty or too long."""
        return self._refreshed(keep(SaveRequest(self._place(), {}), text))

    def _put_back(self, ticket: str) -> SaveOutcome:
        gone = self._rejected.pop(ticket, [])
        if not gone:
            raise StoreError(
                "these memories were brought back already, or were rejected too long ago"
            )
        back = [inbox.put_back(self.inbox_root(), candidate) for candidate in gone]
        return SaveOutcome(status="undone", notes=["waiting again: " + ", ".join(back)])

    def inbox_root(self) -> str:
        """The folder by which the inbox of this project is named."""
        return self._place().target.root

    def _refreshed(self, outcome: SaveOutcome) -> SaveOutcome:
        self._snapshot.refresh()  # the page after a write has the record at its new address
        place = self._place().target.within  # the pages have this store alone
        return (
            outcome.replace(path=outcome.path.removeprefix(f"{place}/"))
            if place
            else outcome
        )

    def _place(self, store: str = kinds.PROJECT.name) -> Place:
        """The place as it is now, for a store as write commands call it."""
        return Place(self._root, self._given, kinds.BY_NAME[store])

    def _row(self, key: str) -> Row:
        row = self._snapshot.rows.get(key)
        if row is None:
            raise StoreError(GONE)
        return row


def store_name(row: Row) -> str:
    """The store as write commands call it. StoreError for a copy, which is never written."""
    kind, path = row.store.kind, row.memory.path
    if kind.copied:
        raise StoreError(f"{path} is {kind.refused % path}")
    return kind.name if row.curated else kinds.PATTERNS.name
