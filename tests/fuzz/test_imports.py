"""Hostile sources of an import: whatever a file holds, an import ends, and takes at most five records out of use."""

import json

import pytest
from hypothesis import strategies as st

from fuzz import hostile
from fuzz.rules import fuzz
from memory_retrieval.cli.import_ import READERS
from memory_retrieval.core.errors import StoreError
from memory_retrieval.documents.read import read_document
from memory_retrieval.documents.statement import MAX_LINE
from memory_retrieval.documents.tree import Tree
from memory_retrieval.importers.run import bring_in
from memory_retrieval.save.links import MAX_SUPERSEDED
from memory_retrieval.store import catalog

pytestmark = pytest.mark.timeout(0)
STATES = ("", "accepted", "proposed", "rejected", "deprecated", "superseded")
STORED = [f"stored-{number}" for number in range(12)]
SIGNS = """# ,## ,### Status,- ,  - ,1. ,- [x] ,~~,```,---,| a | b |,<!--,-->,@a.md,
**Status:** ,superseded by ,supersedes ,ADR-0001,[1](0001.md),Context,Decision,Accepted,Rejected"""
WORDS = st.sampled_from(SIGNS.split(","))
LINES = st.lists(WORDS | hostile.TEXT, max_size=6).map("".join)
MARKDOWN = (
    st.lists(LINES, max_size=25)
    .map("\n".join)
    .map(lambda text: text.encode("utf-8", "replace"))
)
LINKS = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from([*STORED, "a", "b"]),
        "supersedes": st.lists(
            st.sampled_from([*STORED, "a", "b"]) | hostile.VALUES, max_size=8
        )
        | hostile.VALUES,
        "superseded_by": st.sampled_from([*STORED, "a"]) | hostile.VALUES,
        "record_status": st.sampled_from(["active", "retired"]) | hostile.VALUES,
        "status": st.sampled_from(["done", "rejected"]) | hostile.VALUES,
    },
)
RECORDS = st.tuples(hostile.records(), LINKS).map(lambda both: {**both[0], **both[1]})
JSONL = st.lists(RECORDS.map(json.dumps) | hostile.TEXT, max_size=12).map(
    lambda lines: "\n".join(lines).encode("utf-8", "replace")
)


def bring(project, kind, path):
    """Imports; at most five of the stored records may be out of use afterwards."""
    before = shown(project)
    try:
        given = [(kind, item) for item in READERS[kind](str(path))]
    except StoreError as error:
        assert str(path) in str(error) and "\n" not in str(error)
        return 0
    done = bring_in(project.place, given, dry_run=False, progress=lambda origin: None)
    gone = before - shown(project)
    assert (
        gone <= {item["id"] for item in done.out_of_use}
        and len(done.out_of_use) <= MAX_SUPERSEDED
    )
    assert all("\n" not in entry.get("problem", "") for entry in done.items)
    return len(done.items)


def shown(project):
    return {
        entry.id for entry in catalog.entries(project.place.target) if entry.shown()
    }


@pytest.fixture
def stored(project):
    for id in STORED:
        project.write("decision", id)
    return project


def test_no_document_or_line_breaks_an_import(stored, tmp_path):
    brought = []

    def rule(kind, document, lines):
        path = tmp_path / ("a.jsonl" if kind == "jsonl" else "a.md")
        path.write_bytes(lines if kind == "jsonl" else document)
        brought.append(bring(stored, kind, path))

    kinds = st.sampled_from(sorted(READERS))
    fuzz((kinds, MARKDOWN, JSONL), rule)
    assert sum(brought), "nothing was ever brought in"


def test_no_document_breaks_its_reader(tmp_path):
    tree = Tree(str(tmp_path))

    def rule(data):
        found = read_document(
            "docs/adr/0001-a.md", data.decode("utf-8", "replace"), tree
        )
        assert (
            found.title and len(found.line) <= MAX_LINE and found.status.word in STATES
        )

    fuzz((MARKDOWN,), rule)
