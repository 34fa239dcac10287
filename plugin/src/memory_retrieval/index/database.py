"""The search index on disk: opens it, and discards it when it is damaged, foreign or of another version.

One SQLite file a store, outside the repository, named after the store's real path. Everything in it can be rebuilt from
the records. Where no file can be written the index lives in memory for one prompt.
"""

from __future__ import annotations

import os
import sys

from ..core import environment
from ..core.errors import IndexUnavailable
from ..core.files import make_folders, store_key

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Store


def _import_sqlite() -> Any:
    """The C module alone; None in a Python built without SQLite.

    `sqlite3` would load `datetime`, and `_sqlite3` itself `functools` (5 ms) for one decorator, so it gets a stand-in.
    """
    try:
        if "functools" in sys.modules:
            return _import("_sqlite3")
        from _functools import _lru_cache_wrapper as wrapper  # type: ignore[import-not-found]

        stand_in = type(sys)("functools")
        stand_in.lru_cache = lambda size: lambda call: wrapper(call, size, False, tuple)  # type: ignore[attr-defined]
        sys.modules["functools"] = stand_in
        try:
            return _import("_sqlite3")
        finally:
            del sys.modules["functools"]
    except ImportError:
        try:
            return _import("sqlite3")
        except ImportError:
            return None


def _import(name: str) -> Any:
    __import__(name)
    return sys.modules[name]


sqlite = _import_sqlite()
VERSION = (
    12  # of the tables below and of how they are kept; another version is another file
)
BUSY_MS = (
    250  # wait for another process's transaction; then answer from what is indexed
)

TABLES = """
create table if not exists meta(
    -- store: its real path; memories, passages: how many are indexed; vectors: revision of the term table
    key text primary key,
    value
) without rowid;
create table if not exists folder(
    path text primary key,          -- relative to the store's root
    sign text,                      -- fingerprint of the folder: changes when an entry is created, deleted or renamed
    listing text,                   -- checksum over names and fingerprints of its entries; '' while some are to be read
    entries integer
) without rowid;
create table if not exists doc(
    doc integer primary key,
    path text unique,               -- relative to the store's root
    folder text,
    sign text,                      -- fingerprint: inode, ctime, size; ends in '?' if the file was too young to trust
    problem text,                   -- why it is no valid record; then all columns below are null
    kind text, id text, title text, category text,
    tags text, aliases text,        -- joined by newline
    status text, created integer, updated integer, confidence real, severity text,
    files text,                     -- related files and anchors, joined by newline
    superseded_by text, digest text,
    state text, expires integer,    -- what its content says of its state, and when it ends: core/holds.py
    carried text,                   -- JSON of the fields of store/fields.py that it keeps; '' for none
    head text,                      -- stems of title, tags and aliases, one line each
    passages integer,
    vector blob,                    -- term vector, int8; null when the memory has no known term, or none yet
    pending integer                 -- 1 while the vector is still to be computed
);
create index if not exists doc_folder on doc(folder);
create index if not exists doc_id on doc(id);
create index if not exists doc_pending on doc(doc) where pending = 1;
create index if not exists doc_carried on doc(carried) where carried <> '';
create trigger if not exists doc_added after insert on doc when new.problem is null begin
    update meta set value = value + 1 where key = 'memories';
    update meta set value = value + new.passages where key = 'passages';
end;
create trigger if not exists doc_removed after delete on doc when old.problem is null begin
    update meta set value = value - 1 where key = 'memories';
    update meta set value = value - old.passages where key = 'passages';
end;
create table if not exists passage(
    rowid integer primary key,      -- doc * 256 + number
    title text, tags text, aliases text, body text  -- tokens as given to fts: needed to delete from a contentless table
);
create table if not exists vocabulary(
    term text primary key,          -- a stem as fts has it; fts5vocab would read all its passages to count them
    passages integer                -- that have it
) without rowid;
create table if not exists signature(
    block integer primary key,      -- doc / 1024
    bits blob                       -- 1024 sign-bit strings of the vectors, zero where there is none
);
"""
FTS = """
create virtual table if not exists fts using fts5(
    title, tags, aliases, body, content='', tokenize="porter unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
"""


def index_path(store: Store) -> str:
    """The index file of a store, a readable name and 64 bits of its real path; "" when no folder can hold it."""
    base = environment.cache_dir()
    if not base or not _writable(base):
        base = environment.plugin_data_dir()
    if not base:
        return ""
    key = store_key(store.home, _identity(store))
    return os.path.join(base, "index", f"{key}.v{VERSION}.sqlite3")


def open_index(store: Store) -> Any:
    """A connection with the tables in place. IndexUnavailable when SQLite or FTS5 is missing."""
    if sqlite is None:
        raise IndexUnavailable(
            "this Python has no SQLite; searching by keywords instead"
        )
    path = index_path(store)
    for attempt in (1, 2):
        try:
            if path:
                make_folders(os.path.dirname(path))
            return _connect(path or ":memory:", store)
        except _NoFts5 as error:
            raise IndexUnavailable(
                f"this SQLite has no FTS5 ({error}); searching by keywords instead"
            ) from None
        except (sqlite.DatabaseError, OSError) as error:
            if path and attempt == 1 and is_damage(error):
                discard(path)
                continue
            path = ""  # not writable, or damaged again: in memory
    return _connect(":memory:", store)


def discard(path: str) -> None:
    """Removes an index file and its journals; it is rebuilt at the next event."""
    for suffix in ("", "-wal", "-shm", "-journal"):
        try:
            os.unlink(path + suffix)
        except OSError:
            pass


class _NoFts5(Exception):
    pass


def _connect(path: str, store: Store) -> Any:
    # No mmap_size and no write-ahead log, whose index (-shm) is mapped: SIGBUS ends a process when somebody truncates a
    # file that it has mapped. With a rollback journal a reader waits while a batch is being committed, for some ms.
    connection = sqlite.connect(
        path, timeout=BUSY_MS / 1000, isolation_level=None, check_same_thread=False
    )
    try:
        connection.execute(
            "pragma synchronous=normal"
        )  # a power cut may cost the last batch, and breaks nothing
        connection.execute(
            "pragma cache_spill=off"
        )  # else readers wait from the middle of a large batch on
        version = connection.execute("pragma user_version").fetchone()[0]
        if version != VERSION:
            if version or connection.execute("select 1 from sqlite_master").fetchone():
                raise sqlite.DatabaseError(f"index of another version: {version}")
            _create(connection, store)
        owner = connection.execute(
            "select value from meta where key='store'"
        ).fetchone()
        if owner is None or owner[0] != _name(store):
            raise sqlite.DatabaseError("index of another store")
        return connection
    except BaseException:
        connection.close()
        raise


def _create(connection: Any, store: Store) -> None:
    connection.execute("begin immediate")
    if (
        connection.execute("pragma user_version").fetchone()[0] != VERSION
    ):  # unless another process did it meanwhile
        for statement in TABLES.split(";\ncreate "):
            connection.execute(
                "create " + statement if not statement.startswith("\n") else statement
            )
        try:
            for statement in FTS.split(";\n"):
                if statement.strip():
                    connection.execute(statement)
        except sqlite.OperationalError as error:
            raise _NoFts5(str(error)) from None
        connection.execute(
            "insert or replace into meta values('store', ?), ('memories', 0), ('passages', 0)",
            (_name(store),),
        )
        connection.execute(f"pragma user_version={VERSION}")
    connection.execute("commit")


def _name(store: Store) -> str:
    return (
        _identity(store).encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    )


def _identity(store: Store) -> str:
    """The real path of a store, with what its paths begin with where they are relative to another one's project."""
    own = store.home + "//" + store.place if store.place else store.root
    return own + "//documents" if store.kind.documents else own


def is_damage(error: BaseException) -> bool:
    others = "locked", "readonly", "unable to open", "disk is full", "disk I/O"
    return isinstance(error, sqlite.DatabaseError) and not any(
        text in str(error) for text in others
    )


def is_busy(error: BaseException) -> bool:
    return "locked" in str(error)


def _writable(base: str) -> bool:
    while not os.path.isdir(base):
        if os.path.lexists(base):
            return False  # a file in place of a folder
        parent = os.path.dirname(base)
        if parent == base:
            return False
        base = parent
    return os.access(base, os.W_OK)
