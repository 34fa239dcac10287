"""Which hits are handed over: the cases in which one may not appear, then the rules for those that may."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.clock import DAY
from memory_retrieval.core.model import CATEGORIES, Evidence, Hit, Memory, Store
from memory_retrieval.core.settings import Config
from memory_retrieval.retrieve import rank, weights
from memory_retrieval.retrieve.relevance import Relevance
from memory_retrieval.retrieve.selection import Rules, injected, listed, mode_of
from memory_retrieval.retrieve.trace import Request, chosen
from memory_retrieval.state.usage import Usage
from memory_retrieval.store import kinds
from memory_retrieval.store.schema import KINDS

NOW = 1_790_000_000
PROJECT = Store(kinds.PROJECT, "/p")
USER = Store(kinds.USER, "/u")
CONFIG = Config()
RULED = {"kind", "lines", "named", "rare", "saved", "shown"}  # in place of a request's


def hit(score=0.9, name="x", store=PROJECT, **fields):
    kind = fields.pop("kind", fields.get("category", "decision"))
    base = {
        "path": f".claude/memory/{name}.json",
        "kind": kind,
        "id": name,
        "title": name,
        "category": kind,
        "updated": NOW,
        "digest": "d",
    }
    return Hit(memory=Memory(**{**base, **fields}), store=store, score=score)


def _select(
    hits,
    mode="auto",
    limit=3,
    first=0.5,
    further=0.5,
    floor=0.0,
    config=CONFIG,
    usage=None,
    **more,
):
    relevance = Relevance(0.0, {}, {"normal": (first, further)}, floor=floor)
    known = {key: more.pop(key) for key in RULED.intersection(more)}
    request = Request("why does vf2 say EW_SOCKET", mode=mode, limit=limit, **more)
    rules = Rules(
        request, config, mode_of(request, config), NOW, relevance, usage=usage, **known
    )
    return injected(hits, rules) if mode == "auto" else listed(hits, rules)


def _names(hits):
    return [h.memory.id for h in chosen(hits)]


@pytest.mark.parametrize(
    "kind, severity, prompt, comes",
    [
        ("constraint", None, 0.1, True),
        ("constraint", "low", 0.1, True),
        ("preference", "strong", 0.1, True),
        ("preference", "default", 0.1, False),
        ("preference", "soft", 0.1, False),
        ("decision", None, 0.1, False),
        ("constraint", None, -0.1, False),
    ],
)
def test_a_rule_needs_half_the_odds_where_a_memory_is_needed(
    kind, severity, prompt, comes
):
    (found,) = _select([hit(0.35, kind=kind, severity=severity)], kind=prompt)
    assert (found.decision == "injected") is comes
    assert ("counts as 0.52, because it is a rule" in found.reason) is comes
    assert _names(_select([hit(0.33, kind=kind, severity=severity)], kind=prompt)) == []


NEVER = {
    "retired": {"status": "retired"},
    "archived": {"status": "archived"},
    "superseded": {"superseded_by": "y"},
    **{"of kind " + kind: {"kind": kind} for kind in KINDS if kind != "pattern"},
    "an old session": {"category": "session_summary", "updated": NOW - 91 * DAY},
}


@pytest.mark.parametrize("case", NEVER)
def test_this_is_never_injected(case):
    (found,) = _select([hit(1.0, **NEVER[case])])
    assert found.decision == "cut" and found.reason


@pytest.mark.parametrize("kind", [*CATEGORIES, "pattern"])
def test_records_of_the_categories_and_patterns_can_be_injected(kind):
    assert _names(_select([hit(kind=kind)])) == ["x"]


@pytest.mark.parametrize(
    ("days", "injected"), [(0, True), (89, True), (90, True), (91, False), (-1, True)]
)
def test_retention_days_filters_injection(days, injected):
    hits = [hit(category="session_summary", updated=NOW - days * DAY)]
    assert _names(_select(hits)) == (["x"] if injected else [])
    assert _names(_select(hits, "search")) == ["x"]


PATH = hit().memory.path
FAR = hit(0.1).replace(signals={"cosine": 0.05})
WORD = Evidence(term="a", score=1.0, idf=1.0)
SOCKET = hit(0.7).replace(evidence=(Evidence("ewsocket", 1.0, 3.0, ("body",)),))
BRIEFED = {"further": 0.7, "lines": {PATH: "x: sockets"}, "rare": {"ewsocket"}}
BESIDE = [hit(0.6, "a"), hit(0.6, "b"), hit(0.4, "c")]
MANY = [
    hit(0.99, "gone", status="retired"),
    hit(0.98, "a"),
    hit(0.97, "b"),
    hit(0.96, "c"),
    hit(0.95, "d"),
]
KEPT = {
    "config": Config(
        {
            "categories.decision.retention_days": 0,
            "categories.runbook.retention_days": 10,
        }
    )
}
NO_DECISIONS = {"config": Config({"categories.decision.enabled": False})}
UNREAD = {"usage": Usage({PATH: 500}, {}, set())}
SEARCH = {"mode": "search"}
RULES = {
    "retention_days of 0 is no limit, and an unknown age is kept": [
        ([hit(updated=0)], KEPT, ["x"]),
        ([hit(category="runbook", updated=None)], KEPT, ["x"]),
        ([hit(category="runbook", updated=NOW - 11 * DAY)], KEPT, []),
    ],
    "a category that is switched off is searched but not injected": [
        ([hit()], NO_DECISIONS, []),
        ([hit()], {**NO_DECISIONS, **SEARCH}, ["x"]),
    ],
    "below the threshold nothing is injected and all is searched": [
        ([hit(0.49)], {}, []),
        ([hit(0.5)], {}, ["x"]),
        ([hit(0.1)], SEARCH, ["x"]),
    ],
    "a hit beside the best needs a score of its own": [
        (BESIDE, {"first": 0.3}, ["a", "b"]),
        (BESIDE[2:], {"first": 0.3}, ["c"]),
    ],
    "search leaves out what is below its floor unless everything is asked for": [
        ([hit(0.02, "a"), hit(0.01, "b")], {**SEARCH, "floor": 0.015}, ["a"]),
        ([hit(0.01)], {**SEARCH, "floor": 0.015, "everything": True}, ["x"]),
    ],
    "search leaves out what shares no word and is not near in meaning": [
        ([FAR], SEARCH, []),
        ([FAR], {**SEARCH, "everything": True}, ["x"]),
        ([FAR.replace(signals={"cosine": 0.6})], SEARCH, ["x"]),
        ([FAR.replace(evidence=(WORD,))], SEARCH, ["x"]),
    ],
    "what the brief lists has to be surer, and to have a rare word that its line lacks": [
        ([hit(1.0)], BRIEFED, []),
        ([SOCKET], BRIEFED, ["x"]),
        ([SOCKET.replace(score=0.69)], BRIEFED, []),
        ([SOCKET], {**BRIEFED, "rare": set()}, []),
        ([SOCKET], {**BRIEFED, "lines": {PATH: "x: `EW_SOCKET`"}}, []),
        ([hit(0.6)], {**BRIEFED, "lines": {}}, ["x"]),
    ],
    "an alias brings its memory, and a title only one that the brief does not list": [
        ([hit(0.1)], {**BRIEFED, "named": {hit().key: "an alias"}}, ["x"]),
        ([hit(0.1)], {**BRIEFED, "named": {hit().key: "x"}}, []),
        ([hit(0.1)], {"named": {hit().key: "x"}}, ["x"]),
    ],
    "what the session saved itself is not news to it": [
        ([hit()], {"saved": {PATH}}, []),
        ([hit(0.1)], {"saved": {PATH}, "named": {hit().key: "an alias"}}, []),
    ],
    "a record whose title says all is not held back for never being opened": [
        ([hit(0.55, category="constraint")], UNREAD, ["x"]),
        ([hit(0.55, category="preference")], UNREAD, ["x"]),
        ([hit(0.55)], UNREAD, []),
    ],
    "what the session has had is not injected again unless it changed": [
        ([hit()], {"shown": {PATH: "d"}}, []),
        ([hit()], {"shown": {PATH: "older"}}, ["x"]),
        ([hit()], {**SEARCH, "shown": {PATH: "d"}}, ["x"]),
    ],
    "the limit counts what is handed over only": [
        (MANY, {}, ["a", "b", "c"]),
        (MANY, {"limit": 0}, []),
    ],
}


@pytest.mark.parametrize("rule", RULES)
def test_what_is_handed_over(rule):
    for hits, options, expected in RULES[rule]:
        assert _names(_select(hits, **options)) == expected


def test_hits_beside_the_best_have_to_be_surer_than_it():
    assert all(first <= further for first, further in weights.LEVELS.values())


SCORES = st.integers(0, 1000).map(
    lambda thousandths: thousandths / 1000
)  # finer differences are ties
HITS = st.lists(
    st.builds(
        hit,
        SCORES,
        st.from_regex(r"[a-z]{1,6}", fullmatch=True),
        st.sampled_from([PROJECT, USER]),
        kind=st.sampled_from([*CATEGORIES, "pattern", "event"]),
        status=st.sampled_from(["active", "active", "retired", "archived"]),
        superseded_by=st.sampled_from([None, None, "y"]),
        updated=st.sampled_from([None, NOW, NOW - 200 * DAY]),
    ),
    max_size=30,
)


@given(HITS, st.sampled_from(["auto", "search"]), st.integers(0, 20), st.booleans())
def test_selection_keeps_every_hit_in_order_with_a_decision_and_a_reason(
    hits, mode, limit, include
):
    hits = sorted(hits, key=rank.sort_key)
    found = _select(hits, mode, limit, include_retired=include)
    assert [h.memory for h in found] == [h.memory for h in hits]
    assert all(h.decision in ("injected", "listed", "cut") and h.reason for h in found)
    assert len(chosen(found)) <= limit


@given(HITS, st.integers(0, 20), st.tuples(SCORES, SCORES).map(sorted))
def test_what_is_chosen_is_a_prefix_by_score_of_what_may_appear(
    hits, limit, thresholds
):
    hits, (first, further) = sorted(hits, key=rank.sort_key), thresholds
    for mode in ("auto", "search"):
        may = [
            h.memory.path
            for h in _select(hits, mode, 1000, 0.0, 0.0)
            if h.decision != "cut"
        ]
        taken = [
            h.memory.path for h in chosen(_select(hits, mode, limit, first, further))
        ]
        assert taken == may[: len(taken)] and len(taken) <= limit


@given(HITS)
def test_nothing_that_does_not_hold_is_injected_and_nothing_retired_or_archived_listed_at_any_rank(
    hits,
):
    for mode in ("auto", "search"):
        for found in chosen(_select(sorted(hits, key=rank.sort_key), mode, 1000)):
            assert found.memory.status == "active" and not (
                mode == "auto" and found.memory.superseded_by
            )


def test_on_equal_score_the_category_decides_then_the_path():
    hits = [hit(0.9, "b", category=category) for category in reversed(CATEGORIES)]
    better = hit(0.91, category=CATEGORIES[-1])
    ordered = sorted(
        [*hits, better, hit(0.9, "a", category="decision")], key=rank.sort_key
    )
    assert [h.memory.category for h in ordered] == [
        CATEGORIES[-1],
        "decision",
        *CATEGORIES,
    ]
    assert ordered[1].memory.id == "a"
