"""Every file of a store as the rules of `fsck` see it. Reads them all."""

from __future__ import annotations

from ..core.model import CATEGORIES, FOLDERS, Problem, Record, Store
from ..save import links
from ..store.listing import list_folder
from ..store.reader import read_record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..save.batch import Batch

    Fix = Callable[[Batch], None]
    # what it is about, one path or several; the arguments of the rule's texts; and maybe a Fix
    Violation = tuple[Any, ...]
    Violations = Iterator[Violation]


class Scan:
    """Every file of a store, as the rules see it.

    records   {path: record} of the valid ones
    kinds     {path: category or kind} of the same
    unusable  [(path, why it cannot be a record, next step)], by file name and type
    invalid   [(path, problems)] of the files that were read and hold no valid record
    unlisted  [(folder, why it cannot be listed)]
    by_id     {id: (path, record)}; the last one of records that share an id
    graph     {id: ids that it supersedes}, from both ends of the links
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.records: dict[str, Record] = {}
        self.kinds: dict[str, str] = {}
        self.unusable: list[tuple[str, str, str]] = []
        self.invalid: list[tuple[str, list[Problem]]] = []
        self.unlisted: list[tuple[str, str | None]] = []
        curated = store.kind.curated
        for folder, kind in (
            [(FOLDERS[c], c) for c in CATEGORIES] if curated else store.kind.folders
        ):
            try:
                self._read(folder, kind)
            except OSError as error:
                self.unlisted.append((store.prefix + folder, error.strerror))
        self.by_id = (
            {record["id"]: (path, record) for path, record in self.records.items()}
            if curated
            else {}
        )
        self.graph: dict[str, set[str]] = {}
        for record in self.records.values() if curated else ():
            links.add_edges(self.graph, record)

    def _read(self, folder: str, kind: str) -> None:
        root = self.store.root
        for entry in list_folder(root, self.store.prefix + folder, kind):
            if entry.fault:
                self.unusable.append((entry.path, *entry.fault))
                continue
            memory, record, problems = read_record(root, entry.path, kind)
            if memory is None or record is None:
                self.invalid.append((entry.path, problems))
            else:
                self.records[entry.path], self.kinds[entry.path] = record, kind
