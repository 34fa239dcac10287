"""One line of a host's transcript as a value."""

from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.transcript.lines import lines_backwards


@given(
    st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line), max_size=8),
    st.integers(1, 50),
)
def test_lines_come_back_whole_and_last_first_whatever_the_block(
    tmp_path_factory, lines, block
):
    path = tmp_path_factory.getbasetemp() / "tail.txt"
    path.write_bytes(b"\n".join(lines))
    expected = path.read_bytes().split(b"\n")[::-1] if path.stat().st_size else [b""]
    assert list(lines_backwards(str(path), 1000, block)) == expected
