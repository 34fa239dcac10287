"""A settings file is changed only where the rest of it stays, byte for byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.errors import ConfigError
from memory_retrieval.setup import settings

PART = {"permissions": {"allow": ["a", "b"]}}
keys = st.text("abcXYZ_-. /*\",'", min_size=1, max_size=6)
values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-9, 99)
    | st.text(max_size=6)
    | st.sampled_from(["//", "/* x */", ",]"]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3)
    ),
    max_leaves=8,
)
files = st.dictionaries(keys, values, max_size=4)
indents = st.sampled_from([None, 1, 2, 4, "\t"])


@given(
    files,
    indents,
    st.sampled_from(["\n", "\r\n"]),
    st.sampled_from(["", "\n", "\n\n"]),
    st.booleans(),
)
def test_a_plain_file_keeps_indentation_line_ends_and_everything_else(
    old, indent, newline, end, bom
):
    text = "\ufeff" * bom + (
        json.dumps(old, indent=indent, ensure_ascii=False) + end
    ).replace("\n", newline)
    after = settings.add(text, PART)
    assert after is not None and settings.loads(after) == {**old, **PART}
    assert (
        settings.holds(settings.loads(after), PART)
        and settings.add(after, PART) == after
    )
    if old:
        assert settings.remove(after, PART) == text


@given(files, indents)
def test_comments_and_trailing_commas_are_read_past_and_strings_are_left_alone(
    old, indent
):
    text = json.dumps(old, indent=indent)
    commented = "// x\n" + text[:-1] + (", " if old else "") + "/* } */ } // y"
    assert settings.loads(text) == settings.loads(commented) == old


@pytest.mark.parametrize(
    "text", ["{} /* open", '{"a": 1} /*', '{"a": 1} /*/', '{"a', '{"a\\', '{"a\n": 1}']
)
def test_what_has_no_end_is_an_error(text):
    with pytest.raises(ConfigError, match="line "):
        settings.loads(text)


@pytest.mark.parametrize(
    "text",
    [
        '{"a": 1} // mine\n',
        '{\n  "a": 1,\n}\n',
        '{ "a": 1 }',
        '{"a":1}',
        '{"a": 1, "a": 2}',
        '{"a": "\\u00e9"}',
        '{"a": 1e0}',
    ],
)
def test_a_file_that_would_lose_something_is_not_changed(text):
    assert settings.add(text, PART) is None and settings.remove(text, PART) == text


@pytest.mark.parametrize("text", [None, "", " \n", "{}", "{}\n"])
def test_an_empty_file_gets_two_spaces(text):
    assert (
        settings.add(text, {"a": {"b": [1]}})
        == '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'
    )


def test_what_is_there_already_is_not_added_again():
    text = '{"permissions": {"allow": ["b", "x"], "deny": []}}'
    after = settings.add(text, PART)
    assert json.loads(after) == {"permissions": {"allow": ["b", "x", "a"], "deny": []}}
    assert json.loads(settings.remove(after, PART)) == {
        "permissions": {"allow": ["x"], "deny": []}
    }


def test_containers_that_this_leaves_empty_go_and_others_stay():
    text = '{"permissions": {"allow": ["a"]}, "hooks": {}}'
    assert settings.remove(text, PART) == '{"hooks": {}}'
    assert settings.remove('{"permissions": {}}', PART) == '{"permissions": {}}'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("{", "line 1, column 2"),
        ('{\n "a": 1,, }', "line 2"),
        ("/* x", "line 1, column 1"),
        ("{'a': 1}", "line 1, column 2"),
    ],
)
def test_a_syntax_error_is_named_with_its_line_and_column(text, where):
    with pytest.raises(ConfigError, match=where):
        settings.loads(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"permissions": []}', "permissions: expected an object, found an array"),
        (
            '{"permissions": {"allow": "x"}}',
            "permissions.allow: expected an array, found a string",
        ),
        ("[]", "the file: expected an object, found an array"),
        ('{"permissions": null}', "permissions: expected an object, found null"),
    ],
)
def test_another_kind_of_value_is_named_and_not_replaced(text, message):
    with pytest.raises(ConfigError, match=message):
        settings.add(text, PART)


def test_a_file_nested_hundreds_of_thousands_deep_is_an_error_of_one_line():
    with pytest.raises(ConfigError):
        settings.loads("[" * 200_000)
