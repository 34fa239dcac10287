"""Aliases added to a stored record and taken out of it.

The rules are those of a save: cleaned, redacted, validated, with an entry in the history, committed under the lock.
"""

from __future__ import annotations

from ..core import clock, config
from ..core.errors import RecordError
from ..core.model import Problem, Value
from ..store import schema
from . import alias_list, find, merge
from .batch import Batch
from .draft import clean
from .request import SaveOutcome
from .service import check, preview, read
from .target import inactive
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..store.catalog import Entry
    from .writable import WritableStore


class AliasChange(Value):
    """What becomes of the aliases of the record that `id` names: `remove` goes first, then `add` comes."""

    __slots__ = ("add", "id", "remove")
    _defaults = {"add": (), "remove": ()}
    if TYPE_CHECKING:
        id: str
        add: Sequence[str]
        remove: Sequence[str]


def change_aliases(
    change: AliasChange, store: str = "project", cwd: str = "", root: str = "", *, dry_run: bool = False
) -> SaveOutcome:
    """Changes the aliases of one record, which the beginning of its id may name.

    RecordError with every problem, StoreError when the store cannot be written.
    """
    target = existing_store(store, cwd, root)
    if target.kind == "patterns":
        raise RecordError.at("store", "records of the pattern store have no aliases; add tags instead")
    with target.locked():
        entries = target.entries()
        entry = find.find_in(target, entries, change.id)
        outcome, record = _planned(target, entry, change, dry_run=dry_run)
        batch = Batch("alias", entry.id)
        if outcome.changed:
            batch.put(entry.path, record)
        if not dry_run:
            target.commit(batch, entries)
    return outcome.replace(notes=[*outcome.notes, *batch.notes])


def _planned(
    store: WritableStore, entry: Entry, change: AliasChange, *, dry_run: bool
) -> tuple[SaveOutcome, dict[str, Any]]:
    """(the outcome, the record's next state). RecordError with every problem."""
    before = read(store, entry)
    if entry.status != "active":
        raise inactive(store, entry, named=True)
    notes: list[str] = []
    old = list(before.get("aliases") or ())
    added = alias_list.tidy(clean({"aliases": list(change.add)}, notes)["aliases"])
    left, unknown = alias_list.without(old, change.remove)
    aliases = alias_list.union(left, added)
    problems = _problems(entry.id, change, old, left, aliases, added, unknown)
    if problems:
        raise RecordError("the aliases were refused", problems)
    known = [phrase for phrase in added if phrase not in aliases]
    notes += ["aliases: %s already present" % alias_list.quoted(known)] if known else []
    outcome = SaveOutcome(status="updated", id=entry.id, path=store.shown(entry.path), notes=notes, aliases=aliases)
    if aliases == old:
        return outcome.replace(status="unchanged", changed=False), before
    record = _changed(before, aliases)
    check(record, tolerated=schema.unknown_keys(before))
    if dry_run:
        outcome = preview(outcome, store, entry.path, entry.path, record)
    return outcome, record


def _problems(
    id: str,
    change: AliasChange,
    old: Sequence[str],
    left: Sequence[str],
    aliases: Sequence[str],
    added: Sequence[str],
    unknown: Sequence[str],
) -> list[Problem]:
    problems = alias_list.length_problems(added)
    if not added and not change.remove:
        problems.append(
            Problem.at("aliases", "no phrase given; add the words that somebody would use to ask", "missing")
        )
    if unknown:
        message = "%s is not one of its aliases; they are %s" % (
            alias_list.quoted(unknown),
            alias_list.quoted(old) or "none",
        )
        problems.append(Problem.at("aliases", message, "not-found"))
    excess = alias_list.number_problem(id, left, aliases)
    return problems + [excess] if excess else problems


def _changed(before: dict[str, Any], aliases: list[str]) -> dict[str, Any]:
    """The record with other aliases, an entry in its history, and the time of now."""
    old = before.get("aliases") or []
    added, removed = [a for a in aliases if a not in old], [a for a in old if a not in aliases]
    said = ["added " + alias_list.quoted(added)] if added else []
    said += ["removed " + alias_list.quoted(removed)] if removed else []
    date = clock.format_time(merge.later(config.now(), before.get("updated_at"), before.get("created_at")))
    record = {**before, "schema_version": "1.1", "aliases": aliases or None, "updated_at": date}
    record["times_updated"] = (before.get("times_updated") or 0) + 1
    values = {"field": "aliases", "old_value": list(old), "new_value": list(aliases)}
    return merge.ordered(merge.with_change(record, date, "Aliases: " + "; ".join(said), **values))
