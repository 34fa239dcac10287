"""The rules of a record's list of aliases."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.save import alias_list

PHRASES = st.lists(st.text(max_size=20), max_size=12)


@pytest.mark.parametrize(
    "phrase", ["job queue", "Job Queue", " job \n queue ", "JOB\tQUEUE", "", " "]
)
def test_case_and_white_space_make_no_new_alias(phrase):
    assert alias_list.union(["Job queue"], [phrase]) == ["Job queue"]


def test_tidy_phrases_are_single_lines_in_the_order_given():
    assert alias_list.tidy(["b\nb", "", "a", "B b", "\x00\u200b"]) == ["b b", "a"]


@given(PHRASES, PHRASES)
def test_a_union_keeps_what_was_there_first_and_has_no_repeats(old, new):
    old = alias_list.tidy(old)
    both = alias_list.union(old, alias_list.tidy(new))
    assert both[: len(old)] == old and alias_list.union([], both) == both


def test_too_many_new_ones_alone_are_not_blamed_on_the_record():
    assert (
        "leave out 2"
        in alias_list.number_problem("x", [], [str(n) for n in range(10)]).message
    )


@pytest.mark.parametrize(
    ("phrase", "code"),
    [("fix it", "common"), ("OK, next!", "common"), ("jest", ""), ("why Hive", "")],
)
def test_a_phrase_that_any_prompt_could_hold_is_no_alias(phrase, code):
    assert [problem.code for problem in alias_list.problems([phrase])] == (
        [code] if code else []
    )
