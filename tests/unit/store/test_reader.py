"""Files to records: what is read, what the stores of an earlier memory plugin may hold, and what the record becomes."""

import json
import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_retrieval.core.clock import parse_time
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.store.reader import read_record, read_store


def _read(project, category="decision", id="x"):
    path = project.path(category, id).relative_to(project.root)
    return read_record(str(project.root), str(path), category)


def _all(project):
    return list(read_store(project.found()))


MAX_RECORD = 2_097_152  # bytes


@contextmanager
def not_as_root():
    """Root may read anything, so become nobody for a while."""
    if os.geteuid():
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


# --- skipped, reported, never fatal -----------------------------------------------------------------------------------


def _text(text):
    return lambda path: path.write_bytes(
        text if isinstance(text, bytes) else text.encode()
    )


def _sparse(path):
    with open(path, "wb") as file:
        file.truncate(50 * 1024 * 1024)


def _link_out(path):
    target = path.parents[4] / "outside.json"
    target.write_text("{}")
    path.symlink_to(target)


def _link_within(path):
    path.symlink_to("good.json")


SKIPPED = {
    "empty": (_text(""), "", "JSON"),
    "broken": (_text('{"id": '), "", "JSON"),
    "two values": (_text("{} {}"), "", "JSON"),
    "a list": (_text("[]"), "", "object"),
    "null": (_text("null"), "", "object"),
    "no UTF-8": (_text(b'{"title": "\xff"}'), "", "UTF-8"),
    "UTF-16": (_text('{"a": 1}'.encode("utf-16")), "", "UTF-8"),
    "NUL bytes": (_text(b"\0" * 100), "", "JSON"),
    "conflict markers": (
        _text('<<<<<<< HEAD\n{"a": 1}\n=======\n{"a": 2}\n>>>>>>> other\n'),
        "",
        "conflict",
    ),
    "nested too deeply": (_text("[" * 100_000), "", "JSON"),
    "50 MB": (_sparse, "", "bytes"),
    "over the limit": (
        lambda path: path.write_text(" " * (MAX_RECORD + 1)),
        "",
        "bytes",
    ),
    "a link out": (_link_out, "", "link"),
    "a link within": (_link_within, "", "link"),
    "a dangling link": (lambda path: path.symlink_to("nothing"), "", "link"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "", "link"),
    "a link to /dev/zero": (lambda path: path.symlink_to("/dev/zero"), "", "link"),
    "a FIFO": (os.mkfifo, "", "regular file"),
    "a folder": (os.mkdir, "", "regular file"),
}


@pytest.mark.parametrize("case", SKIPPED)
def test_this_is_skipped_and_named(project, case):
    project.write("decision", "good")
    path = project.path("decision", "x")
    make, place, word = SKIPPED[case]
    make(path)
    found = {
        Path(at).name: (memory, problems) for at, memory, problems in _all(project)
    }
    assert found["good.json"][0] is not None
    memory, problems = found["x.json"]
    assert memory is None and len(problems) == 1
    assert (
        problems[0].path == ".claude/memory/decisions/x.json"
        and problems[0].location == place
    )
    assert word in problems[0].message


@pytest.mark.parametrize(
    "name", ["a\nb.json", "a\x1b[31m.json", "a\u202eb.json", "\udcff.json", "\t.json"]
)
def test_a_name_that_cannot_be_shown_is_skipped_and_named(project, name):
    project.write("decision", "good")
    with open(os.path.join(str(project.store), "decisions", name), "w") as file:
        json.dump(project.record("decision", "x"), file)
    memories = [memory.id for _, memory, _ in _all(project) if memory]
    problems = [problem for _, _, found in _all(project) for problem in found]
    assert memories == ["good"]
    assert [("rename" in problem.message) for problem in problems] == [True]


@pytest.mark.parametrize(
    "name",
    [
        "notes.md",
        ".hidden.json",
        "x.json.tmp",
        "x.json.invalid.1700000000",
        "JSON",
        "x.JSON",
    ],
)
def test_other_files_are_none_of_ours(project, name):
    project.write("decision", "good")
    (project.store / "decisions" / name).write_text("{")
    assert [memory.id for _, memory, problems in _all(project) if not problems] == [
        "good"
    ]
    assert len(_all(project)) == 1


def test_a_category_folder_that_leads_out_is_not_followed(project, tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.json").write_text(
        json.dumps(project.record("decision", "secret"))
    )
    (project.store / "decisions").symlink_to(outside)
    ((path, memory, problems),) = _all(project)
    assert (path, memory, len(problems)) == (".claude/memory/decisions", None, 1)


def test_a_category_folder_that_is_a_file_holds_nothing(project):
    (project.store / "decisions").write_text("")
    project.write("runbook", "good")
    assert [memory.id for _, memory, _ in _all(project)] == ["good"]


@pytest.fixture
def open_project(project):
    """A project that other users may walk into."""
    for folder in project.root.parents:
        if (
            folder.owner()
            and folder.stat().st_uid == os.geteuid()
            and str(folder).startswith("/tmp/")
        ):
            folder.chmod(0o755)
    return project


def test_a_file_without_permission_is_skipped_and_named(open_project):
    open_project.write("decision", "good")
    open_project.write("decision", "x").chmod(0)
    with not_as_root():
        found = {
            Path(path).name: (memory, problems)
            for path, memory, problems in _all(open_project)
        }
    assert found["good.json"][0] is not None
    assert "permission" in found["x.json"][1][0].message


def test_a_folder_without_permission_is_named(open_project):
    open_project.write("runbook", "good")
    open_project.write("decision", "x").parent.chmod(0)
    with not_as_root():
        found = {
            path: (memory, problems) for path, memory, problems in _all(open_project)
        }
    assert "permission" in found[".claude/memory/decisions"][1][0].message
    assert found[".claude/memory/runbooks/good.json"][0] is not None
    (open_project.store / "decisions").chmod(0o755)


@given(st.binary(max_size=300))
def test_no_bytes_are_an_exception(project, data):
    project.write_text("decision", "x", data)
    memory, _, problems = _read(project)
    assert (memory is None) == bool(problems)


# --- what is accepted -------------------------------------------------------------------------------------------------

NULL = """
related_files confidence record_status changes times_updated retired_at retired_reason archived_at archived_reason
""".split()


@pytest.mark.parametrize(
    "fields",
    [
        {},
        dict.fromkeys(NULL),
        dict.fromkeys(NULL, ...),
        {"changes": ...},
        {"record_status": ...},
        {"retired_reason": "r" * 5000},
        {"archived_reason": "r" * 5000},
        {"created_at": "some day", "updated_at": ""},
        {"tags": ["untagged"]},
        {"tags": ["t" * 500]},
        {"times_updated": 3.0},
        {
            "changes": [
                {
                    "date": "d",
                    "summary": "s",
                    "old_value": {"any": [1]},
                    "new_value": None,
                }
            ]
        },
        {"unknown_key": [1]},
        {"confidence": 1},
        {"confidence": 0.0},
    ],
    ids=lambda fields: ",".join(fields)[:40] or "as it is",
)
@pytest.mark.parametrize("category", CATEGORIES)
def test_a_record_as_an_earlier_plugin_writes_it_is_accepted(project, category, fields):
    project.write(category, "x", **fields)
    memory, _, problems = _read(project, category)
    assert problems == [] and (memory.category, memory.status) == (category, "active")


def test_keys_in_any_order_and_a_byte_order_mark_are_accepted(project):
    record = project.record("runbook", "x")
    text = json.dumps(dict(reversed(list(record.items()))))
    project.write_text("runbook", "x", "\ufeff" + text)
    assert _read(project, "runbook")[0].id == "x"


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ({"title": None}, "title"),
        ({"tags": []}, "tags"),
        ({"tags": [1]}, "tags[0]"),
        ({"confidence": 2}, "confidence"),
        ({"schema_version": "2.0"}, "schema_version"),
        ({"category": "idea"}, "category"),
        ({"id": "../x"}, "id"),
        ({"changes": [{"date": "d"}]}, "changes[0].summary"),
    ],
    ids=str,
)
def test_a_wrong_type_is_named_with_its_place(project, fields, place):
    record = {**project.record("decision", "x"), **fields}
    project.write_text(
        "decision",
        "x",
        json.dumps({key: value for key, value in record.items() if value is not ...}),
    )
    memory, _, problems = _read(project)
    assert memory is None
    assert [problem.location for problem in problems] == [place]


# --- what the record becomes ------------------------------------------------------------------------------------------


def test_a_memory_carries_what_retrieval_needs(project):
    project.write(
        "constraint",
        "x",
        "A title",
        ["b", "a"],
        {"rule": "The rule", "impact": ["first", "second"], "workarounds": None},
        confidence=0.7,
        updated_at="2026-06-01T00:00:00Z",
        related_files=["a.py"],
        anchors=[{"path": "b.py"}],
        aliases=["other words"],
        superseded_by="y",
    )
    memory = _read(project, "constraint")[0]
    assert (memory.title, memory.tags, memory.aliases) == (
        "A title",
        ("b", "a"),
        ("other words",),
    )
    assert (memory.severity, memory.confidence, memory.updated) == (
        "medium",
        0.7,
        parse_time("2026-06-01"),
    )
    assert (memory.related_files, memory.superseded_by) == (("a.py", "b.py"), "y")
    assert memory.body == "The rule\nfirst\nsecond"


def test_a_pattern_carries_do_and_dont(project):
    path = project.write_pattern(
        "p",
        "Close files",
        "with open(f)",
        dont_text="f = open()",
        severity="high",
        confidence=0.8,
        learned_at="2026-02-01",
    )
    memory, _, problems = read_record(
        str(project.root), str(path.relative_to(project.root)), "pattern"
    )
    assert problems == []
    assert (memory.kind, memory.category, memory.severity, memory.confidence) == (
        "pattern",
        "general",
        "high",
        0.8,
    )
    assert (memory.do_text, memory.dont_text, memory.updated) == (
        "with open(f)",
        "f = open()",
        parse_time("2026-02-01"),
    )
    assert "with open(f)" in memory.body


def test_the_digest_changes_with_the_content_only(project):
    path = project.write("decision", "x")
    first = _read(project)[0].digest
    os.utime(path, (1, 1))
    assert _read(project)[0].digest == first
    project.write("decision", "x", content={"context": "it was not so"})
    assert _read(project)[0].digest != first
