"""`memories init` names the next steps: the hosts that are not set up, and what the project can import."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from host_files import EVENTS, Home
from memory_retrieval.hosts import names

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.fixture
def place(tmp_path):
    """A project, and a home with Cursor and Gemini in it."""
    for folder in ("project/.git", "person/.cursor", "person/.gemini"):
        (tmp_path / folder).mkdir(parents=True)
    return tmp_path


def call(place, *words):
    env = {
        "HOME": str(place / "person"),
        "PATH": "/nowhere",
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
    }
    return [sys.executable, os.path.join(ROOT, "bin", "memories"), *words], env


def memories(place, *words):
    command, env = call(place, *words)
    done = subprocess.run(
        command,
        env=env,
        capture_output=True,
        text=True,
        input="y\ny\n",
        timeout=60,
        check=False,
        cwd=place / "project",
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def tree(place):
    return sorted(
        str(path)
        for path in (place / "person").rglob("*")
        if not {".cache", ".local"} & set(path.parts)
    )


def test_hosts_are_listed_with_the_command_that_sets_them_up_and_nothing_is_done(place):
    before = tree(place)
    out = memories(place, "init", "--hosts")
    assert (
        "memory: created\n" in out
        and (place / "project" / ".claude" / "memory" / "index.md").exists()
    )
    assert (
        "cursor: not set up; `memories setup cursor`\ngemini: not set up; `memories setup gemini`\n"
        in out
    )
    assert "claude" not in out.split("\n", 1)[1] and "[y/N]" not in out
    assert (
        tree(place) == before
    )  # the y on standard input, which is no terminal, is no answer
    memories(place, "setup", "gemini")
    assert "gemini: set up\n" in memories(place, "init", "--hosts")


def test_the_json_form_has_every_host(place):
    memories(place, "setup", "gemini")
    value = json.loads(memories(place, "init", "--hosts", "--format", "json"))
    assert [state["host"] for state in value["hosts"]] == names()
    states = {state.pop("host"): state for state in value["hosts"]}
    assert states["gemini"] == {"found": True, "set_up": True, "problem": None}
    assert states["cursor"] == {"found": True, "set_up": False, "problem": None}
    assert states["claude"] == {"found": False, "set_up": False, "problem": None}


@pytest.mark.parametrize("trusted", [(), EVENTS])
def test_status_and_doctor_agree_on_whether_codex_runs_the_hooks(tmp_path, trusted):
    (tmp_path / "user").mkdir()
    home = Home(tmp_path / "user")
    home.saw("codex", home.install_codex(ROOT, trusted=trusted))
    [status] = [
        line
        for line in memories_in(home, "status").splitlines()
        if line.startswith("codex ")
    ]
    found = {(f.get("host"), f["code"]) for f in home.findings("fire")}
    why = "codex is set up, but its hooks are not trusted; start `codex`, type /hooks, and trust those of"
    assert (status == "codex is set up") is bool(trusted) and (
        trusted or status.startswith(why)
    )
    assert (
        (("codex", "hooks-untrusted") in found)
        is (("codex", "hooks") not in found)
        is not trusted
    )


def memories_in(home, *words):
    command = [sys.executable, os.path.join(ROOT, "bin", "memories"), *words]
    return subprocess.run(
        command,
        env=home.environment(),
        cwd=home.project,
        capture_output=True,
        text=True,
    ).stdout


def test_init_doctor_and_setup_agree_that_a_marketplace_install_is_set_up(tmp_path):
    (tmp_path / "user").mkdir()
    home = Home(tmp_path / "user")
    home.install_claude(ROOT, cached=True)

    def say(*words):
        command = [sys.executable, os.path.join(ROOT, "bin", "memories"), *words]
        done = subprocess.run(
            command,
            env=home.environment(),
            cwd=home.project,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "setup claude" not in say("init") and "claude: set up\n" in say(
        "init", "--hosts"
    )
    assert ("claude", "not-set-up") not in home.doctor()
    assert say("setup", "claude", "--dry-run").startswith(
        "claude starts the plugin already"
    )
    shutil.rmtree(home.claude / "plugins")
    (home.claude / "settings.json").unlink()
    assert "setup claude" in say("init") and ("claude", "not-set-up") in home.doctor()


def test_the_next_steps_are_named_and_nothing_is_done(place):
    before = tree(place)
    out = memories(place, "init")
    assert "  memories setup gemini  # it is not set up yet\n" in out
    assert "[y/N]" not in out and "nothing waits" in memories(place, "inbox", "list")
    assert tree(place) == before


def test_an_empty_project_is_told_how_to_keep_a_first_memory(place):
    assert "memories note '" in memories(place, "init")
    code = "import os; from memory_retrieval.upkeep import inbox; inbox.add_candidate(os.getcwd(), 'decision', [])"
    env = {**call(place)[1], "PYTHONPATH": os.path.join(ROOT, "plugin", "src")}
    subprocess.run(
        [sys.executable, "-c", code], env=env, cwd=place / "project", check=True
    )
    assert "  memories review list   # 1 waiting for review\n" in memories(
        place, "init"
    )


def test_the_auto_memory_of_claude_code_is_offered(place):
    name = "".join(
        c if c.isalnum() else "-" for c in os.path.realpath(place / "project")
    )
    folder = place / "person" / ".claude" / "projects" / name / "memory"
    folder.mkdir(parents=True)
    (folder / "MEMORY.md").write_text("- [Tabs](tabs.md)\n")
    (folder / "tabs.md").write_text("---\ntype: feedback\n---\nAlways tabs.\n")
    assert "memory  # 1 to import" in memories(place, "init")
    assert "to import" not in memories(place, "init")
