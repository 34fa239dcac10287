"""Settings files are edited in place: what is not ours stays, byte for byte."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from memory_retrieval.core.errors import ConfigError
from memory_retrieval.setup import jsonc

COMMENTED = """// my settings
{
    "a": 1, // one
    "list": ["x", /* y */ "z"],
    "nested": {
        "deep": true // yes
    } /* end */
    // last
}
"""
keys = st.text("abcXYZ_-. ", min_size=1, max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 99) | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


@pytest.mark.parametrize("path", [["new"], ["nested", "more"], ["other", "deep", "er"]])
def test_every_line_of_a_commented_file_survives(path):
    after = jsonc.put(COMMENTED, path, {"k": [1, 2]})
    rest = iter(after.split("\n"))
    for line in COMMENTED.split("\n"):
        assert any(line.rstrip(",") in (other, other.rstrip(","), other.replace(",", "", 1)) for other in rest), line
    assert "// one" in after and "/* y */" in after and "// last" in after


@given(
    st.dictionaries(keys, values, max_size=4),
    keys,
    values,
    st.sampled_from([None, 2, 4, "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_what_is_put_is_there_and_nothing_else_has_changed(old, key, value, indent, newline):
    text = json.dumps(old, indent=indent).replace("\n", newline) + newline
    after = jsonc.put(text, [key], value)
    assert json.loads(after) == {**old, key: value}
    assert ("\r\n" in after) <= (newline == "\r\n")
    if key not in old:
        assert json.loads(jsonc.remove(after, [key])) == old


@given(st.dictionaries(keys, values, max_size=3), st.lists(keys, min_size=1, max_size=3, unique=True), values)
def test_putting_twice_is_putting_once(old, path, value):
    text = json.dumps(old, indent=2)
    try:
        after = jsonc.put(text, path, value)
    except ConfigError:
        return  # a value stands where an object is needed
    assert jsonc.put(after, path, value) == after


@given(st.lists(values, max_size=4), st.text("pq", min_size=3, max_size=5), st.sampled_from([None, 2]))
def test_an_item_added_and_removed_leaves_the_list(items, item, indent):
    assume(item not in items)
    text = json.dumps({"list": items, "z": 1}, indent=indent)
    after = jsonc.add_item(text, ["list"], item)
    assert json.loads(after)["list"] == items + [item]
    assert json.loads(jsonc.remove_item(after, ["list"], item)).get("list", []) == items


@pytest.mark.parametrize(
    "text, place",
    [("{", "line 1"), ('{"a": 1\n  "b": 2}', "line 2, column 3"), ('{"a": /* }', "line 1"), ("{} x", "column 4")],
)
def test_a_syntax_error_is_named_by_line_and_column(text, place):
    with pytest.raises(ConfigError, match=place):
        jsonc.put(text, ["k"], 1)


def test_trailing_commas_and_a_byte_order_mark_are_kept():
    text = '\ufeff{\n  "a": 1,\n}\n'
    assert jsonc.put(text, ["b"], 2) == '\ufeff{\n  "a": 1,\n  "b": 2,\n}\n'


def test_an_empty_file_becomes_an_object():
    assert jsonc.put("", ["a", "b"], 1) == '{\n  "a": {\n    "b": 1\n  }\n}\n'
