"""Keys of a team database's records in addresses."""

from urllib.parse import quote, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

pytest.importorskip("psycopg", reason="the extra `team` is not installed")
from memory_retrieval_viewer.source.team import key_of, parts_of

NAME = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1, max_size=20)


@given(NAME, NAME, st.lists(NAME.filter(lambda part: "/" not in part), min_size=1, max_size=3).map("/".join))
def test_every_name_comes_back_from_its_key(workspace, project, path):
    key = key_of((workspace, project, path))
    assert parts_of(key) == (workspace, project, path)
    assert parts_of(unquote(quote(key))) == (workspace, project, path), "through an address"


@given(NAME, NAME, NAME)
def test_no_part_of_a_key_moves_a_browser_to_another_folder(workspace, project, path):
    assert not {".", ".."} & set(key_of((workspace, project, path)).split("/"))


@given(st.text(max_size=40))
def test_any_text_names_some_record_or_none(key):
    assert len(parts_of(key)) == 3
