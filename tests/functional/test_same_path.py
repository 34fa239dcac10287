"""Private state belongs to a repository: another one cloned at the same path does not see it, and nothing gets lost."""

import os
import shutil
from pathlib import Path

import pytest

from memory_retrieval.core.files import path_key, store_key
from memory_retrieval.state import folders, left_off, reviewed, session, usage
from memory_retrieval.store import mirrors
from memory_retrieval.triage import progress
from memory_retrieval.upkeep.inbox import add_candidate
from repositories import git

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
PATHS = {
    "inbox": lambda root: folders.folder_path("inbox", root),
    "undo": lambda root: folders.folder_path("undo", root),
    "edit": lambda root: folders.folder_path("edit", root),
    "left-off": lambda root: left_off._path(root, "s"),
    "usage": usage.FILE.path,
    "reviewed": lambda root: reviewed.FILE.path(root),
    "sessions": lambda root: folders.state_file(session.KIND, root, "s"),
    "triage": lambda root: folders.state_file(progress.KIND, root, "s"),
    "team": mirrors.link_path,
}


@pytest.fixture
def root(tmp_path):
    """A real repository with a store."""
    return make(tmp_path / "build")


def make(path):
    (path / ".claude" / "memory" / "preferences").mkdir(parents=True)
    (path / ".claude" / "memory" / "preferences" / ".keep").write_text("")
    git(path, "init", "-q")
    git(path, "add", "-A")
    git(path, "commit", "-qm", "first")
    return path


@pytest.mark.parametrize("kind", PATHS)
def test_another_repository_at_the_same_path_has_state_of_its_own(root, kind):
    before = PATHS[kind](str(root))
    shutil.rmtree(root)
    assert PATHS[kind](str(make(root))) != before


def test_another_repository_gets_neither_inbox_nor_undo_of_the_first(root, run_main):
    add_candidate(
        str(root), "decision", [{"text": "the launch is on friday", "pattern": "is"}]
    )
    assert (
        run_main("inbox", "list", "--format", "json", cwd=root).out.count("launch") > 0
    )
    shutil.rmtree(root)
    make(root)
    assert "launch" not in run_main("inbox", "list", "--format", "json", cwd=root).out
    assert run_main("inbox", "accept", "--complete", cwd=root).code in (0, 1)
    assert not [path for path in root.rglob("*.json") if "launch" in path.read_text()]


def _move(root):
    shutil.move(root, root.with_name("away"))
    shutil.move(root.with_name("away"), root)


CHANGES = {
    "a commit": lambda root: ((root / "x").write_text("x"), git(root, "add", "-A"), git(root, "commit", "-qm", "x")),
    "another branch": lambda root: git(root, "checkout", "-qb", "other"),
    "no store": lambda root: git(root, "rm", "-rfq", "."),
    "gc": lambda root: git(root, "gc", "-q"),
    "a remote": lambda root: git(root, "remote", "add", "origin", "x"),
    "a second init": lambda root: git(root, "init", "-q"),
    "a move": _move,
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_the_state_of_a_repository_stays(root, change):
    before = {kind: path(str(root)) for kind, path in PATHS.items()}
    CHANGES[change](root)
    assert {kind: path(str(root)) for kind, path in PATHS.items()} == before


def former(root):
    """The inbox of earlier versions, which knew a project by its path alone."""
    path = Path(
        os.environ["XDG_STATE_HOME"], "memory-retrieval", "inbox", store_key(str(root))
    )
    path.mkdir(parents=True)
    (path / "kept.json").write_text("{}")
    return path


def test_state_of_earlier_versions_is_taken_over_once(root):
    old = former(root)
    new = Path(folders.folder_path("inbox", str(root)))
    assert new != old and (new / "kept.json").exists() and not old.exists()
    other = Path(
        os.environ["XDG_STATE_HOME"],
        "memory-retrieval",
        "usage",
        path_key(str(root), b"u") + ".json",
    )
    other.parent.mkdir()
    other.write_text('{"used": {"a": 1}}')
    assert usage.load(str(root)).used == {"a": 1} and not other.exists()


def test_state_that_is_older_than_the_clone_is_left_alone(tmp_path):
    old = former(tmp_path / "build")
    os.utime(old, (1, 1))
    git(tmp_path, "clone", "-q", str(make(tmp_path / "source")), "build")
    new = folders.folder_path("inbox", str(tmp_path / "build"))
    assert old.exists() and not os.path.exists(new)


def test_state_stays_when_a_project_becomes_a_repository(tmp_path):
    root = tmp_path / "build"
    (root / ".claude" / "memory").mkdir(parents=True)
    before = folders.private_folder("inbox", str(root))
    Path(before, "kept.json").write_text("{}")
    for path in (root / ".claude", root / ".claude" / "memory", Path(before)):
        os.utime(path, (1_000_000_000, 1_000_000_000))
    git(root, "init", "-q")
    assert os.path.exists(
        os.path.join(folders.folder_path("inbox", str(root)), "kept.json")
    )


def test_a_worktree_has_state_of_its_own(root):
    git(root, "worktree", "add", "-q", str(root / "tree"))
    assert folders.folder_path("inbox", str(root / "tree")) != folders.folder_path(
        "inbox", str(root)
    )
