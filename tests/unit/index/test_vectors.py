"""The vectors of memories in the index: the binary scan, and the sentences that are compared."""

from memory_retrieval.core.model import Memory
from memory_retrieval.index import semantic, vectors

TEXTS = [
    "rotate the signing keys",
    "throttling of the public api",
    "the upload hangs",
    "postgres runs out of connections",
]


def _memory(body, title="Title"):
    return Memory(
        path="a.json",
        kind="decision",
        id="a",
        title=title,
        category="decision",
        body=body,
    )


def _block(rows):
    bits = bytearray(1024 * vectors.SIGN_BYTES)
    for at, row in rows.items():
        bits[at * vectors.SIGN_BYTES : (at + 1) * vectors.SIGN_BYTES] = row
    return bytes(bits)


def test_the_scan_gives_the_hamming_distance_of_every_memory_with_a_vector(table):
    made = {at: table.embed(text) for at, text in enumerate(TEXTS)}
    query = table.embed("signing keys")
    found = vectors.scan(
        [(2, _block({at: vectors.sign_bytes(v) for at, v in made.items()}))], query
    )
    wanted = semantic.sign_bits(query)
    differing = {
        2 * 1024 + at: bin(wanted ^ semantic.sign_bits(v)).count("1")
        for at, v in made.items()
    }
    assert found == [(count, doc) for doc, count in differing.items()]
    assert min(found)[1] == 2 * 1024


def test_what_has_no_vector_is_not_found(table):
    assert vectors.scan([(0, _block({}))], table.embed("signing keys")) == []


def test_title_aliases_tags_and_body_are_embedded():
    memory = _memory("body", "title").replace(aliases=("alias",), tags=("t1", "t2"))
    assert vectors.document_text(memory) == "title. alias. t1 t2. body"
