"""The kind of a prompt: what is known without looking at any memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.retrieve import kind

ORDINARY = (
    "fix the typo in the header",
    "ok, looks good",
    "rename getUsr to getUser in this file",
    "which restaurant tonight?",
    "commit this",
    "mach den Button blau",
    "escribe un test para esta función",
)
OF_THE_PROJECT = (
    "why did we choose postgres over mongo for the ledger?",
    "how do we roll back a release on production",
    "are we allowed to keep the passport scans of our guests",
    "wie spielen wir bei uns ein Backup zurück?",
    "¿por qué decidimos no usar webhooks con el proveedor?",
)


def test_a_question_about_the_project_needs_a_memory_more_than_any_ordinary_prompt():
    assert min(map(kind.log_odds, OF_THE_PROJECT)) > max(map(kind.log_odds, ORDINARY))


@given(st.text(max_size=2000))
def test_any_text_has_a_kind_and_the_same_one_each_time(text):
    assert kind.log_odds(text) == kind.log_odds(text)
    assert all(0 <= place < kind.SIZE for place in kind.features(text))


@given(st.text(alphabet="?!. \n", max_size=20).filter(lambda text: "?" not in text))
def test_a_prompt_without_a_word_says_nothing(text):
    assert kind.log_odds(text) == kind.UNKNOWN


def test_what_stands_behind_the_first_part_of_a_long_prompt_does_not_count():
    begin = "why did we choose this? " * 60
    assert kind.log_odds(begin) == kind.log_odds(begin + "x" * 50_000)


@pytest.mark.parametrize("content", [None, b"", b"x" * 100])
def test_without_its_weights_every_prompt_is_of_one_kind(
    tmp_path, monkeypatch, content
):
    path = tmp_path / "kind.bin"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setattr(kind, "PATH", str(path))
    assert {kind.log_odds(text) for text in ORDINARY + OF_THE_PROJECT} == {kind.UNKNOWN}
