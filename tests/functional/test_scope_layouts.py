"""Which store a folder belongs to, over generated repositories with real worktrees, nested stores and namesakes."""

import pathlib

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory_retrieval.index.database import index_path
from memory_retrieval.store.place import Place
from repositories import git

NAMES = st.sampled_from(["api", "web", "libs", "deep er", "äpp"])
FOLDERS = st.lists(
    st.lists(NAMES, min_size=1, max_size=3).map(lambda parts: "/".join(parts)),
    max_size=5,
    unique=True,
)


def nearest(folder: pathlib.Path, top: pathlib.Path) -> "pathlib.Path | None":
    """The rule, said once more: the nearest folder up to the repository's root that has a store."""
    while True:
        if (folder / ".claude/memory").is_dir() or (folder / ".memories").is_dir():
            return folder
        if folder == top:
            return None
        folder = folder.parent


@settings(
    max_examples=25,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(
    folders=FOLDERS,
    stores=FOLDERS,
    root_store=st.booleans(),
    patterns=st.booleans(),
    data=st.data(),
)
def test_the_nearest_store_up_to_the_repository_root_is_found(
    tmp_path_factory, folders, stores, root_store, patterns, data
):
    outside = tmp_path_factory.mktemp("outside")
    (outside / ".claude/memory/decisions").mkdir(
        parents=True
    )  # of somebody else: above the repository
    top = outside / "repo"
    top.mkdir()
    git(top, "init", "-q")
    for path in [*folders, *stores]:
        (top / path).mkdir(parents=True, exist_ok=True)
    for path in [*stores, *([""] if root_store else [])]:
        (
            top
            / path
            / (".memories/memories" if patterns else ".claude/memory/decisions")
        ).mkdir(parents=True)
    here = top / data.draw(st.sampled_from([*folders, *stores, ""]))
    found = Place(here).nearest
    expected = nearest(here, top)
    assert (found.root if found else None) == (
        str(expected.resolve()) if expected else None
    )


@settings(
    max_examples=6,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
    deadline=None,
)
@given(
    committed=st.booleans(),
    where=st.lists(NAMES, min_size=1, max_size=2).map(lambda parts: "/".join(parts)),
)
def test_worktrees_share_what_is_committed_and_differ_in_what_is_not(
    tmp_path_factory, committed, where
):
    folder = tmp_path_factory.mktemp("trees")
    main, tree = folder / "main", folder / "tree"
    (main / where).mkdir(parents=True)
    git(main, "init", "-q")
    store = main / ".claude/memory/decisions"
    store.mkdir(parents=True)
    (store / "keep.txt").write_text("x")
    (main / where / "code.py").write_text("x")
    git(main, "add", "-A" if committed else where)
    git(main, "commit", "-qm", "one")
    git(main, "worktree", "add", "-q", str(tree))
    of_main, of_tree = Place(main / where).nearest, Place(tree / where).nearest
    assert of_main is not None and of_main.root == str(main.resolve())
    assert of_tree is not None and of_tree.root == str(
        tree.resolve()
    )  # not begun, where nothing is committed
    assert index_path(of_main) != index_path(of_tree)
