"""Aliases added to stored records and taken out of them, for one record or for many in one write.

The rules are those of a save: cleaned, redacted, validated, with an entry in the history, committed under the lock.
"""

from __future__ import annotations

from ..core import clock, config
from ..core.errors import RecordError
from ..core.model import Problem, Value
from ..store import schema
from . import alias_list, find, merge, target
from .batch import Batch
from .draft import clean
from .request import SaveOutcome
from .service import check, preview, read
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..store.catalog import Entry
    from .writable import WritableStore


class AliasChange(Value):
    """What becomes of the aliases of the record that `id` names: `remove` goes first, then `add` comes."""

    id: str
    add: Sequence[str] = ()
    remove: Sequence[str] = ()


def change_aliases(
    change: AliasChange, store: str = "project", cwd: str = "", root: str = "", *, dry_run: bool = False
) -> SaveOutcome:
    """Changes the aliases of one record, which the beginning of its id may name.

    RecordError with every problem, StoreError when the store cannot be written.
    """
    return _change(existing_store(store, cwd, root), [change], dry_run=dry_run)[0]


def change_many(
    changes: Sequence[AliasChange], store: str = "project", cwd: str = "", root: str = "", *, dry_run: bool = False
) -> list[SaveOutcome]:
    """Changes the aliases of several records, in one write that one `undo` takes back.

    RecordError with the problems of all of them; nothing is written then.
    """
    return _change(existing_store(store, cwd, root), changes, dry_run=dry_run)


def without_aliases(store: WritableStore) -> list[Entry]:
    """The records in force that have no aliases, the last updated first."""
    maybe = [entry for entry in store.entries() if entry.shown() and not entry.head[2]]  # an alias may have no stem
    missing = [entry for entry in maybe if not (store.read(entry)[0] or {}).get("aliases")]
    return sorted(missing, key=lambda entry: (-(entry.updated or 0), entry.path))


def _change(store: WritableStore, changes: Sequence[AliasChange], *, dry_run: bool) -> list[SaveOutcome]:
    if store.kind == "patterns":
        raise RecordError.at("store", "records of the pattern store have no aliases; add tags instead")
    with store.locked():
        entries = store.entries()
        problems: list[Problem] = []
        planned = []
        for entry, change in _resolved(store, entries, changes, problems):
            try:
                planned.append(_planned(store, entry, change, dry_run=dry_run))
            except RecordError as error:
                path = store.shown(entry.path)
                problems += [problem if problem.path else problem.replace(path=path) for problem in error.problems]
        if problems:
            raise RecordError("the aliases were refused", problems)
        batch = Batch("alias", planned[0][0].id if len(planned) == 1 else "")
        for outcome, path, record in planned:
            if outcome.changed:
                batch.put(path, record)
        if not dry_run:
            store.commit(batch, entries)
    return [outcome.replace(notes=[*outcome.notes, *batch.notes]) for outcome, _, _ in planned]


def _resolved(
    store: WritableStore, entries: list[Entry], changes: Sequence[AliasChange], problems: list[Problem]
) -> list[tuple[Entry, AliasChange]]:
    """The record of each change; changes of one record are joined. What cannot be resolved goes to `problems`."""
    joined: dict[str, tuple[Entry, AliasChange]] = {}
    for change in changes:
        try:
            entry = find.find_in(store, entries, change.id)
        except RecordError as error:
            problems += error.problems
            continue
        _, known = joined.get(entry.path, (entry, AliasChange(id=entry.id)))
        both = known.replace(add=[*known.add, *change.add], remove=[*known.remove, *change.remove])
        joined[entry.path] = entry, both
    return list(joined.values())


def _planned(
    store: WritableStore, entry: Entry, change: AliasChange, *, dry_run: bool
) -> tuple[SaveOutcome, str, dict[str, Any]]:
    """(the outcome, the record's path, its next state). RecordError with every problem of this record."""
    before = read(store, entry)
    if entry.status != "active":
        raise target.inactive(store, entry, named=True)
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
        return outcome.replace(status="unchanged", changed=False), entry.path, before
    record = _changed(before, aliases)
    check(record, tolerated=schema.unknown_keys(before))
    if dry_run:
        outcome = preview(outcome, store, entry.path, entry.path, record)
    return outcome, entry.path, record


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
