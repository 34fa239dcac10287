"""The catalogue shows the files as they are, whatever has become of its cache."""

import os
from pathlib import Path

import pytest

from memory_retrieval.core import environment
from memory_retrieval.store import catalog, catalog_cache


@pytest.fixture
def store(project, monkeypatch):
    monkeypatch.setattr(catalog, "RACY", 0)  # the files of a test are young
    for id in ("a", "b"):
        project.write(
            "decision", id, f"Title of {id}", tags=["one", "two"], aliases=["other"]
        )
    project.write_text("decision", "broken", "{")
    return project.place.target


def cache_file():
    return next(Path(environment.cache_dir(), "catalog").iterdir())


def shown(store):
    names = (
        "path",
        "id",
        "title",
        "kind",
        "tags",
        "status",
        "created",
        "updated",
        "superseded_by",
        "head",
        "line",
    )
    return [
        [getattr(entry, name) for name in names] for entry in catalog.entries(store)
    ]


def test_cached_entries_are_those_read(store):
    first = shown(store)
    assert [row[0] for row in first] == [
        ".claude/memory/decisions/a.json",
        ".claude/memory/decisions/b.json",
    ]
    size = cache_file().stat().st_size
    assert shown(store) == first
    assert cache_file().stat().st_size == size


@pytest.mark.parametrize("cut", range(1, 200, 29))
def test_a_cache_that_was_cut_off_is_mended(project, store, cut):
    first = shown(store)
    cache_file().write_bytes(cache_file().read_bytes()[:-cut])
    project.write("decision", "c")
    assert shown(store)[:2] == first
    project.write("decision", "d")
    assert [row[1] for row in shown(store)] == ["a", "b", "c", "d"]
    assert shown(store)[:2] == first


@pytest.mark.parametrize("junk", [b"", b"\n", b"\xff\xfe", b"1\tother\n", b"{}" * 100])
def test_a_foreign_cache_is_ignored(store, junk):
    first = shown(store)
    cache_file().write_bytes(junk)
    assert shown(store) == first


def test_changes_in_place_and_deletions_are_seen(project, store):
    shown(store)
    project.write("decision", "a", "Another title")
    os.unlink(project.path("decision", "b"))
    assert [row[2] for row in shown(store)] == ["Another title"]


def test_outdated_lines_do_not_pile_up(project, store):
    for number in range(300):
        project.write("decision", "a", f"Title {number}")
        shown(store)
    assert len(cache_file().read_text().splitlines()) < 250


def test_without_a_cache_folder_it_works(store, monkeypatch):
    monkeypatch.setattr(catalog_cache, "_path", lambda root: "")
    assert len(shown(store)) == 2
