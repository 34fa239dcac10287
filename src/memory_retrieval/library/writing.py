"""Writing records from a program, with the rules, locks and durability of the command line."""

from __future__ import annotations

from ..save.request import SaveRequest
from ..save.service import save
from ..save.undo import undo as undo_write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping

    from ..save.request import SaveOutcome


def save_memory(
    record: Mapping[str, Any],
    root: str = "",
    *,
    category: str = "",
    title: str = "",
    action: str = "",
    update: str = "",
    digest: str = "",
    store: str = "project",
    kind: str = "",
    dry_run: bool = False,
) -> SaveOutcome:
    """Stores a record, complete or partial: updates the one of the same id or title, or `update`, else creates one.

    category, title  override the record's own
    action           "create" or "update": do only this; "" for either
    update           id or path of the record to update, whatever its title
    digest           sha256 or md5 of the file to update; refused when it has changed
    store            "project", "user" or "patterns"; `kind` is the pattern store's kind of record
    dry_run          write nothing; `SaveOutcome.diff` shows what would change

    RecordError with every problem of the record, StoreError when the store cannot be written.
    """
    request = SaveRequest(
        data=dict(record),
        category=category,
        title=title,
        action=action,
        update_id=update,
        digest=digest,
        store=store,
        kind=kind,
        root=root,
        dry_run=dry_run,
    )
    return save(request)


def undo(root: str = "", *, store: str = "project") -> SaveOutcome:
    """Undoes the last write of a store; a second call undoes the write before it.

    RecordError when the files have changed since, StoreError when there is nothing to undo.
    """
    return undo_write(root=root, store=store)
