"""Ids from titles, and which titles count as the same."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import valid_id
from memory_retrieval.save.names import MAX_SLUG, new_id, slug, title_key


@pytest.mark.parametrize(
    ("title", "id"),
    [
        ("Queues run on Redis", "queues-run-on-redis"),
        ("  C++ -- and C#!  ", "c-and-c"),
        ("Café über Straße", "cafe-uber-strae"),
        ("ﬁne-tuned №1", "fine-tuned-no1"),
        ("x" * 100, "x" * MAX_SLUG),
        ("x" * (MAX_SLUG - 1) + " y", "x" * (MAX_SLUG - 1)),
        ("日本語", ""),
    ],
)
def test_a_title_becomes_words_of_ascii_joined_by_hyphens(title, id):
    assert slug(title) == id


def test_an_id_in_use_gets_the_first_free_number():
    assert new_id("Dates", "decision", set()) == "dates"
    assert new_id("Dates", "decision", {"dates"}) == "dates-2"
    assert new_id("Dates", "decision", {"dates", "dates-2", "dates-4"}) == "dates-3"


def test_a_number_fits_into_the_longest_id():
    long = "x" * MAX_SLUG
    assert new_id(long, "decision", {long}) == "x" * (MAX_SLUG - 2) + "-2"


def test_a_title_without_ascii_gets_its_category_and_a_checksum_that_spacing_does_not_change():
    one, same, other = (
        new_id(title, "tech_debt", set()) for title in ("日本 語", " 日本  語 ", "中文")
    )
    assert one == same != other
    assert one.startswith("tech-debt-") and valid_id(one)


@given(st.text(max_size=200), st.sets(st.text("abc-1", max_size=5), max_size=3))
def test_every_title_gives_a_valid_id_that_is_not_in_use(title, taken):
    taken |= {slug(title)}
    id = new_id(title, "tech_debt", taken)
    assert valid_id(id) and id not in taken


@pytest.mark.parametrize(
    "title",
    [
        "dates are iso 8601",
        "DATES ARE ISO-8601!",
        "  Dates   are: ISO 8601. ",
        "Dátes are ISO 8601",
    ],
)
def test_case_accents_spacing_and_punctuation_do_not_tell_titles_apart(title):
    assert title_key(title) == title_key("Dates are ISO 8601")


@pytest.mark.parametrize(
    ("one", "other"), [("C", "C++"), ("C", "C#"), ("日本", "日本語"), ("v1", "v2")]
)
def test_signs_that_carry_meaning_tell_titles_apart(one, other):
    assert title_key(one) != title_key(other)


@given(st.text(max_size=60))
def test_the_key_of_a_key_is_the_key(title):
    assert title_key(title_key(title)) == title_key(title)


def test_a_long_title_gives_an_id_of_at_most_sixty_characters_that_ends_at_a_word():
    id = slug(
        "The nightly import of supplier prices runs on the second replica because of locks"
    )
    assert id == "the-nightly-import-of-supplier-prices-runs-on-the-second"
    assert slug("x" * 200) == "x" * 60
