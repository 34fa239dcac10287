"""A team database as a `Source`: what the role may see, of one workspace or of all. It is only read.

Lists are held in memory, the newest `LISTED` records without bodies; everything else is asked for when a page needs it.
"""

from __future__ import annotations

import contextlib
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .. import extras
from ..core.errors import DatabaseError
from ..core.model import CATEGORIES, Hit, Memory
from ..postgres.search.engine import TeamEngine
from ..retrieve.pipeline import Request, Retrieval, retrieve
from ..state.usage import Usage
from ..store.reader import parse_record
from ..store.schema import KINDS
from . import kept_reports
from .fileage import texts
from .source import Broken, Checkup, Document, FileState, Link, NotGranted, Prompted, Report, Row
from .team_keys import key_of, parts_of
from .team_status import StatusLooker, status

if TYPE_CHECKING:
    from ..postgres.search.browse import DatabaseState, FullRecord, Listing, RecordCount, RecordKey

LISTED = 20_000  # records that lists and figures are made of
AGAIN = 30.0  # seconds after which a list is read anew even if no ingest has ended since
SHARE = 20  # and at least so many times as long as reading it took
HASTE = 1.0  # a list that is read faster is read before a page shows it, another in the background


class TeamSource:
    """`url` as for --db-url; `workspace` "" for all. DatabaseError when it cannot be used."""

    team = True
    writer = None

    def __init__(self, url: str, workspace: str = "") -> None:
        self._url, self._workspace = url, workspace or None
        self._team = extras.postgres("search.team").Team(url, self._workspace)
        self._browse = extras.postgres("search.browse")
        self._browser, self._lister = (self._browse.Browser(url, self._workspace) for _ in range(2))
        connection = extras.postgres("db.connection")
        self._is_forbidden = connection.is_forbidden
        self._status = StatusLooker(url)
        self._lock = threading.Lock()
        self._sign: DatabaseState | None = None
        self._took = self._until = 0.0
        self._rows: dict[str, Row] = {}
        self._counts: list[RecordCount] = []
        self._projects: dict[str, tuple[str, str]] = {}
        self.name = workspace or str(connection.parse(url).get("dbname") or "") or "team database"
        self.place = connection.shown(url) + (" · workspace " + workspace if workspace else "")

    def warm_up(self) -> None:
        """There is nothing to prepare."""

    def close(self) -> None:
        self._browser.close()
        self._lister.close()
        self._team.close()

    # --- lists ---

    def look(self) -> None:
        try:
            sign = self._browser.read_state()
        except DatabaseError as error:
            if self._is_forbidden(error):
                raise NotGranted from error
            raise
        if sign != self._sign and self._took < HASTE:
            self._list(sign)
        elif (sign != self._sign or time.monotonic() > self._until) and not self._lock.locked():
            threading.Thread(target=self._list_quietly, args=(sign,), daemon=True).start()

    def _list_quietly(self, sign: DatabaseState) -> None:
        with contextlib.suppress(DatabaseError):  # the next page says it
            self._list(sign)

    def _list(self, sign: DatabaseState) -> None:
        with self._lock:
            begun = time.monotonic()
            if sign == self._sign and begun < self._until:
                return  # another request did it meanwhile
            listing: Listing = self._lister.listing(LISTED)
            rows = [_row(place, memory) for place, memory in listing.records]
            self._rows, self._counts, self._sign = {row.key: row for row in rows}, listing.counts, sign
            self._projects = {
                _where(count.workspace, count.project): (count.workspace, count.project) for count in listing.counts
            }
            ended = time.monotonic()
            self._took, self._until = ended - begun, ended + max(AGAIN, SHARE * (ended - begun))

    def remarks(self) -> Sequence[str]:
        total, out = sum(count.records for count in self._counts), list(self._team.opened.notes)
        if total > len(self._rows):
            out.append(
                f"Lists, growth and ages are of the newest {len(self._rows):,} of {total:,} records; search finds all of them."
            )
        return out

    def rows(self) -> Sequence[Row]:
        return list(self._rows.values())

    def tally(self) -> Mapping[tuple[str, str], int]:
        found: Counter[tuple[str, str]] = Counter()
        for count in self._counts:
            found[count.kind, count.state] += count.records
        return found

    def projects(self) -> Sequence[tuple[str, int]]:
        found: Counter[str] = Counter()
        for count in self._counts:
            found[_where(count.workspace, count.project)] += count.records
        return sorted(found.items())

    def with_bodies(self, rows: Sequence[Row]) -> Sequence[Row]:
        lacking = {row.key: self._place(row.key) for row in rows if not row.memory.body}
        texts = self._browser.excerpts(lacking.values()) if lacking else {}
        return [
            _row(lacking[r.key], r.memory.replace(body=texts.get(lacking[r.key], ""))) if r.key in lacking else r
            for r in rows
        ]

    def broken(self) -> Sequence[Broken]:
        return ()  # nothing else gets into a database

    def broken_text(self, key: str) -> None:
        return None

    def row(self, key: str) -> Row | None:
        return self._rows.get(key)

    def at(self, path: str) -> Row | None:
        return self._rows.get(path)  # a path alone names no record here; findings and writes give keys

    # --- records ---

    def document(self, key: str) -> Document | None:
        place = self._place(key)
        found = self._browser.records([place])
        if not found:
            return None
        document = self._document(found[0])
        ids = [*texts(document.raw.get("supersedes")), *filter(None, [document.row.memory.superseded_by])]
        near = (
            self._browser.linked(place, document.row.memory.id, ids) if document.row.memory.kind in CATEGORIES else []
        )
        return self._document(found[0], _links(document, [_row(*record) for record in near]))

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        order = {row.key: number for number, row in enumerate(rows)}
        found = [self._document(record) for record in self._browser.records(map(self._place, order))]
        return sorted(found, key=lambda document: order[document.row.key])

    def retrieve(
        self, prompt: str, mode: str, *, limit: int | None = None, category: str = "", retired: bool = False
    ) -> Retrieval:
        filters = extras.postgres("search.search").Filters(
            category=category or None, in_force=not retired and mode == "search"
        )
        request = Request(prompt, mode=mode, limit=limit, category=category or None, include_retired=retired)
        return retrieve(request, TeamEngine(self._team, filters))

    def row_of(self, hit: Hit) -> Row | None:
        """What was found may be older than what is listed, so it is a row of its own."""
        workspace, project = self._projects.get(hit.store.root) or tuple((hit.store.root + "/").split("/", 2)[:2])
        return _row(self._browse.RecordKey(workspace, project, hit.memory.path), hit.memory)

    # --- what lies elsewhere ---

    def ledger(self, days: int) -> Sequence[Prompted]:
        return ()

    def usage(self) -> Usage:
        return Usage({}, {}, set())

    def candidates(self) -> Sequence[dict[str, Any]]:
        return ()

    def candidate(self, id: str) -> None:
        return None

    def reports(self) -> Sequence[Report]:
        return kept_reports.kept()

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        return self._status.look(begin=begin, again=again)

    def public_checkup(self) -> Checkup:
        return status(self._url)

    def _place(self, key: str) -> RecordKey:
        found: RecordKey = self._browse.RecordKey(*parts_of(key))
        return found

    def _document(self, record: FullRecord, links: tuple[Link, ...] = ()) -> Document:
        """A text that is no valid record (somebody wrote it past the ingest) shows itself and no parts."""
        place, memory, text = record.key, record.memory, record.text
        valid, raw, _ = (
            parse_record(text, place.path, memory.kind) if memory.kind in (*CATEGORIES, *KINDS) else (None, None, None)
        )
        whole = raw if valid is not None and raw is not None else {}
        return Document(
            _row(place, valid or memory),
            whole,
            text,
            record.content_hash,
            "patterns" if memory.kind not in CATEGORIES else "project",
            editable=False,
            links=links,
            files=tuple(FileState(str(path), True) for path in texts(whole.get("related_files"))),
        )


def _links(document: Document, near: Sequence[Row]) -> tuple[Link, ...]:
    """Both ends, each other record once."""
    by_id = {row.memory.id: row for row in near}
    by, id = document.row.memory.superseded_by, document.row.memory.id
    supersedes = dict.fromkeys(
        [*texts(document.raw.get("supersedes")), *[r.memory.id for r in near if r.memory.superseded_by == id]]
    )
    return (
        *([Link("superseded by", by, by_id.get(by))] if by else ()),
        *[Link("supersedes", other, by_id.get(other)) for other in supersedes],
    )


def _row(place: RecordKey, memory: Memory) -> Row:
    return Row(key_of(place), "database", memory, _where(place.workspace, place.project))


def _where(workspace: str, project: str) -> str:
    return workspace + "/" + project
