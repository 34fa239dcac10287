"""Words that many records have: what is not fetched could not have been among the best."""

import itertools

import pytest

pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval.retrieve.query import build_query
from memory_retrieval_team.db import access
from memory_retrieval_team.search import statement
from memory_retrieval_team.search.filters import Filters
from memory_retrieval_team.search.team import Team
from team_database import as_role, ingest, run

WORDS = ["queue", "cache", "proxy", "common"]
ASKED = [
    " ".join(words)
    for count in (1, 2, 3)
    for words in itertools.combinations(WORDS, count)
]
LIMIT = 18


@pytest.fixture
def frequent(db_url, project, by_index):
    """Records about one word alone, records that mention one beside a more frequent word, and some about two."""
    for number in range(60):
        word = WORDS[number % (len(WORDS) - 1)]
        project.write(
            "constraint",
            f"about{number}",
            f"About the {word}",
            content={"rule": "filler " * number},
        )
        project.write(
            "constraint",
            f"beside{number}",
            "Ours",
            content={"rule": "common filler " * number + word},
        )
        project.write(
            "constraint", f"far{number}", "Theirs", content={"rule": "common filler"}
        )
    for number in range(16):
        project.write(
            "constraint", f"both{number}", "Queue, cache", content={"rule": "filler"}
        )
    ingest(db_url, project)
    run(db_url, "UPDATE memories SET embedding = NULL")  # so that the words alone find
    return db_url


def best(url):
    """For each text the lexical scores of the best third, best first, and how many records came."""
    with Team(url) as team:
        found = [
            team.find(build_query(text), LIMIT, Filters()).candidates for text in ASKED
        ]
    scores = [
        sorted((c.lexical for c in candidates), reverse=True) for candidates in found
    ]
    return [
        [round(score, 4) for score in of_text[: LIMIT // 3]] for of_text in scores
    ], sum(map(len, found))


@pytest.mark.parametrize("reader", [False, True])
def test_the_best_third_is_that_of_all_records(
    frequent, role_of_a, monkeypatch, reader
):
    url = as_role(frequent, role_of_a) if reader else frequent
    of_all, _ = best(url)
    for small in (0, 10, 30):
        monkeypatch.setattr(statement, "SMALL", small)
        assert best(url)[0] == of_all


def test_records_that_cannot_be_among_the_best_are_not_fetched(frequent, monkeypatch):
    _, every = best(frequent)
    monkeypatch.setattr(statement, "SMALL", 0)
    _, some = best(frequent)
    assert some < every


@pytest.fixture
def role_of_a(frequent):
    if not run(frequent, "SELECT 1 FROM pg_roles WHERE rolname = 'frequent_reader'"):
        run(frequent, "CREATE ROLE frequent_reader LOGIN")
    for workspace in ("A", "to come"):  # two, so that a cluster is asked about several
        access.grant(frequent, "frequent_reader", workspace)
    return "frequent_reader"
