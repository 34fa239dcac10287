"""`memories import` and `export`: nothing twice, nothing overwritten, where it came from is kept."""

import json

import pytest

RECORD = {
    "category": "preference",
    "title": "Indent with four spaces",
    "tags": ["style"],
    "content": {
        "topic": "indentation",
        "value": "Four spaces.",
        "reason": "So.",
        "strength": "soft",
    },
}
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
    return lambda *words, **more: json.loads(
        memories("import", *words, "--format", "json", **more)
    )


@pytest.fixture
def inbox(memories):
    return lambda: memories("inbox", "list", "--format", "json")


def counts(value):
    return tuple(value[word] for word in ("saved", "filed", "duplicate", "refused"))


@pytest.fixture
def backup(tmp_path):
    """A file with one record a line."""
    path = tmp_path / "backup.jsonl"
    path.write_text(json.dumps(RECORD) + "\n")
    return path


def test_what_is_exported_comes_back_the_same(tmp_path, memories, bring, backup):
    bring(str(backup))
    memories("export", "jsonl", "--output", str(tmp_path / "out.jsonl"))
    other = tmp_path / "other"
    (other / ".git").mkdir(parents=True)
    assert counts(bring("jsonl", str(tmp_path / "out.jsonl"), cwd=other)) == (
        1,
        0,
        0,
        0,
    )
    assert memories("export", "jsonl", cwd=other) == (tmp_path / "out.jsonl").read_text(
        encoding="utf-8"
    )


def test_an_import_never_overwrites(project, memories, bring, backup):
    assert (
        counts(bring(str(backup), "--dry-run")) == (1, 0, 0, 0)
        and not (project / ".claude").exists()
    )
    assert counts(bring(str(backup))) == (1, 0, 0, 0)
    before = memories("export", "jsonl")
    backup.write_text(backup.read_text().replace("Four", "Eight"))
    assert counts(bring(str(backup))) == (0, 0, 1, 0)
    assert memories("export", "jsonl") == before


def test_notes_wait_in_the_inbox(project, tmp_path, bring, inbox):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "b.md").write_text(NOTE, encoding="utf-8")
    assert counts(bring("basic-memory", str(tmp_path / "notes"))) == (0, 1, 0, 0)
    assert counts(bring("basic-memory", str(tmp_path / "notes"))) == (0, 0, 1, 0)
    assert "preference" in inbox() and not (project / ".claude").exists()


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("CLAUDE.md", "host reads it"),
        (".claude/rules/go.md", "host reads it"),
        ("docs/adr", "documents are read in place; `memories init`"),
        ("docs/adr/0001-a.md", "documents are read in place"),
        ("NOTES.md", 'tell it: "Read NOTES.md'),
        ("src", "name the kind"),
    ],
)
def test_prose_is_left_to_the_agent_and_documents_where_they_are(
    project, memories, inbox, path, said
):
    for name in (
        "CLAUDE.md",
        ".claude/rules/go.md",
        "docs/adr/0001-a.md",
        "NOTES.md",
        "src/a.c",
    ):
        (project / name).parent.mkdir(parents=True, exist_ok=True)
        (project / name).write_text("# A\n\n- Always use four spaces, never tabs.\n")
    before = inbox()
    assert said in memories("import", path, code=1) and inbox() == before


@pytest.mark.parametrize("words", [(), ("PATH",)])
def test_claude_codes_notes_wait_where_they_belong(
    project, home, memories, bring, inbox, words
):
    folder = (
        home
        / ".claude"
        / "projects"
        / "".join(c if c.isalnum() else "-" for c in str(project))
        / "memory"
    )
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Tabs](tabs.md)\n- [Queue](queue.md)\n")
    for name, kind, text in (
        ("tabs", "feedback", "Always four spaces."),
        ("queue", "project", "The queue is Redis."),
    ):
        head = (
            "---\nname: %s\ndescription: %s\nmetadata:\n  node_type: memory\n  type: %s\n---\n"
            % (name, text, kind)
        )
        (folder / (name + ".md")).write_text(head + text + "\n")
    value = bring("claude-memory", *[str(folder) for _ in words])
    assert counts(value) == (0, 2, 0, 0)
    assert "queue is Redis" in inbox() and "four spaces" not in inbox()
    listed = json.loads(memories("review", "--store", "user", "--format", "json"))[
        "inbox"
    ]
    assert [candidate["record"]["title"] for candidate in listed] == [
        "Always four spaces."
    ]
    assert counts(bring("claude-memory")) == (0, 0, 2, 0)
    assert "removed 1 memory that waited" in memories("undo", "--store", "user")
    (folder.parent / "session.jsonl").write_text(
        json.dumps({"type": "user", "cwd": str(home)}) + "\n"
    )
    named = counts(bring("claude-memory", *[str(folder) for _ in words]))
    assert sum(named) == (2 if words else 0), (
        "the folder is another project's too, so only a user who names it gets it"
    )


def test_undo_leaves_a_candidate_that_was_edited_since(
    project, tmp_path, memories, bring
):
    memories("init")
    (tmp_path / "n.md").write_text(NOTE, encoding="utf-8")
    [item] = bring("basic-memory", str(tmp_path / "n.md"))["items"]
    (tmp_path / "more.json").write_text(json.dumps({"title": "Use four spaces"}))
    memories("inbox", "edit", item["id"], "--file", str(tmp_path / "more.json"))
    memories("undo")
    assert [
        one["id"] for one in json.loads(memories("review", "--format", "json"))["inbox"]
    ] == [item["id"]]


@pytest.mark.parametrize("kind", ["jsonl", "basic-memory"])
def test_a_secret_in_what_is_imported_is_named_and_left_out(
    project, tmp_path, kind, memories
):
    secret = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
    record = {
        "category": "preference",
        "title": "Deploy with " + secret,
        "tags": ["deploy"],
    }
    record["content"] = {
        "topic": "deploy",
        "value": "with " + secret,
        "reason": "so",
        "strength": "soft",
    }
    text = (
        json.dumps(record)
        if kind == "jsonl"
        else f"# Deploy with {secret}\n\nAlways deploy with {secret}\n"
    )
    (tmp_path / "given.md").write_text(text)
    said = memories("import", kind, str(tmp_path / "given.md"))
    assert (
        "contains a secret (github_token), which was left out; revoke it" in said
        and secret not in said
    )
    assert kept(project) and secret.encode() not in kept(project)


@pytest.mark.parametrize("words", [[], ["jsonl"], ["adr", "docs"]])
def test_an_unclear_order_is_refused_with_the_next_step(words, memories, inbox):
    before = inbox()
    said = memories("import", *words, code=2)
    assert (
        "pass PATH, or KIND and PATH" in said or "no kind 'adr'" in said
    ) and inbox() == before


@pytest.fixture
def private(tmp_path):
    """A folder outside the project with the same text in a file of each kind."""
    folder = tmp_path / "private"
    folder.mkdir()
    (folder / "a.md").write_text(
        "# A\n\nAlways note that the launch is on friday.\n", encoding="utf-8"
    )
    said = {
        "type": "user",
        "message": {
            "role": "user",
            "content": "Always note that the launch is on friday.",
        },
    }
    (folder / "a.jsonl").write_text(json.dumps(said) + "\n", encoding="utf-8")
    return folder


def link(project, name, target):
    (project / name).parent.mkdir(parents=True, exist_ok=True)
    (project / name).symlink_to(target)


def kept(project):
    """Every file that the commands wrote, in the project, the inbox and the cache."""
    folders = [project, project.parent / "home"]
    return b"".join(
        p.read_bytes()
        for f in folders
        for p in f.rglob("*")
        if p.is_file() and not p.is_symlink()
    )


@pytest.mark.parametrize("kind", ["basic-memory", "transcripts"])
def test_no_importer_of_a_folder_follows_a_link_in_it(project, private, kind, memories):
    for ending in (".md", ".jsonl"):
        link(project, "notes/a" + ending, private / ("a" + ending))
    link(project, "notes/folder", private)
    memories("import", kind, "notes")
    assert b"friday" not in kept(project)


def test_a_link_that_was_typed_is_followed(project, private, memories):
    link(project, "docs", private)
    memories("import", "basic-memory", "docs")
    assert b"friday" in kept(project)
