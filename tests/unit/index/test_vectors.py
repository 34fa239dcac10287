"""The vectors of memories in the index: the binary scan, and the sentences that are compared."""

import pytest

from memory_retrieval.core.model import Memory
from memory_retrieval.index import semantic, vectors

TEXTS = [
    "rotate the signing keys",
    "throttling of the public api",
    "the upload hangs",
    "postgres runs out of connections",
]


@pytest.fixture(scope="module")
def table():
    opened = semantic.open_table()
    yield opened
    opened.close()


def _memory(body, title="Title"):
    return Memory(path="a.json", kind="decision", id="a", title=title, category="decision", body=body)


def _block(rows):
    bits = bytearray(1024 * vectors.SIGN_BYTES)
    for at, row in rows.items():
        bits[at * vectors.SIGN_BYTES : (at + 1) * vectors.SIGN_BYTES] = row
    return bytes(bits)


def test_the_scan_gives_the_hamming_distance_of_every_memory_with_a_vector(table):
    made = {at: table.embed(text) for at, text in enumerate(TEXTS)}
    query = table.embed("signing keys")
    found = vectors.scan([(2, _block({at: vectors.sign_bytes(v) for at, v in made.items()}))], query)
    wanted = semantic.sign_bits(query)
    assert found == [(semantic.hamming(wanted, semantic.sign_bits(v)), 2 * 1024 + at) for at, v in made.items()]
    assert min(found)[1] == 2 * 1024


def test_what_has_no_vector_is_not_found(table):
    assert vectors.scan([(0, _block({}))], table.embed("signing keys")) == []


def test_the_closest_sentence_counts_and_without_sentences_the_whole_memory(table):
    query, near, far = table.embed(TEXTS[0]), table.embed(TEXTS[0]), table.embed(TEXTS[2])
    assert vectors.closest(query, far + near, 0.1) == pytest.approx(1.0, abs=0.02)
    assert vectors.closest(query, b"", 0.1) == 0.1


def test_only_lines_long_enough_are_sentences_and_each_stands_under_the_title():
    texts = vectors.segment_texts(_memory("too short\n" + "a line that is long enough to mean something\n" * 20))
    assert texts == ["Title. a line that is long enough to mean something"] * vectors.MAX_SEGMENTS
    assert vectors.segment_texts(_memory("x" * 5000)) == ["Title. " + "x" * vectors.MAX_SEGMENT]


def test_title_aliases_tags_and_body_are_embedded():
    memory = _memory("body", "title").replace(aliases=("alias",), tags=("t1", "t2"))
    assert vectors.document_text(memory) == "title. alias. t1 t2. body"
