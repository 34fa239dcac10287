"""Expansion of out-of-vocabulary terms, over the vocabulary of a real index."""

import pytest

from memory_retrieval.core.stem import stem
from memory_retrieval.index import database, variants
from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query


@pytest.fixture
def expand(project):
    """Expands a word over a store whose only titles hold the given words."""
    stores = []

    def call(words, word, *, is_word=False):
        project.write(
            "decision", "x", title=words, tags=["t"], content={"context": "c"}
        )
        store = project.found()
        with Fts5Index(store) as index:
            index.refresh(float("inf"))
        db = database.open_index(store)
        stores.append(db)
        return variants.expand(db, word, is_word=is_word)

    yield call
    for db in stores:
        db.close()


@pytest.mark.parametrize(
    ("words", "word", "expected", "weight"),
    [
        ("kubernetes", "k8s", "kubernetes", variants.ABBREVIATION),
        ("k8s", "kubernetes", "k8s", variants.ABBREVIATION),
        ("postgres", "postgresql", "postgres", variants.ABBREVIATION),
        ("observatory", "observ", "observatory", variants.FORM),
        ("webhook", "webhok", "webhook", variants.TYPO),
        ("webhook", "webohok", "webhook", variants.TYPO),
        ("throttling", "thorttling", None, 0),
        ("kubernetes", "kuberentse", "kubernetes", variants.TYPO),
    ],
)
def test_a_word_expands_to(expand, words, word, expected, weight):
    assert expand(words, word) == ((stem(expected), weight) if expected else None)


@pytest.mark.parametrize("word", ["zzz", "xy", "日本", "a1b2c3", "throttle9", ""])
def test_what_is_near_nothing_expands_to_nothing(expand, word):
    assert expand("webhook throttling", word) is None


def test_a_real_word_is_no_typing_error(expand):
    assert expand("webhook", "webhok", is_word=True) is None


def test_a_word_of_the_store_is_never_expanded(project):
    project.write("decision", "a", title="webhook retries")
    project.write("decision", "b", title="webhok is how we spell it")
    with Fts5Index(project.found()) as index:
        index.refresh(float("inf"))
        found = index.candidates(build_query("webhok"))
        assert [c.memory.id for c in found if c.lexical > 0] == ["b"]


def test_an_expansion_counts_less_than_the_word_itself(project):
    project.fill(5)
    project.write("decision", "a", title="webhook retries")
    with Fts5Index(project.found()) as index:
        index.refresh(float("inf"))
        scores = [
            index.candidates(build_query(text))[0].lexical
            for text in ("webhook", "webhok")
        ]
        assert scores[1] == pytest.approx(variants.TYPO * scores[0])


def test_only_the_first_unknown_terms_of_a_prompt_are_expanded(project):
    project.write("decision", "a", title="webhook retries")
    unknown = " ".join("qqq%sq" % letter for letter in "abcdef"[: variants.MAX_TERMS])
    with Fts5Index(project.found()) as index:
        index.refresh(float("inf"))
        index.table = None
        assert index.candidates(build_query("webhok " + unknown))
        assert index.candidates(build_query(unknown + " webhok")) == []
