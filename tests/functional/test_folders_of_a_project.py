"""Variables that lead into a project, as direnv may set them, name no program, no settings and no code of ours."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import HOOK, MEMORIES, REPOSITORY

LAUNCH = REPOSITORY / "plugin" / "hooks" / "launch.sh"
pytestmark = pytest.mark.skipif(
    os.name == "nt", reason="the launchers are shell scripts"
)


@pytest.fixture
def trap(project):
    """A program of the project under several names; its file of those that ran."""
    ran = project.root.parent / "ran"
    folder = project.root / "bin"
    folder.mkdir()
    for name in ("python3", "sh", "mkdir", "ls", "git", "vi"):
        path = folder / name
        path.write_text(
            '#!/bin/sh\necho %s >>"%s"\nexec %s "$@"\n'
            % (name, ran, shutil.which(name) or "true")
        )
        path.chmod(0o755)
    return ran


def start(words, cwd, **env):
    given = {**os.environ, **{name: str(value) for name, value in env.items()}}
    return subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env=given,
        input=b"{}",
        capture_output=True,
        timeout=60,
    )


STARTS = {
    "launcher": ["/bin/sh", LAUNCH, "session-start"],
    "command": ["/bin/sh", MEMORIES, "list"],
    "doctor": [sys.executable, "-I", "-S", MEMORIES, "doctor"],
}


@pytest.mark.parametrize("what", STARTS)
@pytest.mark.parametrize(
    "way", ["plain", "dots", "slashes", "linked bin", "linked folder", "host's project"]
)
def test_no_program_of_the_project_runs_however_the_path_spells_it(
    project, trap, home, what, way
):
    shutil.rmtree(home / "xdg-cache" / "memory-retrieval")  # no interpreter is kept
    root, beside, cwd = project.root, project.root.parent, project.root
    (beside / "link").symlink_to(root)
    (beside / "binlink").symlink_to(root / "bin")
    spelled = {
        "dots": "%s/elsewhere/../%s/bin" % (beside, root.name),
        "slashes": "/%s/bin" % root,
        "linked bin": beside / "binlink",
        "linked folder": beside / "link" / "bin",
    }
    env = {"PATH": "%s:%s" % (spelled.get(way, root / "bin"), os.environ["PATH"])}
    if way == "host's project":
        cwd, env["CLAUDE_PROJECT_DIR"] = beside / "elsewhere", root
    once = (
        [] if what != "doctor" or way == "plain" else ["--no-hooks"]
    )  # hooks start as the launcher does
    start(STARTS[what] + once, cwd, **env)
    assert not trap.exists(), trap.read_text()


@pytest.mark.parametrize(
    "words",
    [["/bin/sh", LAUNCH, "prompt"], ["/bin/sh", MEMORIES, "list"]],
    ids=["hook", "command"],
)
def test_an_interpreter_that_a_project_s_cache_names_is_not_started(
    project, trap, words
):
    cache = project.root / ".cache" / "memory-retrieval"
    cache.mkdir(0o700, parents=True)
    (cache / "python").write_text("%s\n" % (project.root / "bin" / "python3"))
    start(words, project.root, XDG_CACHE_HOME=project.root / ".cache")
    assert not trap.exists()


def test_state_in_a_project_is_not_the_user_s(project):
    project.write("decision", "one", "Rotate the JWT signing keys")
    env = {"XDG_STATE_HOME": project.root / "state"}
    payload = json.dumps(
        {
            "prompt": "rotate the JWT signing keys",
            "cwd": str(project.root),
            "session_id": "s",
        }
    )
    words = [sys.executable, "-I", "-S", str(HOOK), "prompt"]
    given = {**os.environ, **{name: str(value) for name, value in env.items()}}
    subprocess.run(
        words,
        cwd=project.root,
        env=given,
        input=payload.encode(),
        capture_output=True,
        timeout=60,
    )
    assert not (project.root / "state").exists()


@pytest.mark.parametrize(
    "variable, name", [("CLAUDE_CONFIG_DIR", ".claude"), ("CODEX_HOME", ".codex")]
)
def test_a_host_s_folder_in_a_project_is_not_believed(
    project, home, monkeypatch, variable, name
):
    from memory_retrieval.hosts.plan import host_folder

    monkeypatch.chdir(project.root)
    monkeypatch.setenv(variable, str(project.root / name))
    assert host_folder(variable, name) == str(home / name)
    monkeypatch.setenv(variable, str(home / "other"))
    assert host_folder(variable, name) == str(home / "other")


def test_an_index_of_git_cannot_fill_the_memory(tmp_path):
    import struct

    from memory_retrieval.core import git_index

    def entry(cut, data, length):
        state = (
            struct.pack(">10I", 0, 0, 0, 0, 0, 0, 0o100644, 0, 0, 0)
            + bytes(20)
            + struct.pack(">H", min(length, 0xFFF))
        )
        number = [cut & 0x7F]
        cut >>= 7
        while cut:
            cut -= 1
            number.append(0x80 | (cut & 0x7F))
            cut >>= 7
        return state + bytes(reversed(number)) + data + b"\0"

    count, length = 2000, 200_000  # 400 MB of names in half a megabyte
    rest = b"".join(entry(1, b"b", length) for _ in range(count - 1))
    (tmp_path / "index").write_bytes(
        struct.pack(">4sII", b"DIRC", 4, count) + entry(0, b"a" * length, length) + rest
    )
    assert git_index.edited(str(tmp_path), str(tmp_path / "index")) == []
    assert git_index.tracked(str(tmp_path / "index")) == []
