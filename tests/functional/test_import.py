"""`memories import` and `export`: nothing twice, nothing overwritten, where it came from is kept."""

import json
import os

import pytest

from memory_retrieval.importers.documents import RULE_FILES

ADR = """# ADR-0007: Queue lives in SQLite

Status: see below

## Status

Accepted

## Context

Hive lost entries.

## Decision

The queue is a table. It has one writer.

## Consequences

- Survives a kill
- One more
  dependency
"""
NOTE = "---\nname: tabs\ntype: feedback\ntags: [style, python]\n---\nAlways use four spaces, never tabs.\n"


@pytest.fixture
def project(tmp_path):
    (tmp_path / "project" / ".git").mkdir(parents=True)
    return tmp_path / "project"


@pytest.fixture
def memories(project, run_main):
    """memories("import", ...): what it prints; `code` is the exit code that is expected."""

    def run(*words, code=0, cwd=project):
        ran = run_main(*words, cwd=cwd)
        assert ran.code == code, ran.err
        return ran.out or ran.err

    return run


@pytest.fixture
def bring(memories):
    return lambda *words, **more: json.loads(memories("import", *words, "--format", "json", **more))


@pytest.fixture
def inbox(memories):
    return lambda: memories("inbox", "list", "--format", "json")


def counts(value):
    return tuple(value[word] for word in ("saved", "filed", "duplicate", "refused"))


def test_decision_records_become_decisions_once(project, tmp_path, bring):
    (tmp_path / "adr").mkdir()
    (tmp_path / "adr" / "0007.md").write_text(ADR, encoding="utf-8")
    (tmp_path / "adr" / "template.md").write_text("# Title\n\n## Context\n\n## Decision\n", encoding="utf-8")
    assert (
        counts(bring("adr", str(tmp_path / "adr"), "--dry-run")) == (1, 0, 0, 0) and not (project / ".claude").exists()
    )
    assert counts(bring("adr", str(tmp_path / "adr"))) == (1, 0, 0, 0)
    record = json.loads(
        (project / ".claude" / "memory" / "decisions" / "queue-lives-in-sqlite.json").read_text(encoding="utf-8")
    )
    assert record["content"]["consequences"] == ["Survives a kill", "One more dependency"]
    assert record["source"] == {"agent": "import:adr", "author": "0007.md"}
    assert counts(bring("adr", str(tmp_path / "adr"))) == (0, 0, 1, 0)


def test_what_is_exported_comes_back_the_same(project, tmp_path, memories, bring):
    (tmp_path / "a.md").write_text(ADR, encoding="utf-8")
    bring("adr", str(tmp_path / "a.md"))
    memories("export", "jsonl", "--output", str(tmp_path / "out.jsonl"))
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    assert counts(bring("jsonl", str(tmp_path / "out.jsonl"), cwd=other)) == (1, 0, 0, 0)
    assert memories("export", "jsonl", cwd=other) == (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_an_import_never_overwrites(project, tmp_path, memories, bring):
    (tmp_path / "a.md").write_text(ADR, encoding="utf-8")
    bring("adr", str(tmp_path / "a.md"))
    before = memories("export", "jsonl")
    (tmp_path / "a.md").write_text(ADR.replace("Hive lost", "Somebody says Hive never lost"), encoding="utf-8")
    assert counts(bring("adr", str(tmp_path / "a.md"))) == (0, 0, 1, 0)
    assert memories("export", "jsonl") == before


@pytest.mark.parametrize(
    "kind, name, text",
    [
        ("markdown", "n.md", NOTE),
        ("basic-memory", "b.md", NOTE),
        ("agents-md", "AGENTS.md", "# Rules\n\n- Always use four spaces, never tabs.\n"),
    ],
)
def test_notes_and_rules_wait_in_the_inbox(project, tmp_path, kind, name, text, bring, inbox):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / name).write_text(text, encoding="utf-8")
    assert counts(bring(kind, str(tmp_path / "notes"))) == (0, 1, 0, 0)
    assert counts(bring(kind, str(tmp_path / "notes"))) == (0, 0, 1, 0)
    assert "preference" in inbox() and not (project / ".claude").exists()


@pytest.mark.parametrize("words", [(), ("PATH",)])
def test_claude_codes_notes_wait_where_they_belong(project, home, memories, bring, inbox, words):
    folder = home / ".claude" / "projects" / "".join(c if c.isalnum() else "-" for c in str(project)) / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Tabs](tabs.md)\n- [Queue](queue.md)\n")
    for name, kind, text in (("tabs", "feedback", "Always four spaces."), ("queue", "project", "The queue is Redis.")):
        head = "---\nname: %s\ndescription: %s\nmetadata:\n  node_type: memory\n  type: %s\n---\n" % (name, text, kind)
        (folder / (name + ".md")).write_text(head + text + "\n")
    value = bring("claude-memory", *[str(folder) for _ in words])
    assert counts(value) == (0, 2, 0, 0)
    assert "queue is Redis" in inbox() and "four spaces" not in inbox()
    listed = json.loads(memories("review", "--store", "user", "--format", "json"))["inbox"]
    assert [candidate["record"]["title"] for candidate in listed] == ["Always four spaces."]
    assert counts(bring("claude-memory")) == (0, 0, 2, 0)
    assert "1 candidate removed" in memories("undo", "--store", "user")
    (folder.parent / "session.jsonl").write_text(json.dumps({"type": "user", "cwd": str(home)}) + "\n")
    named = counts(bring("claude-memory", *[str(folder) for _ in words]))
    assert sum(named) == (2 if words else 0), "the folder is another project's too, so only a user who names it gets it"


def test_undo_leaves_a_candidate_that_was_edited_since(project, tmp_path, memories, bring):
    memories("init")
    (tmp_path / "n.md").write_text(NOTE, encoding="utf-8")
    [item] = bring("markdown", str(tmp_path / "n.md"))["items"]
    (tmp_path / "more.json").write_text(json.dumps({"title": "Use four spaces"}))
    memories("inbox", "edit", item["id"], "--file", str(tmp_path / "more.json"))
    memories("undo")
    assert [one["id"] for one in json.loads(memories("review", "--format", "json"))["inbox"]] == [item["id"]]


RULES = (
    "# AGENTS.md\n\n## Style\n\n- Indent with four spaces.\n- Tokens live for 15 minutes at most.\n- Squash merges\n"
)


@pytest.fixture
def repository(project):
    """A project with rules for agents under two names, decision records and rules of Cursor."""
    (project / "AGENTS.md").write_text(RULES, encoding="utf-8")
    (project / "CLAUDE.md").symlink_to("AGENTS.md")
    (project / "docs" / "adr").mkdir(parents=True)
    (project / "docs" / "adr" / "0007.md").write_text(ADR, encoding="utf-8")
    (project / ".cursor" / "rules").mkdir(parents=True)
    (project / ".cursor" / "rules" / "ui.mdc").write_text("---\nglobs: ui/*\n---\n- Labels in sentence case\n")
    return project


@pytest.mark.parametrize(
    "words", [[], ["adr"], ["adr", "docs/adr", "--from", "AGENTS.md"], ["--from", "nothing.md"], ["--from", "src"]]
)
def test_an_unclear_order_is_refused_with_the_next_step(repository, words, memories, inbox):
    (repository / "src").mkdir()
    before = inbox()
    said = memories("import", *words, code=1 if words[-1:] in (["nothing.md"], ["src"]) else 2)
    assert any(text in said for text in ("pass KIND and PATH, or --from PATH", "no such file", "import KIND PATH"))
    assert inbox() == before


def test_a_whole_project_is_imported_each_source_by_its_kind_and_a_linked_file_once(repository, bring):
    value = bring("--from", ".")
    assert (value["kind"], counts(value)) == ("agents-md, cursor, adr", (1, 3, 0, 0))
    assert counts(bring("--from", "CLAUDE.md", "--from", "docs/adr")) == (0, 0, 3, 0)


def test_what_lacks_nothing_is_accepted_at_once_and_aliases_are_asked_for(repository, memories, inbox):
    out = memories("import", "--from", "AGENTS.md")
    assert "saves the 1 that are complete" in out and "memories list --without-aliases" in out
    accepted = memories("inbox", "accept", "--complete")
    assert accepted.startswith("created: indent-with-four-spaces (")
    record = json.loads((repository / ".claude/memory/preferences/indent-with-four-spaces.json").read_text())
    assert (record["content"]["value"], record["source"]["author"]) == ("Indent with four spaces.", "AGENTS.md")
    assert "tokens-live" not in memories("list") and "Tokens live" in inbox()
    assert "no candidate is complete" in memories("inbox", "accept", "--complete")


def test_an_existing_record_that_may_say_the_same_is_named(repository, memories, bring):
    bring("--from", "docs/adr")
    (repository / "docs/adr/0008.md").write_text(
        ADR.replace("Queue lives in", "The queue is kept in"), encoding="utf-8"
    )
    assert "may repeat or replace queue-lives-in-sqlite" in memories("import", "--from", "docs/adr")


def test_a_decision_that_replaces_another_supersedes_it(repository, bring):
    new = ADR.replace("Queue lives in SQLite", "Queue lives in Redis").replace("Accepted", "Supersedes [7](0007.md)")
    (repository / "docs/adr/0008.md").write_text(new, encoding="utf-8")
    assert counts(bring("--from", "docs/adr")) == (2, 0, 0, 0)
    old = json.loads((repository / ".claude/memory/decisions/queue-lives-in-sqlite.json").read_text())
    assert old["superseded_by"] == "queue-lives-in-redis"


PRIVATE = ADR.replace("The queue is a table.", "The launch is on friday.")


@pytest.fixture
def private(tmp_path):
    """A folder outside the project with the same text in a file of each kind."""
    folder = tmp_path / "private"
    for name in ("a.md", "a.mdc", "rules/a.mdc", "adr/a.md", "decisions/a.md", "CLAUDE.md", "copilot-instructions.md"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(PRIVATE, encoding="utf-8")
    said = {"type": "user", "message": {"role": "user", "content": "Always note that the launch is on friday."}}
    (folder / "a.jsonl").write_text(json.dumps(said) + "\n", encoding="utf-8")
    return folder


def link(project, name, target):
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).symlink_to(target)


def kept(project):
    """Every file that the commands wrote, in the project, the inbox and the cache."""
    folders = [project, project.parent / "home"]
    return b"".join(p.read_bytes() for f in folders for p in f.rglob("*") if p.is_file() and not p.is_symlink())


FOLDERS = [(name, name.rsplit("/", 1)[-1]) for name in ("docs/adr", "docs/decisions", ".cursor/rules", "adr")]
HOLDERS = [("docs", ""), (".cursor", ""), (".github", "")]


@pytest.mark.parametrize(
    ("name", "target"),
    [(name, "a.md") for name in RULE_FILES]
    + [("docs/adr/7.md", "a.md"), ("docs/adr/x", "adr"), (".cursor/rules/a.mdc", "a.mdc"), *FOLDERS, *HOLDERS],
)
def test_a_link_below_the_folder_that_was_typed_is_not_followed(project, private, name, target, memories, inbox):
    other = "AGENTS.md" if name != "AGENTS.md" else "GEMINI.md"
    (project / other).write_text(RULES, encoding="utf-8")
    link(project, name, private / target)
    memories("import", "--from", ".", code=int(name in (*RULE_FILES, ".github")))
    memories("inbox", "accept", "--complete", "--format", "json")
    said = json.loads(memories("init", "--format", "json"))
    for source in said["import"]:
        memories("import", "--from", source["path"], "--dry-run")
        assert os.path.realpath(project / source["path"]) == str(project / source["path"])
    assert b"friday" not in kept(project) and "friday" not in inbox()


@pytest.mark.parametrize("kind", ["markdown", "adr", "cursor", "agents-md", "transcripts"])
def test_no_importer_of_a_folder_follows_a_link_in_it(project, private, kind, memories):
    for ending in (".md", ".mdc", ".jsonl"):
        link(project, "notes/a" + ending, private / ("a" + ending))
    link(project, "notes/CLAUDE.md", private / "a.md")
    link(project, "notes/folder", private)
    memories("import", kind, "notes", code=int(kind == "agents-md"))
    assert b"friday" not in kept(project)


@pytest.mark.parametrize("words", [["--from", "CLAUDE.md"], ["adr", "docs"], ["--from", "docs/adr"]])
def test_a_link_that_was_typed_is_followed(project, private, words, memories):
    link(project, "CLAUDE.md", private / "CLAUDE.md")
    link(project, "docs", private)
    memories("import", *words)
    assert b"friday" in kept(project)


def test_a_folder_that_was_typed_brings_nothing_from_the_home(project, memories, bring):
    name = "".join(c if c.isalnum() else "-" for c in str(project))
    notes = project.parent / "home" / ".claude" / "projects" / name / "memory"
    notes.mkdir(parents=True)
    (notes / "a.md").write_text(NOTE)
    (project / "AGENTS.md").write_text(RULES, encoding="utf-8")
    assert bring("--from", ".")["kind"] == "agents-md"
    assert str(notes) in memories("init")
