"""The published JSON Schemas and our validator are one definition."""

import json
import runpy
from pathlib import Path

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.store.schema import KINDS, VERSIONS, record_spec, validate

REPOSITORY = Path(__file__).resolve().parents[3]
GENERATE = runpy.run_path(str(REPOSITORY / "tools" / "generate.py"))
SCHEMAS = GENERATE["schemas"]()
JUNK = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 60),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8),
    st.lists(st.text(max_size=3), max_size=2),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)


def json_schema(name, version=""):
    """The published schema of a kind, or of a category in a version."""
    return SCHEMAS[
        name.replace("_", "-") + ("-" + version if version else "") + ".schema.json"
    ]


def values(spec):
    """Mostly valid values of a spec."""
    kind = spec[0]
    if kind == "object":
        needed = {
            key: values(inner) for key, (inner, required) in spec[1].items() if required
        }
        optional = {
            key: st.one_of(st.none(), values(inner))
            for key, (inner, required) in spec[1].items()
            if not required
        }
        return st.fixed_dictionaries(needed, optional=optional)
    if kind == "list":
        return st.lists(values(spec[1]), min_size=0, max_size=3)
    if kind == "string":
        return (
            st.text(max_size=12)
            if len(spec) == 1
            else st.one_of(
                st.text(max_size=12),
                st.just("x" * spec[1]),
                st.just("x" * (spec[1] + 1)),
            )
        )
    if kind == "id":
        return st.one_of(
            st.from_regex(r"\A[a-z0-9]([a-z0-9-]{0,78}[a-z0-9])?\Z"),
            st.sampled_from(["-a", "a-", "a" * 81, "A", "", "a\n", "ä"]),
        )
    if kind == "enum":
        return st.sampled_from([*spec[1], "else"])
    if kind == "const":
        return st.just(spec[1])
    if kind == "integer":
        return st.one_of(st.integers(-1, 100), st.just(2.0), st.just(2.5))
    if kind == "number":
        return st.floats(-0.5, 1.5)
    return st.booleans() if kind == "boolean" else JUNK


@st.composite
def mutated(draw, spec):
    """A record, now and then with a key gone, of a wrong type, or unknown."""
    record = draw(values(spec))
    keys = sorted(record)
    for _ in range(draw(st.integers(0, 2))):
        holder = (
            record.get("content")
            if isinstance(record.get("content"), dict) and draw(st.booleans())
            else record
        )
        key = draw(st.sampled_from(sorted(holder) or keys))
        action = draw(st.sampled_from(("drop", "junk", "add")))
        if action == "drop":
            holder.pop(key, None)
        elif action == "junk" and key not in ("category", "schema_version"):
            holder[key] = draw(JUNK)
        elif action == "add":
            holder["no_such_key"] = 1
    return record


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("category", CATEGORIES)
@given(data=st.data(), incomplete=st.booleans())
def test_validator_and_published_schema_agree_on_records(
    category, version, incomplete, data
):
    record = data.draw(mutated(record_spec(category, version, incomplete=incomplete)))
    if incomplete:
        record["incomplete"] = data.draw(st.sampled_from([True, True, False, None, 1]))
    _agree(
        record,
        json_schema(category, version),
        None,
        record.get("category") == category and record.get("schema_version") == version,
    )


@pytest.mark.parametrize("kind", sorted(KINDS))
@given(data=st.data())
def test_validator_and_published_schema_agree_on_pattern_kinds(kind, data):
    _agree(data.draw(mutated(("object", KINDS[kind]))), json_schema(kind), kind, True)


def test_example_records_are_valid_by_the_published_schema():
    records = [
        json.loads(path.read_text("utf-8"))
        for path in REPOSITORY.glob("examples/*/.claude/memory/*/*.json")
    ]
    for record in records:
        schema = json_schema(record["category"], record["schema_version"])
        jsonschema.validate(record, schema, jsonschema.Draft202012Validator)
    assert len({record["category"] for record in records}) > 5


def test_every_schema_is_one_and_is_published_as_a_file(tmp_path):
    assert GENERATE["write_schemas"](tmp_path) == list(SCHEMAS)
    for name, schema in SCHEMAS.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        assert json.loads((tmp_path / name).read_text(encoding="utf-8")) == schema


def _agree(record, schema, kind, same_branch):
    ours = not validate(record, kind, strict=True)
    theirs = jsonschema.Draft202012Validator(schema).is_valid(record)
    if same_branch:
        assert ours == theirs, validate(record, kind, strict=True)
    else:
        assert not theirs
