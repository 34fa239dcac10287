"""What each kind of source gives: whole records, drafts with evidence, or a problem.

Never a guess at a whole record.
"""

import os

import pytest

from memory_retrieval.importers import files, notes, records


@pytest.mark.parametrize(
    ("kind", "text", "category"),
    [
        ("feedback", "The build fails, run make.", "preference"),
        ("How-To", "A.", "runbook"),
        ("unknown", "It is a workaround for now.", "tech_debt"),
    ],
)
def test_a_declared_type_goes_before_the_words_of_the_text(write, kind, text, category):
    [item] = notes.read_notes(write("a.md", f"---\ntype: {kind}\n---\n{text}\n"))
    assert item.category == category


def test_each_line_is_a_record_or_a_problem_with_its_number(write):
    items = list(
        records.read_jsonl(write("a.jsonl", '{"category": "decision"}\n\n[]\n{\n'))
    )
    assert [(item.origin, item.problem) for item in items] == [
        ("a.jsonl:1", ""),
        ("a.jsonl:3", "expected an object, got list"),
        ("a.jsonl:4", "is not valid JSON"),
    ]
    assert (
        items[0].record == {"category": "decision"} and items[0].category == "decision"
    )


def test_a_note_is_a_draft_with_its_text_as_evidence(write):
    [item] = notes.read_notes(
        write(
            "tabs.md",
            "---\ntype: feedback\ntags: [style]\n---\n# Four spaces\n\nAlways.\n",
        )
    )
    assert (item.category, item.record) == (
        "preference",
        {"title": "Four spaces", "tags": ["style"]},
    )
    assert item.texts == ("Four spaces", "# Four spaces\n\nAlways.")


def test_the_list_of_the_notes_is_no_note_and_an_empty_one_is_a_problem(
    write, tmp_path
):
    write("notes/MEMORY.md", "- a list\n"), write("notes/empty.md", "---\na: b\n---\n")
    assert [
        (item.origin, item.problem)
        for item in notes.read_notes(str(tmp_path / "notes"))
    ] == [("empty.md", "is empty")]


def test_links_and_vendored_folders_are_not_followed_and_large_files_are_named(
    write, tmp_path
):
    (
        write("d/node_modules/x.md", "x"),
        os.truncate(write("d/b.md", "x"), files.MAX_FILE + 1),
        write("d/a.md", "\ufeffa\r\nb"),
    )
    (tmp_path / "d" / "link.md").symlink_to(tmp_path / "d" / "a.md")
    assert list(files.markdown_files(str(tmp_path / "d"))) == [
        ("a.md", "a\nb", ""),
        ("b.md", "", "has 4194305 bytes; at most 4194304 are read"),
    ]


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a": ' * 100_000, '{"a":' + "[" * 400 + "]" * 400 + "}"]
)
def test_a_line_that_is_nested_too_deeply_is_a_problem(write, text):
    [item] = records.read_jsonl(write("a.jsonl", text + "\n"))
    assert item.problem


def test_a_line_without_an_end_is_read_up_to_a_limit(write, monkeypatch):
    monkeypatch.setattr(records, "MAX_LINE", 1000)
    [item] = records.read_jsonl(write("a.jsonl", " " * 3000 + "{}"))
    assert item.problem == "is longer than 1000 bytes; the rest is not read"
