"""A team database as a `Source`: what the role may see of one workspace or of all. It is only read.

Lists are held in memory: the newest `LISTED` records without bodies. Everything else is queried when a page needs it.
"""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from memory_retrieval.core import holds
from memory_retrieval.core.counted import counted
from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError
from memory_retrieval.core.model import CATEGORIES, Hit, Memory
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.trace import Request, Trace
from memory_retrieval.state.usage import Usage
from memory_retrieval.store.reader import parse_record
from memory_retrieval.store.schema import KINDS
from memory_retrieval_team.db.connection import is_forbidden, is_node_lost, parse, shown
from memory_retrieval_team.db.hints import hints, readable_bytes
from memory_retrieval_team.db.status import read_status
from memory_retrieval_team.db.tables import NAMES
from memory_retrieval_team.search.browse import Browser, DatabaseState, FullRecord, RecordCount, RecordKey
from memory_retrieval_team.search.engine import PostgresEngine
from memory_retrieval_team.search.filters import Filters
from memory_retrieval_team.search.team import Team

from ..fileage import texts
from ..values import BrokenFile, Checkup, CheckupFinding, Document, FileState, LedgerEntry, LinkedRecord, Row
from .checkup import CheckupRunner
from .links import links_of
from .protocol import NodeLost, NotGranted

LISTED = 20_000  # records that lists and figures are made of
AGAIN = 30.0  # seconds after which a list is read again even if no ingest has ended since
SHARE = 20  # times as long as reading the list took must pass as well
HASTE = 1.0  # seconds; a list that takes longer is read in the background


class TeamSource:
    """`url` as for --db-url; `workspace` "" for all. DatabaseError when it cannot be used."""

    team = True
    writer = None

    def __init__(self, url: str, workspace: str = "") -> None:
        self._url = url
        self._team = Team(url, workspace or None)
        self._browser, self._lister = (Browser(url, workspace or None) for _ in range(2))
        self._status = CheckupRunner(self.public_checkup, "memories db status")
        self._lock = threading.Lock()
        self._state: DatabaseState | None = None
        self._took = self._until = 0.0
        self._rows: dict[str, Row] = {}
        self._counts: list[RecordCount] = []
        self._projects: dict[str, tuple[str, str]] = {}
        self.name = workspace or str(parse(url).get("dbname") or "") or "team database"
        self.location = shown(url) + (" · workspace " + workspace if workspace else "")

    def warm_up(self) -> None:
        """Nothing needs preparation."""

    def close(self) -> None:
        self._browser.close()
        self._lister.close()
        self._team.close()

    # --- lists ---

    def refresh(self) -> None:
        try:
            state = self._browser.read_state()
        except DatabaseError as error:
            if is_forbidden(error):
                raise NotGranted from error
            if is_node_lost(error):
                raise NodeLost(str(error)) from error
            raise
        if state != self._state and self._took < HASTE:
            self._list(state)
        elif (state != self._state or time.monotonic() > self._until) and not self._lock.locked():
            threading.Thread(target=self._list_quietly, args=(state,), daemon=True).start()

    def _list_quietly(self, state: DatabaseState) -> None:
        with contextlib.suppress(DatabaseError):  # the next page reports it
            self._list(state)

    def _list(self, state: DatabaseState) -> None:
        with self._lock:
            begun = time.monotonic()
            if state == self._state and begun < self._until:
                return  # another request did it meanwhile
            listing = self._lister.listing(LISTED)
            rows = [_row(key, memory) for key, memory in listing.records]
            self._rows, self._counts, self._state = {row.key: row for row in rows}, listing.counts, state
            self._projects = {
                _where(count.workspace, count.project): (count.workspace, count.project) for count in listing.counts
            }
            ended = time.monotonic()
            self._took, self._until = ended - begun, ended + max(AGAIN, SHARE * (ended - begun))

    def remarks(self) -> Sequence[str]:
        total, remarks = sum(count.records for count in self._counts), list(self._team.info.notes)
        if total > len(self._rows):
            remarks.append(
                f"Lists, growth and ages are of the newest {len(self._rows):,} of {total:,} records;"
                " search finds all of them."
            )
        return remarks

    def rows(self) -> Sequence[Row]:
        return list(self._rows.values())

    def tally(self) -> Mapping[tuple[str, str], int]:
        records: Counter[tuple[str, str]] = Counter()
        for count in self._counts:
            records[count.kind, holds.group_of(count.state)] += count.records
        return records

    def projects(self) -> Sequence[tuple[str, int]]:
        records: Counter[str] = Counter()
        for count in self._counts:
            records[_where(count.workspace, count.project)] += count.records
        return sorted(records.items())

    def with_bodies(self, rows: Sequence[Row]) -> Sequence[Row]:
        keys = {row.key: _record_key(row.key) for row in rows if not row.memory.body}
        excerpts = self._browser.excerpts(keys.values()) if keys else {}
        return [
            _row(keys[row.key], row.memory.replace(body=excerpts.get(keys[row.key], ""))) if row.key in keys else row
            for row in rows
        ]

    def broken(self) -> Sequence[BrokenFile]:
        return ()  # an ingest takes valid records only

    def broken_text(self, key: str) -> None:
        return None

    def row(self, key: str) -> Row | None:
        return self._rows.get(key)

    def at(self, path: str) -> Row | None:
        return self._rows.get(path)  # a path names no record of a database; findings give keys

    # --- records ---

    def document(self, key: str) -> Document | None:
        record_key = _record_key(key)
        records = self._browser.records([record_key])
        if not records:
            return None
        document = _document(records[0])
        memory = document.row.memory
        if memory.kind not in CATEGORIES:
            return document
        ids = [*texts(document.raw.get("supersedes")), *filter(None, [memory.superseded_by])]
        linked = [_row(*record) for record in self._browser.linked(record_key, memory.id, ids)]
        return _document(records[0], links_of(memory, document.raw, linked))

    def related(self, document: Document) -> Sequence[tuple[Row, str]]:
        return ()

    def documents(self, rows: Sequence[Row]) -> Sequence[Document]:
        order = {row.key: number for number, row in enumerate(rows)}
        documents = [_document(record) for record in self._browser.records(map(_record_key, order))]
        return sorted(documents, key=lambda document: order[document.row.key])

    def retrieve(
        self, prompt: str, mode: str, *, limit: int | None = None, category: str = "", retired: bool = False
    ) -> Trace:
        filters = Filters(category=category or None, in_force=not retired and mode == "search")
        request = Request(prompt, mode=mode, limit=limit, category=category or None, include_retired=retired)
        return retrieve(request, PostgresEngine(self._team, filters))

    def row_of(self, hit: Hit) -> Row | None:
        """A row of its own, since the hit may be older than the listed records."""
        root = hit.store.root
        workspace, project = self._projects.get(root) or tuple((root + "/").split("/", 2)[:2])
        return _row(RecordKey(workspace, project, hit.memory.path), hit.memory)

    # --- what is kept in repositories and on people's machines ---

    def brief(self) -> None:
        return None

    def for_file(self, path: str) -> Sequence[Row]:
        return ()

    def ledger(self, days: int) -> Sequence[LedgerEntry]:
        return ()

    def usage(self) -> Usage:
        return Usage({}, {}, set())

    def candidates(self) -> Sequence[dict[str, Any]]:
        return ()

    def checkup(self, *, begin: bool = True, again: bool = False) -> Checkup:
        return self._status.run(begin=begin, again=again)

    def public_checkup(self) -> Checkup:
        return _status(self._url)


def _record_key(key: str) -> RecordKey:
    return RecordKey(*parts_of(key))


def _document(record: FullRecord, links: tuple[LinkedRecord, ...] = ()) -> Document:
    """A text that is not a valid record, which only a foreign program can have written, is shown without its parts."""
    path, memory = record.key.path, record.memory
    known = memory.kind in (*CATEGORIES, *KINDS)
    valid, raw, _ = parse_record(record.text, path, memory.kind) if known else (None, None, None)
    fields = raw if valid is not None and raw is not None else {}
    return Document(
        row=_row(record.key, valid or memory),
        raw=fields,
        text=record.text,
        digest=record.content_hash,
        store="project" if memory.kind in CATEGORIES else "patterns",
        editable=False,
        links=links,
        files=tuple(FileState(file, True) for file in texts(fields.get("related_files"))),
    )


def _row(key: RecordKey, memory: Memory) -> Row:
    return Row(key_of(key), "database", memory, _where(key.workspace, key.project))


def _where(workspace: str, project: str) -> str:
    return workspace + "/" + project


def key_of(record_key: Sequence[str]) -> str:
    """The key of (workspace, project, path)."""
    workspace, project, path = record_key
    return "/".join([_part(workspace), _part(project), *map(_part, path.split("/"))])


def parts_of(key: str) -> tuple[str, str, str]:
    """(workspace, project, path); of any other text three strings as well."""
    parts = [unquote(part) for part in key.split("/")]
    return parts[0], parts[1] if len(parts) > 1 else "", "/".join(parts[2:])


def _part(text: str) -> str:
    return re.sub(r"[%/\\\x00-\x1f\x7f]|^\.{1,2}$", _escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return "".join("%%%02X" % ord(c) for c in match[0])


def _status(url: str) -> Checkup:
    """The health of the database, from what `memories db status` reads."""
    begun = time.monotonic()
    try:
        value = read_status(url)
    except MemoryRetrievalError as error:
        return Checkup("failed", error=str(error))
    findings = tuple(CheckupFinding("database", "warning", hint.finding, (), hint.remedy) for hint in hints(value))
    stored, tables = value.get("model"), [t for t in value.get("tables", ()) if t["rows"] and t["table"] in NAMES]
    facts = [
        ("Server", "PostgreSQL %s, pgvector %s" % (value["server"], value["pgvector"]["installed"] or "not installed")),
        ("Role", value["role"] + (", owner of the tables" if value["owner"] else "")),
        ("Tables", "version %(version)d of %(newest)d" % value["schema"]),
        ("Vectors", "%(embedder)s (%(model)s, %(dims)d dimensions)" % stored if stored else "no model yet"),
        *[("Table " + t["table"], "%s, %s" % (counted(t["rows"], "row"), readable_bytes(t["bytes"]))) for t in tables],
        *[("Workspace " + w["workspace"], _freshness(w)) for w in value.get("workspaces", ())],
    ]
    return Checkup("done", findings, right=tuple(facts), seconds=time.monotonic() - begun)


def _freshness(workspace: dict[str, Any]) -> str:
    return "%s, %s" % (
        counted(workspace["records"], "record"),
        "last ingest " + (workspace["ingested_at"] or "never came to its end"),
    )
