"""Documents of a repository are memories, read in place: from `init` to the brief, a prompt and a search."""

import json

import pytest

from repositories import git

ADR = """# {number}. {title}

Date: 2024-03-0{number}

## Status

{status}

## Context

Jobs were lost.

## Decision

{says}
"""
TOKEN = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
QUEUE, OLD = "docs/ADR/0002-queue.md", "docs/ADR/0001-redis.md"


@pytest.fixture
def repository(tmp_path):
    """A repository with two decision records, the first replaced, a runbook, and files that are no documents."""
    root = tmp_path / "shop"
    files = {
        OLD: ADR.format(
            number=1,
            title="Jobs live in Redis",
            status="Superseded by [2](0002-queue.md)",
            says="Redis.",
        ),
        QUEUE: ADR.format(
            number=2,
            title="The job queue is a SQLite table",
            status="Accepted",
            says=f"We keep jobs in one table, so that none is lost. Zebrafish {TOKEN}.",
        ),
        "docs/runbooks/restart.md": "# Restart the worker\n\nWhen it hangs, stop the unit and start it again.\n",
        "docs/ADR/README.md": "# Our records\n\nHow we write them.\n",
        "CLAUDE.md": "# Rules\n\n- Four spaces.\n",
        "src/queue.py": "",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", "Keep the job queue in a table of SQLite")
    (root / "docs" / "ADR" / "0003-draft.md").write_text(
        "# Not tracked\n\nText of a draft.\n"
    )
    (root / "docs" / "ADR" / "0004-link.md").symlink_to(tmp_path / "secret.md")
    (tmp_path / "secret.md").write_text("# Outside\n\nThe launch is on friday.\n")
    git(root, "add", "docs/ADR/0004-link.md")
    return root


@pytest.fixture
def memories(repository, run_main):
    def run(*words, code=0):
        ran = run_main(*words, cwd=repository)
        assert ran.code == code, ran.err
        return ran.out or ran.err

    return run


@pytest.fixture
def found(memories):
    return lambda *words: json.loads(memories("search", *words, "--format", "json"))[
        "results"
    ]


def test_the_whole_way_from_init_to_brief_prompt_and_search(
    repository, memories, found, run_hook
):
    before = (repository / QUEUE).read_text()
    said = memories("init")
    assert "read in place: 2 decisions, 1 runbook" in said and "CLAUDE.md" in said
    config = json.loads((repository / ".claude/memory/memory-config.json").read_text())
    assert config == {"documents": ["docs/ADR/**/*.md", "docs/runbooks/**/*.md"]}
    payload = {"session_id": "s", "cwd": str(repository)}
    brief = run_hook(
        {**payload, "hook_event_name": "SessionStart"}, "session-start"
    ).out
    assert (
        "docs/ADR/" in brief
        and "The job queue is a SQLite table" in brief
        and "Jobs live in Redis" not in brief
    )
    prompt = {**payload, "session_id": "t", "hook_event_name": "UserPromptSubmit"}
    pointer = run_hook(
        {**prompt, "prompt": "why is the job queue a table in SQLite?"}
    ).out
    assert f"[DECISION] The job queue is a SQLite table -> {QUEUE}" in pointer.replace(
        "\\u003e", ">"
    )
    assert [hit["path"] for hit in found("zebrafish")] == [QUEUE]
    assert (
        found("job queue table")[0]["snippet"]
        == "We keep jobs in one table, so that none is lost."
    )
    assert (repository / QUEUE).read_text() == before


def test_only_what_git_tracks_is_read_and_no_link_is_followed(memories, found):
    memories("init")
    listed = json.loads(memories("list", "--format", "json"))["results"]
    assert {hit["id"]: hit["status"] for hit in listed} == {
        OLD: "superseded",
        QUEUE: "active",
        "docs/runbooks/restart.md": "active",
    }
    assert not found("launch friday outside") and not found("draft tracked")


def test_a_secret_reaches_neither_index_nor_output(repository, memories, found, home):
    memories("init")
    said = memories("show", QUEUE) + memories("brief") + json.dumps(found("zebrafish"))
    assert TOKEN not in said and "[redacted:" in said
    kept = b"".join(path.read_bytes() for path in home.rglob("*") if path.is_file())
    assert TOKEN.encode() not in kept and TOKEN.lower().encode() not in kept


@pytest.mark.parametrize("words", [("edit",), ("retire",), ("resolve", "--by", "a")])
def test_what_would_write_a_document_is_refused_with_the_next_step(
    repository, memories, words
):
    memories("init")
    said = memories(words[0], QUEUE, *words[1:], code=1)
    assert f"edit {QUEUE}, or save a memory that replaces it" in said


def test_a_record_replaces_a_document_until_it_is_retired(
    repository, memories, found, run_hook
):
    memories("init")
    note = (
        "note",
        "Jobs are rows of PostgreSQL, because SQLite locks",
        "--category",
        "decision",
        "--supersedes",
    )

    def prompt(session):
        payload = {
            "session_id": session,
            "cwd": str(repository),
            "hook_event_name": "UserPromptSubmit",
        }
        return run_hook(
            {**payload, "prompt": "why is the job queue a table in SQLite?"}
        ).out

    assert QUEUE in prompt("before")
    assert "no document 'docs/none.md' is read in place here" in memories(
        *note, "docs/none.md", code=1
    )
    many = [
        word for number in range(6) for word in ("--supersedes", f"docs/{number}.md")
    ]
    assert "at most 5" in memories(*note, *many[1:], code=1)
    saved = json.loads(memories(*note, QUEUE, "--format", "json"))
    after, brief = prompt("after"), memories("brief")
    assert QUEUE not in after and saved["path"] in after
    assert "The job queue is a SQLite table" not in brief and "Jobs are rows" in brief
    assert [(hit["id"], hit["status"]) for hit in found("zebrafish")] == [
        (saved["id"], "active"),
        (QUEUE, "superseded"),
    ]
    assert f"replaced by {saved['id']}" in memories("show", QUEUE)
    memories("retire", saved["id"])
    assert QUEUE in prompt("retired")


def test_an_alias_of_a_document_is_kept_in_the_settings_and_brings_it(
    repository, memories, run_hook
):
    memories("init")
    config = repository / ".claude/memory/memory-config.json"
    before = config.read_text()
    number = iter(range(9))

    def prompt():
        payload = {"session_id": str(next(number)), "cwd": str(repository)}
        return run_hook({**payload, "prompt": "where do pending parcels wait"}).out

    assert QUEUE not in prompt()
    assert "could stand in any prompt" in memories("alias", QUEUE, "that", code=1)
    memories("alias", QUEUE, "pending parcels", "where tasks wait")
    assert QUEUE in prompt() and "pending parcels" in memories("show", QUEUE)
    assert json.loads(config.read_text())["document_aliases"] == {
        QUEUE: ["pending parcels", "where tasks wait"]
    }
    memories("alias", QUEUE, "--remove", "pending parcels")
    assert QUEUE not in prompt()
    memories("undo")
    assert QUEUE in prompt()
    memories("undo")
    assert config.read_text() == before and QUEUE not in prompt()


def test_an_edit_and_a_new_document_are_seen_at_once(repository, memories, found):
    memories("init")
    (repository / QUEUE).write_text(
        (repository / QUEUE).read_text().replace("Zebrafish", "Quokka")
    )
    assert found("quokka") and not found("zebrafish")
    (repository / "docs/ADR/0005-new.md").write_text(
        "# 5. Walrus\n\n## Decision\n\nWe use a walrus.\n"
    )
    assert not found("walrus")
    git(repository, "add", "docs/ADR/0005-new.md")
    assert [hit["title"] for hit in found("walrus")] == ["Walrus"]


def test_many_documents_are_counted_by_folder_in_the_brief(repository, memories):
    for number in range(10, 200):
        text = ADR.format(
            number=1,
            title=f"Matter {number} of the shop",
            status="Accepted",
            says="We do.",
        )
        (repository / f"docs/ADR/{number:04d}-x.md").write_text(text)
    git(repository, "add", ".")
    memories("init")
    brief = memories("brief")
    assert (
        "docs/ADR/ 191" in brief
        and "The job queue is a SQLite table" in brief  # as the last commit says
        and "`memories search WORDS`" in brief
        and "Matter 10 " not in brief
    )


def test_init_says_what_nobody_reads_and_that_git_ignores_the_store(
    repository, memories
):
    (repository / ".gitignore").write_text(".claude/*\n!.claude/skills/\n")
    assert "git ignores .claude/memory" in memories("init")
    (repository / ".claude/memory/memory-config.json").write_text('{"documents": []}')
    assert "not read: 3 in docs/ADR/**/*.md" in memories("init")
    assert "documents that nobody reads: 1 in docs/runbooks/**/*.md" in memories(
        "status"
    )


def test_reading_a_file_that_a_document_names_brings_the_document_once(
    repository, memories, run_hook
):
    (repository / QUEUE).write_text(
        (repository / QUEUE).read_text() + "\nSee `src/queue.py`.\n"
    )
    memories("init")
    payload = {
        "session_id": "r",
        "cwd": str(repository),
        "hook_event_name": "PreToolUse",
        "tool_name": "Read",
    }
    payload["tool_input"] = {"file_path": str(repository / "src/queue.py")}
    said = [run_hook(payload, "pre-tool").out for _ in range(2)]
    assert QUEUE in said[0] and QUEUE not in said[1]
    payload["tool_input"] = {"file_path": str(repository / "CLAUDE.md")}
    assert QUEUE not in run_hook({**payload, "session_id": "q"}, "pre-tool").out


@pytest.mark.parametrize(
    ("remote", "named"),
    [
        ("git@Example.com:Acme/shop.git", "https://me@example.com/acme/shop"),
        ("ssh://git@example.com:22/acme/shop/", ""),
        ("", ""),
    ],
)
def test_what_the_users_own_settings_name_is_read_and_nothing_is_made(
    repository, memories, found, run_hook, home, remote, named
):
    config_file = home / "xdg-config/memory-retrieval/config.json"
    if remote:
        git(repository, "remote", "add", "origin", remote)
    if named:
        settings = {"repositories": {named: {"documents": ["docs/ADR/**/*.md"]}}}
        config_file.parent.mkdir(parents=True, exist_ok=True)
        config_file.write_text(json.dumps(settings))
    said = memories("init", "--read-only")
    assert "read in place: 2 decisions" in said
    given = list(json.loads(config_file.read_text())["repositories"])
    address = "example.com/acme/shop" if remote else str(repository)
    assert given == [named or address]
    assert [hit["path"] for hit in found("zebrafish")] == [QUEUE]
    assert "docs/ADR/0002" in memories("show", QUEUE)
    payload = {"session_id": "s", "cwd": str(repository / "src")}
    prompt = {**payload, "prompt": "why is the job queue a table in SQLite?"}
    start = run_hook(payload, "session-start").out
    assert "The job queue is a SQLite table" in start and "memories save" not in start
    pointer = run_hook({**prompt, "session_id": "t"}).out  # which has no brief
    assert QUEUE in pointer and "supersedes" not in pointer
    memories("mute", QUEUE)
    assert "memories init" in memories("alias", QUEUE, "where jobs wait", code=1)
    assert not (repository / ".claude").exists()


RULE, SCOPED = "Never push to the main branch", "Only run tests in one process"
ONE_FOLDER = "Always format with the black tool"


@pytest.mark.parametrize(
    ("host", "folder", "said"),
    [
        ("claude", "src", [SCOPED]),
        ("claude", ".", [ONE_FOLDER, SCOPED]),
        ("codex", "src", [RULE, SCOPED]),
        ("codex", ".", [ONE_FOLDER, RULE, SCOPED]),
        ("gemini", "src", [ONE_FOLDER, RULE, SCOPED]),
    ],
)
def test_a_brief_leaves_out_what_the_host_has_in_context_in_that_folder(
    repository, memories, run_hook, host, folder, said
):
    (repository / ".claude/rules").mkdir(parents=True)
    (repository / "CLAUDE.md").write_text(f"- {RULE}.\n")
    for name in ("CLAUDE.md", "AGENTS.md"):
        (repository / "src" / name).write_text(f"- {ONE_FOLDER}.\n")
    scoped = f"---\npaths:\n  - tests/**\n---\n\n{SCOPED}.\n"
    (repository / ".claude/rules/tests.md").write_text(scoped)
    for rule in (RULE, SCOPED, ONE_FOLDER):
        memories("note", "--category", "constraint", rule)
    payload = {"session_id": "n", "cwd": str(repository / folder)}
    brief = run_hook(payload, "session-start", args=["--host", host]).out
    assert [rule for rule in (ONE_FOLDER, RULE, SCOPED) if rule in brief] == said


@pytest.mark.parametrize(("host", "said"), [("claude", False), ("gemini", True)])
def test_a_brief_repeats_no_line_of_a_file_that_its_host_reads(
    repository, memories, run_hook, host, said
):
    (repository / "CLAUDE.md").write_text(
        "@docs/style.md\n\n- **Never** push to the main branch.\n"
    )
    (repository / "docs/style.md").write_text("Indent all of it with four spaces.\n")
    memories("note", "--category", "constraint", "Never push to the main branch")
    memories("note", "--category", "preference", "Indent all of it with four spaces")
    memories(
        "note", "--category", "preference", "Tables have a primary key of their own"
    )
    payload = {
        "session_id": "h",
        "cwd": str(repository),
        "hook_event_name": "SessionStart",
    }
    brief = run_hook(payload, "session-start", args=["--host", host]).out
    assert "Tables have a primary key" in brief
    assert ("Never push" in brief) is ("Indent all" in brief) is said


def test_review_offers_what_was_imported_from_a_document_read_in_place(
    repository, memories, found
):
    memories("init")
    for number, name in enumerate(("0001-redis.md", "0002-queue.md", "elsewhere.md")):
        record = {
            "title": f"Imported {number}",
            "category": "decision",
            "content": dict.fromkeys(("context", "decision"), "Axolotl")
            | {"status": "accepted", "rationale": ["It was so."]},
            "source": {"agent": "import:adr", "author": name},
        }
        (repository / "record.json").write_text(json.dumps(record))
        memories("save", "--file", "record.json")
    said = memories("review")
    assert f"imported from {QUEUE}, which is read in place" in said
    assert "memories review docs/ADR --retire" in said
    assert "elsewhere.md" not in said
    memories("review", "docs/ADR", "--retire")
    assert [hit["title"] for hit in found("axolotl")] == ["Imported 2"]
    assert "imported from" not in memories("review")
    memories("undo")
    assert len(found("axolotl")) == 3


def test_review_lists_a_document_whose_successor_is_not_there(repository, memories):
    text = (repository / OLD).read_text().replace("0002-queue", "0009-gone")
    (repository / OLD).write_text(text.replace("[2]", "[9]"))
    memories("init")
    said = memories("review")
    assert f"{OLD}  {OLD}" in said and "names 0009-gone.md as its successor" in said
    memories("review", OLD, "--keep")
    assert OLD not in memories("review") and OLD in memories("review", "--all")
    memories("note", "Jobs wait in a table of SQLite", "--supersedes", OLD)
    assert OLD not in memories("review", "--all")
