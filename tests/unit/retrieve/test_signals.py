"""The signals of a candidate: what each counts, and what none depends on."""

import pytest

from memory_retrieval.core.model import Evidence, Memory, Store
from memory_retrieval.index.candidate import Candidate
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.retrieve.signals import Field, Prompt, measure, reciprocal_rank

PROJECT = Store(scope="project", root="/p", folders=())
PROMPT = Prompt(build_query("throttling webhook retries"))


def candidate(name, terms=(), cosine=None, closest=None, cosine_z=None, fields=("title",), status="active", idf=2.0):
    memory = Memory(path=name, kind="decision", id=name, title=name, category="decision", status=status)
    evidence = [Evidence(term=term, score=5.0, idf=idf, fields=fields) for term in terms]
    return Candidate(memory, PROJECT, 5.0 * len(terms), cosine, cosine_z, closest, evidence)


def signals(of, *others, prompt=PROMPT):
    return measure(of, prompt, Field([of, *others]))


@pytest.mark.parametrize(
    ("value", "expected"), [(0.9, 1.0), (0.95, 1.0), (0.5, 0.5), (0.2, 1 / 3), (0.1, 1 / 4), (0.3, 1 / 3)]
)
def test_the_reciprocal_rank_counts_the_values_above(value, expected):
    assert reciprocal_rank([0.9, 0.5, 0.2], value) == expected


def test_the_reciprocal_rank_ends_at_a_tenth():
    assert reciprocal_rank([1.0] * 50, 0.5) == 1 / 10


def test_no_evidence_and_no_vector_are_signals_of_nought():
    values = signals(candidate("a"), candidate("b", ["webhook"], 0.5, 0.6, 2.0))
    assert {name for name, value in values.items() if value} == set()


def test_coverage_is_the_share_of_the_query_and_title_coverage_that_of_its_header():
    title, body = candidate("a", ["webhook"]), candidate("b", ["webhook"], fields=("body",))
    assert signals(title)["coverage"] == signals(body)["coverage"] == pytest.approx(1 / 3)
    assert (signals(title)["head"], signals(body)["head"]) == (pytest.approx(1 / 3), 0.0)


def test_a_rare_term_covers_more_than_a_common_one():
    rare, common = candidate("a", ["webhook"], idf=4.0), candidate("b", ["retries"], idf=1.0)
    assert signals(rare, common)["coverage"] > signals(common, rare)["coverage"]
    assert (signals(rare, common)["rarest"], signals(common, rare)["rarest"]) == (1.0, 0.25)


def test_each_score_is_compared_with_the_best_of_its_pool():
    best, other = candidate("a", ["webhook", "retries"], 0.8, 0.9), candidate("b", ["webhook"], 0.4, 0.3)
    values = signals(other, best)
    assert (values["of_best"], values["cos_best"]) == (0.5, 0.5)
    assert values["sentence"] == pytest.approx(1 / 3) and values["cos_place"] == values["sent_place"] == 0.5


def test_a_retired_memory_is_no_measure_for_the_others():
    retired, other = candidate("a", ["webhook", "retries"], 0.8, status="retired"), candidate("b", ["webhook"], 0.4)
    assert signals(other, retired)["of_best"] == signals(other, retired)["cos_place"] == 1.0


@pytest.mark.parametrize(("cosine_z", "expected"), [(None, 0.0), (3.0, 0.5), (60.0, 1.0), (-9.0, -1 / 6)])
def test_the_z_score_is_clamped(cosine_z, expected):
    assert signals(candidate("a", cosine=0.3, cosine_z=cosine_z))["stands"] == pytest.approx(expected)


def test_the_words_of_a_routine_instruction_are_no_evidence():
    prompt = Prompt(build_query("run the tests again"))
    assert prompt.routine >= 0.6 and "tests" in prompt.empty
    values = signals(candidate("a", ["tests"]), prompt=prompt)
    assert (values["bm25"], values["coverage"]) == (0.0, 0.0)


def test_a_question_about_the_project_is_not_routine():
    assert PROMPT.routine == 0.0 and not PROMPT.empty
