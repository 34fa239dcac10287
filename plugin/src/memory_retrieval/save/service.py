"""The write path, whole: input -> draft -> target -> merge -> validate -> links, retention -> commit.

`plan` applies the rules and writes nothing, `save_to` adds the lock and the commit, `save` finds the store of files.
All raise RecordError for a fault of the input, and StoreError when the store cannot be read or written.
"""

from __future__ import annotations

from ..core import environment
from ..core.errors import RecordError
from ..core.model import Problem, Record, Store
from ..store import catalog, kinds, schema
from ..store.catalog import Entry, read_entry
from ..store.lock import StoreLock
from . import draft as drafts
from . import find, guarding, lifecycle, links, merge, names, target
from .batch import Batch
from .commit import commit, make_store, refresh_index
from .edit import check, preview, read
from .request import SaveOutcome, SaveRequest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from .draft import Draft

    Prepared = tuple[Draft, Record, list[Problem]]

DECIDE = (
    "related: for each memory, decide: update it instead (--update OTHER), mark it as replaced or settled by "
    "this one (`memories replace OTHER --by ID`), or keep both"
)


def save(request: SaveRequest) -> SaveOutcome:
    """Stores one record in the store of files that the request names."""
    place = request.place
    store = place.store(kinds.PATTERNS) if request.kind else place.target
    try:
        return save_to(store, request)
    except RecordError as error:
        if error.problems[0].code == "not-found":
            find.refuse_around(
                place,
                store.kind,
                [request.update_id, *(request.data.get("supersedes") or ())],
            )
        raise


def save_to(store: Store, request: SaveRequest) -> SaveOutcome:
    """Stores one record in a given store. The catalogue is read once, under the lock.

    A fault of the record itself is refused before the lock, so that not even an empty store is created for it.
    """
    planned = prepared = None
    if not store.exists():
        planned = plan(store, request, [])
        if request.dry_run:
            return planned[0]
        make_store(store)
    elif not _needs_category(store, request):
        prepared = _prepare(store, request, lambda: catalog.entries(store))
    with StoreLock(store.base):
        entries = catalog.entries(store)
        if (
            planned is None or entries
        ):  # entries of somebody else, who has created the store as well
            planned = plan(store, request, entries, prepared)
        outcome, batch = planned
        if batch is None:
            return (
                outcome
                if request.dry_run
                else _unchanged(store, request, entries, outcome)
            )
        outcome = _with_related(
            store, entries, outcome, batch
        )  # before the index would have the record itself
        if request.dry_run:
            return outcome
        commit(store, batch, entries)
        said = guarding.notes(store, request, *batch.main(), outcome.status)
        return outcome.replace(notes=outcome.notes + batch.notes + said)


def _unchanged(
    store: Store, request: SaveRequest, entries: list[Entry], outcome: SaveOutcome
) -> SaveOutcome:
    """The outcome of a save that writes no record; index.md is repaired, and a guard that a person gave is accepted."""
    notes = [*outcome.notes, *refresh_index(store, entries)]
    for entry in entries if request.data.get("guard") else ():
        if store.shown(entry.path) == outcome.path:
            notes += guarding.notes(
                store, request, entry.path, read_entry(store, entry)[0], outcome.status
            )
    return outcome.replace(notes=notes)


def plan(
    store: Store,
    request: SaveRequest,
    entries: list[Entry],
    prepared: Prepared | None = None,
) -> tuple[SaveOutcome, Batch | None]:
    """(the outcome, the batch to commit); no batch when nothing changes. `entries` are all of the store's."""
    if not store.exists() and (request.update_id or request.action == "update"):
        message = "there is no memory store here yet, so there is nothing to update; leave out --update and --action"
        raise RecordError.at("id", message, "no-store")
    draft, new, problems = prepared or _prepare(store, request, lambda: entries)
    if (
        store.kind.curated
        and not draft.complete
        and draft.fields.get("supersedes")
        and not problems
    ):
        draft.fields["supersedes"] = new["supersedes"] = links.whole_ids(
            entries, draft.fields["supersedes"]
        )
    old = target.resolve(store, entries, draft, request)
    _refuse(problems, known=old is not None)
    if old is not None and old.status != "active" and store.kind.curated:
        if not target.may_replace(old, request.update_id, environment.now()):
            raise target.inactive(store, old, named=bool(request.update_id))
        return _create(store, request, entries, draft, new, replaced=old)
    if old is not None:
        return _update(store, request, entries, draft, old)
    return _create(store, request, entries, draft, new)


def _with_related(
    store: Store, entries: list[Entry], outcome: SaveOutcome, batch: Batch
) -> SaveOutcome:
    """The outcome with the records that the written one may concern."""
    path, record = batch.main() if store.kind.curated else ("", None)
    if record is None:
        return outcome
    from .related import find_related

    related = find_related(store, entries, record, path)
    if not related:
        return outcome
    return outcome.replace(related=related, notes=[*outcome.notes, DECIDE])


def _prepare(
    store: Store, request: SaveRequest, entries: Callable[[], list[Entry]]
) -> Prepared:
    """(the draft, its record as if it were new, that record's problems: keys that only an old record would have)."""
    if not store.kind.curated:
        from . import patterns

        draft = patterns.build(request)
        new = patterns.new_record(draft, environment.now())
    else:
        category = request.category
        if _needs_category(store, request):
            category = find.find_in(
                request.place, store, entries(), request.update_id
            ).kind
        draft = drafts.build(
            links.parted(request.data), category, request.title, exact=request.exact
        )
        id = draft.fields.get("id") or names.new_id(draft.title, draft.kind, set())
        new = merge.new_record(draft, id, environment.now(), request.as_it_is)
    problems = schema.validate(new, draft.policy.schema, strict=True)
    may_exist = bool(
        request.update_id
        or draft.fields.get("id")
        or (draft.policy.same_title and draft.title)
    )
    if problems and not (
        may_exist and all(problem.code == "missing" for problem in problems)
    ):
        known = (
            may_exist
            and store.exists()
            and target.resolve(store, entries(), draft, request)
        )
        _refuse(problems, known=bool(known))
    return draft, new, problems


def _needs_category(store: Store, request: SaveRequest) -> bool:
    """Whether the category of a partial record is known only from the record that it updates."""
    given = request.category or request.data.get("category")
    return bool(
        request.update_id and not given and store.kind.curated and store.exists()
    )


def _refuse(problems: list[Problem], *, known: bool) -> None:
    """RecordError when there are problems. Missing keys are no problem for a `known` record, which has them."""
    problems = [
        problem for problem in problems if not known or problem.code != "missing"
    ]
    if problems:
        raise RecordError("the memory was refused", problems)


def _create(
    store: Store,
    request: SaveRequest,
    entries: list[Entry],
    draft: Draft,
    record: Record,
    replaced: Entry | None = None,
) -> tuple[SaveOutcome, Batch]:
    """`replaced`: a record retired long ago, whose id, file and history the new one takes over."""
    if request.action == "update":
        message = "there is no memory to update; leave out --action, or name one with --update ID"
        raise RecordError.at("id", message, "not-found")
    if request.digest:
        message = "there is no record to compare with; leave out --hash to create one"
        raise RecordError.at("hash", message, "not-found")
    policy = draft.policy
    if replaced is not None:
        record = _continue_history({**record, "id": replaced.id}, read(store, replaced))
    elif not draft.fields.get("id") and not policy.uuid:
        if store.kind.curated:
            target.check_readable(store, entries, draft)
        taken = store.ids(policy.id_folders()) | {
            entry.id for entry in entries if store.kind.curated
        }
        record = {**record, "id": names.new_id(draft.title, draft.kind, taken)}
    _check(store, record, policy.schema)
    path = replaced.path if replaced else policy.path(store, record["id"])
    if store.kind.curated:
        links.check(store, entries, record, must_exist=not draft.complete)
    outcome = SaveOutcome(
        status="updated" if request.dry_run and replaced else "created",
        id=record["id"],
        path=store.shown(path),
        notes=draft.notes + _made(store, request),
        about=(draft.kind, draft.title),
    )
    batch = Batch("save", record["id"], request.candidate)
    batch.put(path, record)
    if request.dry_run:
        return preview(outcome, store, path if replaced else None, path, record), batch
    if store.kind.curated:
        notes = links.link(batch, store, entries, record)
        notes += lifecycle.retire_oldest(
            batch, store, entries, catalog.from_record(record, path)
        )
        outcome = outcome.replace(notes=outcome.notes + notes)
    return outcome, batch


def _update(
    store: Store, request: SaveRequest, entries: list[Entry], draft: Draft, old: Entry
) -> tuple[SaveOutcome, Batch | None]:
    before = read(store, old)
    target.check_digest(store, old, request.digest)
    notes = list(draft.notes)
    record = _merged(store, before, draft, notes)
    about = draft.kind, str(record[draft.policy.title])
    outcome = SaveOutcome(
        status="updated",
        id=old.id,
        path=store.shown(old.path),
        notes=notes,
        about=about,
    )
    if record is before:
        return outcome.replace(status="unchanged", changed=False), None
    if request.action == "create":
        message = "%s already exists with different content; leave out --action, or use --update %s"
        raise RecordError.at("id", message % (old.id, old.id), "exists")
    _check(store, record, draft.policy.schema, before)
    batch = Batch("save", record["id"], request.candidate)
    batch.put(old.path, record)
    if store.kind.curated:
        links.check(store, entries, record, before, must_exist=not draft.complete)
        notes += _same_title(store, entries, old, before, record)
    if request.dry_run:
        return preview(
            outcome.replace(notes=notes), store, old.path, old.path, record
        ), batch
    if store.kind.curated:
        notes += links.unlink(batch, store, entries, before, record)
        notes += links.link(batch, store, entries, record)
    return outcome.replace(notes=notes), batch


def _merged(store: Store, before: Record, draft: Draft, notes: list[str]) -> Record:
    """The next state of a record; `before` itself when the draft says nothing new."""
    if not store.kind.curated:
        from . import patterns

        return patterns.merged(before, draft, environment.now())
    record, problems = merge.merged(
        before, draft, environment.now(), store.has_file, notes
    )
    if problems:
        raise RecordError("the update was refused", problems)
    return record


def _check(
    store: Store, record: Record, kind: str | None, before: Record | None = None
) -> None:
    check(record, kind, schema.unknown_keys(before, kind))
    problems = schema.guard_problems(record, before)
    if record.get("guard") and not store.kind.guarded:
        problems = [
            Problem.at(
                "guard", "only guards of a project's own store act; save the rule there"
            )
        ]
    _refuse(problems, known=False)


def _continue_history(record: Record, before: Record) -> Record:
    changes = list(before.get("changes") or []) + list(record.get("changes") or [])
    since = before.get("created_at") or "before"
    summary = f"Created again; the memory of {since} had been switched off"
    return merge.with_change(
        {**record, "changes": changes}, record["updated_at"], summary
    )


def _same_title(
    store: Store, entries: list[Entry], old: Entry, before: Record, record: Record
) -> list[str]:
    """A note for each other active record with the new title. It may be intended, so it is no error."""
    if record["title"] == before["title"]:
        return []
    key = names.title_key(record["title"])
    replaced = record.get("supersedes") or ()
    notes = []
    for entry in entries:
        if entry.path == old.path or entry.id in replaced or not entry.shown():
            continue
        if names.title_key(entry.title) == key:
            same = f"title: {entry.id} has the same title ({store.shown(entry.path)})"
            notes.append(f"{same}; retire one of the two, or change this title")
    return notes


def _made(store: Store, request: SaveRequest) -> list[str]:
    there = store.exists() or request.dry_run or not store.kind.curated
    return [] if there else [f"created a store in {store.base}"]
