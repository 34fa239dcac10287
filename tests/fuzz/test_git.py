"""Repositories with any names in git's configuration, and private folders in any state: nothing of others is run."""

import os
import shutil

import pytest
from hypothesis import strategies as st

import hostile_git
from fuzz.rules import fuzz
from memory_retrieval.cli import show
from memory_retrieval.core import git
from memory_retrieval.upkeep import by_git
from memory_retrieval_team.db.names import default_project

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(shutil.which("git") is None, reason="needs git"),
]
NAMES = st.one_of(
    st.sampled_from(hostile_git.NAMES),
    st.binary(min_size=1, max_size=8).filter(lambda name: not set(name) & {0, 10}),
)


def test_no_configuration_makes_git_run_a_program(tmp_path):
    root = tmp_path / "shop"
    root.mkdir()
    for number in range(3):
        (root / f"f{number}-x").write_text("x")
    hostile_git.commit_all(root)
    hostile_git.add_submodule(root, tmp_path / "sources")
    shutil.move(root, tmp_path / "template")
    tried = []

    def rule(names, place, keys, hooks, edited):
        for path in (root, tmp_path / "traps"):
            shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(tmp_path / "template", root, symlinks=True)
        traps = hostile_git.Traps(tmp_path / "traps")
        environment = hostile_git.plant(
            root, traps, names, place, sorted(keys), sorted(hooks)
        )
        (root / "f0-x").write_text(edited)
        before = dict(os.environ)
        os.environ.update(environment)
        try:
            tried.append(git.changed_files(str(root), git.metadata(str(root)), git.run))
            show.commits_of(str(root), "f0-x")
            by_git.renames(str(root))
            by_git.merged_sides(str(root), "f0-x")
            git.run(str(root), ["merge-base", "HEAD", "HEAD"], 5)
            default_project(str(root))
        finally:
            os.environ.clear()
            os.environ.update(before)
        assert traps.sprung() == [], (names, place, keys, hooks)

    sets = (
        st.sets(st.sampled_from(sorted(hostile_git.KEYS))),
        st.sets(st.sampled_from(hostile_git.HOOKS)),
    )
    places = st.sampled_from(hostile_git.PLACES)
    fuzz(
        (
            st.lists(NAMES, min_size=1, max_size=3),
            places,
            *sets,
            st.sampled_from(["y", "longer"]),
        ),
        rule,
        short=8,
    )
    assert any("f0-x" in changed for changed in tried), "no edit was ever seen"
