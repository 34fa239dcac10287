"""Aliases added to a stored record and taken out of it.

The rules are those of a save: cleaned, redacted, validated, with an entry in the history, committed under the lock.
"""

from __future__ import annotations

from ..core.errors import RecordError
from ..core.model import Problem, Record, Value
from . import alias_list
from .draft import clean
from .edit import Editing, preview, revised
from .target import inactive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..store.catalog import Entry
    from ..store.place import Place
    from .request import SaveOutcome


class AliasChange(Value):
    """What becomes of the aliases of the record that `id` names: `remove` goes first, then `add` comes."""

    id: str
    add: Sequence[str] = ()
    remove: Sequence[str] = ()


def change_aliases(
    place: Place, change: AliasChange, *, dry_run: bool = False
) -> SaveOutcome:
    """Changes the aliases of one record, which the beginning of its id may name.

    RecordError with every problem, StoreError when the store cannot be written.
    """
    if not place.existing().kind.curated:
        raise RecordError.at(
            "store", "records of the pattern store have no aliases; add tags instead"
        )
    with Editing(place, "alias", dry_run=dry_run) as edit:
        entry = edit.find(change.id)
        outcome = _changed(edit, entry, change)
        edit.batch.id = entry.id
    return outcome.replace(notes=[*outcome.notes, *edit.batch.notes])


def _changed(edit: Editing, entry: Entry, change: AliasChange) -> SaveOutcome:
    """Puts the next state of a record, and returns its outcome. RecordError with every problem of this record."""
    before = edit.read(entry)
    if entry.status != "active":
        raise inactive(edit.store, entry, named=True)
    notes: list[str] = []
    old = list(before.get("aliases") or ())
    added = alias_list.tidy(clean({"aliases": list(change.add)}, notes)["aliases"])
    left, unknown = alias_list.without(old, change.remove)
    aliases = alias_list.union(left, added)
    problems = alias_list.problems(added)
    if not added and not change.remove:
        message = "no phrase given; add the words that somebody would use to ask"
        problems.append(Problem.at("aliases", message, "missing"))
    if unknown:
        message = alias_list.quoted(unknown) + " is not one of its aliases; they are "
        message += alias_list.quoted(old) or "none"
        problems.append(Problem.at("aliases", message, "not-found"))
    excess = alias_list.number_problem(entry.id, left, aliases)
    problems += [excess] if excess else []
    if problems:
        raise RecordError("the aliases were refused", problems)
    known = [phrase for phrase in added if phrase not in aliases]
    if known:
        notes.append("aliases: " + alias_list.quoted(known) + " already present")
    if aliases == old:
        return edit.outcome("unchanged", entry, notes, aliases=aliases, changed=False)
    record = _revised(before, old, aliases)
    edit.put(entry, record)
    outcome = edit.outcome("updated", entry, notes, aliases=aliases)
    return (
        preview(outcome, edit.store, entry.path, entry.path, record)
        if edit.dry_run
        else outcome
    )


def _revised(before: Record, old: list[str], aliases: list[str]) -> Record:
    """The record with other aliases, an entry in its history, and the time of now."""
    said = []
    for what, these, others in (("added ", aliases, old), ("removed ", old, aliases)):
        changed = [alias for alias in these if alias not in others]
        if changed:
            said.append(what + alias_list.quoted(changed))
    times = (before.get("times_updated") or 0) + 1
    summary = "Aliases: " + "; ".join(said)
    return revised(
        before, summary, "aliases", aliases=aliases or None, times_updated=times
    )
