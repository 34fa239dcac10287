"""Reading collections: a bad line is named, and a text set becomes records the product can read."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.errors import RecordError, StoreError
from memory_retrieval.store.reader import read_record
from memory_retrieval.store.schema import validate
from memory_retrieval_eval.beir import record, write_store
from memory_retrieval_eval.dataset import read_collection, read_collections
from memory_retrieval_eval.values import NOW, Document


def project(folder, *lines, memories=("decisions/a.json",)):
    """A collection whose queries.jsonl holds `lines` (objects or raw text)."""
    for memory in memories:
        (folder / "memory" / memory).parent.mkdir(parents=True, exist_ok=True)
        (folder / "memory" / memory).write_text("{}")
    text = "\n".join(
        line if isinstance(line, str) else json.dumps(line) for line in lines
    )
    (folder / "queries.jsonl").write_text(text, encoding="utf-8")
    return folder


def query(**fields):
    return {
        "id": "q1",
        "kind": "direct",
        "prompt": "why",
        "transcript": [],
        "relevant": {"decisions/a.json": 2},
        "forbidden": [],
        **fields,
    }


def complaints(folder):
    with pytest.raises(RecordError) as raised:
        read_collection(folder)
    return [str(problem) for problem in raised.value.problems]


@pytest.mark.parametrize(
    "line, place, words",
    [
        ("{", "line 2", "is not valid JSON"),
        ("[]", "line 2", "expected an object, got list"),
        (query(id=""), "line 2, id", "is empty"),
        (query(id="q0"), "line 2, id", "is already used in line 1"),
        (query(kind=3), "line 2, kind", "expected a string, got int"),
        (
            {k: v for k, v in query().items() if k != "prompt"},
            "line 2, prompt",
            "missing",
        ),
        (query(transcript="hello"), "line 2, transcript", "expected a list of strings"),
        (
            query(relevant=["decisions/a.json"]),
            "line 2, relevant",
            "expected an object",
        ),
        (
            query(relevant={"decisions/a.json": 0}),
            "line 2, relevant",
            "whole number from 1",
        ),
        (
            query(relevant={"decisions/a.json": True}),
            "line 2, relevant",
            "whole number from 1",
        ),
        (
            query(relevant={"decisions/b.json": 1}),
            "line 2, relevant",
            "is not a file in memory/",
        ),
        (
            query(forbidden=["decisions/b.json"]),
            "line 2, forbidden",
            "is not a file in memory/",
        ),
        (
            query(forbidden=["decisions/a.json"]),
            "line 2, forbidden",
            "is also marked relevant",
        ),
    ],
)
def test_a_bad_line_is_named_with_file_line_and_field(tmp_path, line, place, words):
    (message,) = complaints(project(tmp_path, query(id="q0"), line))
    assert message.startswith(f"{place} of {tmp_path}/queries.jsonl: ")
    assert words in message


def test_no_queries_is_a_problem_and_bad_bytes_are_too(tmp_path):
    assert "has no labeled query" in complaints(project(tmp_path / "a"))[0]
    folder = project(tmp_path / "b", query())
    (folder / "queries.jsonl").write_bytes(b"\xff\xfe")
    assert "is not UTF-8 (byte 0)" in complaints(folder)[0]


@pytest.mark.parametrize("files", [(), ("queries.jsonl",)])
def test_a_folder_that_is_no_collection_is_refused_with_what_one_is(tmp_path, files):
    for name in files:
        (tmp_path / name).write_text("")
    with pytest.raises(StoreError, match=r"a folder with queries\.jsonl and memory/"):
        read_collections([tmp_path])


def test_a_collection_is_read_as_it_stands(tmp_path):
    line = query(transcript=["before"], prompt=" ", note="ignored")
    collection = read_collection(
        project(
            tmp_path / "shop", line, "", query(id="q2", relevant={}, transcript=None)
        )
    )
    first, second = collection.queries
    assert (collection.name, collection.now, collection.depth) == ("shop", NOW, 10)
    assert (first.prompt, first.transcript, first.relevant) == (
        " ",
        ("before",),
        {"decisions/a.json": 2},
    )
    assert (second.transcript, second.relevant, second.forbidden) == (
        (),
        {},
        frozenset(),
    )


def test_a_collection_may_have_its_own_now(tmp_path):
    folder = project(tmp_path, query())
    (folder / "collection.json").write_text('{"now": "2030-01-02"}')
    assert read_collection(folder).now == "2030-01-02"
    (folder / "collection.json").write_text('{"now": "tomorrow"}')
    assert "expected a time" in complaints(folder)[0]


def test_a_folder_of_collections_stands_for_all_of_them_and_equal_names_are_told_apart(
    tmp_path,
):
    for name in ("one/shop", "two/shop", "two/bank"):
        project(tmp_path / name, query())
    (tmp_path / "two" / "notes").mkdir()
    assert [
        c.name
        for c in read_collections(
            [tmp_path / "one", tmp_path / "two", tmp_path / "one" / "shop"]
        )
    ] == ["one/shop", "bank", "two/shop"]


@given(st.text(max_size=300), st.text(max_size=2000))
def test_every_document_becomes_a_valid_record(title, text):
    made = record("d000000", Document("x", title, text))
    assert validate(made) == []
    assert len(made["title"]) <= 120
    assert made["content"]["steps"][0].endswith(text)


def test_the_product_reads_the_whole_text_and_nothing_but_the_text(tmp_path):
    body, title = "word " * 20_000 + "last", "a title " * 30
    keys = write_store(
        [Document("first", "short", "text"), Document("second", title, body)],
        tmp_path / "memory",
    )
    assert keys == {"runbooks/d000000.json": "first", "runbooks/d000001.json": "second"}
    memory, _, problems = read_record(
        str(tmp_path / "memory"), "runbooks/d000001.json", "runbook"
    )
    assert not problems
    assert memory.body == title + "\n" + body
    memory, _, _ = read_record(
        str(tmp_path / "memory"), "runbooks/d000000.json", "runbook"
    )
    assert (memory.title, memory.body, memory.tags, memory.aliases) == (
        "short",
        "text",
        ("untagged",),
        (),
    )
