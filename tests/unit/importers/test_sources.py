"""What each kind of source gives: whole records, drafts with evidence, or a problem.

Never a guess at a whole record.
"""

import json
import os
import sqlite3
from contextlib import closing

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.importers import adr, claude_mem, documents, files, records
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


@pytest.fixture
def database(tmp_path):
    db = sqlite3.connect(tmp_path / "mem%20#.db")
    yield db
    db.close()


def test_an_observation_is_a_draft_with_the_files_of_the_project_alone(database, tmp_path):
    database.execute("create table observations(id, type, title, text, facts, concepts, files_modified)")
    row = (1, "bugfix", "Restart it", "", json.dumps(["it hung"]), "x, y", json.dumps(["a.py", "/etc/b"]))
    database.execute("insert into observations values (?, ?, ?, ?, ?, ?, ?)", row)
    database.execute("insert into observations(id, title) values (2, 'nothing known')")
    database.commit()
    [item] = claude_mem.read_claude_mem(str(tmp_path / "mem%20#.db"))
    assert (item.origin, item.category, item.texts) == ("observation 1", "runbook", ("Restart it", "it hung"))
    assert item.record["related_files"] == ["a.py"]


def test_a_summary_with_next_steps_is_of_partial_success(database, tmp_path):
    database.execute("create table session_summaries(id, request, completed, next_steps, learned)")
    database.execute("insert into session_summaries values (1, 'Move it. Now.', '- a\n- b', '- c', null)")
    database.execute("insert into session_summaries values (2, 'Move it', '', '', '')")
    database.commit()
    [item] = claude_mem.read_claude_mem(str(tmp_path / "mem%20#.db"))
    assert item.record["title"] == "Move it." and item.record["content"] == {
        "goal": "Move it. Now.",
        "outcome": "partial",
        "completed": ["a", "b"],
        "next_actions": ["c"],
    }


def test_another_programs_database_is_refused(database, tmp_path):
    database.execute("create table other(id)")
    database.commit()
    with pytest.raises(StoreError, match="neither observations nor session_summaries"):
        list(claude_mem.read_claude_mem(str(tmp_path / "mem%20#.db")))


TABLE = "create table observations(id, type, title, narrative text, facts, concepts, files_modified)"
ROW = "insert into observations(id, title, narrative, facts) values (1, 'Title', 'Text.', '[\"fact\"]')"
HUGE = "hex(zeroblob(300000000))"
ENDLESS = "with recursive n(i) as (select 1 union all select i + 1 from n) select i id, 'a' title, 'b' narrative from n"


@pytest.mark.parametrize(
    "statements",
    [
        ["create view observations as " + ENDLESS],
        ["create view observations as select 1 id, %s title, %s narrative" % (HUGE, HUGE)],
        ["create virtual table observations using fts5(id, title, narrative)"],
        ["create table observations(a, title as (%s), narrative as (%s))" % (HUGE, HUGE)],
        ["create table observations(a)"],
        [TABLE, ROW, "pragma writable_schema = on", "update sqlite_master set sql = 'create table observations('"],
        [TABLE, ROW, "pragma writable_schema = on", "update sqlite_master set rootpage = 999"],
        [TABLE, ROW, "pragma writable_schema = on", "update sqlite_master set sql = cast(x'ff28ff' as text)"],
    ],
)
def test_what_a_database_would_have_to_compute_or_has_damaged_is_one_error(tmp_path, statements):
    path = tmp_path / "mem%20#.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)
    with pytest.raises(StoreError) as caught:
        list(claude_mem.read_claude_mem(str(path)))
    assert str(caught.value).startswith(str(path)) and "\n" not in str(caught.value)
    assert ".recover" in str(caught.value)


@pytest.mark.parametrize(
    "statements",
    [
        ["update observations set narrative = cast(x'54657874ff2e' as text)"],
        ["update observations set facts = '%s'" % ("[" * 100_000)],
        ["update observations set facts = '%s1%s'" % ("[" * 800, "]" * 800)],
        ["alter table observations add column more as (%s)" % HUGE],
        ["create trigger t after insert on observations begin select %s; end" % HUGE],
        ["create index i on observations(title) where length(title) > 0"],
        ["update observations set narrative = x'54657874'"],
    ],
)
def test_a_row_is_read_whatever_else_the_database_holds(tmp_path, statements):
    path = tmp_path / "mem.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in [TABLE, ROW, *statements]:
            db.execute(statement)
    [item] = claude_mem.read_claude_mem(str(path))
    assert item.record["title"] == "Title" and item.texts[1].startswith("Text")


def test_a_long_text_of_a_database_is_cut_and_all_of_them_are_limited(tmp_path, monkeypatch):
    path = tmp_path / "mem.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute(TABLE)
        db.executemany(
            "insert into observations(id, title, narrative) values (?, 'T', ?)", [(n, "a " * 50_000) for n in (1, 2)]
        )
    assert [len(item.texts[1]) for item in claude_mem.read_claude_mem(str(path))] == [claude_mem.MAX_TEXT - 1] * 2
    monkeypatch.setattr(claude_mem, "MAX_TOTAL", claude_mem.MAX_TEXT)
    with pytest.raises(StoreError, match="more than 20000 characters"):
        list(claude_mem.read_claude_mem(str(path)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="POSIX")
@pytest.mark.parametrize("ending", ["", "-wal", "-shm", "-journal"])
def test_no_file_of_a_database_is_waited_for(tmp_path, ending):
    path = tmp_path / "mem.db"
    if ending:
        with closing(sqlite3.connect(path)) as db:
            db.execute("pragma journal_mode = wal")
            db.execute(TABLE)
    os.mkfifo(str(path) + ending)
    with pytest.raises(StoreError, match="not a regular file"):
        list(claude_mem.read_claude_mem(str(path)))


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
