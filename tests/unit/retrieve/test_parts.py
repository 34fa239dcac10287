"""What a score is made of: groups of signals that add up to it, and sentences that say what matched."""

import re

import pytest

from memory_retrieval.retrieve import explain, explain_text, parts
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.relevance import FOR_INJECTION, FOR_LISTS, sigmoid
from memory_retrieval.retrieve.relevance_by_model import relevance_by_model
from memory_retrieval.retrieve.trace import Request
from memory_retrieval.state.session import Session
from memory_retrieval.store import kinds

PROMPTS = [
    "why do we throttle the public api per key",
    "the throtling of the api",
    "and what about the invoices",
    "paint the invoice yellow",
]


@pytest.fixture
def store(project, home):
    project.fill(8)
    project.write(
        "decision", "throttle", "Throttle the public api per key", ["throttling", "api"]
    )
    project.write(
        "session_summary", "stopped", "Throttling of the api, first day", ["api"]
    )
    project.write(
        "decision",
        "old",
        "Throttle the api per address",
        ["api"],
        record_status="retired",
    )
    return project


def trace_of(store, prompt, mode="auto", **options):
    return retrieve(Session(store.root), Request(prompt, mode=mode, **options))


@pytest.mark.parametrize(
    "relevance",
    [
        FOR_LISTS,
        FOR_INJECTION,
        relevance_by_model("auto"),
        relevance_by_model("search"),
    ],
)
def test_every_weighted_signal_is_in_one_group(relevance):
    grouped = [signal for signals in parts.GROUPS.values() for signal in signals]
    assert set(relevance.weights) <= set(grouped) and len(grouped) == len(set(grouped))


@pytest.mark.parametrize("mode", ["auto", "search"])
@pytest.mark.parametrize("prompt", PROMPTS)
def test_contributions_and_parts_add_up_to_the_score_of_every_candidate(
    store, mode, prompt
):
    trace = trace_of(store, prompt, mode)
    assert trace.hits
    for hit, candidate in zip(
        trace.hits, explain.as_json(trace)["candidates"], strict=True
    ):
        assert sigmoid(sum(candidate["contributions"].values())) == pytest.approx(
            hit.score, abs=0.0002
        )
        given = sum(part["log_odds"] for part in candidate["parts"])
        assert given == pytest.approx(parts.total(hit, trace), abs=1e-9)
        assert sigmoid(given) == pytest.approx(hit.score, abs=0.002)


def test_they_add_up_for_a_record_of_the_user_too(store, home):
    path = store.write(
        "preference", "keys", "Every api is throttled per key", ["api", "throttling"]
    )
    folder = home / "xdg-data" / "memory-retrieval" / "preferences"
    folder.mkdir(parents=True)
    path.rename(folder / path.name)
    trace = trace_of(store, PROMPTS[0])
    (hit,) = [hit for hit in trace.hits if hit.store.kind is kinds.USER]
    assert sigmoid(parts.total(hit, trace)) == pytest.approx(hit.score, abs=0.002)
    assert parts.parts(hit, trace)[-1].text == "from your own store"


@pytest.mark.parametrize("prompt", PROMPTS)
def test_the_printed_numbers_of_each_candidate_add_up_to_the_printed_score(
    store, prompt
):
    text = explain_text.as_text(trace_of(store, prompt))
    seen = 0
    for block in re.split(r"\n(?=[+-] +\d+\. )", text):
        score = re.match(r"[+-] +\d+\. (\d\.\d\d)", block)
        if not score:
            continue
        seen += 1
        added = [
            float(number)
            for number in re.findall(r"^ +([+-]\d+\.\d\d)  (?!total)", block, re.M)
        ]
        (together,) = re.findall(r"^ +(-?\d+\.\d\d)  total", block, re.M)
        assert sum(added) == pytest.approx(float(together), abs=1e-9)
        assert sigmoid(float(together)) == pytest.approx(float(score[1]), abs=0.0075)
    assert seen or all(
        hit.score < explain_text.FAINT for hit in trace_of(store, prompt).hits
    )


def test_a_word_taken_for_another_one_is_shown_with_it(store):
    trace = trace_of(store, "the throtling of the api")
    first = trace.hits[0]
    assert "throtling (found as throttl" in parts.words(first)
    assert [e.matched for e in first.evidence if e.term == "api"] == [""]
    (term,) = [
        t
        for t in explain.as_json(trace)["candidates"][0]["terms"]
        if t["term"] == "throtling"
    ]
    assert term["matched"] == "throttl"
