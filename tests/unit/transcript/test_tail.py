"""Lines of a file from its end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.transcript.tail import lines_backwards


@pytest.mark.parametrize("path", ["", "/nowhere/t", "/", "\0"])
def test_what_is_no_regular_file_has_no_lines(path):
    assert list(lines_backwards(path, 100, 10)) == []


@given(st.lists(st.binary(max_size=20).filter(lambda line: b"\n" not in line), max_size=8), st.integers(1, 50))
def test_lines_come_back_whole_and_last_first_whatever_the_block(tmp_path_factory, lines, block):
    path = tmp_path_factory.getbasetemp() / "tail.txt"
    path.write_bytes(b"\n".join(lines))
    expected = path.read_bytes().split(b"\n")[::-1] if path.stat().st_size else [b""]
    assert list(lines_backwards(str(path), 1000, block)) == expected


def test_no_more_than_the_budget_is_read(tmp_path):
    path = tmp_path / "t"
    path.write_bytes(b"first\nsecond\nthird")
    assert list(lines_backwards(str(path), 8, 100)) == [b"third"]
