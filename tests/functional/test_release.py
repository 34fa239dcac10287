"""`make release` and `make address`, on a clone: what they refuse, what they write, and that nothing is published."""

import json
import shutil
import subprocess
import sys

import pytest

from conftest import REPOSITORY
from memory_retrieval import __version__

URL = "https://forge.example/team/memory-retrieval.git"
PARTS = (
    "plugin",
    "tools",
    "README.md",
    "docs/quick-start.md",
    "CHANGELOG.md",
    "pyproject.toml",
)


@pytest.fixture
def clone(tmp_path):
    for name in PARTS:
        source, target = REPOSITORY / name, tmp_path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(
                source,
                target,
                symlinks=True,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        else:
            shutil.copyfile(source, target)
    git(tmp_path, "init", "-q")
    commit(tmp_path)
    return tmp_path


def git(folder, *words):
    words = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org", *words]
    return subprocess.run(
        words, cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def commit(folder):
    git(folder, "add", "-A", "--force")
    git(folder, "commit", "-qm", "all")


def release(folder, *words):
    words = [sys.executable, "-B", folder / "tools" / "release.py", *words]
    done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def test_one_address_is_written_wherever_it_is_needed_and_is_checked(clone):
    assert release(clone, "check")[0] == 0
    assert release(clone, "address", "not an address")[0] == 1
    assert git(clone, "status", "--porcelain") == ""
    for url in (URL, URL.replace("team", "others")):
        assert release(clone, "address", url)[0] == 0 and release(clone, "check") == (
            0,
            "address: %s\n" % url,
        )
        readme = (clone / "README.md").read_text(encoding="utf-8")
        assert (
            "claude plugin install memory --marketplace %s\n" % url in readme
            and "@ git+%s'" % url in readme
            and "uvx --from git+%s memories try " % url in readme
        )
        assert "ADDRESS" not in readme and "Replace" not in readme
        assert (
            json.loads((clone / "plugin/.claude-plugin/plugin.json").read_text())[
                "repository"
            ]
            == url
        )
    (clone / "README.md").write_text(readme.replace(url, "elsewhere"), encoding="utf-8")
    code, said = release(clone, "check")
    assert code == 1 and said.startswith("README.md: ")


def test_a_release_is_refused_where_it_would_not_be_what_it_says(clone):
    (clone / "CHANGELOG.md").write_text(
        "# Changelog\n\n## [Unreleased]\n\n## [%s] - 2026-01-01\n" % __version__
    )
    for version, why in (
        ("", "not a version"),
        ("2", "not a version"),
        ("9.9.9", "has changes"),
    ):
        code, said = release(clone, "release", version)
        assert code == 1 and why in said
    commit(clone)
    git(clone, "tag", "v9.9.8")
    for version, why in (
        (__version__, "exists already"),
        ("9.9.8", "exists already"),
        ("9.9.9", "under Unreleased"),
    ):
        code, said = release(clone, "release", version)
        assert code == 1 and why in said
    assert git(clone, "status", "--porcelain") == ""
