"""Unicode normalisation: equal to Python's wherever people write, with short runs of marks whatever comes."""

import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core import normal
from memory_retrieval.core.normal import MAX_MARKS, STEP, normalize

FORMS = ("NFC", "NFD", "NFKC", "NFKD")
MARKS = "\u0301\u0315\u0300\u0327\u0344\u0f73\u0f75\u0f81\uff9e\u3099\u093c\u05b0"
HOSTILE = st.text(
    alphabet=st.one_of(
        st.characters(), st.sampled_from(MARKS * 3 + "ae \u0958\u1f82\u00b4")
    ),
    max_size=90,
)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "Größe ﬁ ½ Ω",
        "e\u0301",
        "각\u1100\u1161",
        "हिन्दी",
        "Z\u0351\u036b\u0343algo" * 20,
    ],
)
def test_text_that_people_write_is_normalised_as_python_does(form, text):
    assert normalize(form, text) == unicodedata.normalize(form, text)


@given(st.text(max_size=60), st.sampled_from(FORMS))
def test_text_without_long_runs_of_marks_is_normalised_as_python_does(text, form):
    assert normalize(form, text) == unicodedata.normalize(form, text)


@given(HOSTILE, st.sampled_from(FORMS))
@example("a" + "\u0344" * 40, "NFC")
@example("\u0958" + "\u0315" * 30, "NFC")
@example("x" * STEP + "\u0f73" * 60, "NFKD")
def test_normalising_twice_changes_nothing(text, form):
    once = normalize(form, text)
    assert normalize(form, once) == once
    assert unicodedata.normalize(form, once) == once


@given(HOSTILE, st.sampled_from(FORMS))
@example(" " + "\u0344" * (STEP - 1), "NFD")
def test_no_run_of_marks_is_longer_than_the_limit(text, form):
    assert _longest_run(normalize(form, text)) <= MAX_MARKS


def test_every_character_that_begins_with_a_mark_counts_as_one():
    unknown = []
    for code in range(sys.maxunicode + 1):
        marks = unicodedata.normalize("NFKD", chr(code))
        if unicodedata.combining(marks[0]):
            assert len(marks) <= 2
            if not unicodedata.combining(chr(code)) and chr(code) not in normal._MARKS:
                unknown.append(f"U+{code:04X}")
    assert unknown == []


def _longest_run(text):
    longest = run = 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        longest = max(longest, run)
    return longest
