"""Many new records as one write: one lock, one reading of the catalogue, one index.md, one undo.

Each record passes the rules of a save. What differs is the limit: all of them together take at most MAX_SUPERSEDED
records out of use that were stored before. The work grows with the number of records alone.
"""

from __future__ import annotations

from ..core.categories import SESSION
from ..core.model import FOLDERS, Record, Store
from ..store import catalog
from ..store.catalog import Entry, read_entry
from ..store.settings import load_config
from . import names
from .batch import Batch
from .commit import commit
from .lifecycle import WINDOW, WINDOW_REASON, retired
from .links import MAX_SUPERSEDED, Graph, add_edges, graph_of
from .related import find_related, full_text, gist, similar_to_each
from .service import plan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from ..index.similar import Similar
    from .request import SaveRequest


class Staged(Store):
    """A store as it will be: with the records that are to be written, and what is looked up for each kept at hand.

    graph  the links of all records, as `links.graph_of` has them, once they are needed; else None
    """

    records: dict[str, Record] = {}
    graph: Graph | None = None
    names: set[str] = set()

    def __init__(self, store: Store, entries: list[Entry]) -> None:
        for field in Store.__slots__:
            setattr(self, field, getattr(store, field))
        self.records, self.graph = {}, None
        self.names = store.ids() | {entry.id for entry in entries}

    def pending(self, path: str) -> Record | None:
        return self.records.get(path)

    def links(self) -> Graph | None:
        return self.graph

    def has_file(self, path: str) -> bool:
        return path in self.records or Store.has_file(self, path)

    def ids(self, folders: Iterable[str] = ()) -> set[str]:
        return self.names


class Together:
    """Collects new records; `commit` writes them. The caller holds the lock, unless nothing will be written.

    out_of_use  [(id, why)] of the records stored before that are taken out of use
    left        [(id, why it would go, next step)] of those that stay in use because there are too many
    window      {category: how many of the new records are retired at once, because newer ones are kept}
    """

    def __init__(self, store: Store, action: str) -> None:
        self._store, self._action = store, action
        self._entries = before = catalog.entries(store) if store.exists() else []
        self._before = {entry.path: entry for entry in before if entry.shown()}
        self._stored = {entry.path for entry in before}
        self._staged = Staged(store, before)
        self._by_path: dict[str, Entry] = {}
        self._by_id: dict[str, list[Entry]] = {}
        self._by_title: dict[tuple[str, str], list[Entry]] = {}
        self._question: tuple[str, str, str] | None = None
        self._answers = similar_to_each(
            store, iter(lambda: self._question, None)
        )  # opens the index once
        self.out_of_use: list[tuple[str, str]] = []
        self.left: list[tuple[str, str, str]] = []
        self.window: dict[str, int] = {}
        for entry in before:
            self._add(entry)

    @property
    def collected(self) -> int:
        """The number of records to be written."""
        return len(self._staged.records)

    def titles(self) -> set[tuple[str, str]]:
        """(category, key of the title) of every record, stored before or collected."""
        return set(self._by_title)

    def plan(self, request: SaveRequest) -> Batch | None:
        """The write of one record by the rules of a save; None when nothing changes. RecordError as `service.save`."""
        if self._staged.graph is None and request.data.get("supersedes"):
            self._staged.graph = graph_of(self._staged, list(self._by_path.values()))
        return plan(self._staged, request, self._concerned(request.data))[1]

    def related(self, batch: Batch) -> list[Record]:
        """Records stored before that the record of a planned write may concern, as `find_related` has them."""
        path, record = batch.main()
        if record is None or not self._before:
            return []
        self._question = (full_text(record), gist(record), path)
        found: list[Similar] = next(self._answers, [])
        entries = [
            self._before[s.memory.path] for s in found if s.memory.path in self._before
        ]
        return (
            find_related(self._staged, entries, record, path, len(self._entries), found)
            if entries
            else []
        )

    def keep(self, batch: Batch) -> None:
        """Collects a planned write, within the limit: a record beyond it stays as it is, and is not superseded."""
        _, main = batch.main()
        for _, path, record in [step for step in batch.steps if step[0] == "put"]:
            id = record["id"]
            other = main is not None and record is not main and path in self._stored
            if (
                main
                and other
                and not self._may_take(id, f"replaced by {main['id']}", main["id"])
            ):
                main["supersedes"] = [
                    old for old in main["supersedes"] if old != id
                ] or None
            else:
                self._put(path, record)

    def commit(self, filed: Iterable[str] = ()) -> list[str]:
        """Retires what is beyond the window and writes everything; the notes of the write.

        filed  the inbox candidates that came with it, which its undo removes
        """
        self.close()
        batch = Batch(self._action, "")
        batch.filed += filed
        for path, record in self._staged.records.items():
            batch.put(
                path,
                {
                    key: value
                    for key, value in record.items()
                    if value is not None or key != "supersedes"
                },
            )
        commit(self._store, batch, self._entries)
        return batch.notes

    def close(self) -> None:
        """Retires the oldest session summaries beyond the window when there are new ones."""
        keep = load_config(self._store).get(WINDOW)
        if keep < 1 or not any(
            entry["category"] == SESSION for entry in self._staged.records.values()
        ):
            return
        active = [
            e
            for e in self._by_path.values()
            if e.kind == SESSION and e.status == "active"
        ]
        active.sort(
            key=lambda e: (e.created is not None, e.created or 0, e.path), reverse=True
        )
        for entry in reversed(active[keep:]):
            self._retire(entry, WINDOW_REASON % keep)

    def _retire(self, entry: Entry, why: str) -> None:
        if entry.path not in self._stored:
            self.window[entry.kind] = self.window.get(entry.kind, 0) + 1
        elif not self._may_take(entry.id, f"retired, {why}", ""):
            return
        record = read_entry(self._staged, entry)[0]
        if record is not None:
            self._put(entry.path, retired(record, f"Rolling window: {why}"))

    def _may_take(self, id: str, why: str, by: str) -> bool:
        """Whether a record stored before may be taken out of use; the answer is remembered for the person."""
        if id in [taken for taken, _ in self.out_of_use]:
            return True
        if len(self.out_of_use) < MAX_SUPERSEDED:
            self.out_of_use.append((id, why))
            return True
        self.left.append(
            (
                id,
                why,
                f"memories replace {id} --by {by}" if by else f"memories retire {id}",
            )
        )
        return False

    def _put(self, path: str, record: Record) -> None:
        old = self._by_path.get(path)
        entry = catalog.from_record(record, path)
        self._staged.records[path] = record
        if old is None:
            self._add(entry)
        else:
            for listed in (
                self._by_id[old.id],
                self._by_title[old.kind, names.title_key(old.title)],
            ):
                listed[:] = [entry if other.path == path else other for other in listed]
            self._by_path[path] = entry
        if self._staged.graph is not None:
            add_edges(self._staged.graph, record)

    def _add(self, entry: Entry) -> None:
        self._by_path[entry.path] = entry
        self._by_id.setdefault(entry.id, []).append(entry)
        self._by_title.setdefault(
            (entry.kind, names.title_key(entry.title)), []
        ).append(entry)
        self._staged.ids().add(entry.id)

    def _concerned(self, data: Record) -> list[Entry]:
        """The entries that the rules of a save look at: of the same id or title, and those that it supersedes."""
        supersedes = (
            data.get("supersedes") if isinstance(data.get("supersedes"), list) else []
        )
        title, category = str(data.get("title") or ""), str(data.get("category") or "")
        ids = [
            data.get("id"),
            names.new_id(title, category, set()),
            *(supersedes or ()),
        ]
        found = [
            entry
            for id in ids
            if isinstance(id, str)
            for entry in self._by_id.get(id, ())
        ]
        found += self._by_title.get((category, names.title_key(title)), ())
        paths = [
            self._store.path(FOLDERS[category], str(id))
            for id in ids[:1]
            if id and category in FOLDERS
        ]
        found += [self._by_path[path] for path in paths if path in self._by_path]
        return list({entry.path: entry for entry in found}.values())
