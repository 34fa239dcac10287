"""JSON without the json module; the json module is the judge."""

import importlib.util
import json
import sys
import types

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_retrieval.core import jsontext

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
MALFORMED = r"""
{ } [ ] [1, {"a"} {"a":} {"a":1,} {'a':1} nul tru NaN Infinity -Infinity [NaN] " "\x" "\u12" 01 1. .5 +1 1e []x # //
""".split()
MALFORMED += [
    "",
    " ",
    "[1 2]",
    '"\n"',
    "- 1",
    "1 2",
    "{} {}",
    "\x00",
    "[1]\x00",
    "<<<<<<< HEAD\n{}",
]
MALFORMED += ["{" * 5000, "[" * 100_000, '{"a":' * 5000, "\ufeff", "\ufeff\ufeff{}"]


@pytest.mark.parametrize("text", MALFORMED, ids=lambda text: repr(text[:16]))
def test_malformed_text_is_a_value_error(text):
    with pytest.raises(ValueError):
        jsontext.loads(text)


@given(VALUES, st.sampled_from([None, 2]), st.booleans())
def test_loads_reads_what_json_writes(value, indent, ascii_only):
    assert (
        jsontext.loads(json.dumps(value, indent=indent, ensure_ascii=ascii_only))
        == value
    )


@given(VALUES)
def test_dumps_writes_what_json_reads_on_one_ascii_line(value):
    text = jsontext.dumps(value)
    assert text.isascii() and "\n" not in text
    assert json.loads(text) == value


@given(
    st.text(max_size=30)
    | st.text(alphabet='{}[]",:0123456789.eE+-truefalsn\\ u', max_size=30)
)
@example("0\x1f")
@example("0" + " " * 50 + "1")
def test_both_readers_agree_on_any_text(text):
    def strict(name):
        raise ValueError(name)

    try:
        expected = json.loads(text, parse_constant=strict)
    except (ValueError, RecursionError):
        with pytest.raises(ValueError):
            jsontext.loads(text)
    else:
        assert jsontext.loads(text) == expected


@given(VALUES, st.text(max_size=10))
def test_scan_stops_behind_the_first_value(value, rest):
    text = json.dumps(value)
    if isinstance(value, (int, float)) and rest[:1] in "0123456789.eE":
        rest = " " + rest
    found, end = jsontext.scan(text + rest)
    assert (found, end) == (value, len(text))


@pytest.mark.parametrize("value", [float("nan"), float("inf"), [float("-inf")]])
def test_what_json_cannot_say_is_a_value_error(value):
    with pytest.raises(ValueError):
        jsontext.dumps(value)


@given(VALUES)
@example({"a": [], "b": {}, "c": (1, -0.0, True, None), "é\n\u2028": ['"\\\ud800']})
def test_a_line_is_that_of_json(value):
    assert jsontext.line(value) == json.dumps(value, ensure_ascii=False)


def _wants_more(context, *_):
    return context.a_hook_of_a_later_version


@pytest.mark.parametrize(
    "private",
    [
        None,
        types.SimpleNamespace(
            encode_basestring=0,
            encode_basestring_ascii=0,
            make_encoder=0,
            make_scanner=_wants_more,
        ),
    ],
)
def test_where_the_private_module_cannot_be_used_the_public_one_does_the_work(
    monkeypatch, private
):
    monkeypatch.setitem(sys.modules, "_json", private)
    spec = importlib.util.spec_from_file_location("jsontext_alone", jsontext.__file__)
    alone = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(alone)
    value = {"a": [1, None, "\u00fc", 1.5]}
    assert alone.loads(json.dumps(value)) == value
    assert alone.dumps(value) == jsontext.dumps(value) and alone.line(
        value
    ) == jsontext.line(value)
    with pytest.raises(ValueError):
        alone.loads("[NaN]")
