"""The ten examples of the library run as they stand, over files and over a database, and print what they promise."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import memory_retrieval
from memory_retrieval.store.place import Place
from team_database import ingest_store

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
LOCKED = "offline-download-database-locked"
PRINTED = {
    "library/files.py": [f"runbook {LOCKED} .claude/memory/runbooks/{LOCKED}.json"],
    "library/filters.py": [
        "category: GPX import fails with ParseError: not well-formed",
        "category severity: Clear XML nodes while streaming a GPX file",
    ],
    "library/reasons.py": [f"injected {LOCKED}.json", "1 of "],
    "library/list_and_show.py": ["11 runbooks", "- Keep a transaction below 200 tiles"],
    "library/save.py": ["created dates-are-iso-8601", "undone"],
    "library/database.py": [f"runbook {LOCKED} outdoor/trailhead", "68 searched"],
    "library/event_loop.py": [LOCKED, "postgis-topology-exception"],
    "library/counts.py": ["runbook {'active': 11, 'retired': 1}"],
    "retrievers/langchain_memories.py": [],
    "retrievers/llama_index_memories.py": [],
}
OF_A_DATABASE = ("database", "event_loop", "counts")
STUBS = {
    "langchain_core/documents.py": """
class Document:
    def __init__(self, page_content, metadata): self.page_content, self.metadata = page_content, metadata
""",
    "langchain_core/retrievers.py": """
class BaseRetriever:
    def __init__(self, **fields): self.__dict__.update(fields)
    def invoke(self, text): return self._get_relevant_documents(text, run_manager=None)
""",
    "llama_index/core/retrievers.py": """
class BaseRetriever:
    def __init__(self): pass
    def retrieve(self, text): return self._retrieve(type("QueryBundle", (), {"query_str": text}))
""",
    "llama_index/core/schema.py": """
class TextNode:
    def __init__(self, id_, text): self.node_id, self.text = id_, text
class NodeWithScore:
    def __init__(self, node, score): self.node, self.score = node, score
""",
}
"""The shape of the interfaces that the retriever classes fill; neither package is a dependency."""


def test_every_example_is_run():
    there = [*EXAMPLES.glob("library/*.py"), *EXAMPLES.glob("retrievers/*.py")]
    assert {path.relative_to(EXAMPLES).as_posix() for path in there} == {*PRINTED}


@pytest.fixture
def project(tmp_path, monkeypatch):
    monkeypatch.setenv("MEMORIES_NOW", "2026-11-15T09:00:00Z")
    return shutil.copytree(EXAMPLES / "trailhead", tmp_path / "trailhead")


@pytest.mark.parametrize("name", [name for name in PRINTED if "library/" in name])
def test_an_example_prints_what_it_promises(name, project, request):
    where = str(project)
    if Path(name).stem in OF_A_DATABASE:
        where = request.getfixturevalue("db_url")
        ingest_store(where, Place(str(project)).nearest, "outdoor", "trailhead")
    source = str(Path(memory_retrieval.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-W", "error", EXAMPLES / name, where],
        env={**os.environ, "PYTHONPATH": source},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for line in PRINTED[name]:
        assert line in done.stdout


@pytest.fixture
def retriever(project, tmp_path, monkeypatch):
    for name, text in STUBS.items():
        path = tmp_path / "stubs" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    monkeypatch.syspath_prepend(tmp_path / "stubs")
    monkeypatch.syspath_prepend(EXAMPLES / "retrievers")
    before = {*sys.modules}
    with memory_retrieval.MemoryRetriever(root=str(project)) as opened:
        yield opened
    for name in {*sys.modules} - before:
        if name.startswith(("langchain_", "llama_index")):
            del sys.modules[name]


def test_other_frameworks_are_given_title_and_text(retriever):
    import langchain_memories
    import llama_index_memories

    question = "offline download database is locked"
    (expected,) = retriever.query(question, top_k=1)
    text = f"{expected.title}\n{expected.text}"
    chain = langchain_memories.Memories(retriever=retriever, k=1)
    (document,) = chain.invoke(question)
    assert (document.page_content, document.metadata["id"]) == (text, expected.id)
    (node,) = llama_index_memories.Memories(retriever, k=1).retrieve(question)
    assert (node.node.text, node.score) == (text, expected.similarity)
