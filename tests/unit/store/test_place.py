"""Where the store of a prompt is, and what may be trusted: one test for each rule."""

import os
from pathlib import Path

import pytest

from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.repository import repository_root
from memory_retrieval.index.database import index_path
from memory_retrieval.store.kinds import users_store
from memory_retrieval.store.place import Place

ROOT = hasattr(os, "geteuid") and os.geteuid() == 0
NOBODY = 65534


def _store(folder, layout=".claude/memory"):
    (Path(folder) / layout).mkdir(parents=True, exist_ok=True)
    return Path(folder)


def _repository(folder):
    (Path(folder) / ".git").mkdir(parents=True, exist_ok=True)
    return Path(folder)


def _found(cwd, root=""):
    store = Place(str(cwd), str(root)).nearest
    return Path(store.root) if store else None


# --- nothing is found -------------------------------------------------------------------------------------------------


def _linked(tmp_path, part, layout):
    """A repository in which a part of the path of its store is a link to somebody else's."""
    project = _repository(tmp_path / "p")
    (project / part).parent.mkdir(exist_ok=True)
    (project / part).symlink_to(_store(tmp_path / "outside", layout) / part)
    return project


def _file(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("")
    return path


NOWHERE = {
    "the home itself": lambda tmp, home: _store(home),
    "a home that is a repository": lambda tmp, home: _store(_repository(home)),
    "a folder below a home with a store": lambda tmp, home: (
        _file(_store(home) / "notes/x").parent
    ),
    "a folder below a home that is a repository": lambda tmp, home: (
        _file(_store(_repository(home)) / "notes/x").parent
    ),
    "a repository in a home with a store": lambda tmp, home: _repository(
        _store(home) / "code"
    ),
    "a repository below a project": lambda tmp, home: _repository(
        _store(tmp / "outer") / "inner"
    ),
    "a store that is a link out": lambda tmp, home: _linked(
        tmp, ".claude/memory", ".claude/memory"
    ),
    "a store below a link out": lambda tmp, home: _linked(
        tmp, ".claude", ".claude/memory"
    ),
    "a pattern store that is a link out": lambda tmp, home: _linked(
        tmp, ".memories", ".memories/memories"
    ),
    "a store that is a file": lambda tmp, home: (
        _file(_repository(tmp / "p") / ".claude/memory").parent.parent
    ),
    "no such folder": lambda tmp, home: tmp / "missing",
    "a file": lambda tmp, home: _file(_store(tmp / "p") / "file"),
    "a worktree below a project": lambda tmp, home: (
        _file(_store(_repository(tmp / "main")) / "trees/a/.git").parent
    ),
    "nothing at all": lambda tmp, home: "",
    "a name with NUL": lambda tmp, home: "/tmp/\0x",
    "a lone surrogate": lambda tmp, home: "/tmp/\ud800",
}


@pytest.mark.parametrize("case", NOWHERE)
def test_here_there_is_no_project(tmp_path, home, case):
    assert _found(NOWHERE[case](tmp_path, home)) is None


def _linked_within(project):
    _store(project / "docs", "memory")
    (project / ".claude").mkdir()
    (project / ".claude" / "memory").symlink_to("../docs/memory")
    return project


FOUND = {
    "a folder without a repository": lambda tmp: (
        _file(_store(tmp / "p") / "a/x").parent
    ),
    "a repository": lambda tmp: _store(_repository(tmp / "p")),
    "a store that is a link within": lambda tmp: _linked_within(_repository(tmp / "p")),
}


@pytest.mark.parametrize("case", FOUND)
@pytest.mark.parametrize("at", ["home", "elsewhere", "a link"])
def test_from_here_the_project_is_found(tmp_path, home, case, at):
    where = home / "code" if at == "home" else tmp_path / "made"
    folder = FOUND[case](where)
    if at == "a link":
        (tmp_path / "link").symlink_to(where)
        folder = tmp_path / "link" / folder.relative_to(where)
    assert _found(folder) == where / "p"


# --- walking up -------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not ROOT, reason="only root can give a folder away")
def test_without_a_repository_the_walk_stops_where_the_owner_changes(tmp_path):
    project = _store(tmp_path / "p")
    (project / "mine" / "src").mkdir(parents=True)
    for folder in (project / "mine", project / "mine" / "src"):
        os.chown(folder, NOBODY, NOBODY)
    assert _found(project / "mine" / "src") is None
    assert _found(_store(project / "mine") / "src") == project / "mine"


@pytest.mark.skipif(not ROOT, reason="only root can give a folder away")
def test_inside_a_repository_the_owner_does_not_matter(tmp_path):
    project = _store(_repository(tmp_path / "p"))
    (project / "built").mkdir()
    os.chown(project / "built", NOBODY, NOBODY)
    assert _found(project / "built") == project


def test_a_worktree_has_a_git_file_and_is_a_repository(tmp_path):
    main = _store(_repository(tmp_path / "main"))
    tree = _store(main / "trees" / "feature")
    (tree / ".git").write_text("gitdir: ../../.git/worktrees/feature\n")
    (tree / "src").mkdir()
    assert _found(tree / "src") == tree
    assert repository_root(str(tree / "src")) == str(tree)


def test_a_link_out_does_not_hide_the_other_layout(tmp_path):
    project = _store(_repository(tmp_path / "p"))
    (project / ".memories").symlink_to(
        _store(tmp_path / "outside", ".memories") / ".memories"
    )
    store = Place(project).nearest
    assert {folder.split("/")[0] for folder, _ in store.folders} == {".claude"}


# --- the host's project folder, and what the user gives ---------------------------------------------------------------


def test_claude_project_dir_is_taken_when_the_walk_finds_nothing(tmp_path, monkeypatch):
    project, other = (
        _store(_repository(tmp_path / "p")),
        _store(_repository(tmp_path / "q")),
    )
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(project))
    assert (
        _found(tmp_path / "elsewhere")
        == _found("")
        == _found(tmp_path / "missing")
        == project
    )
    assert _found(other) == other


@pytest.mark.parametrize("value", ["home", "missing", "", "\ud800"])
def test_claude_project_dir_that_is_no_project_is_none(
    tmp_path, home, monkeypatch, value
):
    _store(home)
    folder = {"home": str(home), "missing": str(tmp_path / "missing")}.get(value, value)
    if value == "\ud800":
        folder = "x\udc80"  # what a byte that is no UTF-8 becomes
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", folder)
    assert _found(tmp_path / "elsewhere") is None


@pytest.mark.parametrize("how", ["argument", "environment"])
@pytest.mark.parametrize(
    "what", ["project", "store", "pattern store", "link to the project"]
)
def test_a_given_root_is_a_project_folder_or_a_store_folder(
    tmp_path, monkeypatch, how, what
):
    project, other = (
        _store(_repository(tmp_path / "p")),
        _store(_repository(tmp_path / "q")),
    )
    (tmp_path / "link").symlink_to(project)
    _store(project, ".memories/memories")
    stores = {
        "store": project / ".claude" / "memory",
        "pattern store": project / ".memories",
    }
    given = {"project": project, "link to the project": tmp_path / "link", **stores}[
        what
    ]
    if how == "environment":
        monkeypatch.setenv("MEMORIES_ROOT", str(given))
        given = ""
    assert _found(other, given) == project


def test_a_store_in_the_project_layout_anywhere_can_be_given(tmp_path):
    folder = _store(tmp_path / "shared", "decisions")
    store = Place(root=folder).nearest
    assert (store.root, ("decisions", "decision") in store.folders) == (
        str(folder),
        True,
    )


def test_the_argument_wins_over_the_environment(tmp_path, monkeypatch):
    project, other = _store(tmp_path / "p"), _store(tmp_path / "q")
    monkeypatch.setenv("MEMORIES_ROOT", str(other))
    assert _found("", project) == project


@pytest.mark.parametrize("given", ["missing", "empty", "file", "my.claude/memory"])
def test_a_given_root_without_a_store_is_an_error_with_the_next_step(tmp_path, given):
    (tmp_path / "empty").mkdir()
    (tmp_path / "my.claude" / "memory").mkdir(parents=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=f"(?s){given}.*(set|run)"):
        Place(root=tmp_path / given).require()


# --- the index of each, and the user's own store ----------------------------------------------------------------------


def test_a_project_reached_by_a_link_has_one_index(tmp_path):
    project = _store(_repository(tmp_path / "p"))
    (tmp_path / "link").symlink_to(project)
    assert index_path(Place(project).nearest) == index_path(
        Place(tmp_path / "link").nearest
    )


def test_there_is_no_user_store_until_it_is_made(home):
    assert users_store() is None
    _store(home / "xdg-data" / "memory-retrieval", "preferences")
    store = users_store()
    assert (store.kind.name, ("preferences", "preference") in store.folders) == (
        "user",
        True,
    )


@pytest.mark.skipif(not ROOT, reason="gives folders to another user")
@pytest.mark.parametrize("layout", [".claude/memory", ".memories"])
@pytest.mark.parametrize(
    "planted", ["above", "in it", "in the repository", "with a repository of its own"]
)
def test_a_store_that_another_user_planted_in_a_shared_folder_is_not_followed(
    tmp_path, home, layout, planted
):
    """Working as the owner of everything but the store."""
    shared = (
        _repository(tmp_path / "shared")
        if "repository" in planted
        else tmp_path / "shared"
    )
    middle = shared / "middle" if planted == "in the repository" else shared
    own = middle if planted == "in it" else middle / "own"
    own.mkdir(parents=True)
    _store(middle, layout)
    assert _found(own) == middle
    for path in [
        middle / ".git",
        *middle.glob(".[cm]*"),
        *middle.glob(".claude/memory"),
    ]:
        if path.exists():
            os.chown(path, 12345, 12345)
    assert _found(own) is None


@pytest.mark.skipif(not ROOT, reason="gives folders to another user")
def test_the_store_of_another_users_repository_is_followed_in_it(tmp_path, home):
    """A repository mounted into a container: opened on purpose, all of it another's."""
    folder = _store(_repository(tmp_path / "theirs"))
    for path in [folder, *folder.rglob("*")]:
        os.chown(path, 12345, 12345)
    assert _found(folder) == folder
