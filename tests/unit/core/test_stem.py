"""Our stemmer spells words as SQLite's porter tokenizer does; real FTS5 is the judge."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core import stem as module
from memory_retrieval.core.stem import stem
from memory_retrieval.core.tokens import tokenize
from memory_retrieval.index.database import FTS

_TEXT = """
    caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping
    tanned falling hissing fizzed failing filing happy sky relational conditional rational valenci hesitanci
    digitizer conformabli radicalli differentli vileli analogousli vietnamization predication operator feudalism
    decisiveness hopefulness callousness formaliti sensitiviti sensibiliti triplicate formative formalize
    electriciti electrical hopeful goodness revival allowance inference airliner gyroscopic adjustable defensible
    irritant replacement adjustment dependent adoption homologou communism activate angulariti homologous effective
    bowdlerize probate rate cease controll roll throttling migrations migrated migrating authorize authentication
    deployments deploy caching caches cached databases queries query indices indexes policy policies retries
    retrying aes ies es s ss sss eed ed ing bed king ring yes y ye yy syzygy ion tion ional ement ment sement
    abilities oed aied
"""
WORDS = _TEXT.split()


def _porter(words):
    """{word: stem} as FTS5 stores it."""
    db = sqlite3.connect(":memory:")
    db.execute(
        "create virtual table t using fts5(w, {})".format(
            FTS[FTS.index("tokenize=") : FTS.index("\n);")]
        )
    )
    db.execute("create virtual table v using fts5vocab(t, 'instance')")
    db.executemany("insert into t(rowid, w) values(?, ?)", enumerate(words))
    found = {}
    for term, row in db.execute("select term, doc from v"):
        found.setdefault(words[row], []).append(term)
    db.close()
    return {word: terms[0] for word, terms in found.items() if len(terms) == 1}


def _agree(words):
    for word, expected in _porter(words).items():
        assert stem(word) == expected, word


@pytest.mark.parametrize("word", ["", "a", "is", "ci", "x" * 65, "ss" * 40])
def test_under_three_and_over_64_bytes_stay_as_they_are(word):
    assert stem(word) == word


def test_known_words_stem_as_in_fts5():
    _agree(sorted(set(WORDS)))


_ENDINGS = sorted(
    {s for s, _ in module._STEP2 + module._STEP3}
    | set(module._STEP4)
    | {"s", "es", "ed", "ing", "eed", "ly", "y", "e", "ll", "sses", "ies"}
)


@given(
    st.lists(
        st.builds(
            "".join,
            st.tuples(
                st.from_regex(r"[a-eysltbcz]{0,6}", fullmatch=True),
                st.sampled_from(_ENDINGS),
                st.sampled_from(["", *_ENDINGS]),
            ),
        ),
        min_size=1,
        max_size=40,
    )
)
def test_words_made_of_endings_stem_as_in_fts5(words):
    _agree([word for word in words if word])


@given(st.lists(st.text(max_size=20), min_size=1, max_size=15))
def test_every_token_of_any_text_stems_as_in_fts5(texts):
    tokens = sorted({token for text in texts for token in tokenize(text)})
    if tokens:
        _agree(tokens)
