"""A search in one round trip and in three: the same candidates with the same scores."""

import pytest

pytest.importorskip("psycopg", reason="the extra postgres is not installed")

import citus_cluster
from memory_retrieval.retrieve.query import build_query
from memory_retrieval_team.db import access
from memory_retrieval_team.search.filters import Filters
from memory_retrieval_team.search.team import Team
from team_database import as_role, run

ASKED = [
    "cache headers of the catalogue",
    "close the pool",
    "old proxy",
    "zyzzyva",
    "",
    "the of and",
    "how large 16 kB",
]
FILTERS = [
    Filters(),
    Filters(in_force=True),
    Filters(category="decision"),
    Filters(confidence=0.4),
    Filters(since=1.0),
]


def found(url):
    """For each text and filter: the evidence of every candidate, and the number of records."""
    with Team(url) as team:
        results = [
            team.find(build_query(text), 30, filters)
            for text in ASKED
            for filters in FILTERS
        ]
    return [
        (sorted(map(evidence, result.pools[0])), result.total) for result in results
    ]


def evidence(candidate):
    terms = [(e.term, e.score, e.idf, e.fields) for e in candidate.evidence]
    scores = (candidate.lexical, candidate.cosine or -1.0, candidate.prior or -1.0)
    return candidate.store.root, candidate.memory.path, *scores, terms


@pytest.mark.skipif(
    bool(citus_cluster.URL), reason="a cluster refuses the one statement"
)
@pytest.mark.parametrize("reads", ["*", "A", "A B", "nothing"])
def test_three_round_trips_find_what_one_finds(two, role, monkeypatch, reads):
    name = role()
    for workspace in ("A" if reads == "nothing" else reads).split():
        access.grant(two, name, workspace)
    if reads == "nothing":
        run(two, "DELETE FROM members")
    for url in (two, as_role(two, name)):
        monkeypatch.setattr(
            "memory_retrieval_team.search.info.is_distributed", lambda link: False
        )
        at_once = found(url)
        monkeypatch.setattr(
            "memory_retrieval_team.search.info.is_distributed", lambda link: True
        )
        assert found(url) == at_once
