"""What each kind of source gives: whole records, drafts with evidence, or a problem.

Never a guess at a whole record.
"""

import os

import pytest

from memory_retrieval.importers import adr, documents, files, records
from memory_retrieval.importers.words import likely_category

ADR = (
    "# 7. The queue is a table\n\n## Status\n\nSuperseded by 9\n\n"
    "## Context\n\nLost jobs.\n\n## Decision\n\nOne table. One writer.\n"
)


@pytest.mark.parametrize(
    ("kind", "text", "category"),
    [
        ("feedback", "the build fails, run make", "preference"),
        ("How-To", "", "runbook"),
        ("unknown", "a workaround for now", "tech_debt"),
        ("", "the build fails with E1; restart it", "runbook"),
        ("", "at most ten connections", "constraint"),
        ("", "always sort imports", "preference"),
        ("", "the queue is a table", "decision"),
    ],
)
def test_a_declared_type_goes_before_the_words_of_the_text(kind, text, category):
    assert likely_category(kind, text) == category


def test_each_line_is_a_record_or_a_problem_with_its_number(write):
    items = list(records.read_jsonl(write("a.jsonl", '{"category": "decision"}\n\n[]\n{\n')))
    assert [(item.origin, item.problem) for item in items] == [
        ("a.jsonl:1", ""),
        ("a.jsonl:3", "expected an object, got list"),
        ("a.jsonl:4", "is not valid JSON"),
    ]
    assert items[0].record == {"category": "decision"} and items[0].category == "decision"


def test_a_decision_record_is_whole(write):
    [item] = adr.read_adr(write("7.md", ADR))
    assert not item.texts and item.record["title"] == "The queue is a table"
    assert item.record["content"] == {
        "status": "superseded",
        "context": "Lost jobs.",
        "decision": "One table. One writer.",
        "rationale": ["Lost jobs."],
    }


@pytest.mark.parametrize(
    "text", ["", "# Template\n\n## Context\n\n## Decision\n", "# Notes\n\nsome\n", ADR.replace("# 7. The", "The")[20:]]
)
def test_a_document_without_context_or_decision_is_passed_over(write, text):
    assert not [item for item in adr.read_adr(write("a.md", text)) if not item.record.get("content")]


@pytest.mark.parametrize("first", ["{short title}", "Real title"])
def test_a_template_with_its_placeholders_is_no_decision(write, first):
    text = "# %s\n\n## Context and Problem Statement\n\n{Describe the context}\n\n## Decision Outcome\n\nChosen\n"
    assert list(adr.read_adr(write("template.md", text % first))) == []


MADR = """---
status: accepted
date: 2024-11-02
---
# Bookings are events

## Context and Problem Statement

How do we keep an audit trail?

<!-- This is an optional element. -->
## Decision Drivers

* Auditors want
  every change

## Considered Options

* Event sourcing
* Temporal tables
* Triggers

## Decision Outcome

Chosen option: "Event sourcing", because it keeps the reason.

### Positive Consequences

* Reports can be replayed

### Negative Consequences

* Projections are needed

## Pros and Cons of the Options

### Temporal tables

* Good, because they are built in
* Bad, because they lose the reason

### Triggers

* Good, because we know them
"""


def test_a_madr_has_its_reasons_and_the_options_that_were_turned_down(write):
    [item] = adr.read_adr(write("5.md", MADR))
    assert item.record["created_at"] == "2024-11-02"
    assert item.record["content"] == {
        "status": "accepted",
        "context": "How do we keep an audit trail?",
        "decision": 'Chosen option: "Event sourcing", because it keeps the reason.',
        "alternatives": [{"option": "Temporal tables", "rejected_reason": "Bad, because they lose the reason"}],
        "rationale": ["it keeps the reason.", "Auditors want every change"],
        "consequences": ["Reports can be replayed", "Projections are needed"],
    }


def test_status_and_date_may_be_a_list_below_the_heading(write):
    text = "# ADR 6: Decimals\n\n* Status: proposed\n* Date: 2025-01-10\n\n## Context\n\nA.\n\n## Decision\n\nB.\n"
    [item] = adr.read_adr(write("6.md", text))
    assert (item.record["content"]["status"], item.record["created_at"]) == ("proposed", "2025-01-10")


def test_cursors_rules_have_the_files_that_they_apply_to(write, tmp_path):
    text = "---\ndescription: React\nglobs: a/**/*.tsx, b/*.ts\nalwaysApply: false\n---\n- Name hooks useXxx\n"
    write(".cursor/rules/react.mdc", text), write(".cursor/rules/read-me.md", "- not read at all\n")
    [item] = documents.read_cursor(str(tmp_path / ".cursor" / "rules"))
    assert (item.record["related_files"], item.record["tags"]) == (["a/**/*.tsx", "b/*.ts"], ["react"])


def test_what_a_project_is_counts_as_no_rule(write):
    text = "# CLAUDE.md\n\nThis file guides you here.\n\n## Project overview\n\nA shop for boats.\n\n"
    text += "## Style\n\nTabs, never spaces.\n"
    assert [item.texts for item in documents.read_rules(write("CLAUDE.md", text))] == [("Tabs, never spaces.",)]


def test_a_note_is_a_draft_with_its_text_as_evidence(write):
    [item] = documents.read_notes(
        write("tabs.md", "---\ntype: feedback\ntags: [style]\n---\n# Four spaces\n\nAlways.\n")
    )
    assert (item.category, item.record) == ("preference", {"title": "Four spaces", "tags": ["style"]})
    assert item.texts == ("Four spaces", "# Four spaces\n\nAlways.")


def test_the_list_of_the_notes_is_no_note_and_an_empty_one_is_a_problem(write, tmp_path):
    write("notes/MEMORY.md", "- a list\n"), write("notes/empty.md", "---\na: b\n---\n")
    assert [(item.origin, item.problem) for item in documents.read_notes(str(tmp_path / "notes"))] == [
        ("empty.md", "is empty")
    ]


def test_each_rule_of_three_words_is_a_draft(write, tmp_path):
    (
        write("AGENTS.md", "# Style\n\n- Use four spaces. Never tabs.\n- Be nice\n"),
        write("other.md", "- not read at all\n"),
    )
    [item] = documents.read_rules(str(tmp_path))
    assert (item.category, item.record["title"], item.record["tags"]) == ("preference", "Use four spaces.", ["style"])
    assert item.record["content"] == {
        "topic": "Use four spaces.",
        "value": "Use four spaces. Never tabs.",
        "reason": "Stated in AGENTS.md.",
    }


def test_links_and_vendored_folders_are_not_followed_and_large_files_are_named(write, tmp_path):
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


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a": ' * 100_000, '{"a":' + "[" * 400 + "]" * 400 + "}"])
def test_a_line_that_is_nested_too_deeply_is_a_problem(write, text):
    [item] = records.read_jsonl(write("a.jsonl", text + "\n"))
    assert item.problem


def test_a_line_without_an_end_is_read_up_to_a_limit(write, monkeypatch):
    monkeypatch.setattr(records, "MAX_LINE", 1000)
    [item] = records.read_jsonl(write("a.jsonl", " " * 3000 + "{}"))
    assert item.problem == "is longer than 1000 bytes; the rest is not read"


@pytest.mark.parametrize(
    ("headings", "rule", "category"),
    [
        ("## Gotchas", "The cache is shared by all workers", "constraint"),
        ("## Key constraints\n\n### Money", "One wallet per user", "constraint"),
        ("## Architecture\n\n### Panels", "Each panel lives in a dock zone", "decision"),
        ("## Conventions", "Libs use path aliases", "preference"),
        ("## Architecture", "Use the shared logger in services", "preference"),
        ("## Setup", "If the lock file conflicts, delete it and run uv lock", "runbook"),
        ("## Tech debt", "The importer reads each file twice", "tech_debt"),
        ("## Notes", "Keep functions short and pure", "preference"),
    ],
)
def test_the_category_of_a_rule_is_said_by_its_words_and_by_the_headings_above_it(write, headings, rule, category):
    [item] = documents.read_rules(write("CLAUDE.md", "# CLAUDE.md\n\n%s\n\n- %s\n" % (headings, rule)))
    assert item.category == category
