"""Past sessions: those of this project alone, of every host whose transcripts can be read."""

import hashlib
import json
import os

import pytest

from memory_retrieval.importers.sessions import past_sessions, said_in

ID = "4f1c2b3a-0000-4000-8000-00000000000%d"


@pytest.fixture
def keep(home):
    """keep("claude", folder, "a text"): writes a session of a host that worked in a folder; its path."""

    def run(host, folder, text="Name branches after the ticket.", number=0):
        path, lines = HOSTS[host](str(folder), text, ID % number)
        path = home / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
        os.utime(path, (1_780_000_000 + number,) * 2)
        return path

    return run


def claude(folder, text, id):
    line = {
        "type": "user",
        "message": {"role": "user", "content": text},
        "timestamp": "2026-06-01T08:00:00.000Z",
    }
    return f".claude/projects/p/{id}.jsonl", [
        {"type": "summary"},
        {**line, "cwd": folder},
    ]


def codex(folder, text, id):
    said = {
        "type": "message",
        "role": "user",
        "content": [{"type": "input_text", "text": text}],
    }
    lines = [("session_meta", {"id": id, "cwd": folder}), ("response_item", said)]
    named = f".codex/sessions/2026/06/01/rollout-2026-06-01T08-00-00-{id}.jsonl"
    return named, [
        {"timestamp": "2026-06-01T08:00:00.000Z", "type": t, "payload": p}
        for t, p in lines
    ]


def gemini(folder, text, id):
    line = {
        "id": "a",
        "timestamp": "2026-06-01T08:00:00.000Z",
        "type": "user",
        "content": [{"text": text}],
    }
    first = {
        "sessionId": id,
        "projectHash": hashlib.sha256(folder.encode()).hexdigest(),
        "kind": "main",
    }
    return f".gemini/tmp/p/chats/session-2026-06-01T08-00-{id[:8]}.jsonl", [
        first,
        line,
        {"$set": {}},
    ]


HOSTS = {"claude": claude, "codex": codex, "gemini": gemini}


def found(root):
    return [past.path for past in past_sessions(str(root))]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize(
    "where", ["elsewhere", "shop-2", "shop/vendored", "shop/gone", ""]
)
def test_a_session_of_another_project_is_never_read(
    project, keep, tmp_path, host, where
):
    (project.root / "vendored" / ".git").mkdir(parents=True)
    keep(host, project.root.parent / where if where else "")
    assert found(project.root) == []


@pytest.mark.parametrize("host", HOSTS)
def test_a_session_of_the_project_is_read_with_its_time(project, keep, host):
    path = keep(host, project.root)
    [past] = past_sessions(str(project.root))
    said = said_in(past)
    assert (past.path, past.host.name, past.session[:8]) == (str(path), host, ID[:8])
    assert [event.text for event in said.events] == ["Name branches after the ticket."]
    assert list(said.times.values()) == [1_780_300_800]


def test_sessions_in_folders_and_worktrees_belong_to_the_project_newest_first(
    project, keep, tmp_path
):
    tree, listed = tmp_path / "tree", project.root / ".git" / "worktrees" / "tree"
    listed.mkdir(parents=True)
    tree.mkdir()
    (tree / ".git").write_text(f"gitdir: {listed}\n")
    (listed / "gitdir").write_text(f"{tree}/.git\n")
    (listed / "commondir").write_text("../..\n")
    (project.root / "web").mkdir()
    paths = [
        keep("claude", folder, number=n)
        for n, folder in enumerate((tree, project.root / "web", project.root))
    ]
    expected = [str(path) for path in reversed(paths)]
    assert found(project.root) == found(tree) == expected


def test_a_session_from_before_the_repository_was_made_is_left_out(project, keep):
    keep("claude", project.root)
    (project.root / ".git" / "description").write_text("made now\n")
    assert found(project.root) == []


@pytest.mark.parametrize("host", ["claude", "codex"])
def test_what_was_said_after_the_session_moved_to_another_project_is_left_out(
    project, keep, tmp_path, host
):
    path = keep(host, project.root)
    elsewhere = HOSTS[host](
        str(tmp_path), "The other project deploys from a laptop.", ID % 0
    )[1]
    path.write_text(
        path.read_text() + "".join(json.dumps(line) + "\n" for line in elsewhere)
    )
    assert [
        event.text for event in said_in(next(past_sessions(str(project.root)))).events
    ] == ["Name branches after the ticket."]


def test_a_worktree_that_does_not_point_back_is_none(project, keep, tmp_path):
    (tmp_path / "other" / ".git").mkdir(parents=True)
    listed = project.root / ".git" / "worktrees" / "other"
    listed.mkdir(parents=True)
    (listed / "gitdir").write_text(f"{tmp_path}/other/.git\n")
    keep("claude", tmp_path / "other")
    assert found(project.root) == []


def test_a_folder_that_names_the_repository_of_another_project_is_no_worktree_of_it(
    keep, tmp_path
):
    (tmp_path / "secret" / ".git" / "worktrees").mkdir(parents=True)
    unpacked = tmp_path / "unpacked"
    unpacked.mkdir()
    (unpacked / ".git").write_text("gitdir: ../secret/.git\n")
    keep("claude", tmp_path / "secret")
    assert found(unpacked) == []


def test_the_file_beside_the_chats_names_the_project_before_the_hash_does(
    project, keep, home
):
    keep("gemini", "/another")
    (home / ".gemini" / "tmp" / "p" / ".project_root").write_text(str(project.root))
    assert len(found(project.root)) == 1


def test_a_message_that_is_written_again_with_its_tools_counts_once(project, keep):
    path = keep("gemini", project.root)
    answer = {"id": "b", "type": "gemini", "content": "Done, all green."}
    result = [{"functionResponse": {"response": {"error": "boom"}}}]
    call = {
        "name": "run_shell_command",
        "args": {"command": "make"},
        "status": "error",
        "result": result,
    }
    with open(path, "a") as lines:
        for line in (answer, {**answer, "tokens": {}}, {**answer, "toolCalls": [call]}):
            lines.write(json.dumps(line) + "\n")
    events = said_in(next(past_sessions(str(project.root)))).events
    assert [(event.kind, event.text) for event in events[1:]] == [
        ("assistant", "Done, all green."),
        ("use", "make"),
        ("result", "boom"),
    ]
    assert events[-1].error
