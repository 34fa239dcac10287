"""Which folders hold which records."""

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.store.layouts import (
    DISPLAY,
    DOCUMENT,
    LLM_NAMES,
    folders_of,
    pattern_folders,
)
from memory_retrieval.store.reader import read_store
from memory_retrieval.store.schema import KINDS


def test_every_kind_has_a_name_to_be_shown_by():
    assert set(DISPLAY) == {*CATEGORIES, *KINDS, DOCUMENT}


def test_a_folder_without_stores_has_nothing_to_read(tmp_path):
    assert folders_of(str(tmp_path)) == []


def test_the_folders_of_external_models_are_those_that_are_there(tmp_path):
    for name in (*LLM_NAMES, "other", ".hidden"):
        (tmp_path / ".memories" / "external-llm-cache" / name).mkdir(parents=True)
    kinds = dict(pattern_folders(str(tmp_path), ".memories/"))
    found = {
        folder.rsplit("/", 1)[-1]
        for folder, kind in kinds.items()
        if kind == "llm_cache"
    }
    assert found == {*LLM_NAMES, "other"}


REVIEW = {
    "timestamp": "2026-01-01T00:00:00Z",
    "reviewer": "r",
    "subject": "x",
    "summary": "s",
}
KINDS_WRITTEN = {
    "memories": ("pattern", {}),
    "sources": ("source", {"title": "t", "summary": "s"}),
    "backlog": (
        "backlog",
        {"title": "t", "description": "d", "created_at": "2026-01-01T00:00:00Z"},
    ),
    "events": (
        "event",
        {"timestamp": "2026-01-01T00:00:00Z", "kind": "outage", "summary": "s"},
    ),
    "reviews": ("review", REVIEW),
    "architecture-reviews": ("review", REVIEW),
    "external-llm-cache/gemini": (
        "llm_cache",
        {"timestamp": "2026-01-01T00:00:00Z", "question": "q", "response_summary": "a"},
    ),
}


def test_both_layouts_and_every_kind_are_readable(project):
    for category in CATEGORIES:
        project.write(category, "one")
    for folder, (_, fields) in KINDS_WRITTEN.items():
        project.write_pattern("one", folder=folder, **fields)
    found = list(read_store(project.found()))
    assert [problem for _, _, problems in found for problem in problems] == []
    kinds = sorted(memory.kind for _, memory, _ in found)
    assert kinds == sorted([*CATEGORIES, *(kind for kind, _ in KINDS_WRITTEN.values())])
