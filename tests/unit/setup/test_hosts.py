"""The plans: what is written for hosts that were tried, and that nothing is written for the others."""

import shutil

import pytest

from memory_retrieval.core.errors import ConfigError
from memory_retrieval.hosts import names
from memory_retrieval.setup import apply

TRIED = ("claude", "codex", "gemini", "opencode", "qwen", "copilot")


@pytest.fixture(autouse=True)
def home(home, monkeypatch):
    """A home in which nothing but HOME says where folders are."""
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name)
    return home


@pytest.mark.parametrize("host", names())
def test_a_plan_stays_below_the_home_folder_and_a_preview_writes_nothing(host, home):
    plan = apply.plan(host)
    paths = [
        part.path
        for part in (*plan.commands, *plan.files, *plan.settings, *plan.by_hand)
    ]
    assert (
        plan.host == host
        and paths
        and all(path.startswith(str(home)) for path in paths)
    )
    apply.preview(plan), apply.preview(plan, undo=True)
    assert [path.name for path in home.iterdir()] == [
        "xdg-cache"
    ] and not apply.is_set_up(plan)


@pytest.mark.parametrize("host", TRIED)
def test_a_host_that_was_tried_has_nothing_to_do_by_hand(host):
    assert (
        apply.preview(apply.plan(host)).snippets == [] and not apply.plan(host).by_hand
    )


def test_a_failing_command_leaves_the_files_alone_and_what_was_before_can_be_restored(
    home,
):
    def failing(words):
        raise ConfigError("no network")

    with pytest.raises(ConfigError, match="no network"):
        apply.apply(apply.plan("claude"), failing)
    assert not (home / ".claude").exists()
    apply.take_back(apply.plan("claude"), failing)
    assert not (home / ".claude").exists()


def test_a_host_is_found_by_its_command_or_its_folder(home, monkeypatch):
    monkeypatch.setenv("PATH", str(home / "bin"))
    assert apply.installed() == []
    (
        (home / ".codex").mkdir(),
        (home / ".config" / "Code").mkdir(parents=True),
        (home / "bin").mkdir(),
    )
    shutil.copy(shutil.which("true", path="/bin:/usr/bin"), home / "bin" / "gemini")
    assert apply.installed() == ["codex", "gemini", "vscode"]


def test_a_file_that_somebody_altered_stays_when_it_is_taken_back(home):
    apply.apply(apply.plan("gemini"), pytest.fail)
    extension = home / ".gemini" / "extensions" / "memory"
    (extension / "gemini-extension.json").write_text("mine")
    apply.take_back(apply.plan("gemini"), pytest.fail)
    assert [path.name for path in extension.rglob("*") if path.is_file()] == [
        "gemini-extension.json"
    ]


def test_no_home_folder_is_an_error_with_the_next_step(monkeypatch):
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("USERPROFILE", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(ConfigError, match="HOME"):
        apply.plan("cursor")
