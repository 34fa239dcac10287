"""Aliases added to a stored record and taken out of it.

The rules are those of a save: cleaned, redacted, validated, with an entry in the history, committed under the lock.
"""

from __future__ import annotations

from ..core import settings
from ..core.errors import RecordError
from ..core.jsontext import texts_of
from ..core.model import Problem, Record, Value
from ..store.place import Place
from . import alias_list, find
from .draft import clean
from .edit import Editing, preview, revised
from .target import inactive

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Sequence

    from ..store.catalog import Entry
    from .request import SaveOutcome


class AliasChange(Value):
    """What becomes of the aliases of the record that `id` names: `remove` goes first, then `add` comes."""

    id: str
    add: Sequence[str] = ()
    remove: Sequence[str] = ()


def change_aliases(
    place: Place, change: AliasChange, *, dry_run: bool = False
) -> SaveOutcome:
    """Changes the aliases of one record, which the beginning of its id may name, or of a document, by its path.

    RecordError with every problem, StoreError when the store cannot be written.
    """
    if not place.kind.curated:
        raise RecordError.at(
            "store", "memories of the pattern store have no aliases; add tags instead"
        )
    document = find.document(place, change.id)
    change_one = _of_document if document else _of_record
    place = Place(root=document[0].root) if document else place
    with Editing(place, "alias", dry_run=dry_run) as edit:
        entry = document[1] if document else edit.find(change.id)
        outcome = change_one(edit, entry, change)
        edit.batch.id = entry.id
    return outcome.replace(notes=[*outcome.notes, *edit.batch.notes])


def _of_record(edit: Editing, entry: Entry, change: AliasChange) -> SaveOutcome:
    """Puts the next state of a record, and returns its outcome. RecordError with every problem of this record."""
    before = edit.read(entry)
    if entry.status != "active":
        raise inactive(edit.store, entry, named=True)
    old = list(before.get("aliases") or ())
    aliases, notes = _changed(entry, old, change)
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


def _of_document(edit: Editing, entry: Entry, change: AliasChange) -> SaveOutcome:
    """The same for a document: the settings of the project have its aliases, under its path."""
    path = edit.store.prefix + settings.PROJECT_FILE
    faults: list[str] = []
    tree = settings.read_json(edit.store.absolute(path), faults, links=False)
    known = (tree or {}).get(settings.ALIASES_OF_DOCUMENTS, {})
    if faults:
        raise RecordError.at(path, faults[0])
    old = texts_of(known.get(entry.path))
    aliases, notes = _changed(entry, old, change)
    if aliases == old:
        return edit.outcome("unchanged", entry, notes, aliases=aliases, changed=False)
    known = {**known, entry.path: aliases}
    left = {path: phrases for path, phrases in known.items() if phrases}
    edit.batch.put(path, {**(tree or {}), settings.ALIASES_OF_DOCUMENTS: left})
    return edit.outcome("updated", entry, notes, aliases=aliases)


def _changed(
    entry: Entry, old: list[str], change: AliasChange
) -> tuple[list[str], list[str]]:
    """(the aliases after a change, notes on it). RecordError with every problem."""
    notes: list[str] = []
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
    return aliases, notes


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
