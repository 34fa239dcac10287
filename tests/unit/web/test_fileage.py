"""What became of the files that memories are about."""

import os
import subprocess

import pytest

from memory_retrieval_viewer import fileage

NOW = 1_800_000_000


def test_without_git_files_are_there_or_gone(tmp_path):
    (tmp_path / "there.py").write_text("x")
    found = fileage.states(
        str(tmp_path),
        {"related_files": ["there.py", "gone.py", "../out", "/etc/passwd"]},
        NOW,
    )
    assert [(f.path, f.exists, f.changed, bool(f.note)) for f in found] == [
        ("there.py", True, False, False),
        ("gone.py", False, False, False),
        ("../out", False, False, True),
        ("/etc/passwd", False, False, True),
    ]


def test_an_anchor_with_another_content_differs(tmp_path):
    (tmp_path / "a.py").write_text("x\n")
    blob = subprocess.run(
        ["git", "hash-object", "a.py"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    same_one = fileage.states(
        str(tmp_path), {"anchors": [{"path": "a.py", "blob": blob}]}, None
    )
    other = fileage.states(
        str(tmp_path), {"anchors": [{"path": "a.py", "blob": "0" * 40}]}, None
    )
    assert not same_one[0].changed and other[0].changed and "differs" in other[0].note


def test_git_runs_nothing_of_the_repository(tmp_path):
    def git(*words):
        subprocess.run(
            ["git", "-c", "user.name=a", "-c", "user.email=a@example.com", *words],
            cwd=tmp_path,
            check=True,
            capture_output=True,
        )

    git("init", "-q")
    (tmp_path / "a.py").write_text("x")
    git("add", ".")
    git("commit", "-q", "-m", "one")
    mark = tmp_path / "ran"
    script = tmp_path / "evil.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    for key in (
        "core.fsmonitor",
        "core.pager",
        "gpg.program",
        "diff.external",
        "core.sshCommand",
        "credential.helper",
    ):
        git("config", key, str(script))
    git("config", "log.showSignature", "true")
    assert fileage.states(str(tmp_path), {"related_files": ["a.py"]}, 1)[0].changed
    assert not mark.exists()


@pytest.mark.parametrize("kind", ["endless", "fifo", "link out", "folder out", "large"])
def test_an_anchor_is_only_compared_with_a_regular_file_of_the_project(tmp_path, kind):
    project, secret = tmp_path / "project", tmp_path / "secret"
    project.mkdir(), secret.mkdir()
    (secret / "key").write_text("x\n")
    blob = "587be6b4c3f93f93c489c0111bba5596147a26cb"  # git hash-object of "x\n"
    name = "z"
    if kind == "endless":
        (project / "z").symlink_to("/dev/zero")
    elif kind == "fifo":
        os.mkfifo(project / "z")
    elif kind == "link out":
        (project / "z").symlink_to(secret / "key")
    elif kind == "folder out":
        (project / "f").symlink_to(secret)
        name = "f/key"
    else:
        (project / "z").touch()
        os.truncate(project / "z", 1 << 40)
    found = fileage.states(
        str(project), {"anchors": [{"path": name, "blob": blob}]}, None
    )
    assert "differs" in found[0].note, (
        "what is there is not what was written about, and is not read"
    )
