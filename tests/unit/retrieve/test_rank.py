"""Candidates to a ranking."""

from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import CATEGORIES, Evidence, Memory, Store
from memory_retrieval.index.candidate import Candidate, SearchResult
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.retrieve.rank import rank as rank_pools
from memory_retrieval.retrieve.rank import sort_key
from memory_retrieval.retrieve.relevance import FOR_INJECTION
from memory_retrieval.store import kinds

NOW = 1_790_000_000
PROJECT = Store(kinds.PROJECT, "/p")
USER = Store(kinds.USER, "/u")
QUERY = build_query(
    "rotate the jwt signing keys because the upload fails in src/auth.py"
)
WORDS = list(QUERY.terms)


def candidate(
    number, category, terms, cosine, status="active", files=(), store=PROJECT
):
    evidence = [
        Evidence(term=term, score=1.0, idf=2.0, fields=("title",)) for term in terms
    ]
    memory = Memory(
        path=f"{category}/{number}.json",
        kind=category,
        id=str(number),
        title="t",
        category=category,
        status=status,
        updated=NOW,
        related_files=tuple(files),
    )
    cosine_z = None if cosine is None else cosine * 3
    return Candidate(
        memory, store, float(len(terms)), cosine, cosine_z, evidence=evidence
    )


def of_user(candidates):
    return [
        Candidate(c.memory, USER, c.lexical, c.cosine, c.cosine_z, evidence=c.evidence)
        for c in candidates
    ]


def rank(pools, query):
    return rank_pools(SearchResult(pools, sum(map(len, pools))), query, FOR_INJECTION)


CANDIDATES = st.lists(
    st.builds(
        candidate,
        st.integers(0, 10**6),
        st.sampled_from(CATEGORIES),
        st.lists(st.sampled_from(WORDS), max_size=5, unique=True),
        st.none() | st.floats(-1, 1),
        st.sampled_from(["active", "retired"]),
        st.lists(st.sampled_from(["src/auth.py", "src/", "*", "", "a"]), max_size=2),
    ),
    max_size=20,
    unique_by=lambda c: c.memory.path,
)


@given(CANDIDATES, CANDIDATES)
def test_a_ranking_is_a_permutation_of_the_candidates(project, user):
    hits = rank([project, of_user(user)], QUERY)
    expected = sorted(
        [(c.memory.path, "/p") for c in project] + [(c.memory.path, "/u") for c in user]
    )
    assert sorted((hit.memory.path, hit.store.root) for hit in hits) == expected


@given(CANDIDATES)
def test_scores_are_chances_and_fall(candidates):
    hits = rank([candidates], QUERY)
    assert all(0 <= hit.score <= 1 for hit in hits)
    assert [sort_key(hit) for hit in hits] == sorted(sort_key(hit) for hit in hits)


@given(CANDIDATES, st.randoms())
def test_the_order_in_which_candidates_come_does_not_matter(candidates, random):
    shuffled = list(candidates)
    random.shuffle(shuffled)
    assert [h.memory for h in rank([shuffled], QUERY)] == [
        h.memory for h in rank([candidates], QUERY)
    ]


@given(CANDIDATES, st.randoms())
def test_one_record_in_two_workspaces_of_a_database_comes_in_one_order(
    candidates, random
):
    stores = [
        Store(kinds.DATABASE, f"{workspace}/shop") for workspace in ("one", "two")
    ]
    both = [
        Candidate(c.memory, s, c.lexical, c.cosine, c.cosine_z, evidence=c.evidence)
        for c in candidates
        for s in stores
    ]
    shuffled = list(both)
    random.shuffle(shuffled)
    found = [
        [(h.memory.path, h.store.root) for h in rank([pool], QUERY)]
        for pool in (both, shuffled)
    ]
    assert found[0] == found[1]


@given(CANDIDATES.filter(len))
def test_on_equal_evidence_the_projects_own_memory_comes_before_the_users(candidates):
    hits = rank(
        [candidates, of_user(candidates)], QUERY
    )  # the order in which a retrieval asks them
    at = {
        (hit.memory.path, hit.store.kind.name): number
        for number, hit in enumerate(hits)
    }
    assert all(
        at[c.memory.path, "project"] < at[c.memory.path, "user"] for c in candidates
    )


@given(st.text(max_size=80), CANDIDATES)
def test_any_prompt_can_be_ranked(prompt, candidates):
    assert len(rank([candidates], build_query(prompt))) == len(candidates)


def test_a_memory_that_matches_more_words_in_its_title_scores_higher():
    hits = rank(
        [
            [
                candidate(1, "decision", WORDS[:1], 0.1),
                candidate(2, "decision", WORDS[:4], 0.1),
            ]
        ],
        QUERY,
    )
    assert [hit.memory.id for hit in hits] == ["2", "1"]
