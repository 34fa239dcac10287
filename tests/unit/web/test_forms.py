"""Records as forms and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.model import CATEGORIES, Problem
from memory_retrieval.store import schema
from memory_retrieval_viewer import forms

TEXT = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\r,"), min_size=1, max_size=30).filter(
    str.strip
)


def sent(fields):
    """What a browser sends for fields as they stand."""
    form = {}
    for f in fields:
        if f.kind == "pairs":
            for row in f.value:
                for part, text in zip(f.parts, row, strict=True):
                    form.setdefault(f"{f.name}.{part}", []).append(text)
        elif f.kind in ("lines", "picks"):
            form[f.name] = list(f.value)
        elif f.kind != "yes" or f.value:
            form[f.name] = ["1" if f.kind == "yes" else f.value]
    return form


def content(category):
    def one(spec):
        if spec[0] == "string":
            return TEXT
        if spec[0] == "enum":
            return st.sampled_from(spec[1])
        if spec[0] == "boolean":
            return st.booleans()
        if spec[0] == "list":
            return st.lists(
                one(spec[1]).map(lambda v: v.strip("\n") if isinstance(v, str) else v).filter(bool),
                min_size=1,
                max_size=3,
            )
        return st.fixed_dictionaries({key: one(inner) for key, (inner, _) in spec[1].items()})

    return st.fixed_dictionaries({key: one(spec) for key, (spec, _) in schema.CONTENT[category].items()})


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_record_that_is_sent_back_unchanged_is_unchanged(category):
    @given(content(category), TEXT)
    def law(body, title):
        old = {
            "schema_version": "1.1",
            "category": category,
            "id": "x",
            "created_at": "2026-01-01",
            "title": title,
            "tags": ["a", "b"],
            "related_files": ["a.py"],
            "confidence": 0.5,
            "aliases": ["y"],
            "anchors": [{"path": "a.py"}],
            "content": body,
        }
        fields = forms.posted(category, sent(forms.filled(category, old)))
        assert forms.whole(fields, old) == old

    law()


@pytest.mark.parametrize("category", [*CATEGORIES, *schema.KINDS])
def test_every_field_has_a_name_of_its_own_and_says_what_it_is(category):
    fields = forms.fields_of(category)
    assert len({f.id for f in fields}) == len(fields) and all(f.label for f in fields)
    if category in CATEGORIES:
        named = {f.name.split(".")[1] for f in fields if f.name.startswith("content.")}
        assert named == set(schema.CONTENT[category])


def test_problems_go_to_their_fields_and_the_rest_is_kept():
    fields = forms.fields_of("runbook")
    rest = forms.assign_problems(
        fields,
        [
            Problem(location="content.steps[1]", message="expected a string"),
            Problem(location="title", message="missing"),
            Problem(location="store", message="is full"),
        ],
    )
    by_name = {f.name: f.problems for f in fields if f.problems}
    assert by_name == {"content.steps": ["item 2: expected a string"], "title": ["missing"]} and rest == [
        "store: is full"
    ]


def test_a_number_that_is_none_is_left_to_the_write_path_to_refuse():
    fields = forms.posted("decision", {"title": ["t"], "confidence": ["high"]})
    assert forms.record_of(fields)["confidence"] == "high"


def test_an_emptied_field_of_a_pattern_is_written_as_empty_and_one_that_was_empty_stays_missing():
    kind = "pattern"
    fields = forms.posted(kind, {"title": [""], "tags": [""]})
    new = forms.flat(fields, {"title": "Old", "tags": ["a"]})
    assert (
        new["title"] == ""
        and new["tags"] == []
        and set(new) - {"title", "tags"} <= {f.name for f in fields if f.kind == "yes"}
    )


def test_an_emptied_confidence_is_removed_and_other_keys_stay():
    old = {"title": "t", "tags": ["a"], "confidence": 0.5, "anchors": [{"path": "a.py"}], "content": {"kept": "x"}}
    new = forms.whole(forms.posted("decision", {"title": ["t"], "tags": ["a"]}), old)
    assert new["confidence"] is None and new["anchors"] == old["anchors"] and new["content"]["kept"] == "x"


def test_what_was_typed_is_shown_without_the_fields_that_the_page_fills():
    form = {"title": ["T"], "content.steps": ["one", " ", "two"], "digest": ["abc"], "do": ["accept"], "tags": [""]}
    assert forms.typed(form) == [("Title", "T"), ("Steps 1", "one"), ("Steps 3", "two")]


def test_a_problem_of_a_longer_name_is_not_given_to_the_shorter_field():
    fields = forms.fields_of("decision")
    assert forms.assign_problems(fields, [Problem(location="titles", message="x")]) == ["titles: x"]
