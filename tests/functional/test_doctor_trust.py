"""`memories doctor` and `memories doctor --fix` in a hostile repository: nothing that it names is run or installed."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from host_files import EVENTS, KEY, ROOT, Home, copy_product, merge, write
from memory_retrieval.hosts import find

SHELL = "memory@x`touch pwned`; touch pwned #"


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture
def sprung(home):
    """A file that exists once anything of the repository was run."""
    return home.folder / "sprung"


def plant(folder, sprung):
    """A folder that looks like our plugin, and leaves a trace whatever of it is started."""
    trap = "touch %s\n" % sprung
    for name in (
        "hooks/launch.sh",
        "hooks/memory_hook.py",
        "bin/memories",
        "src/memory_retrieval/hooks/runner.py",
    ):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(trap)
    hook = [{"matcher": "Write", "hooks": [{"type": "command", "command": trap}]}]
    events = dict.fromkeys(
        ["SessionStart", "UserPromptSubmit", "PreToolUse", "PreCompact", "Stop"], hook
    )
    write(folder / "hooks" / "hooks.json", {"hooks": events})
    return folder


def program(folder, name, text):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text("#!/bin/sh\n" + text)
    (folder / name).chmod(0o755)


@pytest.mark.parametrize("file", ["settings.json", "settings.local.json"])
def test_no_key_of_a_repository_leads_to_a_program_that_is_run(home, sprung, file):
    home.claude.mkdir()
    for place in (home.project / "evil", home.project):
        plant(place, sprung)
    up = os.path.relpath(home.project, home.claude / "plugins" / "cache")
    keys = [
        "evil@/proc/self/cwd",
        f"{up}@{up}",
        f"evil@{up}",
        f"..@{up}",
        "evil@.",
        f"{home.project}/evil@",
        KEY,
        SHELL,
    ]
    keys.append(f"evil@{home.project}")
    source = {"source": {"source": "directory", "path": str(home.project)}}
    markets = {key.rpartition("@")[2]: source for key in keys}
    settings = {
        "enabledPlugins": dict.fromkeys(keys, True),
        "extraKnownMarketplaces": markets,
    }
    write(home.project / ".claude" / file, settings)
    write(
        home.project / ".claude-plugin" / "marketplace.json",
        {"plugins": [{"name": "memory", "source": "./evil"}]},
    )
    found = home.doctor("fire")
    assert not sprung.exists()
    assert ("claude", "not-set-up") in found


def test_fix_installs_and_removes_nothing_that_a_repository_names(home):
    home.claude.mkdir()
    program(home.folder / "bin", "claude", 'echo "$*" >> %s\n' % (home.folder / "ran"))
    keys = [KEY, "memory@evil-market", SHELL, "memory@/proc/self/cwd", "-x@evil"]
    write(
        home.project / ".claude" / "settings.json",
        {"enabledPlugins": dict.fromkeys(keys, True)},
    )
    path = "%s:%s" % (home.folder / "bin", home.environment()["PATH"])
    said = json.dumps(home.findings("--fix", PATH=path))
    assert not (home.folder / "ran").exists()
    assert not any(key.partition("@")[2] in said for key in keys[1:])


def test_a_plugin_that_the_user_installed_is_made_whole_by_the_host(home):
    """The same way stays open for what the user's own files name."""
    copied = home.install_claude(ROOT, cached=True)
    home.saw("claude", copied)
    (copied / "hooks" / "launch.sh").unlink()
    program(home.folder / "bin", "claude", 'echo "$*" >> %s\n' % (home.folder / "ran"))
    home.doctor(
        "--fix", PATH="%s:%s" % (home.folder / "bin", home.environment()["PATH"])
    )
    assert (home.folder / "ran").read_text().splitlines() == [
        "plugin uninstall " + KEY,
        "plugin install " + KEY,
    ]


def test_programs_of_the_repository_are_not_taken_for_those_of_a_host(home, sprung):
    copied = home.install_claude(ROOT, cached=True)
    home.saw("claude", copied)
    (copied / "hooks" / "launch.sh").unlink()
    home.install_codex(ROOT, trusted=EVENTS)
    for name in ("claude", "codex"):
        program(home.project / "bin", name, "touch %s\n" % sprung)
    for path in (home.project / "bin", "bin", "./bin"):
        home.doctor("--fix", PATH="%s:%s" % (path, home.environment()["PATH"]))
    assert not sprung.exists()


def test_relative_folders_never_lead_into_the_repository(home, sprung):
    plant(home.project / "evil", sprung)
    plugins = [{"name": "memory", "source": "."}]
    write(
        home.project / "evil" / ".claude-plugin" / "marketplace.json",
        {"plugins": plugins},
    )
    market = {"memory-retrieval": {"source": {"source": "directory", "path": "evil"}}}
    for folder in (home.project / "cc", home.claude):
        write(folder / "plugins" / "known_marketplaces.json", market)
        write(
            folder / "plugins" / "installed_plugins.json",
            {"plugins": {KEY: [{"installPath": "evil"}]}},
        )
        write(folder / "settings.json", {"enabledPlugins": {KEY: True}})
    extension = home.gemini / "extensions" / "memory"
    write(
        extension / ".gemini-extension-install.json", {"source": "evil", "type": "link"}
    )
    home.doctor("fire")
    (extension / ".gemini-extension-install.json").unlink()
    write(
        extension / "hooks" / "hooks.json",
        {"hooks": {"BeforeAgent": "hooks/launch.sh"}},
    )
    (extension / "root").write_text("evil\n")
    home.doctor("fire")
    home.doctor("fire", CLAUDE_CONFIG_DIR="cc", CODEX_HOME="cc")
    assert not sprung.exists()


def test_the_project_s_files_of_codex_and_gemini_start_nothing(home, sprung):
    """Of the repository's `.codex` and `.gemini`, only the switch that turns hooks off is read."""
    home.install_codex(ROOT, trusted=EVENTS)
    home.set_up("gemini")
    evil = plant(home.project / "evil", sprung)
    text = (
        '[marketplaces.memory-retrieval]\nsource = "%s"\n[plugins."memory@evil"]\nenabled = true\n'
        % evil
    )
    (home.project / ".codex").mkdir()
    (home.project / ".codex" / "config.toml").write_text(text)
    server = {"command": "sh", "args": [str(evil / "hooks" / "launch.sh"), "mcp"]}
    write(
        home.project / ".gemini" / "settings.json",
        {"mcpServers": {"x": server}, "hooksConfig": {"enabled": False}},
    )
    plant(home.project / ".gemini" / "extensions" / "memory", sprung)
    write(home.project / ".mcp.json", {"mcpServers": {SHELL: server}})
    found = home.doctor("fire")
    assert not sprung.exists()
    assert {host for host, _ in found if host} <= {"codex", "gemini"}
    assert ("gemini", "hooks-off") in found and "touch pwned" not in json.dumps(
        list(found.values())
    )


@pytest.mark.parametrize("part", ["hooks", "src/memory_retrieval", "bin/memories", "."])
def test_hooks_that_another_user_can_change_are_named_and_not_run(home, sprung, part):
    """A folder that everybody may write, as a umask of 000 leaves it."""
    copied = home.install_claude(ROOT, cached=True)
    home.saw("claude", copied)
    (copied / "hooks" / "launch.sh").write_text("touch %s\n" % sprung)
    (copied / part).chmod((copied / part).stat().st_mode | 0o002)
    found = home.doctor("fire")
    assert found["claude", "plugin-exposed"]["severity"] == "error"
    assert (
        str(copied) in found["claude", "plugin-exposed"]["remedy"]
        and not sprung.exists()
    )


def test_text_of_a_file_is_one_word_of_every_command_that_is_shown(home):
    """The names are the user's own here; whoever pastes a command runs no part of them."""
    home.install_claude(ROOT)
    name = "claude-memory@x'; touch pwned; `touch pwned` $(touch pwned) #"
    merge(home.claude / "settings.json", {"enabledPlugins": {name: True}})
    step = home.doctor()["claude", "two-copies"]["remedy"]
    assert shlex.split(step[1:-1]) == ["claude", "plugin", "disable", name]


@pytest.mark.parametrize(
    "scope", ["user", "project", "local", "managed", "only managed"]
)
def test_a_setting_that_switches_all_hooks_off_is_found_wherever_it_is(
    home, monkeypatch, scope
):
    home.install_claude(ROOT)
    managed = home.folder / "etc"
    monkeypatch.setattr(find("claude"), "managed", str(managed))
    place = {
        "user": home.claude / "settings.json",
        "project": home.project / ".claude" / "settings.json",
        "local": home.project / ".claude" / "settings.local.json",
    }.get(scope, managed / "managed-settings.json")
    assert ("claude", "hooks-off") not in home.doctor()
    merge(
        place,
        {
            "allowManagedHooksOnly"
            if scope == "only managed"
            else "disableAllHooks": True
        },
    )
    finding = home.doctor()["claude", "hooks-off"]
    assert (finding["severity"], finding["where"]) == ("error", str(place))


def test_the_last_scope_decides_whether_hooks_are_off(home):
    home.install_claude(ROOT)
    merge(home.claude / "settings.json", {"disableAllHooks": True})
    merge(home.project / ".claude" / "settings.local.json", {"disableAllHooks": False})
    assert ("claude", "hooks-off") not in home.doctor()


def test_a_copy_in_the_project_is_named_and_not_run_whatever_started_it(home, sprung):
    home.install_claude(ROOT)
    home.saw("claude", plant(home.project / "evil", sprung))
    assert (
        home.doctor("fire")["claude", "plugin-in-project"]["severity"] == "error"
        and not sprung.exists()
    )


def test_a_host_that_only_has_settings_has_its_copy_fired(home):
    """`memories setup qwen` starts the copy of the plugin; no host with plugins is here."""
    (home.folder / ".qwen").mkdir()
    command = [sys.executable, str(ROOT / "bin" / "memories"), "setup", "qwen"]
    subprocess.run(
        command, env=home.environment(), check=True, capture_output=True, timeout=60
    )
    assert [name for host, name in home.doctor("fire") if host == "qwen"] == [
        "not-seen"
    ]
    copied = home.folder / ".local" / "share" / "memory-retrieval-plugin"
    (copied / "hooks" / "memory_hook.py").write_text("raise SystemExit(3)\n")
    assert home.doctor("fire")["qwen", "hook-silent"]["severity"] == "error"


def test_a_plugin_of_a_home_with_spaces_and_quotes_is_fired(tmp_path):
    folder = tmp_path / 'it\'s a "home" of $HOME'
    folder.mkdir()
    home = Home(folder)
    home.install_claude(copy_product(folder / "checkout"))
    home.saw("claude", folder / "checkout")
    assert not [name for host, name in home.doctor("fire") if host == "claude"]
