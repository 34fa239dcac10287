"""What git says of a repository, asked without running anything that the repository names."""

import os
from functools import partial

import pytest

import repositories
from memory_retrieval.brief.asked import Asked
from memory_retrieval.core import git


@pytest.fixture
def repository(tmp_path):
    run = partial(repositories.git, tmp_path)
    run("init", "-b", "main")
    for name in ("a.py", "b.py", "c.py"):
        (tmp_path / name).write_text(name)
    run("add", "-A")
    run("commit", "-m", "first")
    return tmp_path, run


def changed(root):
    return git.changed_files(str(root), git.metadata(str(root)), git.run)


def test_a_clean_trunk_has_no_changes(repository):
    assert changed(repository[0]) == []


def test_edited_staged_and_committed_files_of_a_branch_have_changed(repository):
    root, run = repository
    run("checkout", "-b", "feature/x")
    (root / "a.py").write_text("committed on the branch")
    run("commit", "-am", "second")
    (root / "b.py").write_text("edited, of another size")
    (root / "new.py").write_text("staged")
    run("add", "new.py")
    assert changed(root) == ["a.py", "b.py", "new.py"]


def test_work_on_the_trunk_after_the_branch_began_does_not_count(repository):
    root, run = repository
    run("checkout", "-b", "side")
    run("checkout", "main")
    (root / "c.py").write_text("on the trunk")
    run("commit", "-am", "third")
    run("checkout", "side")
    assert changed(root) == []


def test_git_is_asked_again_once_something_has_moved(repository):
    root, run = repository
    for subject in ("second", "third"):
        run("commit", "--allow-empty", "-m", subject)
        for _ in range(2):
            asked = Asked(str(root))
            assert subject in asked(str(root), ["log", "-n1"], 9)
            asked.keep()


def test_a_worktree_is_asked_for_its_own_branch(repository):
    root, run = repository
    tree = root / "tree"
    run("worktree", "add", "-b", "other", str(tree))
    (tree / "a.py").write_text("changed in the worktree")
    assert git.branch(git.metadata(str(tree))) == "other"
    assert changed(tree) == ["a.py"]


@pytest.mark.parametrize(
    "head", ["", "ref: refs/heads/", "0" * 40, "\x00\xff", "ref: refs/heads/x\n"]
)
def test_a_damaged_or_empty_repository_has_no_changes(tmp_path, head):
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_bytes(head.encode("latin-1"))
    assert changed(tmp_path) == []


def test_a_git_that_is_slow_or_missing_is_waited_for_no_longer_than_said(
    tmp_path, monkeypatch
):
    slow = tmp_path / "git"
    slow.write_text("#!/bin/sh\nexec sleep 60\n")
    slow.chmod(0o755)
    for path in (f"{tmp_path}:/bin:/usr/bin", "." + os.pathsep + "relative"):
        monkeypatch.setenv("PATH", path)
        assert git.run_all(str(tmp_path), [["rev-list", "HEAD"]], 0.1) == [None]


def test_an_answer_above_its_limit_counts_as_none(repository):
    root, _ = repository
    said = partial(git.run, str(root), ["log", "--format=%s"], 10)
    assert (said(), said(limit=4)) == ("first\n", "")
