"""Shared stores: another repository's memory by its address, as a clone in the user's cache."""

import os
import shutil
import time
from pathlib import Path

import pytest

import repositories

TITLE = "Gateways are deployed blue-green"
PROMPT = "why are gateways deployed blue-green?"
DOCUMENT = """# Gateways are deployed blue-green

Status: accepted

## Decision

Gateways are deployed blue-green, since a rolling restart drops the websockets of every customer.
"""


@pytest.fixture
def handbook(tmp_path):
    """A repository with one decision record, and what a stranger would put beside it."""
    repositories.git(tmp_path, "init", "-q", "handbook")
    root = tmp_path / "handbook"
    (root / "docs" / "adr").mkdir(parents=True)
    (root / "docs" / "adr" / "0001-blue-green.md").write_text(DOCUMENT)
    (root / "docs" / "adr" / "0002-passwords.md").symlink_to("/etc/passwd")
    (root / ".gitattributes").write_text("*.md filter=planted\n")
    commit(root)
    return root


def commit(root):
    repositories.git(root, "add", "-A")
    repositories.git(root, "commit", "-qm", "more")


def titles(run, *words):
    found = run("search", *words).json["results"]
    return {result["title"]: result.get("project") for result in found}


def clones():
    return Path(os.environ["XDG_CACHE_HOME"]) / "memory-retrieval" / "shares"


@pytest.fixture
def shared(run, handbook):
    done = run("share", "add", str(handbook))
    assert done.code == 0, done.err
    return handbook


def test_a_shared_store_is_found_by_search_and_hook_and_named(shared, run, ask):
    assert titles(run, "gateways deployed blue-green")[TITLE] == "shared:handbook"
    assert "0001-blue-green.md #scope:shared" in ask(PROMPT)


def test_it_answers_in_a_repository_without_a_store(shared, run, ask, project):
    shutil.rmtree(project.root / ".claude")
    assert TITLE in titles(run, "gateways deployed blue-green")
    assert "0001-blue-green.md" in ask(PROMPT)


def test_one_that_is_for_here_alone_is_not_searched_elsewhere(
    run, run_main, handbook, tmp_path
):
    assert run("share", "add", str(handbook), "--here").code == 0
    assert TITLE in titles(run, "gateways deployed blue-green")
    (tmp_path / "other" / ".git").mkdir(parents=True)
    elsewhere = run_main("search", "gateways blue-green", cwd=tmp_path / "other")
    assert TITLE not in elsewhere.out


def test_a_removed_one_leaves_nothing(shared, run):
    assert run("share", "remove", "handbook").code == 0
    assert TITLE not in titles(run, "gateways deployed blue-green")
    assert not list(clones().iterdir())


def test_what_cannot_be_fetched_any_more_stays_as_it_was(shared, run):
    shared.rename(shared.with_name("moved"))
    assert run("share", "refresh").code == 1
    assert TITLE in titles(run, "gateways deployed blue-green")


def test_a_session_start_fetches_what_is_older_than_an_hour(shared, run, start):
    text = DOCUMENT.replace("blue-green", "twice a week").replace("Gateways", "Ferries")
    (shared / "docs" / "adr" / "0003-ferries.md").write_text(text)
    commit(shared)
    start()
    assert "Ferries are deployed twice a week" not in titles(run, "ferries a week")
    os.utime(clones() / "handbook", (1, 1))
    start(session="s2")
    new = clones() / "handbook" / "docs" / "adr" / "0003-ferries.md"
    assert any(new.exists() or time.sleep(0.1) for _ in range(600))
    assert "Ferries are deployed twice a week" in titles(run, "ferries a week")


@pytest.mark.parametrize(
    "url",
    (
        "ext::sh -c 'touch ran'",
        "https://user:word@git.example/x.git",
        "--upload-pack=touch ran",
        "git://git.example/x.git",
        "http://git.example/x.git",
        "relative/path",
    ),
)
def test_an_address_of_another_form_is_refused_and_nothing_is_kept(url, run):
    assert run("share", "add", url).code
    assert run("share", "list").json == {"shares": []}
    assert not clones().exists()


def test_nothing_of_a_shared_store_is_run_and_no_link_leads_out_of_it(
    run, handbook, tmp_path
):
    ran = tmp_path / "ran"
    home = Path(os.environ["HOME"])
    (home / ".gitconfig").write_text(
        f'[filter "planted"]\n\tsmudge = touch {ran} && cat\n\trequired = true\n'
    )
    assert run("share", "add", str(handbook)).code == 0
    assert not ran.exists()
    files = list(clones().rglob("*.md"))
    assert len(files) == 2 and not any(path.is_symlink() for path in files)
    assert "root:" not in run("search", "root passwords").out


def test_a_repository_cannot_name_one(run, handbook, project, tmp_path):
    project.config({"shares": {"handbook": {"url": str(handbook)}}})
    assert run("share", "list").json == {"shares": []}
    assert TITLE not in titles(run, "gateways deployed blue-green")
