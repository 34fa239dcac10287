"""What a search finds depends on the records alone, not on the order in which the index came to know them."""

import json
import pathlib
import random
import shutil

import pytest

from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query

COLLECTION = (
    pathlib.Path(__file__).resolve().parents[3]
    / "lab"
    / "eval"
    / "collections"
    / "grainline"
)
FOREVER = float("inf")


@pytest.fixture
def project(project):
    shutil.copytree(COLLECTION / "memory", project.store, dirs_exist_ok=True)
    return project


def _answers(index, prompts):
    found = []
    for prompt in prompts:
        candidates = index.candidates(build_query(prompt))
        found.append(
            sorted((c.memory.path, c.lexical, c.cosine, c.cosine_z) for c in candidates)
        )
    return found


def test_the_vocabulary_counts_passages_as_fts5_does(project):
    project.write(
        "decision",
        "scripts",
        "日本語 हिन्दी العَرَبِيَّة naïve ﬁle C++ v2.1",
        content={"context": "word " * 700},
    )
    with Fts5Index(project.found()) as index:
        assert index.refresh(FOREVER).complete
        for path in sorted(project.store.glob("*/*.json"))[::3]:
            path.unlink()
        assert index.refresh(FOREVER).complete
        index._db.execute(
            "create virtual table temp.counted using fts5vocab(main, fts, 'row')"
        )
        expected = index._db.execute(
            "select term, doc from temp.counted order by term"
        ).fetchall()
        assert len(expected) > 500
        assert (
            index._db.execute(
                "select term, passages from vocabulary order by term"
            ).fetchall()
            == expected
        )


def test_the_order_in_which_records_were_indexed_changes_no_score(project):
    lines = (COLLECTION / "queries.jsonl").read_text(encoding="utf-8").splitlines()
    prompts = [json.loads(line)["prompt"] for line in lines]
    with Fts5Index(project.found()) as index:
        assert index.refresh(FOREVER).complete
        before = _answers(index, prompts)
        files = {path: path.read_bytes() for path in project.store.glob("*/*.json")}
        paths = sorted(files)
        for path in random.Random(4).sample(paths, 2 * len(paths) // 3):
            path.unlink()
            index.refresh(FOREVER)
            path.write_bytes(files[path])
            assert index.refresh(FOREVER).complete
        assert len(files) > 24 and sum(map(len, before)) > 100
        assert _answers(index, prompts) == before
