"""The index file: thrown away when it is damaged, foreign or old; in memory where no file can be."""

import os
import sqlite3
from pathlib import Path

import pytest

from memory_retrieval.index import database
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.place import Place

FOREVER = float("inf")


@pytest.fixture
def store(project):
    project.fill(6)
    project.write("runbook", "x", "Throttling")
    return project.found()


def _found(store):
    with Fts5Index(store) as index:
        index.refresh(FOREVER)
        return {
            c.memory.id
            for c in index.candidates(build_query("throttling"))
            if c.lexical > 0
        }


def _file(store):
    return database.index_path(store)


DAMAGE = {
    "truncated to nothing": lambda data: b"",
    "truncated to half": lambda data: data[: len(data) // 2],
    "truncated to a page": lambda data: data[:4096],
    "random bytes": lambda data: os.urandom(50_000),
    "zeros in the middle": lambda data: (
        data[:8192] + bytes(len(data) - 12_288) + data[-4096:]
    ),
    "random bytes behind the header": lambda data: (
        data[:100] + os.urandom(len(data) - 100)
    ),
    "text": lambda data: b"not a database",
    "another version": "pragma user_version=999",
    "another program": "drop table doc; drop table meta; create table doc(a)",
    "another store": "update meta set value='/somewhere/else' where key='store'; update doc set title='stale'",
    "a table is missing": "drop table passage",
    "the full text table is missing": "drop table fts",
}


def _damage(path, how):
    if not isinstance(how, str):
        path.write_bytes(how(path.read_bytes()))
        return
    db = sqlite3.connect(path)
    db.executescript(how)
    db.close()


def _settle(path):
    """All pages in the one file, nothing in the journal."""
    db = sqlite3.connect(path)
    db.execute("pragma wal_checkpoint(truncate)")
    db.close()


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_or_foreign_index_is_built_anew(store, damage):
    assert _found(store) == {"x"}
    _settle(_file(store))
    _damage(Path(_file(store)), DAMAGE[damage])
    assert _found(store) == {"x"}
    with sqlite3.connect(_file(store)) as db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        assert db.execute("pragma user_version").fetchone() == (database.VERSION,)
    db.close()


def test_an_index_that_is_deleted_while_its_journal_stays_is_built_anew(store):
    with Fts5Index(store) as index:
        index.refresh(FOREVER)
        os.unlink(_file(store))
    assert _found(store) == {"x"}


@pytest.mark.parametrize("cache", ["/proc/nowhere", "/dev/null", "file/below"])
def test_where_no_file_can_be_it_lives_in_memory(store, monkeypatch, tmp_path, cache):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv(
        "XDG_CACHE_HOME", cache if cache.startswith("/") else str(tmp_path / cache)
    )
    for _ in range(2):
        assert _found(store) == {"x"}
    with Fts5Index(store) as index:
        assert index._db.execute("pragma database_list").fetchone()[2] == ""


def test_the_hosts_data_folder_is_used_where_the_cache_is_not_writable(
    store, monkeypatch, tmp_path
):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "plugin"))
    assert _found(store) == {"x"}
    assert [p.parent.parent for p in tmp_path.rglob("*.sqlite3")] == [
        tmp_path / "plugin"
    ]


def test_a_folder_in_place_of_the_file_is_not_fatal(store):
    os.makedirs(_file(store))
    assert _found(store) == {"x"}


def test_the_file_is_named_after_the_project_and_only_for_the_user(store):
    _found(store)
    name = os.path.basename(_file(store))
    assert name.startswith("shop-") and name.endswith(".sqlite3")
    assert os.stat(os.path.dirname(_file(store))).st_mode & 0o077 == 0


@pytest.mark.parametrize(
    "name", ["..", "a b", "naïve", "x" * 200, "-rf", "$(x)", "\udcff"]
)
def test_no_project_name_leaves_the_index_folder(make_project, home, name):
    store = Place(make_project("p").root).nearest.replace(root="/srv/" + name)
    path = database.index_path(store)
    assert os.path.dirname(path) == str(
        home / "xdg-cache" / "memory-retrieval" / "index"
    )
    assert os.path.basename(path).isascii() and len(os.path.basename(path)) < 100
