"""Word families, their files, and the language of a text."""

import re

import pytest

from memory_retrieval.triage.lexicon import LANGUAGES, Lexicon, language, read_families

FAMILIES = set(read_families("english"))


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("use the table in postgres", "en"),
        ("", "en"),
        ("qzx", "en"),
        ("wir nehmen die tabelle und nicht redis", "de"),
        ("on garde la table et pas redis", "fr"),
        ("la tabla con los pedidos es para todo", "es"),
        ("não guarda os pedidos na tabela", "pt"),
        ("테이블로 가자", "ko"),
        ("テーブルにしよう", "ja"),
    ],
)
def test_a_language_is_told_by_script_or_common_words(text, name):
    assert language(text) == name


@pytest.mark.parametrize("name", sorted(LANGUAGES.values()))
def test_every_language_has_the_families_of_english_or_some_of_them(name):
    families = read_families(name)
    assert families and set(families) <= FAMILIES and all(families.values())


@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_a_family_of_all_languages_together_is_a_pattern_that_does_not_match_nothing(family):
    for others in ((), *[(name,) for name in LANGUAGES], tuple(LANGUAGES)[:2]):
        assert not Lexicon(others).has(family, "")


def test_no_alternative_goes_on_at_the_end_of_its_family():
    for name in ("english", *LANGUAGES.values()):
        for lines in read_families(name).values():
            assert not any(line.endswith("|") for line in lines)
            assert all(re.compile(line) for line in lines)


def test_different_passages_are_found_in_order_and_once():
    assert Lexicon().find("reason", "because it is, so that it stays, because") == ["because", "so that"]


def test_a_word_inside_another_is_no_passage():
    assert not Lexicon().has("reason", "becausex") and not Lexicon().has("reason", "xbecause")


def test_scripts_without_spaces_match_inside_a_word():
    assert Lexicon(["ko"]).has("reason", "싫으니까") and Lexicon(["ko"]).is_wide and not Lexicon(["de"]).is_wide


def test_other_languages_are_added_to_english():
    assert not Lexicon().has("reason", "weil")
    assert Lexicon(["de"]).has("reason", "weil") and Lexicon(["de"]).has("reason", "because")
