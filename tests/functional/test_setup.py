"""`memories setup` as a process, with the hosts' commands played by small scripts: shown, done once, taken back whole."""

import json
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SETTINGS = '{"model": "opus",\n    "permissions": { "allow": ["Bash(ls:*)"] }\n}'
JSONC = '{\n\t// mine\n\t"mcpServers": {"other": {"command": "x"}}, /* y */\n}\n'
CLAUDE = """#!/usr/bin/env python3
import json, os, sys
path = os.path.expanduser("~/.claude/settings.json")
value = json.load(open(path))
words = sys.argv[1:]
if words[:3] == ["plugin", "marketplace", "add"]:
    value.setdefault("extraKnownMarketplaces", {})["memory-retrieval"] = {"source": words[3]}
elif words[:3] == ["plugin", "marketplace", "remove"]:
    value["extraKnownMarketplaces"].pop(words[3]) and value.pop("extraKnownMarketplaces")
elif words[:2] == ["plugin", "install"]:
    value.setdefault("enabledPlugins", {})[words[2]] = True
elif words[:2] == ["plugin", "uninstall"]:
    value["enabledPlugins"].pop(words[2]) and value.pop("enabledPlugins")
json.dump(value, open(path, "w"), indent=2)
"""


@pytest.fixture
def home(tmp_path):
    for folder in ("home/.claude", "home/.cursor", "bin"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "bin" / "claude").write_text(CLAUDE, encoding="utf-8")
    (tmp_path / "bin" / "claude").chmod(0o755)
    (tmp_path / "home" / ".claude" / "settings.json").write_text(SETTINGS, encoding="utf-8")
    (tmp_path / "home" / ".cursor" / "mcp.json").write_text(JSONC, encoding="utf-8")
    return tmp_path / "home"


def setup(home, *words, code=0):
    env = {
        "HOME": str(home),
        "PATH": os.pathsep.join([str(home.parent / "bin"), os.path.dirname(sys.executable), "/usr/bin", "/bin"]),
    }
    command = [sys.executable, os.path.join(ROOT, "bin", "memories"), "setup", *words, "--format", "json"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd=str(home), check=False, timeout=60)
    assert done.returncode == code, done.stderr
    return json.loads(done.stdout) if done.stdout else done.stderr


def tree(folder):
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in folder.rglob("*")
        if p.is_file() and ".local" not in p.parts and ".cache" not in p.parts
    }


@pytest.mark.parametrize("host", ["claude", "gemini", "cursor", "vscode", "opencode"])
def test_a_set_up_is_done_once_and_taken_back_byte_for_byte(home, host):
    before, folders = tree(home), sorted(p for p in home.rglob("*") if p.is_dir())
    assert setup(home, host, "--dry-run")["changed"] and tree(home) == before
    assert setup(home, host)["changed"] and tree(home) != before
    once = tree(home)
    assert not setup(home, host)["changed"] and tree(home) == once
    assert setup(home, host, "--undo")["changed"] and tree(home) == before
    assert [p for p in home.rglob("*") if p.is_dir() and ".local" not in p.parts and ".cache" not in p.parts] and all(
        p.is_dir() for p in folders
    )
    assert not setup(home, host, "--undo")["changed"]


def test_comments_and_other_settings_stay(home):
    setup(home, "cursor")
    text = (home / ".cursor" / "mcp.json").read_text(encoding="utf-8")
    assert "// mine" in text and '"other": {"command": "x"}' in text and "/* y */" in text and '"memories"' in text


def test_what_was_changed_since_stays_when_it_is_taken_back(home):
    setup(home, "cursor")
    path = home / ".cursor" / "mcp.json"
    path.write_text(path.read_text(encoding="utf-8").replace("// mine", "// mine and newer"), encoding="utf-8")
    setup(home, "cursor", "--undo")
    text = path.read_text(encoding="utf-8")
    assert "mine and newer" in text and "memories" not in text and '"other"' in text


@pytest.mark.parametrize("text", ['{"a": 1,, }', "{", '{"mcpServers": []}', "\x00"])
def test_a_file_that_cannot_be_edited_is_untouched_and_named(home, text):
    path = home / ".cursor" / "mcp.json"
    path.write_text(text, encoding="utf-8")
    assert str(path) in setup(home, "cursor", code=1)
    assert path.read_text(encoding="utf-8") == text and not (home / ".cursor" / "hooks.json").exists()


def test_a_missing_client_is_said_with_what_to_do(home):
    (home.parent / "bin" / "claude").unlink()
    before = tree(home)
    assert "claude: not found on the PATH" in setup(home, "claude", code=1)
    assert tree(home) == before


def test_a_link_to_the_settings_stays_a_link(home):
    (home / "dotfiles").mkdir()
    (home / ".cursor" / "mcp.json").rename(home / "dotfiles" / "mcp.json")
    (home / ".cursor" / "mcp.json").symlink_to(home / "dotfiles" / "mcp.json")
    setup(home, "cursor")
    assert (home / ".cursor" / "mcp.json").is_symlink() and "memories" in (home / "dotfiles" / "mcp.json").read_text(
        encoding="utf-8"
    )
