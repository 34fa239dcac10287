"""Writing records from a program, with the rules, locks and durability of the command line."""

from __future__ import annotations

from ..save.aliases import AliasChange, change_aliases
from ..save.request import SaveRequest
from ..save.service import save
from ..save.undo import undo as undo_write
from . import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Mapping, Sequence

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
        data=dict(arguments.mapping("record", record)),
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


def add_aliases(
    id: str,
    phrases: str | Sequence[str] = (),
    root: str = "",
    *,
    remove: str | Sequence[str] = (),
    store: str = "project",
    dry_run: bool = False,
) -> SaveOutcome:
    """Adds aliases, phrasings under which somebody would look for a record; `SaveOutcome.aliases` has all of them.

    id       of the record, the beginning of it, or its path
    phrases  one or several; those that are there already, in whatever case, stay as they are
    remove   aliases that go first
    store    "project" or "user"
    dry_run  write nothing; `SaveOutcome.diff` shows what would change

    RecordError with every problem, for instance when there would be more than eight; StoreError when the store cannot
    be written.
    """
    change = AliasChange(id=id, add=_several(phrases), remove=_several(remove))
    return change_aliases(change, store, root=root, dry_run=dry_run)


def undo(root: str = "", *, store: str = "project") -> SaveOutcome:
    """Undoes the last write of a store; a second call undoes the write before it.

    RecordError when the files have changed since, StoreError when there is nothing to undo.
    """
    return undo_write(root=root, store=store)


def _several(phrases: str | Sequence[str]) -> list[str]:
    return [phrases] if isinstance(phrases, str) else list(phrases)
