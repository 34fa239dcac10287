"""`memories try`: what an agent would be told, with nothing set up and nothing left behind."""

import ast
import os
import shutil
import subprocess
import sys

import pytest

import repositories
from conftest import PLUGIN

SAID = (
    "Queued jobs are kept in a SQLite table",
    "Invoices are rendered by Typst",
    "The search runs on Meilisearch",
    "Uploads go to a bucket in Frankfurt",
)


@pytest.fixture
def tried(tmp_path, monkeypatch):
    """tried(): what the command says in a repository with decision records."""
    root = tmp_path / "shop"
    (root / "docs" / "adr").mkdir(parents=True)
    for number, says in enumerate(SAID):
        (root / "docs" / "adr" / f"000{number}-x.md").write_text(
            f"# {says}\n\nStatus: accepted\n\n## Decision\n\n{says}, since nothing is lost.\n"
        )
    repositories.git(root, "init", "-q")
    repositories.git(root, "add", ".")
    repositories.git(root, "commit", "-qm", "Keep queued jobs in a SQLite table")
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    (tmp_path / "tmp").mkdir()
    return root


def test_it_shows_the_repository_a_memory_silence_and_a_refused_call(
    tried, run_memories
):
    before = sorted(tried.rglob("*"))
    done = run_memories("try", "--format", "json", cwd=tried)
    found = done.json
    assert found["repository"]["documents"] == {"decision": len(SAID)}
    assert found["repository"]["example"]["path"] == "docs/adr/0000-x.md"
    (_, brought), (_, silent), (call, refused), _ = found["example"]
    assert "weather" in brought and silent == ""
    assert call.startswith("git push --force") and "Not run" in refused
    assert sorted(tried.rglob("*")) == before
    assert not os.listdir(os.environ["TMPDIR"])


def test_outside_a_repository_it_says_so_and_shows_the_example(run_memories, tmp_path):
    done = run_memories("try", cwd=tmp_path)
    assert done.code == 0 and "You are in no repository" in done.out
    assert "(nothing)" in done.out


def test_an_installed_package_which_has_no_folder_of_the_plugin_shows_the_same(
    tried, tmp_path
):
    package = tmp_path / "site" / "memory_retrieval"
    shutil.copytree(PLUGIN / "src" / "memory_retrieval", package)
    said = "from memory_retrieval.library.trial import try_out\nprint(try_out('.')['example'])"
    env = {**os.environ, "PYTHONPATH": str(package.parent)}
    words = [sys.executable, "-c", said]
    out = subprocess.check_output(words, cwd=tried, env=env, text=True)
    brought, _, refused, marked = [told for _, told in ast.literal_eval(out)]
    assert "weather" in brought
    assert "Not run" in refused
    assert "#now" in marked
