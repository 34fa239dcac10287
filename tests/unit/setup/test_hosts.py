"""The plans: what is written for hosts that were tried, and that nothing is written for the others."""

import json
import shutil

import pytest

from memory_retrieval.core.errors import ConfigError
from memory_retrieval.hosts import names
from memory_retrieval.setup import apply

TRIED = ("claude", "codex", "gemini", "opencode", "qwen", "copilot")


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "APPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("host", names())
def test_a_plan_stays_below_the_home_folder_and_a_preview_writes_nothing(host, home):
    plan = apply.plan(host)
    paths = [part.path for part in (*plan.commands, *plan.files, *plan.settings, *plan.by_hand)]
    assert plan.host == host and paths and all(path.startswith(str(home)) for path in paths)
    apply.preview(plan), apply.preview(plan, undo=True)
    assert list(home.iterdir()) == [] and not apply.is_set_up(plan)


@pytest.mark.parametrize("host", [host for host in names() if host not in TRIED])
def test_a_host_nobody_tried_is_set_up_by_hand_alone(host):
    plan = apply.plan(host)
    assert plan.by_hand and not plan.commands and not plan.files and not plan.settings and "Not tested" in plan.notes[0]
    changes = apply.apply(plan, lambda words: pytest.fail(f"ran {words}"))
    assert not changes.commands and not changes.files and len(changes.snippets) == len(plan.by_hand)


@pytest.mark.parametrize("host", TRIED)
def test_a_host_that_was_tried_has_nothing_to_do_by_hand(host):
    assert apply.preview(apply.plan(host)).snippets == [] and not apply.plan(host).by_hand


def test_commands_run_before_the_files_are_edited_and_each_once(home):
    settings, ran = home / ".claude" / "settings.json", []

    def client(words):
        ran.append(words[:4])
        value = json.loads(settings.read_text()) if settings.exists() else {}
        key = "extraKnownMarketplaces" if "marketplace" in words else "enabledPlugins"
        value.setdefault(key, {})["memory-retrieval" if "marketplace" in words else "memory@memory-retrieval"] = (
            {} if "marketplace" in words else True
        )
        settings.parent.mkdir(exist_ok=True)
        settings.write_text(json.dumps(value, indent=2))

    changes = apply.apply(apply.plan("claude"), client)
    assert [words[:3] for words in ran] == [["claude", "plugin", "marketplace"], ["claude", "plugin", "install"]]
    assert len(changes.commands) == 2 and [file["path"] for file in changes.files] == [str(settings)]
    assert apply.is_set_up(apply.plan("claude"))
    assert apply.apply(apply.plan("claude"), client).commands == [] and len(ran) == 2


def test_a_failing_command_leaves_the_files_alone_and_what_was_before_can_be_restored(home):
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
    (home / ".codex").mkdir(), (home / ".config" / "Code").mkdir(parents=True), (home / "bin").mkdir()
    shutil.copy(shutil.which("true", path="/bin:/usr/bin"), home / "bin" / "gemini")
    assert apply.installed() == ["codex", "gemini", "vscode"]


def test_a_file_that_somebody_altered_stays_when_it_is_taken_back(home):
    apply.apply(apply.plan("gemini"), pytest.fail)
    extension = home / ".gemini" / "extensions" / "memory"
    (extension / "gemini-extension.json").write_text("mine")
    apply.take_back(apply.plan("gemini"), pytest.fail)
    assert [path.name for path in extension.rglob("*") if path.is_file()] == ["gemini-extension.json"]


def test_no_home_folder_is_an_error_with_the_next_step(monkeypatch):
    monkeypatch.delenv("HOME")
    monkeypatch.delenv("USERPROFILE", raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)
    with pytest.raises(ConfigError, match="HOME"):
        apply.plan("cursor")
