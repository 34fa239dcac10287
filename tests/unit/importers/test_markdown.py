"""Markdown is taken apart without a parser: what is understood, and that nothing else is made of the rest."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.importers import markdown


@pytest.mark.parametrize("text", ["", "no front matter", "---\nname: x\n", "text\n---\nname: x\n---\n"])
def test_text_without_closed_front_matter_is_all_body(text):
    assert markdown.front_matter(text) == ({}, text)


def test_front_matter_has_plain_values_and_simple_lists():
    fields, body = markdown.front_matter("---\nName: 'a b'\ntags:\n  - x\n  - \"y\"\nnested:\n  deep: 1\n---\nbody\n")
    assert fields == {"name": "a b", "tags": ["x", "y"], "nested": "", "deep": "1"} and body == "body\n"


def test_a_heading_in_a_code_block_is_no_heading():
    title, sections = markdown.sections("before\n# A #\none\n```\n# no\n```\n## B\ntwo\n")
    assert title == "A"
    assert sections == [("", "before"), ("A", "one\n```\n# no\n```"), ("B", "two")]


def test_a_list_hides_the_paragraph_before_it_and_continues_on_indented_lines():
    assert markdown.bullets("intro\n- one\n  more\n2) two\nafter\n") == ["one more", "two"]
    assert markdown.bullets("one\nand more\n\ntwo\n") == ["one and more", "two"]


def test_tags_come_from_lists_and_from_text():
    assert markdown.tags(["#A", " b ", 3, ""]) == markdown.tags("[A, b]") == ["a", "b"]
    assert markdown.tags(None) == [] and len(markdown.tags(" ".join(map(str, range(99))))) == markdown.MAX_TAGS


def test_the_first_sentence_is_on_one_line():
    assert markdown.sentence("Use v2.1\nof it. Not v1.") == "Use v2.1 of it."


@given(st.text("ab#-`: \n*1.)", max_size=60))
def test_no_text_is_an_error_and_no_line_is_lost_by_sections(text):
    markdown.front_matter(text), markdown.bullets(text), markdown.tags(text)
    lines = [line for _, body in markdown.sections(text)[1] for line in body.split("\n")]
    assert {line.strip() for line in text.split("\n") if "#" not in line} <= {line.strip() for line in lines} | {""}
