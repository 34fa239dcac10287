"""The default engine on real files: no text is a query error, and what is written can be found."""

import json
import time

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from memory_retrieval.core.tokens import tokenize
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.listing import RACY

FOREVER = float("inf")
SYNTAX = st.text(alphabet="\"'*^:(){}[]+-,;<>&|!~.\\/ abNEAROTD\n\0", max_size=40)


def _open(project):
    """The index of a project, brought up to date, to be searched by words alone."""
    index = Fts5Index(project.found())
    assert index.refresh(FOREVER).complete
    index.table = None
    return index


def _ids(index, text):
    return {
        candidate.memory.id
        for candidate in index.candidates(build_query(text))
        if candidate.lexical > 0
    }


@pytest.fixture
def index(project):
    project.fill(6)
    project.write(
        "runbook",
        "jwt",
        "Rotate the JWT signing keys",
        ["jwt", "auth"],
        {"steps": ["near the vault", "column not used"]},
    )
    with _open(project) as opened:
        yield opened


@given(st.text(max_size=80) | SYNTAX)
@example('"')
@example("NEAR(a b)")
@example("title:x OR body:*")
@example("a AND NOT b")
@example("jwt^2 {title tags}: -x")
@example("\ud800 \0 'drop table doc;--")
def test_no_text_is_a_match_error(index, text):
    for candidate in index.candidates(build_query(text)):
        assert candidate.lexical >= 0


@settings(max_examples=60)
@given(title=st.text(min_size=1, max_size=40), body=st.text(max_size=60))
@example("हिन्दी भाषा दस्तावेज़", "தமிழ் மொழி")
@example("العَرَبِيَّة", "עִבְרִית")
@example("ไทย ລາວ 한국어 日本語", "ﬁ Ω ½ K")
def test_a_memory_is_found_by_each_word_of_its_title_and_body(project, title, body):
    project.write_text(
        "decision",
        "x",
        json.dumps(project.record("decision", "x", title, content={"context": body})),
    )
    with _open(project) as opened:
        for token in tokenize(title + " " + body):
            query = build_query("")
            query.terms[token] = 1.0
            assert [c.memory.id for c in opened.candidates(query) if c.lexical > 0] == [
                "x"
            ], token


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "Throttling of the import"),
        ("tags", ["throttling"]),
        ("aliases", ["throttling the api"]),
        ("content", {"context": "throttling"}),
    ],
)
def test_each_field_is_searched(project, field, value):
    project.fill(5)
    project.write("decision", "x", **{field: value})
    with _open(project) as index:
        assert _ids(index, "throttling") == {"x"}
        (found,) = index.candidates(build_query("throttling"))
        assert found.evidence[0].fields == (
            ("body",) if field == "content" else (field,)
        )


def test_a_title_weighs_more_than_tags_and_these_more_than_the_body(project):
    project.fill(5)
    project.write("decision", "title", "About throttling here", ["other"])
    project.write("decision", "tags", "About something here", ["throttling"])
    project.write(
        "decision", "body", "About something here", ["other"], {"context": "throttling"}
    )
    with _open(project) as index:
        found = sorted(
            index.candidates(build_query("throttling")), key=lambda c: -c.lexical
        )
        assert [c.memory.id for c in found] == ["title", "tags", "body"]


def test_word_forms_find_each_other(project):
    project.fill(5)
    project.write("decision", "x", "Deployments are throttled")
    with _open(project) as index:
        for word in ("deployment", "throttling", "throttle", "throttles"):
            assert _ids(index, word) == {"x"}


@pytest.mark.parametrize("word", ["alphaword", "middleword", "omegaword"])
def test_every_part_of_a_long_body_is_searched(project, word):
    filler = " ".join(f"filler{i}" for i in range(3000))
    project.fill(5)
    project.write(
        "runbook",
        "long",
        content={"steps": ["alphaword", filler, "middleword", filler, "omegaword"]},
    )
    with _open(project) as index:
        assert _ids(index, word) == {"long"}


def test_of_a_long_memory_one_candidate_comes_not_one_a_passage(project):
    project.write("runbook", "long", content={"steps": ["needle and hay " * 2000]})
    project.fill(5)
    with _open(project) as index:
        assert [c.memory.id for c in index.candidates(build_query("needle"))] == [
            "long"
        ]


def test_the_shares_of_the_words_add_up_to_the_score(index):
    for candidate in index.candidates(build_query("rotate jwt signing keys")):
        assert candidate.lexical == pytest.approx(
            sum(e.score for e in candidate.evidence)
        )


def test_problems_carry_place_and_message(project):
    project.write("decision", "x", tags=[1], title=5)
    with _open(project) as index:
        assert {problem.location for problem in index.problems()} == {
            "title",
            "tags[0]",
        }
        assert all(problem.message for problem in index.problems())


def test_size_counts_memories_of_any_status_but_no_problems(project):
    project.write("decision", "a", record_status="retired")
    project.write("decision", "b", record_status="archived")
    project.write("decision", "c")
    project.write_text("decision", "d", "{")
    with _open(project) as index:
        assert (index.size(), [m.id for m in index.memories()]) == (3, ["a", "b", "c"])


@pytest.mark.parametrize("only_replaced", [False, True])
def test_of_files_that_are_only_ever_replaced_the_folders_alone_are_looked_at(
    project, only_replaced
):
    path = project.write("runbook", "jwt", "Rotate the JWT signing keys", ["jwt"])
    store = project.found().replace(only_replaced=only_replaced)
    while (
        time.time_ns() - path.stat().st_ctime_ns <= RACY
    ):  # a file so young is looked at again
        time.sleep(0.005)
    with Fts5Index(store) as index:
        index.refresh(FOREVER)
        path.write_text(
            path.read_text().replace("JWT signing", "PGP signing")
        )  # in place, as such a store's files never are
        index.refresh(FOREVER)
        assert _ids(index, "pgp") == (set() if only_replaced else {"jwt"})
        written = path.with_name("new")
        written.write_text(path.read_text())
        written.replace(path)
        index.refresh(FOREVER)
        assert _ids(index, "pgp") == {"jwt"}
