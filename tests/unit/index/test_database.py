"""The index file: thrown away when it is damaged, foreign or old; in memory where no file can be."""

import os
import sqlite3

import pytest

from memory_retrieval.index import database
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.scope import find_project

FOREVER = float("inf")


@pytest.fixture
def store(project):
    project.fill(6)
    project.write("runbook", "x", "Throttling")
    return find_project(str(project.root))


def _found(store):
    with Fts5Index(store, use_vectors=False) as index:
        index.refresh(FOREVER)
        return {c.memory.id for c in index.candidates(build_query("throttling")) if c.lexical > 0}


def _file(store):
    return database.index_path(store)


def _truncated_to_nothing(path, store):
    open(path, "w").close()


def _truncated_to_half(path, store):
    os.truncate(path, os.path.getsize(path) // 2)


def _truncated_to_a_page(path, store):
    os.truncate(path, 4096)


def _random_bytes(path, store):
    with open(path, "wb") as file:
        file.write(os.urandom(50_000))


def _zeros_in_the_middle(path, store):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.seek(4096 * 2)
        file.write(bytes(max(0, size - 4096 * 3)))


def _random_bytes_behind_the_header(path, store):
    size = os.path.getsize(path)
    with open(path, "r+b") as file:
        file.seek(100)
        file.write(os.urandom(size - 100))


def _text(path, store):
    with open(path, "w") as file:
        file.write("not a database")


def _another_version(path, store):
    with sqlite3.connect(path) as db:
        db.execute("pragma user_version=999")
    db.close()


def _another_program(path, store):
    os.unlink(path)
    with sqlite3.connect(path) as db:
        db.execute("create table doc(a)")
    db.close()


def _another_store(path, store):
    with sqlite3.connect(path) as db:
        db.execute("update meta set value='/somewhere/else' where key='store'")
        db.execute("update doc set title='stale'")
    db.close()


def _a_table_is_missing(path, store):
    with sqlite3.connect(path) as db:
        db.execute("drop table passage")
    db.close()


def _the_full_text_table_is_missing(path, store):
    with sqlite3.connect(path) as db:
        db.execute("drop table fts")
    db.close()


DAMAGE = [
    _truncated_to_nothing,
    _truncated_to_half,
    _truncated_to_a_page,
    _random_bytes,
    _zeros_in_the_middle,
    _random_bytes_behind_the_header,
    _text,
    _another_version,
    _another_program,
    _another_store,
    _a_table_is_missing,
    _the_full_text_table_is_missing,
]


def _settle(path):
    """All pages in the one file, nothing in the journal."""
    db = sqlite3.connect(path)
    db.execute("pragma wal_checkpoint(truncate)")
    db.close()


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda f: f.__name__.strip("_"))
def test_a_damaged_or_foreign_index_is_built_anew(store, damage):
    assert _found(store) == {"x"}
    _settle(_file(store))
    damage(_file(store), store)
    assert _found(store) == {"x"}
    with sqlite3.connect(_file(store)) as db:
        assert db.execute("pragma integrity_check").fetchone() == ("ok",)
        assert db.execute("pragma user_version").fetchone() == (database.VERSION,)
    db.close()


def test_an_index_that_is_deleted_while_its_journal_stays_is_built_anew(store):
    with Fts5Index(store, use_vectors=False) as index:
        index.refresh(FOREVER)
        os.unlink(_file(store))
    assert _found(store) == {"x"}


@pytest.mark.parametrize("cache", ["/proc/nowhere", "/dev/null", "file/below"])
def test_where_no_file_can_be_it_lives_in_memory(store, monkeypatch, tmp_path, cache):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", cache if cache.startswith("/") else str(tmp_path / cache))
    for _ in range(2):
        assert _found(store) == {"x"}
    with Fts5Index(store, use_vectors=False) as index:
        assert index._db.execute("pragma database_list").fetchone()[2] == ""


def test_the_hosts_data_folder_is_used_where_the_cache_is_not_writable(store, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file" / "cache"))
    monkeypatch.setenv("CLAUDE_PLUGIN_DATA", str(tmp_path / "plugin"))
    assert _found(store) == {"x"}
    assert [p.parent.parent for p in tmp_path.rglob("*.sqlite3")] == [tmp_path / "plugin"]


def test_a_folder_in_place_of_the_file_is_not_fatal(store):
    os.makedirs(_file(store))
    assert _found(store) == {"x"}


def test_the_file_is_named_after_the_project_and_only_for_the_user(store):
    _found(store)
    name = os.path.basename(_file(store))
    assert name.startswith("shop-") and name.endswith(".sqlite3")
    assert os.stat(os.path.dirname(_file(store))).st_mode & 0o077 == 0


@pytest.mark.parametrize("name", ["..", "a b", "naïve", "x" * 200, "-rf", "$(x)", "\udcff"])
def test_no_project_name_leaves_the_index_folder(make_project, home, name):
    store = find_project(str(make_project("p").root)).replace(root="/srv/" + name)
    path = database.index_path(store)
    assert os.path.dirname(path) == str(home / "xdg-cache" / "memory-retrieval" / "index")
    assert os.path.basename(path).isascii() and len(os.path.basename(path)) < 100
