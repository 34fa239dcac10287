"""The default engine over one store: its SQLite index, brought up to date with the files and searched."""

from __future__ import annotations

import os
import time

from ..core.errors import IndexUnavailable
from ..state import watched
from . import database, refresh, search, semantic

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from ..core.model import Memory, Problem, Query, Store
    from ..core.output import Output
    from .candidate import Candidate
    from .failure import Shared
    from .similar import Similar

    T = TypeVar("T")

WEIGHTS = (5.0, 3.0, 3.0, 1.0)  # of title, tags, aliases and body
BM25 = ", ".join(map(str, WEIGHTS))  # as its arguments
REPAIR = 0.3  # seconds that a prompt may spend on rebuilding a damaged index
MAX_SEGMENTS = 2  # b-trees of the full-text index that need no merging


class Fts5Index:
    """The search index of one store. Holds a connection: close it or use it as a context manager; one thread at a time.

    IndexUnavailable when SQLite or its FTS5 is missing.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.query_vector: bytes | None = None  # of the last search
        self._db = database.open_index(store)
        self.table = table = semantic.open_table()
        self._other = (
            table
            if table and search.count(self._db, "vectors") != table.revision
            else None
        )
        if self._other:
            self.table = None  # until a refresh has made room for its vectors

    def __enter__(self) -> Fts5Index:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        for table in (self.table, self._other):
            if table:
                table.close()
        self._db.close()

    def refresh(
        self, deadline: float, thorough: bool = False, quick: bool = False
    ) -> refresh.RefreshResult:
        """Indexes what changed on disk until `deadline` (monotonic seconds); a damaged index is rebuilt.

        thorough  looks at every file of a large store
        quick     looks at none, only at the folders
        """
        try:
            if self._other and refresh.forget_vectors(
                self._db, self._other.revision, deadline
            ):
                self.table, self._other = self._other, None
            result = refresh.refresh(self._db, self.store, deadline, thorough, quick)
            known = result.complete or self.store.kind.documents
            if known and result.changed and self.store.kind.own:
                self._note_watched()
            elif not known and watched.read(self.store.home) is None:
                watched.note(
                    self.store.home, [""], [""]
                )  # any call may be meant, until all is known
            return result
        except database.sqlite.DatabaseError as error:
            self._rebuild(error, deadline)
            return refresh.RefreshResult(complete=False)

    def candidates(self, query: Query, limit: int = 60) -> list[Candidate]:
        """Memories of any status sharing a term with the query or with a near vector, at most about twice `limit`."""
        return self._asked(lambda: self._search(query, limit))

    def candidates_if(
        self, memory: Memory, query: Query, limit: int
    ) -> list[Candidate]:
        """What `candidates` would be if the record at its path were `memory`. The index stays as it is."""
        from . import ingest

        try:
            self._db.execute("begin immediate")
            ingest.replace(self._db, memory, self.table)
            return search.find_candidates(
                self._db, self.store, query, limit, BM25, self.table
            )[0]
        except database.sqlite.OperationalError as error:  # busy or read-only
            raise IndexUnavailable(str(error)) from error
        finally:
            if self._db.in_transaction:
                self._db.execute("rollback")

    def similar(self, text: str, gist: str, own: str = "") -> list[Similar]:
        """Memories of any status like a whole record, in no order: see `similar.find_similar`."""
        from .similar import find_similar

        return self._asked(lambda: find_similar(self._db, self.table, text, gist, own))

    def failures(self, output: Output) -> tuple[list[Shared], bytes | None]:
        """The memories of any status that share most with the output of a failed command: `failure.find_failures`."""
        from .failure import find_failures

        return find_failures(self._db, self.table, output)

    def recheck(self, candidates: list[Candidate]) -> bool:
        """Compares candidates with their files, indexes those edited in place; True if the search is to be repeated."""
        if self.size() <= refresh.SWEEP_LIMIT and not self.store.only_replaced:
            return False  # the refresh has looked at every file
        rows = [(c.memory.path, c.memory.kind, c.fingerprint) for c in candidates]
        changed = refresh.changed_entries(self.store, rows)
        return bool(changed) and refresh.refresh_paths(self._db, self.store, changed)

    def size(self) -> int:
        """Memories in the index, whatever their status."""
        return int(search.count(self._db, "memories"))

    def memories(self, naming: Callable[[str], bool] | None = None) -> list[Memory]:
        """Every indexed memory by path, without its body; with `naming` those with a related file that it accepts."""
        if naming is None:
            return self._memories("1")
        files = self._db.execute("select doc, files from doc where files <> ''")
        docs = [doc for doc, text in files if any(map(naming, text.split("\n")))]
        return list(map(search.memory_of, search.rows_of(self._db, docs)))

    def guarding(self) -> list[Memory]:
        """The indexed memories that have a guard, by path, whatever their status."""
        if watched.read(self.store.home) is None:
            self._note_watched()
        return [memory for memory in self._memories("carried <> ''") if memory.guard]

    def by_ids(self, ids: list[str]) -> list[Memory]:
        """The indexed memories with these ids, by path, without their bodies."""
        marks = ",".join("?" * len(ids))
        return self._memories(f"id in ({marks})", ids) if ids else []

    def problems(self) -> list[Problem]:
        """Every entry that is no memory, with the reasons."""
        return refresh.problems(self._db)

    def merge(self, deadline: float) -> None:
        """Merges the segments that batches of writing left, until `deadline`: queries take a third less. Optional."""
        segments = "select count(distinct segid) from fts_idx"
        while (
            time.monotonic() < deadline
            and self._db.execute(segments).fetchone()[0] > MAX_SEGMENTS
        ):
            before = self._db.total_changes
            self._db.execute("insert into fts(fts, rank) values('merge', -64)")
            if self._db.total_changes - before < 2:
                return  # nothing left that SQLite would merge

    def _memories(self, where: str, values: Sequence[str] = ()) -> list[Memory]:
        columns = search.COLUMNS.replace("sign, head, vector", "'', '', null")
        sql = f"select {columns} from doc where {where} and problem is null"
        found = [search.memory_of(row) for row in self._db.execute(sql, values)]
        return sorted(found, key=lambda memory: memory.path)

    def _asked(self, ask: Callable[[], T]) -> T:
        """The answer, from a new index where there is damage in a page that the refresh did not read."""
        try:
            return ask()
        except database.sqlite.DatabaseError as error:
            self._rebuild(error, time.monotonic() + REPAIR)
            return ask()

    def _search(self, query: Query, limit: int) -> list[Candidate]:
        self._db.execute(
            "begin"
        )  # one read transaction: its locks cost more than most of its statements
        try:
            found, self.query_vector = search.find_candidates(
                self._db, self.store, query, limit, BM25, self.table
            )
            return found
        finally:
            if self._db.in_transaction:
                self._db.execute("rollback")

    def _note_watched(self) -> None:
        """Notes what calls are recognized by that a guard or a memory of a file is about."""
        from ..core import globs, jsontext  # seldom

        sql = "select files, carried from doc where status = 'active' and (files <> '' or carried <> '')"
        hints: list[str] = []
        files: set[str] = set()
        for paths, carried in self._db.execute(sql).fetchall():
            files.update(paths.split("\n"))
            given = jsontext.loads(carried).get("guard", "") if carried else ""
            if not given:
                continue
            from ..core import guards  # few records have one

            guard = guards.load(given)
            if guard:
                hints += guard.hints()
                hints += [watched.LINKS] if guard.get("paths") else []
        named = [
            path
            for path in files
            if self._names_files(path) and not globs.is_broad(path)
        ]
        watched.note(
            self.store.home + watched.DOCUMENTS * self.store.kind.documents,
            hints,
            map(globs.piece, named),
        )

    def _names_files(self, path: str) -> bool:
        """Whether an entry can name a file: one word, such as `src`, names only the file of that name."""
        return (
            "/" in path.strip("./")
            or "." in path
            or os.path.isfile(os.path.join(self.store.home, path))
        )

    def _rebuild(self, error: Exception, deadline: float) -> None:
        """Discards a damaged index and starts another; IndexUnavailable when the error is no damage."""
        if not database.is_damage(error):
            raise IndexUnavailable(str(error)) from error
        self._db.close()
        database.discard(database.index_path(self.store))
        self._db = database.open_index(self.store)
        refresh.refresh(self._db, self.store, deadline)
