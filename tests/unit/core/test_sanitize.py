"""Text of others made fit to be shown: laws on any text."""

from unicodedata import category, is_normalized

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core.sanitize import (
    JOINERS,
    MAX_TITLE,
    escape,
    hidden_characters,
    one_line,
    plain_title,
    visible,
)

BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c"
# Joiners, and characters that they may join.
JOINED = "\u200c\u200d\u0645\u06cc\u0915\u094d\U0001f468\U0001f3fd\u2764\ufe0f\u2194"
HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(),
        st.sampled_from(
            BIDI + "\u200b\u0301\r\n\t\x1b\x00\ud800e\u2028\ufeff" + JOINED
        ),
    ),
    max_size=200,
)


@pytest.mark.parametrize(
    "text", ["", " ", "\n\n", "\u200b", BIDI, "\x00\x1b\x7f", "\u2028\u2029", "\ufeff"]
)
def test_text_of_nothing_visible_is_empty(text):
    assert one_line(text) == ""


@given(HOSTILE)
@example("e\u200b\u0301")
@example("a" * 119 + "e\u0301\u0301")
@example("x" * 118 + "  y")
@example("x" * 118 + "\U0001f468\u200d\U0001f469")
def test_making_one_line_twice_changes_nothing(text):
    assert one_line(one_line(text)) == one_line(text)


@given(HOSTILE)
def test_one_line_holds_no_line_break_control_or_bidi_character(text):
    line = one_line(text)
    assert len(line.splitlines()) <= 1
    assert not [
        c
        for c in line
        if category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") and c not in JOINERS
    ]
    assert not set(line) & set(BIDI)


@given(HOSTILE)
@example("e\u200b\u0301")
def test_one_line_is_composed(text):
    assert is_normalized("NFC", one_line(text))


@given(st.text(max_size=400), st.integers(1, 200))
def test_one_line_is_no_longer_than_its_limit(text, limit):
    assert len(one_line(text, limit)) <= limit
    assert len(one_line(text)) <= MAX_TITLE


# What has no look of its own, a selector say, counts as a mark: test_invisible.py lists these and that they go.
SEEN = st.characters(exclude_categories=["C", "Z"]).filter(
    lambda c: not hidden_characters(c)
)


@given(st.text(alphabet=SEEN, min_size=1, max_size=100))
@example("Ｆｕｌｌ　ｗｉｄｔｈ")
def test_what_is_visible_stays(text):
    from unicodedata import normalize

    assert (
        one_line(text).replace(" ", "")
        == "".join(normalize("NFC", text).split())[:MAX_TITLE]
    )


@given(st.text(max_size=200))
def test_escaped_text_holds_nothing_that_opens_or_closes_a_tag_and_is_the_same_otherwise(
    text,
):
    escaped = escape(text)
    assert not set(escaped) & set("<>")
    assert escaped.replace("&gt;", ">").replace("&lt;", "<") == text.replace(
        "&gt;", ">"
    ).replace("&lt;", "<")


@given(HOSTILE)
def test_visible_is_idempotent_and_keeps_new_lines_and_tabs_only(text):
    shown = visible(text)
    assert visible(shown) == shown
    assert not [
        c
        for c in shown
        if category(c) in ("Cc", "Cf", "Cs") and c not in "\n\t" + JOINERS
    ]


@given(HOSTILE)
def test_hidden_characters_names_exactly_what_visible_removes(text):
    kept = visible(text)
    removed = len(text.replace("\r\n", "\n")) - len(kept)
    assert len(hidden_characters(text)) == removed
    assert hidden_characters(kept) == []


@given(HOSTILE)
@example("a\ufe0f\u200d\u2764")
@example("\u0645\u200b\u200c\u200b\u06cc")
@example("\u200c\u0645\u200d")
@pytest.mark.parametrize("shown", [one_line, visible, plain_title])
def test_a_joiner_stands_alone_between_two_letters_or_two_emoji_outside_latin_and_greek(
    shown, text
):
    text = shown(text)
    for place in [i for i, c in enumerate(text) if c in JOINERS]:
        assert 0 < place < len(text) - 1
        before, after = (
            text[place - 1].replace("\ufe0f", text[place - 2]),
            text[place + 1],
        )
        assert min(before, after) >= "\u0600" and not set(before + after) & set(JOINERS)
        assert {category(before)[0], category(after)[0]} <= {"L", "M"} or {
            category(before)[0],
            category(after)[0],
        } == {"S"}


NEEDED = {
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a skin tone": "\U0001f468\U0001f3fd\u200d\U0001f4bb",
    "a coloured heart": "\u2764\ufe0f\u200d\U0001f525",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Devanagari": "\u0915\u094d\u200d\u0937",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
}


@pytest.mark.parametrize("case", NEEDED)
def test_a_joiner_that_joins_something_stays(case):
    text = "on %s, day" % NEEDED[case]
    assert (
        one_line(text),
        visible(text),
        plain_title(text),
        hidden_characters(text),
    ) == (text, text, text, [])


@pytest.mark.parametrize("joiner", JOINERS)
@pytest.mark.parametrize(
    "pair",
    [
        "ab",
        "a\u0645",
        "\u06451",
        "\u0645 ",
        " \u0645",
        "1\U0001f468",
        "\U0001f468a",
        "\u00e9\u00e9",
        "\u043f\u043f",
        "\u4e2d\u4e2d",
        "\u0645\U0001f468",
        "\u2764\ufe0f",
    ],
)
def test_any_other_joiner_goes(pair, joiner):
    text = "x" + pair[0] + joiner + pair[1:] + "y"
    assert (visible(text), hidden_characters(text)) == (
        "x" + pair + "y",
        ["U+%04X" % ord(joiner)],
    )
    between = "\U0001f468\u200c\U0001f469"
    assert visible(between) == between.replace("\u200c", "")
    twice = "\u0645" + joiner + "\u200b" + joiner + "\u06cc"
    assert visible(twice) == "\u0645\u06cc"
