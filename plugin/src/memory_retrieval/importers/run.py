"""Brings items into a store: whole records are saved, drafts go to the inbox, duplicates are left alone.

The records of a run are one write, which one `undo` takes back.
"""

from __future__ import annotations

from collections import Counter

from ..core.errors import MemoryRetrievalError, RecordError
from ..core.model import Value
from ..core.sanitize import headline
from ..redact.redact import redact, redact_tree
from ..save import names
from ..save.commit import make_store
from ..save.request import SaveRequest
from ..save.together import Together
from ..state import inbox_files
from ..store import kinds
from ..store.lock import StoreLock
from ..store.place import Place
from ..triage.draft import draft
from ..upkeep import inbox
from .files import MAX_TITLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..core.model import Store
    from ..save.batch import Batch
    from .files import Item

    Progress = Callable[[str], None]
    Given = tuple[str, Item]  # the kind of its source, and the item

WORDS = ("saved", "filed", "duplicate", "refused")
SESSIONS = "transcripts"
LIKELY = 0.75  # chance from which an existing record is named: it may say the same


class Imported(Value):
    """What became of a run.

    items       the result of each item: {"origin", "kind", "status", "title", "category", "store", "problem"?,
                "removed"?, "related"?, "gaps"?}
    out_of_use  [{"id", "why"}] of the records stored before that are now out of use
    left        [{"id", "why", "next"}] of those that stay in use, since a run takes few out of use
    window      {category: how many of the new records are retired at once, because newer ones are kept}
    notes       what could not be done beside

    removed  the kinds of secrets in the item, none of which is kept
    related  existing records that may say the same: [{"id", "title", "why"}]
    gaps     what a candidate in the inbox still lacks; [] where it can be accepted as it is
    """

    items: list[dict[str, Any]]
    left: list[dict[str, str]]
    notes: list[str]
    out_of_use: list[dict[str, str]]
    window: dict[str, int]


def bring_in(
    place: Place, given: Sequence[Given], *, dry_run: bool, progress: Progress
) -> Imported:
    """Brings items in, each with the kind of its source, into the store that it is for. Running it again resumes it.

    StoreError when a store cannot be written; nothing is then.
    """
    done = [
        _bring_in(
            place.store(kind),
            [pair for pair in given if pair[1].store == kind.name],
            dry_run,
            progress,
        )
        for kind in (kinds.PROJECT, kinds.USER)
    ]
    own, users = done
    return Imported(
        items=own.items + users.items,
        left=own.left + users.left,
        notes=own.notes + users.notes,
        out_of_use=own.out_of_use + users.out_of_use,
        window=dict(Counter(own.window) + Counter(users.window)),
    )


def _bring_in(
    store: Store, given: Sequence[Given], dry_run: bool, progress: Progress
) -> Imported:
    if not given:
        return Imported([], [], [], [], {})
    if store.kind.personal and not dry_run:
        make_store(store)  # without it, nobody could review what waits there
    if dry_run or not store.exists():
        run = _Run(store, given, progress)
        run.together.close()
        if dry_run or not run.together.collected:
            if not dry_run:
                run.file()
            return run.done([])
        make_store(store)
        progress = lambda _: None  # noqa: E731  all of it was counted
    with StoreLock(store.base):
        run = _Run(store, given, progress)
        run.file()
        return run.done(run.together.commit(run.filed))


class _Run:
    """The items of a run, looked at once: what is to be written, and what is to be filed."""

    def __init__(
        self, store: Store, given: Iterable[Given], progress: Progress
    ) -> None:
        self.store = store
        self.together = Together(store, "import")
        self._known = _known(store, self.together)
        self._drafts: list[
            tuple[dict[str, Any], str, list[dict[str, str]], dict[str, Any]]
        ] = []
        self.filed: list[str] = []
        self.items = []
        for kind, item in given:
            progress(item.origin)
            self.items.append(self._entry(item, kind))

    def file(self) -> None:
        """Files the drafts."""
        for place, (entry, category, evidence, record) in enumerate(self._drafts):
            waiting = inbox_files.count_candidates(self.store.root)
            id = inbox.add_candidate(
                self.store.root, category, evidence, record, place=place
            )
            if id is None:
                problem = "too much waits already; accept or reject some with `memories review`, then run this again"
                entry.update(status="refused", problem=problem)
                continue
            entry["id"] = id
            self.filed += [id] * (
                inbox_files.count_candidates(self.store.root) - waiting
            )

    def done(self, notes: list[str]) -> Imported:
        """What became of everything."""
        run = self.together
        return Imported(
            items=self.items,
            out_of_use=[{"id": id, "why": why} for id, why in run.out_of_use],
            left=[{"id": id, "why": why, "next": step} for id, why, step in run.left],
            window=run.window,
            notes=notes,
        )

    def _entry(self, item: Item, kind: str) -> dict[str, Any]:
        title = _title(item)
        entry: dict[str, Any] = {
            "origin": item.origin,
            "kind": kind,
            "status": "",
            "title": title,
        }
        entry.update(category=item.category, store=item.store)
        if item.problem:
            entry.update(status="refused", problem=item.problem)
            return entry
        removed = {
            secret.kind for secret in redact_tree([item.record, list(item.texts)])[1]
        }
        if removed:
            entry["removed"] = sorted(removed)
        key = (item.category, names.title_key(title))
        if key in self._known:
            entry["status"] = "duplicate"
            return entry
        self._known.add(key)
        try:
            entry.update(
                self._draft(item, kind, entry) if item.texts else self._save(item, kind)
            )
        except RecordError as error:
            taken = any(problem.code == "exists" for problem in error.problems)
            entry.update(
                {"status": "duplicate"}
                if taken
                else {"status": "refused", "problem": _said(error)}
            )
        except MemoryRetrievalError as error:
            entry.update(status="refused", problem=str(error))
        return entry

    def _save(self, item: Item, kind: str) -> dict[str, Any]:
        record = dict(item.record)
        if not record.get("source"):
            record["source"] = _source(item, kind)
        batch = self._planned(record)
        if batch is None:
            return {"status": "duplicate"}
        related = self._related(batch)
        self.together.keep(batch)
        return {"status": "saved", "path": self.store.shown(batch.main()[0]), **related}

    def _planned(self, record: dict[str, Any]) -> Batch | None:
        """The write of a record; a link to a decision that was not imported is left out."""
        place = Place(root=self.store.root, kind=self.store.kind)
        request = SaveRequest(place, record, action="create", as_it_is=True)
        try:
            return self.together.plan(request)
        except RecordError as error:
            if not record.get("supersedes") or {
                problem.location for problem in error.problems
            } != {"supersedes"}:
                raise
            less = {key: value for key, value in record.items() if key != "supersedes"}
            return self.together.plan(request.replace(data=less))

    def _draft(self, item: Item, kind: str, entry: dict[str, Any]) -> dict[str, Any]:
        evidence = [
            {"text": text, "pattern": f"import:{kind} {item.origin}"}
            for text in item.texts
        ]
        drafted = draft(item.category, evidence)
        content = {
            **(drafted.get("content") or {}),
            **(item.record.get("content") or {}),
        }
        record = {
            **drafted,
            "source": _source(item, kind),
            **item.record,
            "content": content,
        }
        facts = {"status": "filed", "gaps": inbox.gaps(record, item.category)}
        try:
            batch = self._planned(
                {**record, "incomplete": True} if facts["gaps"] else record
            )
            facts.update(self._related(batch) if batch else {})
        except RecordError:
            pass  # the person who accepts it is told what is wrong
        if kind == SESSIONS and facts.get("related"):
            return {
                **facts,
                "status": "duplicate",
            }  # what a past session said is already stored
        self._drafts.append((entry, item.category, evidence, record))
        return facts

    def _related(self, batch: Batch) -> dict[str, Any]:
        found = [r for r in self.together.related(batch) if r["chance"] >= LIKELY]
        return (
            {
                "related": [
                    {key: r[key] for key in ("id", "title", "why")} for r in found
                ]
            }
            if found
            else {}
        )


def _title(item: Item) -> str:
    return headline(
        redact(str(item.record.get("title") or (item.texts or ("",))[0]))[0], MAX_TITLE
    )


def _known(store: Store, together: Together) -> set[tuple[str, str]]:
    """(category, title) of the records and of the candidates that wait in the inbox."""
    waiting = inbox.list_candidates(store.root)
    return together.titles() | {
        (c["category"], names.title_key(str(c["record"].get("title") or "")))
        for c in waiting
    }


def _said(error: RecordError) -> str:
    return "; ".join(str(problem) for problem in error.problems) or str(error)


def _source(item: Item, kind: str) -> dict[str, str]:
    return {"agent": "import:" + kind, "author": item.origin[:200]}
