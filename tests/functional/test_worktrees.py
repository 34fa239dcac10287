"""What one worktree has saved and not committed is known in the other worktrees of the repository."""

import json
import shutil
from pathlib import Path

import pytest

import repositories
from conftest import Project
from memory_retrieval.state.folders import folder_path
from memory_retrieval.upkeep import inbox

TITLE = "Rotate the JWT signing keys"
PROMPT = "how do we rotate the JWT signing keys?"
PATH = ".claude/memory/runbooks/rotate-keys.json"


class Tree(Project):
    """A worktree that git has made."""

    def __init__(self, root):
        self.root, self.store = root, root / ".claude" / "memory"

    def git(self, *words):
        return repositories.git(self.root, *words).stdout

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-qm", "memories")


@pytest.fixture
def here(tmp_path):
    """A repository with committed memories."""
    repositories.git(tmp_path, "init", "-q", "app")
    tree = Tree(tmp_path / "app")
    tree.fill(30)
    tree.commit()
    return tree


@pytest.fixture
def there(here, tmp_path):
    """Another worktree of it."""
    here.git("worktree", "add", "-q", "-b", "feature/keys", str(tmp_path / "keys"))
    return Tree(tmp_path / "keys")


@pytest.fixture
def bare(here, tmp_path):
    """Two worktrees of a bare repository, with a memory that the second has not committed."""
    repositories.git(tmp_path, "clone", "-q", "--bare", "app", "bare")
    for name in ("one", "two"):
        repositories.git(
            tmp_path / "bare", "worktree", "add", "-q", "-b", name, str(tmp_path / name)
        )
    Tree(tmp_path / "two").write("runbook", "rotate-keys", TITLE)
    return Tree(tmp_path / "one"), Tree(tmp_path / "two")


@pytest.fixture
def start(run_hook):
    return lambda tree: (
        run_hook(
            {"session_id": "s", "cwd": str(tree.root), "source": "startup"},
            "session-start",
        ).out
    )


@pytest.fixture
def ask(run_hook):
    return lambda tree, session="s": (
        run_hook({"session_id": session, "cwd": str(tree.root), "prompt": PROMPT}).out
    )


@pytest.fixture
def search(run_main):
    def search(tree):
        results = run_main("search", PROMPT, "--format", "json", cwd=tree.root).json[
            "results"
        ]
        return [
            (one["path"], one.get("branch")) for one in results if one["title"] == TITLE
        ]

    return search


def test_a_session_that_starts_elsewhere_is_told_of_it_with_its_branch(
    here, there, start, ask
):
    path = there.write("runbook", "rotate-keys", TITLE)
    assert "rotate: %s [branch feature/keys]" % TITLE in start(here)
    line = next(line for line in ask(here, "new").splitlines() if TITLE in line)
    assert str(path) in line and line.endswith(" #branch:feature/keys")


def test_a_save_is_known_at_the_next_prompt_of_a_session_that_runs_elsewhere(
    here, there, start, ask, run_memories
):
    start(here)
    assert TITLE not in ask(here)
    ran = run_memories(
        "note",
        "--category",
        "runbook",
        "Rotate the JWT signing keys with the CLI",
        cwd=there.root,
    )
    assert ran.code == 0, ran.err
    assert "#branch:feature/keys" in ask(here)
    assert "#branch" not in ask(there)


def test_what_is_committed_comes_with_its_branch_alone(here, there, search, start):
    there.write("runbook", "rotate-keys", TITLE)
    assert search(here) == [(str(there.root / PATH), "feature/keys")]
    there.commit()
    assert search(here) == []
    here.git("merge", "-q", "feature/keys")
    assert search(here) == search(there) == [(PATH, None)]


def test_what_both_have_is_shown_once_as_the_own(here, there, search, start, run_main):
    for tree in (here, there):
        tree.write("runbook", "rotate-keys", TITLE)
    assert search(here) == search(there) == [(PATH, None)]
    assert start(here).count(TITLE) == 1 and "branch" not in start(here)


def test_a_worktree_without_a_store_has_what_others_have_not_committed(
    here, there, start, ask, run_memories
):
    there.write("runbook", "rotate-keys", TITLE)
    shutil.rmtree(here.store)
    assert "rotate: %s [branch feature/keys]" % TITLE in start(
        here
    ) and "#branch:feature/keys" in ask(here, "new")
    assert not here.store.exists()
    assert (
        run_memories("note", "Deposits are captured on a no-show", cwd=here.root).code
        == 0
    )
    assert "Deposits" in start(there)


def test_worktrees_of_a_bare_repository_know_of_each_other(bare, search):
    one, two = bare
    assert search(one) == [(str(two.root / PATH), "two")] and search(two) == [
        (PATH, None)
    ]


def test_of_a_worktree_that_is_gone_nothing_is_known_and_kept(
    here, there, search, home
):
    there.write("runbook", "rotate-keys", TITLE)
    assert search(here) and list((home / "xdg-cache").rglob("rotate-keys.json"))
    shutil.rmtree(there.root)
    assert search(here) == [] and not list(
        (home / "xdg-cache").rglob("rotate-keys.json")
    )


def test_it_is_read_and_changed_in_its_own_worktree_only(here, there, run_main):
    path = there.write("runbook", "rotate-keys", TITLE)
    before = path.read_bytes()
    assert (
        "not committed on branch feature/keys"
        in run_main("search", PROMPT, cwd=here.root).out
    )
    assert "branch feature/keys, %s" % path in run_main("list", cwd=here.root).out
    assert TITLE in run_main("show", str(path), cwd=here.root).out
    ran = run_main("retire", "rotate-keys", cwd=here.root)
    assert ran.code and str(there.root) in ran.err and path.read_bytes() == before
    assert run_main("retire", "rotate-keys", cwd=there.root).code == 0


def test_the_store_of_a_folder_is_known_in_that_folder_elsewhere(here, there, search):
    for tree in (here, there):
        (tree.root / "pay" / ".claude" / "memory").mkdir(parents=True)
    inner = Tree(there.root / "pay")
    path = inner.write("runbook", "rotate-keys", TITLE)
    assert search(Tree(here.root / "pay")) == [(str(path), "feature/keys")]
    assert search(here) == []


def test_a_repository_that_names_another_one_as_its_worktree_hears_nothing_of_it(
    here, tmp_path, search
):
    """Somebody may hand on a folder with its git folder."""
    repositories.git(tmp_path, "init", "-q", "victim")
    victim = Tree(tmp_path / "victim")
    victim.write("runbook", "rotate-keys", TITLE)
    planted = here.root / ".git" / "worktrees" / "x"
    planted.mkdir(parents=True)
    (planted / "gitdir").write_text(f"{victim.root}/.git\n")
    (planted / "commondir").write_text("../..\n")
    assert search(here) == []


@pytest.mark.parametrize("linked", ["worktrees", "worktrees/keys"])
def test_a_git_folder_with_links_to_that_of_another_repository_hears_nothing_of_it(
    here, there, tmp_path, search, linked
):
    there.write("runbook", "rotate-keys", TITLE)
    repositories.git(tmp_path, "init", "-q", "stranger")
    stranger = Tree(tmp_path / "stranger")
    stranger.fill(3)
    link = stranger.root / ".git" / linked
    link.parent.mkdir(exist_ok=True)
    link.symlink_to(here.root / ".git" / linked)
    assert search(here) and search(stranger) == []


def test_worktrees_that_name_each_other_by_relative_paths_know_of_each_other(
    here, there, search
):
    """As git writes them where worktree.useRelativePaths is set."""
    there.write("runbook", "rotate-keys", TITLE)
    (there.root / ".git").write_text("gitdir: ../app/.git/worktrees/keys\n")
    (here.root / ".git" / "worktrees" / "keys" / "gitdir").write_text(
        "../../../../keys/.git\n"
    )
    assert search(here) == [(str(there.root / PATH), "feature/keys")]


@pytest.mark.parametrize(
    "line", [b"/a\0b/.git", b"\xff/.git", b"/" + b"a" * 5000, b"\x1b[31m/.git", b".git"]
)
def test_a_planted_name_of_a_worktree_breaks_no_prompt(here, run_hook, line):
    here.write("runbook", "rotate-keys", TITLE)
    planted = here.root / ".git" / "worktrees" / "x"
    planted.mkdir(parents=True)
    (planted / "gitdir").write_bytes(line + b"\n")
    assert (
        TITLE
        in run_hook({"session_id": "s", "cwd": str(here.root), "prompt": PROMPT}).out
    )


def test_the_main_folder_is_known_among_many_worktrees(here, tmp_path, search):
    for number in range(10):
        here.git(
            "worktree",
            "add",
            "-q",
            "-b",
            "b%d" % number,
            str(tmp_path / ("w%d" % number)),
        )
    here.write("runbook", "rotate-keys", TITLE)
    assert [path for path, _ in search(Tree(tmp_path / "w0"))] == [
        str(here.root / PATH)
    ]


def test_a_link_among_the_records_is_not_followed(here, there, tmp_path, search):
    there.write("runbook", "rotate-keys", TITLE)
    outside = tmp_path / "outside.json"
    (there.root / PATH).rename(outside)
    (there.root / PATH).symlink_to(outside)
    assert search(here) == []


def test_a_repository_with_one_worktree_keeps_no_copies(here, start, search, home):
    here.write("runbook", "rotate-keys", TITLE)
    start(here)
    assert search(here) and not list((home / "xdg-cache").rglob("worktrees*"))


@pytest.mark.parametrize("kind", ["main", "bare"])
def test_what_waits_for_review_is_the_same_in_all_worktrees(
    here, there, bare, run_main, kind
):
    one, two = (here, there) if kind == "main" else bare
    alone = folder_path("inbox", str(two.root))  # as earlier versions kept it
    inbox.add_candidate(str(here.root.parent), "decision", [], {"title": "Elsewhere"})
    inbox.add_candidate(str(one.root), "decision", [], {"title": "From the first"})
    Path(alone).mkdir(parents=True)
    old = inbox.list_candidates(str(one.root))[0]
    old = {**old, "id": "decision-old", "record": {"title": "From before"}}
    (Path(alone) / "decision-old.json").write_text(json.dumps(old))

    def waiting(tree):
        said = run_main("inbox", "list", cwd=tree.root).out
        assert "Elsewhere" not in said
        return said.count("From the first"), said.count("From before")

    assert waiting(one) == (1, 0)
    assert waiting(two) == waiting(one) == (1, 1)
    run_main("inbox", "reject", "decision-old", cwd=one.root)
    assert waiting(two) == waiting(one) == (1, 0)
