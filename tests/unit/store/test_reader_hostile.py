"""Whatever one record holds, it is accepted or named as a problem; it never stops the others from being found."""

import json

import pytest

from memory_retrieval.index.fts5 import Fts5Index
from memory_retrieval.retrieve.query import build_query
from memory_retrieval.store.reader import read_store

WRONG = [
    None,
    5,
    -1.5,
    True,
    "",
    "text",
    "\ud800",
    [],
    [1],
    [None],
    {},
    {"a": 1},
    [["\ud800"]],
    "x" * 5000,
]
KINDS = {
    "sources": {"title": "t", "summary": "s"},
    "backlog": {"title": "t", "description": "d", "created_at": "2026-01-01T00:00:00Z"},
    "events": {"timestamp": "2026-01-01T00:00:00Z", "kind": "outage", "summary": "s"},
    "reviews": {
        "timestamp": "2026-01-01T00:00:00Z",
        "reviewer": "r",
        "subject": "x",
        "summary": "s",
    },
    "external-llm-cache/gpt5": {
        "timestamp": "2026-01-01T00:00:00Z",
        "question": "q",
        "response_summary": "a",
    },
}
NOT_IN_1_0 = ("aliases", "supersedes", "superseded_by", "anchors", "source")
FIELDS = """
id title category severity confidence tags record_status updated_at learned_at do_text dont_text question subject
summary response_summary fetched_at timestamp details superseded_by aliases
""".split()


def _survives(project):
    store = project.found()
    assert [
        memory.id
        for _, memory, _ in read_store(store)
        if memory and memory.id == "good"
    ] == ["good"]
    for _ in range(2):  # the second time from what was indexed
        with Fts5Index(store) as index:
            assert index.refresh(float("inf")).complete
            found = index.candidates(build_query("good tidings"))
            assert "good" in [candidate.memory.id for candidate in found]


@pytest.mark.parametrize("key", NOT_IN_1_0)
def test_a_key_of_1_1_in_a_record_of_1_0_is_an_unknown_key(project, key):
    project.write("decision", "good", "Good tidings")
    for number, value in enumerate(WRONG):
        project.write_text(
            "decision",
            f"odd-{number}",
            json.dumps(
                project.record(
                    "decision", f"odd-{number}", schema_version="1.0", **{key: value}
                )
            ),
        )
    _survives(project)


@pytest.mark.parametrize(
    "category", ["decision", "runbook", "constraint", "preference"]
)
def test_an_unknown_key_of_the_content_may_hold_anything(project, category):
    project.write("decision", "good", "Good tidings")
    for number, value in enumerate(WRONG):
        for key in ("severity", "priority", "x"):
            name = f"odd-{number}-{key}"
            project.write_text(
                category,
                name,
                json.dumps(project.record(category, name, content={key: value})),
            )
    _survives(project)


@pytest.mark.parametrize("folder", ["memories", *KINDS])
def test_a_field_of_a_pattern_store_may_hold_anything(project, folder):
    project.write("decision", "good", "Good tidings")
    base = {
        "id": "x",
        **KINDS.get(
            folder,
            {"title": "t", "category": "c", "do_text": "d", "learned_at": "2026-01-01"},
        ),
    }
    for field in FIELDS:
        for number, value in enumerate(WRONG):
            path = project.root / ".memories" / folder / (f"{field}-{number}.json")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({**base, field: value}))
    _survives(project)


@pytest.mark.parametrize("depth", [150, 400, 700, 900])
@pytest.mark.parametrize("bracket", ["[]", "{}"])
def test_deep_nesting_is_not_fatal(project, depth, bracket):
    project.write("decision", "good", "Good tidings")
    inner = (
        "[" * depth + "]" * depth
        if bracket == "[]"
        else '{"a":' * depth + "1" + "}" * depth
    )
    text = json.dumps(project.record("decision", "odd"))
    project.write_text(
        "decision", "odd", text.replace('"context":', f'"x": {inner}, "context":')
    )
    _survives(project)


def test_texts_with_new_lines_where_lists_are_joined_do_not_break_the_index(project):
    project.write(
        "decision",
        "good",
        "Good tidings",
        tags=["a\nb", "\n", ""],
        related_files=["x\ny"],
        aliases=["p\nq", ""],
    )
    _survives(project)


@pytest.mark.parametrize("text", ["\ud800", "\udfff and more", "\ude00\ud83d"])
def test_half_a_character_is_a_problem_of_the_record_wherever_it_stands(project, text):
    for number, changes in enumerate(
        ({"title": text}, {"tags": [text]}, {text: 1}, {"content": {"x": [text]}})
    ):
        path = project.write("decision", f"a-{number}", "Fine")
        path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))
    project.write("runbook", "good", "Good tidings")
    _survives(project)
    for path, memory, problems in [
        read for read in read_store(project.found()) if "good" not in read[0]
    ]:
        assert memory is None and "half a character" in problems[0].message, path


def test_a_pair_of_escapes_is_one_character(project):
    path = project.write("decision", "a", "On \U0001f600 day")
    path.write_text(json.dumps(json.loads(path.read_text())))
    assert [m.title for _, m, _ in read_store(project.found())] == ["On \U0001f600 day"]
