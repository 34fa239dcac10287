"""The one way in which stored records are changed: lock, read the catalogue, find, read, change, check, commit."""

from __future__ import annotations

from ..core import clock, environment
from ..core.errors import RecordError
from ..core.model import Problem, Record, Store
from ..store import catalog, schema
from ..store.catalog import Entry, read_entry
from ..store.lock import StoreLock
from . import find, merge
from .batch import Batch, read_bytes, serialize
from .commit import commit
from .draft import MAX_INPUT
from .request import SaveOutcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterable

    from ..store.place import Place


class Editing:
    """Changes of stored records as one write, which one `undo` reverts: `with Editing(place, "retire") as edit: ...`.

    The lock is held inside the block, and its end commits what was put: nothing after an exception, or in a dry run.

    store    that of the place; StoreError when it does not exist
    entries  the catalogue
    batch    the changes; `about` says which record the journal names, "" for several
    """

    def __init__(self, place: Place, action: str, *, dry_run: bool = False) -> None:
        self.place, self.store, self.dry_run = place, place.existing(), dry_run
        self.batch = Batch(action, "")
        self.entries: list[Entry] = []

    def __enter__(self) -> Editing:
        self._lock = StoreLock(self.store.base)
        self._lock.__enter__()
        try:
            self.entries = catalog.entries(self.store)
        except BaseException:
            self._lock.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        try:
            if kind is None and not self.dry_run:
                commit(self.store, self.batch, self.entries)
        finally:
            self._lock.__exit__(kind, error, trace)

    def find(self, id: str) -> Entry:
        """The record that an id, the beginning of one, or a path names; RecordError when there is none, or several."""
        return find.find_in(self.place, self.store, self.entries, id)

    def read(self, entry: Entry) -> Record:
        """The record behind an entry; RecordError when it is no longer valid."""
        return read(self.store, entry)

    def put(self, entry: Entry, record: Record, path: str = "") -> None:
        """The next state of a record; RecordError with every problem of it. Unknown keys that it has may stay.

        path  where it goes, if that is not where it is
        """
        check(record, tolerated=schema.unknown_keys(self.read(entry)))
        self.batch.put(path or entry.path, record)
        if path:
            self.batch.remove(entry.path)

    def outcome(
        self, status: str, entry: Entry, notes: Iterable[str] = (), **more: Any
    ) -> SaveOutcome:
        """The outcome of the write as far as it concerns one record; `notes` go before those of the commit."""
        said = [*notes, *self.batch.notes]
        return SaveOutcome(
            status=status,
            id=entry.id,
            path=self.store.shown(entry.path),
            notes=said,
            **more,
        )


def revised(
    before: Record, summary: str, field: str, dates: tuple[str, ...] = (), **values: Any
) -> Record:
    """A copy of a record with other values, the time of now, and an entry about `field` in its history.

    dates  the keys, besides `updated_at`, that get the time of the change
    """
    date = clock.format_time(
        merge.later(
            environment.now(), before.get("updated_at"), before.get("created_at")
        )
    )
    record = {**before, **values, **dict.fromkeys([*dates, "updated_at"], date)}
    record["schema_version"] = merge.version(record, before.get("schema_version"))
    change = {
        "field": field,
        "old_value": _value(before, field),
        "new_value": _value(record, field),
    }
    return merge.ordered(merge.with_change(record, date, summary, **change))


def _value(record: Record, field: str) -> Any:
    if field.startswith("content."):
        return record["content"].get(field[len("content.") :])
    return record.get(field) or ("active" if field == "record_status" else None)


def read_pending(store: Store, batch: Batch, entry: Entry) -> Record | None:
    """The record behind an entry as a batch will leave it; None when it is not valid."""
    return batch.pending(entry.path) or read_entry(store, entry)[0]


def read(store: Store, entry: Entry) -> Record:
    """The record behind an entry; RecordError when it is no longer valid."""
    raw, problems = read_entry(store, entry)
    if raw is None:
        raise RecordError(f"{entry.path} is not a valid memory", problems)
    return raw


def check(
    record: Record, kind: str | None = None, tolerated: Iterable[str] = ()
) -> None:
    """RecordError with every problem of a record about to be written; unknown keys that it had before are tolerated."""
    problems = [
        p
        for p in schema.validate(record, kind, strict=True)
        if p.location not in tolerated
    ]
    size = 0 if problems else len(serialize(record))
    if size > MAX_INPUT:
        message = f"the memory has {size} bytes, the limit is {MAX_INPUT}; shorten it"
        problems = [Problem(location="record", message=message, code="size")]
    if problems:
        raise RecordError("the memory was refused", problems)


def preview(
    outcome: SaveOutcome, store: Store, old_path: str | None, path: str, record: Record
) -> SaveOutcome:
    """The outcome of a dry run, with a unified diff from the file to the record."""
    import difflib

    before = (
        (read_bytes(store.absolute(old_path)) or b"").decode("utf-8", "replace")
        if old_path
        else ""
    )
    lines = difflib.unified_diff(
        before.splitlines(True),
        serialize(record).decode("utf-8").splitlines(True),
        f"a/{path}" if old_path else "/dev/null",
        f"b/{path}",
    )
    return outcome.replace(
        notes=[*outcome.notes, "dry run: nothing was written"], diff="".join(lines)
    )
