"""A database ranks as the files that it was filled from: the same signals, scores and first places on real records."""

import shutil
from pathlib import Path

import pytest

from memory_retrieval.store.place import Place
from memory_retrieval_eval.dataset import read_collections
from memory_retrieval_eval.product import ProductEngine, build_index
from memory_retrieval_eval.sandbox import changed_environment, sandbox
from memory_retrieval_eval.values import Collection
from postgres_server import new_database

pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval_team.search.engine import PostgresEngine
from memory_retrieval_team.search.filters import Filters
from memory_retrieval_team.search.team import Team
from team_database import ingest_store

ROOT = Path(__file__).resolve().parents[3]
PLACES = [ROOT / "lab/eval/collections", ROOT.parent / "shared/data/suite"]
NEAR = 0.01  # of scores, and of the mean over all prompts
WORDS = ("bm25", "coverage", "header_coverage", "rarest")
FIRST = 5  # hits of a search that are compared


@pytest.fixture(scope="module", params=[p for p in PLACES if p.is_dir()], ids=str)
def projects(request):
    return read_collections([request.param])


@pytest.fixture(scope="module")
def url(pg_server, pg_template):
    with new_database(pg_server, pg_template) as made:
        yield made


def send(url, collection, workspace):
    with sandbox(collection, "fts5_bm25") as box, changed_environment(box.variables):
        ingest_store(url, Place(str(box.root)).nearest, workspace, collection.name)


def traces(url, collection, mode="search"):
    """(relevant keys, trace of the files, trace of the workspace of this name, a hit's key) of each labelled prompt."""
    with sandbox(collection, "fts5_bm25") as box, changed_environment(box.variables):
        build_index(box)
        with Team(url, collection.name) as team:
            engine = PostgresEngine(team, Filters(in_force=mode == "search"))
            files, database = (
                ProductEngine(box, 10, other) for other in (None, lambda _: engine)
            )
            for query in collection.queries:
                if query.relevant:
                    both = [s._retrieve(query, mode)[0] for s in (files, database)]
                    yield set(query.relevant), *both, files.key


def compare(found, gains):
    """Adds recall at five, and whether the first is right, of files and database; yields pairs of hits of one record."""
    for relevant, *sides, key in found:
        for trace, sums in zip(sides, gains, strict=True):
            keys = [key(hit) for hit in trace.chosen[:FIRST]]
            sums.append(
                (
                    len(relevant & {*keys}) / len(relevant),
                    not relevant.isdisjoint(keys[:1]),
                )
            )
        there = {key(hit): hit for hit in sides[1].hits}
        for hit in sides[0].chosen[:FIRST]:
            yield hit, there.get(key(hit))


def test_what_the_files_find_first_a_database_finds_first(url, projects, tmp_path):
    gains = [], []
    for collection in projects:
        send(url, collection, collection.name)
        for mine, theirs in compare(traces(url, collection), gains):
            if any(evidence.matched for evidence in mine.evidence):
                continue  # a database searches for the words alone
            assert theirs, mine.memory.path
            for name in ("cosine", "cosine_z", "long", "session"):
                assert mine.signals[name] == pytest.approx(
                    theirs.signals[name], abs=NEAR
                )
            if all(abs(mine.signals[w] - theirs.signals[w]) < NEAR for w in WORDS):
                assert mine.score == pytest.approx(theirs.score, abs=NEAR)
    assert_near(gains)


def test_and_so_does_a_workspace_of_many_projects(url, projects, tmp_path):
    for collection in projects:
        send(url, collection, "merged")
        shutil.copytree(
            collection.folder / "memory", tmp_path / "memory", dirs_exist_ok=True
        )
    queries = [query for collection in projects for query in collection.queries]
    merged, gains = Collection("merged", tmp_path, tuple(queries)), ([], [])
    pairs = list(compare(traces(url, merged), gains))
    assert sum(theirs is None for _, theirs in pairs) < NEAR * len(pairs)
    assert_near(gains)


def test_the_hook_would_decide_alike(url, projects):
    kinds, decided = [], []
    for collection in projects[:1]:
        send(url, collection, collection.name)
        for _, mine, theirs, key in traces(url, collection, "auto"):
            kinds.append(mine.kind - theirs.kind)
            decided.append({*map(key, mine.chosen)} == {*map(key, theirs.chosen)})
    assert max(map(abs, kinds)) < NEAR
    assert sum(decided) > 0.9 * len(decided)


def assert_near(gains):
    means = [
        [sum(column) / len(side) for column in zip(*side, strict=True)]
        for side in gains
    ]
    assert means[1] == pytest.approx(means[0], abs=NEAR)
