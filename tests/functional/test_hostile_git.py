"""No program that a repository's git names is run, by any command, hook or page, whatever the configuration's names."""

import json
import os
import shutil
import subprocess
import sys
import urllib.request
from http.cookiejar import CookieJar

import pytest

import hostile_git
from conftest import MEMORIES

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture
def traps(tmp_path):
    return hostile_git.Traps(tmp_path / "traps")


@pytest.fixture
def repository(project, tmp_path):
    """More records than a brief shows, files that memories name, and a submodule in a submodule."""
    shutil.rmtree(project.root / ".git")
    names = [f"f{i}-x" for i in range(len(hostile_git.NAMES))]
    for name in names:
        (project.root / name).write_text(name)
    for number in range(150):
        project.write(
            "decision", f"d{number}", f"A long title about matter number {number} of the many " + "x" * 40,
            related_files=[names[number % len(names)]], anchors=[{"path": "mod/f", "blob": "0" * 40}],
        )  # fmt: skip
    hostile_git.commit_all(project.root)
    hostile_git.add_submodule(project.root, tmp_path / "sources")
    return project


def session_start(project, run_hook, run_memories, env):
    payload = {
        "hook_event_name": "SessionStart",
        "source": "startup",
        "session_id": "s",
        "cwd": str(project.root),
    }
    assert "long title" in run_hook(payload, event="session-start", env=env).out


def initialize(project, run_hook, run_memories, env):
    message = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {"protocolVersion": "2025-06-18"},
    }
    assert (
        "long title"
        in run_memories(
            "mcp", input=json.dumps(message) + "\n", cwd=project.root, env=env
        ).out
    )


def view(project, run_hook, run_memories, env):
    words = [sys.executable, str(MEMORIES), "serve", "--no-browser", "--port", "0"]
    running = subprocess.Popen(
        words,
        cwd=project.root,
        env={**os.environ, **env},
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        address = next(
            word
            for word in running.stdout.readline().split()
            if word.startswith("http")
        )
        ask = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(CookieJar())
        ).open
        base = ask(address, timeout=30).geturl().partition("?")[0].rstrip("/")
        for page in ("/memories/project/.claude/memory/decisions/d0", "/health", "/"):
            assert ask(base + page, timeout=30).status == 200
    finally:
        running.terminate()
        running.wait(30)
        running.stdout.close()


def command(*words):
    def run(project, run_hook, run_memories, env):
        assert run_memories(*words, cwd=project.root, env=env).code in (0, 1)

    run.__name__ = words[0]
    return run


COMMANDS = [
    session_start,
    initialize,
    view,
    *[
        command(*words.split())
        for words in (
            "brief --why",
            "review",
            "show d0",
            "show d0 --history",
            "doctor --no-hooks",
            "init",
        )
    ],
]


NAMED = [
    (place, name)
    for place in hostile_git.PLACES
    for name in (hostile_git.PLAIN, hostile_git.EQUALS)
]
NAMED += [("config", name) for name in hostile_git.NAMES[2:]]


@pytest.mark.parametrize("place, name", NAMED)
def test_no_program_that_the_repository_names_is_run(
    repository, traps, place, name, run_hook, run_memories
):
    env = hostile_git.plant(repository.root, traps, [name], place)
    ran = {}
    for use in COMMANDS if (place, name) == NAMED[1] else COMMANDS[:1]:
        use(repository, run_hook, run_memories, env)
        if traps.sprung():
            ran[use.__name__] = traps.sprung()
            traps.said.unlink()
    assert ran == {}


def test_the_traps_of_these_tests_would_spring(repository, traps):
    """Git itself, asked as it should not be, runs programs of each kind: the tests above can fail."""
    env = {**os.environ, **hostile_git.plant(repository.root, traps)}
    for words in ("status", "diff", "log -p"):
        subprocess.run(
            ["git", *words.split()],
            cwd=repository.root,
            env=env,
            capture_output=True,
            timeout=60,
        )
    assert {"monitor", "driver", "filter 5", "submodule filter 5"} <= set(
        traps.sprung()
    )


REMOTES = {
    "ssh": "ssh://example.org/x",
    "ext": "ext::PROGRAM",
    "vcs": "x://y",
    "uploadpack": "/nowhere",
    "http": "http://127.0.0.1:9/x",
}


@pytest.mark.parametrize("kind", REMOTES)
def test_what_a_partial_clone_lacks_is_not_fetched_by_any_transport(
    repository, traps, kind, run_hook, run_memories
):
    root = repository.root
    program = traps.make(kind)
    config = {
        "core.repositoryformatversion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": REMOTES[kind].replace("PROGRAM", program),
        "core.sshCommand": program,
        "remote.origin.uploadpack": program,
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
        **({"remote.origin.vcs": "ext"} if kind == "vcs" else {}),
    }
    for key, value in config.items():
        hostile_git.git(root, "config", key, value)
    for path in (root / ".git" / "objects").glob("??/*"):
        path.unlink()
    for use in COMMANDS[:1] + COMMANDS[3:7] + (COMMANDS[2:3] if kind == "ssh" else []):
        use(repository, run_hook, run_memories, {})
    assert traps.sprung() == []


@pytest.mark.parametrize("where", ["repository", "everybody's"])
def test_a_git_from_the_repository_or_from_where_everybody_may_write_is_not_started(
    repository, traps, tmp_path, where, run_hook, run_memories
):
    """One from the project, however the PATH spells it: test_folders_of_a_project."""
    root = repository.root
    folder = root / "bin" if where == "repository" else tmp_path / "open"
    folder.mkdir()
    shutil.copy(traps.make("git"), folder / "git")
    env = {"PATH": str(folder) + os.pathsep + os.environ["PATH"]}
    if where == "everybody's":
        folder.chmod(0o777)
    else:
        shutil.copytree(root / ".claude", root / "below" / ".claude")
        repository.root = root / "below"
    for use in COMMANDS[:1] + COMMANDS[5:7]:
        use(repository, run_hook, run_memories, env)
    assert traps.sprung() == []
