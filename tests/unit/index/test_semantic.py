"""The semantic tier: splitting, embedding, comparing, and what happens without a good table."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_retrieval.index import semantic

RELATED = [
    ("rate limiting", "throttling policy for API calls"),
    ("Dockerfile", "container build configuration"),
    ("auth token", "bearer credential"),
    ("fix the login bug", "authentication failure when signing in"),
    ("roll back a release", "revert the deployment"),
]
UNRELATED = [
    "office plants and coffee",
    "our summer party in the mountains",
    "font sizes of the invoice header",
]


# --- nothing to work with -------------------------------------------------------------------------------------------


SPOILED = {
    "empty": lambda good: b"",
    "cut short": lambda good: good[:-1],
    "only a header": lambda good: good[: semantic.HEADER.size],
    "half a header": lambda good: good[:10],
    "foreign": lambda good: b"SQLite format 3\0" + bytes(5000),
    "of a later version": lambda good: good[:4] + b"\x02\x00" + good[6:],
}


@pytest.mark.parametrize("case", ["missing", "a folder", *SPOILED])
def test_a_file_that_is_no_table_opens_as_none(tmp_path, case):
    path = tmp_path / "terms.bin"
    if case in SPOILED:
        path.write_bytes(SPOILED[case](Path(semantic.TABLE_PATH).read_bytes()))
    elif case == "a folder":
        path.mkdir()
    assert semantic.open_table(str(path)) is None


@pytest.mark.parametrize(
    "text", ["", "   \n\t", "?!... -- ()", "\u4e2d\u6587", "\x00\x01", "a" * 101]
)
def test_a_text_without_known_terms_has_no_vector(table, text):
    assert table.embed(text) is None


# --- vectors --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), RELATED)
def test_related_texts_are_nearer_than_unrelated_ones(table, a, b):
    query = table.embed(a)
    related = semantic.cosine(query, table.embed(b))
    assert (
        related
        > max(semantic.cosine(query, table.embed(text)) for text in UNRELATED) + 0.05
    )


@settings(max_examples=300, deadline=None)
@given(st.text(max_size=300))
def test_any_text_embeds_without_an_error_and_always_the_same(table, text):
    vector = table.embed(text)
    assert vector == table.embed(text)
    assert vector is None or len(vector) == table.dims


@settings(max_examples=200, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "retry",
                "the",
                "webhook",
                "API",
                "getUserName",
                "Kubernetes",
                "42",
                "v2.1",
                "bug_fix",
                "zzyzx",
            ]
        ),
        min_size=1,
    )
)
def test_a_vector_has_length_one_within_quantisation(table, words):
    vector = table.embed(" ".join(words))
    assert semantic.cosine(vector, vector) == pytest.approx(1.0, abs=0.02)


def test_a_very_long_text_embeds(table):
    assert table.embed("a1b2c" * 20_000) is None  # one word of 100,000 characters
    assert table.embed(("a1b2c" * 20 + " ") * 1000) is not None
    table.embed("\ufdfa" * 50_000)  # NFKC makes 18 characters of this sign
    assert table.embed("deploys " * 50_000) == table.embed("deploys " * 4096)


def test_the_case_of_a_plain_word_does_not_matter(table):
    assert (
        table.embed("Rate Limiting")
        == table.embed("rate limiting")
        == table.embed("RATE LIMITING")
    )


# --- comparing ------------------------------------------------------------------------------------------------------


def test_sign_bits_are_one_a_dimension():
    assert semantic.sign_bits(bytes([1, 255, 0, 129])) == 0b0101


def test_cosine_is_the_inner_product_of_signed_bytes():
    assert (
        semantic.cosine(bytes([127, 129, 255, 0]), bytes([1, 2, 253, 9]))
        == (127 - 2 * 127 + 3) / semantic.LENGTH**2
    )


# --- splitting ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("getUserName", ["get", "user", "name"]),
        ("HTTPServer", ["http", "server"]),
        (
            "readURLs",
            ["read", "ur", "ls"],
        ),  # a plural after capitals is only seen when it ends a word of capitals
        ("JWTs", ["jwts"]),
        ("README", ["readme"]),
        ("Deploy", ["deploy"]),
    ],
)
def test_an_identifier_is_split_at_its_capitals(raw, words):
    assert semantic.split_identifier(raw, lambda term: -1) == words


def test_a_joined_name_that_the_table_knows_stays_whole(table):
    assert semantic.split_identifier("GitHub", table.find) == ["github"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("snake_case a/b.py don't", ["snake", "case", "a", "b", "py", "don", "t"]),
        ("Caf\u00e9 na\u00efve \uff21\uff30\uff29", ["Cafe", "naive", "API"]),
        ("\u201cquoted\u201d\u2014dash", ["quoted", "dash"]),
        ("\u8a2d\u5b9aAPI", ["\u8a2d", "\u5b9a", "API"]),
        ("soft\u00adhyphen nul\x00byte", ["softhyphen", "nulbyte"]),
    ],
)
def test_text_splits_into_words(text, words):
    assert semantic.split_words(text) == words


# What BERT's uncased tokenizer makes of these, punctuation left out, with the model's own vocabulary of that moment.
REFERENCE = {
    "the quick brown fox": ["the", "quick", "brown", "fox"],
    "unaffable embeddings": ["una", "##ffa", "##ble", "em", "##bed", "##ding", "##s"],
    "tokenization, works!": ["token", "##ization", "works"],
}


@pytest.mark.parametrize("text", REFERENCE)
def test_pieces_are_those_of_the_reference_tokenizer(text):
    known = sorted({piece for pieces in REFERENCE.values() for piece in pieces})
    rows = semantic.word_rows(
        semantic.split_words(text),
        lambda term: known.index(term) if term in known else -1,
    )
    assert [known[row] for row in rows] == REFERENCE[text]
