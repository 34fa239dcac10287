"""The signals of a candidate: what each counts, and what none depends on."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import Evidence, Memory, Store
from memory_retrieval.index.candidate import Candidate
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.retrieve.relevance import FOR_INJECTION
from memory_retrieval.retrieve.signals import Pool, Prompt, measure
from memory_retrieval.store import kinds

PROJECT = Store(kinds.PROJECT, "/p")
PROMPT = Prompt(build_query("throttling webhook retries"), 0.0)
RARITY = st.floats(0.1, 12)
OF_PROMPT_OR_STORE = ("prompt_terms", "enriched", "kind")


def candidate(
    name,
    terms=(),
    cosine=None,
    cosine_z=None,
    fields=("title",),
    status="active",
    idf=2.0,
):
    memory = Memory(
        path=name,
        kind="decision",
        id=name,
        title=name,
        category="decision",
        status=status,
    )
    evidence = [
        Evidence(term=term, score=5.0, idf=idf, fields=fields) for term in terms
    ]
    return Candidate(memory, PROJECT, 5.0 * len(terms), cosine, cosine_z, evidence)


def signals(of, *others, prompt=PROMPT):
    return measure(of, prompt, Pool([of, *others]))


def test_no_evidence_and_no_vector_are_signals_of_nought():
    values = signals(candidate("a"))
    assert {
        name
        for name, value in values.items()
        if value and name not in OF_PROMPT_OR_STORE
    } == set()


def test_coverage_is_the_share_of_the_query_and_header_coverage_that_of_title_tags_and_aliases():
    title, body = (
        candidate("a", ["webhook"]),
        candidate("b", ["webhook"], fields=("body",)),
    )
    assert (
        signals(title)["coverage"] == signals(body)["coverage"] == pytest.approx(1 / 3)
    )
    assert (signals(title)["header_coverage"], signals(body)["header_coverage"]) == (
        pytest.approx(1 / 3),
        0.0,
    )
    assert signals(title)["rarest"] == signals(body)["rarest"] > 0.0


def test_a_rare_term_covers_more_than_a_common_one():
    rare, common = (
        candidate("a", ["webhook"], idf=4.0),
        candidate("b", ["retries"], idf=1.0),
    )
    assert signals(rare, common)["coverage"] > signals(common, rare)["coverage"]
    assert (signals(rare, common)["rarest"], signals(common, rare)["rarest"]) == (
        1.0,
        0.25,
    )


def test_a_worse_candidate_takes_nothing_from_a_better_one_and_gets_no_bonus_for_being_alone():
    alone, among = (
        signals(candidate("a", ["webhook"], 0.4)),
        signals(candidate("a", ["webhook"], 0.4), candidate("b")),
    )
    assert alone == among


def test_the_lead_is_the_distance_to_the_best_other_candidate():
    best, other = (
        candidate("a", ["webhook", "retries"], 0.8),
        candidate("b", ["webhook"], 0.5),
    )
    assert signals(best, other)["bm25_lead"] == pytest.approx(0.25)
    assert signals(other, best)["bm25_lead"] == pytest.approx(-0.25)
    assert signals(best, other)["cosine_lead"] == pytest.approx(0.3)


def test_a_retired_memory_is_no_measure_for_the_others():
    retired, other = (
        candidate("a", ["webhook", "retries"], 0.8, status="retired"),
        candidate("b", ["webhook"], 0.4),
    )
    assert signals(other, retired)["bm25_lead"] == signals(other)["bm25_lead"]


@pytest.mark.parametrize(
    ("cosine_z", "expected"), [(None, 0.0), (3.0, 0.5), (60.0, 1.0), (-9.0, -1 / 6)]
)
def test_the_z_score_is_clamped(cosine_z, expected):
    assert signals(candidate("a", cosine=0.3, cosine_z=cosine_z))[
        "cosine_z"
    ] == pytest.approx(expected)


@pytest.mark.parametrize("kind", [-99.0, -1.0, 0.0, 2.0, 99.0])
def test_the_kind_of_the_prompt_is_the_same_signal_for_every_candidate_and_bounded(
    kind,
):
    prompt = Prompt(PROMPT.query, kind)
    values = [
        signals(c, prompt=prompt)["kind"]
        for c in (candidate("a"), candidate("b", ["webhook"], 0.9))
    ]
    assert values[0] == values[1] == max(-2.0, min(2.0, kind / 4))


@pytest.mark.parametrize(
    ("prompt", "term"),
    [
        ("vf2 says EW_SOCKET", "ewsocket"),
        ("got ECONNREFUSED again", "econnrefused"),
        ("what is E1234?", "e1234"),
        ("where is `fooBar` set", "foobar"),
        ("after v2.1 it hangs", "v21"),
    ],
)
@pytest.mark.parametrize("field", ["title", "aliases"])
def test_a_name_in_code_that_one_memory_alone_is_called_by_speaks_for_it(
    prompt, term, field
):
    asked = Prompt(build_query(prompt), 0.0)
    its, other = (
        candidate("a", [term], fields=(field,)),
        candidate("b", [term], fields=("body",)),
    )
    assert signals(its, other, prompt=asked)["named"] == 1.0
    assert signals(other, its, prompt=asked)["named"] == 0.0
    assert signals(its, candidate("c", [term]), prompt=asked)["named"] == 0.0


@given(RARITY, st.sampled_from(["title", "aliases"]), st.lists(RARITY, max_size=2))
def test_a_name_in_code_however_rare_takes_nothing_from_the_chance_of_an_injection(
    idf, field, others
):
    asked = Prompt(build_query("throttling EW_SOCKET webhook"), 0.0)
    names = ["throttling", "webhook"]
    before = [
        Evidence(term=names[i], score=rarity, idf=rarity, fields=("title",))
        for i, rarity in enumerate(others)
    ]
    after = [*before, Evidence(term="ewsocket", score=idf, idf=idf, fields=(field,))]
    rest = candidate("rest")  # knows how rare every term is
    rest.evidence = tuple([e.replace(fields=("body",), score=0.0) for e in after])
    chances = []
    for evidence in (before, after):
        one = candidate("a", cosine=0.3)
        one.evidence, one.lexical = tuple(evidence), sum(e.score for e in evidence)
        chances.append(FOR_INJECTION.chance(signals(one, rest, prompt=asked)))
    assert chances[1] >= chances[0]
