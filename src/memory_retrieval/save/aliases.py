"""Aliases added to stored records and taken out of them, for one record or for many in one write.

The rules are those of a save: cleaned, redacted, validated, with an entry in the history, committed under the lock.
"""

from __future__ import annotations

from ..core import jsontext
from ..core.errors import RecordError
from ..core.model import Problem, Value
from . import alias_list, target
from .draft import clean
from .edit import Editing, preview, revised
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sequence

    from ..store.catalog import Entry
    from .request import SaveOutcome
    from .writable import WritableStore

MAX_BATCH = 16_777_216  # bytes: 16,000 records with eight long aliases each
LISTED = ("category", "title", "path")  # keys of a listed record that may stay in its line
SHAPE = 'expected {"id": "...", "aliases": ["...", ...]}'


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


def parse(text: str) -> list[AliasChange]:
    """The changes of a batch, in its order. RecordError with every line or id that is wrong."""
    if len(text.encode("utf-8", "surrogatepass")) > MAX_BATCH:
        raise RecordError.at("input", "a batch has at most %d bytes; split it" % MAX_BATCH, "size")
    if not text.strip():
        raise RecordError.at("input", "is empty; expected an object {id: [phrases]}, or JSON lines", "missing")
    problems: list[Problem] = []
    whole = _whole(text)
    changes = _of_lines(text, problems) if whole is None else _of_object(whole, problems)
    if problems:
        raise RecordError("the batch was refused", problems)
    return changes


def _change(store: WritableStore, changes: Sequence[AliasChange], *, dry_run: bool) -> list[SaveOutcome]:
    if store.kind == "patterns":
        raise RecordError.at("store", "records of the pattern store have no aliases; add tags instead")
    outcomes: list[SaveOutcome] = []
    problems: list[Problem] = []
    with Editing(store, "alias", dry_run=dry_run) as edit:
        for entry, change in _resolved(edit, changes, problems):
            try:
                outcomes.append(_changed(edit, entry, change))
            except RecordError as error:
                path = store.shown(entry.path)
                problems += [problem if problem.path else problem.replace(path=path) for problem in error.problems]
        if problems:
            raise RecordError("the aliases were refused", problems)
        edit.batch.id = outcomes[0].id if len(outcomes) == 1 else ""
    return [outcome.replace(notes=[*outcome.notes, *edit.batch.notes]) for outcome in outcomes]


def _resolved(
    edit: Editing, changes: Sequence[AliasChange], problems: list[Problem]
) -> list[tuple[Entry, AliasChange]]:
    """The record of each change; changes of one record are joined. What cannot be resolved goes to `problems`."""
    joined: dict[str, tuple[Entry, AliasChange]] = {}
    for change in changes:
        try:
            entry = edit.find(change.id)
        except RecordError as error:
            problems += error.problems
            continue
        _, known = joined.get(entry.path, (entry, AliasChange(id=entry.id)))
        both = known.replace(add=[*known.add, *change.add], remove=[*known.remove, *change.remove])
        joined[entry.path] = entry, both
    return list(joined.values())


def _changed(edit: Editing, entry: Entry, change: AliasChange) -> SaveOutcome:
    """Puts the next state of a record, and returns its outcome. RecordError with every problem of this record."""
    before = edit.read(entry)
    if entry.status != "active":
        raise target.inactive(edit.store, entry, named=True)
    notes: list[str] = []
    old = list(before.get("aliases") or ())
    added = alias_list.tidy(clean({"aliases": list(change.add)}, notes)["aliases"])
    left, unknown = alias_list.without(old, change.remove)
    aliases = alias_list.union(left, added)
    problems = alias_list.length_problems(added)
    if not added and not change.remove:
        message = "no phrase given; add the words that somebody would use to ask"
        problems.append(Problem.at("aliases", message, "missing"))
    if unknown:
        listed = alias_list.quoted(unknown), alias_list.quoted(old) or "none"
        problems.append(Problem.at("aliases", "%s is not one of its aliases; they are %s" % listed, "not-found"))
    excess = alias_list.number_problem(entry.id, left, aliases)
    problems += [excess] if excess else []
    if problems:
        raise RecordError("the aliases were refused", problems)
    known = [phrase for phrase in added if phrase not in aliases]
    notes += ["aliases: %s already present" % alias_list.quoted(known)] if known else []
    if aliases == old:
        return edit.outcome("unchanged", entry, notes, aliases=aliases, changed=False)
    record = _revised(before, old, aliases)
    edit.put(entry, record)
    outcome = edit.outcome("updated", entry, notes, aliases=aliases)
    return preview(outcome, edit.store, entry.path, entry.path, record) if edit.dry_run else outcome


def _revised(before: dict[str, Any], old: list[str], aliases: list[str]) -> dict[str, Any]:
    """The record with other aliases, an entry in its history, and the time of now."""
    added, removed = [a for a in aliases if a not in old], [a for a in old if a not in aliases]
    said = ["added " + alias_list.quoted(added)] if added else []
    said += ["removed " + alias_list.quoted(removed)] if removed else []
    times = (before.get("times_updated") or 0) + 1
    return revised(before, "Aliases: " + "; ".join(said), "aliases", aliases=aliases or None, times_updated=times)


def _whole(text: str) -> dict[str, Any] | None:
    """The object that the text is, unless that is the only line of JSON lines."""
    try:
        value = jsontext.loads(text)
    except ValueError:
        return None
    return value if isinstance(value, dict) and not isinstance(value.get("id"), str) else None


def _of_object(value: dict[str, Any], problems: list[Problem]) -> list[AliasChange]:
    changes = []
    for id, phrases in value.items():
        if _are_phrases(phrases):
            changes.append(AliasChange(id=id, add=phrases))
        else:
            problems.append(Problem.at(id[:80], "expected a list of phrases"))
    return changes


def _of_lines(text: str, problems: list[Problem]) -> list[AliasChange]:
    changes = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            changes.append(_of_line(jsontext.loads(line)))
        except ValueError as error:
            problems.append(Problem.at("line %d" % number, str(error)))
    return changes


def _of_line(value: Any) -> AliasChange:
    """ValueError says what is wrong with a line."""
    if not isinstance(value, dict) or not isinstance(value.get("id"), str) or not _are_phrases(value.get("aliases")):
        raise ValueError(SHAPE)
    unknown = [key for key in value if key not in ("id", "aliases", *LISTED)]
    if unknown:
        raise ValueError("unknown key %.40r; %s" % (unknown[0], SHAPE))
    return AliasChange(id=value["id"], add=value["aliases"])


def _are_phrases(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(phrase, str) for phrase in value)
