"""Text of others made fit to be shown: laws on any text."""

from unicodedata import category, is_normalized

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core.sanitize import MAX_TITLE, escape, hidden_characters, one_line, visible

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
HOSTILE = st.text(
    alphabet=st.one_of(st.characters(), st.sampled_from(BIDI + "\u200b\u0301\r\n\t\x1b\x00\ud800e\u2028\ufeff")), max_size=200
)


@pytest.mark.parametrize("text", ["", " ", "\n\n", "\u200b", BIDI, "\x00\x1b\x7f", "\u2028\u2029", "\ufeff"])
def test_text_of_nothing_visible_is_empty(text):
    assert one_line(text) == ""


@given(HOSTILE)
@example("e\u200b\u0301")
@example("a" * 119 + "e\u0301\u0301")
@example("x" * 118 + "  y")
def test_making_one_line_twice_changes_nothing(text):
    assert one_line(one_line(text)) == one_line(text)


@given(HOSTILE)
def test_one_line_holds_no_line_break_control_or_bidi_character(text):
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not [c for c in line if category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp")]
    assert not set(line) & set(BIDI)


@given(HOSTILE)
@example("e\u200b\u0301")
def test_one_line_is_composed(text):
    assert is_normalized("NFC", one_line(text))


@given(st.text(max_size=400), st.integers(1, 200))
def test_one_line_is_no_longer_than_its_limit(text, limit):
    assert len(one_line(text, limit)) <= limit
    assert len(one_line(text)) <= MAX_TITLE


@given(st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), min_size=1, max_size=100))
@example("Ｆｕｌｌ　ｗｉｄｔｈ")
def test_what_is_visible_stays(text):
    from unicodedata import normalize

    assert one_line(text).replace(" ", "") == "".join(normalize("NFC", text).split())[:MAX_TITLE]


@given(st.text(max_size=200))
def test_escaped_text_holds_nothing_that_opens_or_closes_a_tag_or_an_attribute(text):
    escaped = escape(text)
    assert not set(escaped) & set('<>"')
    assert escaped.replace("&quot;", '"').replace("&gt;", ">").replace("&lt;", "<").replace("&amp;", "&") == text


@given(HOSTILE)
def test_visible_is_idempotent_and_keeps_new_lines_and_tabs_only(text):
    shown = visible(text)
    assert visible(shown) == shown
    assert not [c for c in shown if category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t"]


@given(HOSTILE)
def test_hidden_characters_names_exactly_what_visible_removes(text):
    kept = visible(text)
    removed = len(text.replace("\r\n", "\n")) - len(kept)
    assert len(hidden_characters(text)) == removed
    assert hidden_characters(kept) == []
