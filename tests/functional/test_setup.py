"""`memories setup` as a process, with the hosts' commands played by small scripts.

Shown, done once, taken back whole.
"""

import json
import os
import subprocess
import sys

import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
OFF = {"autoMemoryEnabled": False}
SHARED = '{\n    "model": "opus"\n}\n'
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
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    (tmp_path / "bin" / "claude").write_text(CLAUDE, encoding="utf-8")
    (tmp_path / "bin" / "claude").chmod(0o755)
    (tmp_path / "home" / ".claude" / "settings.json").write_text(
        SETTINGS, encoding="utf-8"
    )
    (tmp_path / "home" / ".cursor" / "mcp.json").write_text(JSONC, encoding="utf-8")
    return tmp_path / "home"


@pytest.fixture
def project(tmp_path, home):
    """A repository with committed settings of Claude Code, beside the home folder."""
    for folder in (".git", ".claude"):
        (tmp_path / "shop" / folder).mkdir(parents=True)
    (tmp_path / "shop" / ".claude" / "settings.json").write_text(
        SHARED, encoding="utf-8"
    )
    return tmp_path / "shop"


def setup(home, *words, code=0, form="json", cwd=""):
    env = {
        "HOME": str(home),
        "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        "PATH": os.pathsep.join(
            [
                str(home.parent / "bin"),
                os.path.dirname(sys.executable),
                "/usr/bin",
                "/bin",
            ]
        ),
    }
    command = [
        sys.executable,
        os.path.join(ROOT, "bin", "memories"),
        "setup",
        *words,
        "--format",
        form,
    ]
    options = {"cwd": str(cwd or home), "check": False, "timeout": 60}
    done = subprocess.run(command, env=env, capture_output=True, text=True, **options)
    assert done.returncode == code, done.stderr
    return (
        json.loads(done.stdout)
        if done.stdout and form == "json"
        else done.stdout or done.stderr
    )


def tree(folder):
    return {
        str(p.relative_to(folder)): p.read_bytes()
        for p in folder.rglob("*")
        if p.is_file() and not {".local", ".cache", "xdg-cache"} & set(p.parts)
    }


def switched_off(*folders):
    """Those whose settings switch Claude Code's own memory off."""
    values = [
        (folder, (folder / ".claude" / "settings.json").read_text(encoding="utf-8"))
        for folder in folders
    ]
    return [
        folder for folder, text in values if OFF.items() <= json.loads(text).items()
    ]


@pytest.mark.parametrize("host", ["claude", "gemini", "opencode", "qwen", "copilot"])
def test_a_set_up_is_done_once_and_taken_back_byte_for_byte(home, host):
    before, folders = tree(home), sorted(p for p in home.rglob("*") if p.is_dir())
    assert setup(home, host)["changed"] and tree(home) != before
    once = tree(home)
    assert not setup(home, host)["changed"] and tree(home) == once
    assert setup(home, host, "--undo")["changed"] and tree(home) == before
    assert [
        p
        for p in home.rglob("*")
        if p.is_dir() and ".local" not in p.parts and ".cache" not in p.parts
    ] and all(p.is_dir() for p in folders)
    assert not setup(home, host, "--undo")["changed"]


def by_hand(home, snippet):
    """What a person does with a snippet: adds its members to the file."""
    path = home / snippet["path"]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("// by hand\n" + snippet["snippet"] + "\n", encoding="utf-8")


@pytest.mark.parametrize("host", ["cursor", "vscode"])
def test_for_a_host_nobody_tried_the_settings_are_shown_and_no_file_is_written(
    home, host
):
    before = tree(home)
    value = setup(home, host)
    assert (
        tree(home) == before
        and not value["changed"]
        and not value["files"]
        and value["snippets"]
    )
    for snippet in value["snippets"]:
        assert "launch.sh" in snippet["snippet"]
        assert snippet["path"].startswith(str(home))
        by_hand(home, snippet)
    assert setup(home, host)["snippets"] == []  # it sees that the person has added them
    assert setup(home, host, "--undo")["snippets"] == value["snippets"]


def test_the_hook_for_vs_code_gives_the_brief_in_the_shape_that_it_documents(
    home, make_project
):
    project = make_project("planner").fill()
    [hooks] = [
        json.loads(s["snippet"])["hooks"]
        for s in setup(home, "vscode")["snippets"]
        if "hooks" in s["path"]
    ]
    [command] = [hook["bash"] for hook in hooks["sessionStart"]]
    said = {
        "hookEventName": "SessionStart",
        "sessionId": "s",
        "source": "new",
        "cwd": str(project.root),
    }
    options = {
        "env": {"HOME": str(home), "PATH": os.environ["PATH"]},
        "capture_output": True,
        "check": True,
    }
    ran = subprocess.run(
        command, shell=True, input=json.dumps(said).encode(), **options
    )
    answer = json.loads(ran.stdout)["hookSpecificOutput"]
    assert (
        answer["hookEventName"] == "SessionStart"
        and "<memory-brief" in answer["additionalContext"]
    )


def test_the_text_form_says_where_a_snippet_goes(home):
    out = setup(home, "cursor", form="text")
    assert (
        "add this to %s by hand" % (home / ".cursor" / "mcp.json") in out
        and '"mcpServers"' in out
    )
    assert "nothing to do" not in out and "done;" not in out


def test_what_was_changed_since_stays_when_it_is_taken_back(home):
    setup(home, "claude")
    path = home / ".claude" / "settings.json"
    path.write_text(
        path.read_text(encoding="utf-8").replace('"opus"', '"sonnet"'), encoding="utf-8"
    )
    setup(home, "claude", "--undo")
    text = path.read_text(encoding="utf-8")
    assert "sonnet" in text and "mcp__" not in text and "Bash(ls:*)" in text


@pytest.mark.parametrize("text", ['{"a": 1,, }', "{", '{"permissions": []}', "\x00"])
def test_a_file_that_cannot_be_edited_is_untouched_and_named(home, text):
    path = home / ".claude" / "settings.json"
    path.write_text(text, encoding="utf-8")
    assert str(path) in setup(home, "claude", code=1)
    assert path.read_text(encoding="utf-8") == text


def test_a_missing_client_is_said_with_what_to_do(home):
    (home.parent / "bin" / "claude").unlink()
    before = tree(home)
    assert "claude: not found on the PATH" in setup(home, "claude", code=1)
    assert tree(home) == before


def test_set_ups_that_failed_leave_nothing_when_they_are_undone(home):
    for host in ("claude", "codex"):
        (home.parent / "bin" / host).write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
        (home.parent / "bin" / host).chmod(0o755)
        setup(home, host, code=1)
    assert (
        home / ".local" / "share" / "memory-retrieval-plugin"
    ).is_dir()  # for those who add it by hand
    for host in ("claude", "codex"):
        setup(home, host, "--undo")
    assert not (home / ".local" / "share" / "memory-retrieval-plugin").exists()


def test_a_link_to_the_settings_stays_a_link(home):
    (home / "dotfiles").mkdir()
    (home / ".claude" / "settings.json").rename(home / "dotfiles" / "settings.json")
    (home / ".claude" / "settings.json").symlink_to(home / "dotfiles" / "settings.json")
    setup(home, "claude")
    assert (home / ".claude" / "settings.json").is_symlink()
    assert "mcp__plugin" in (home / "dotfiles" / "settings.json").read_text(
        encoding="utf-8"
    )


def test_claude_s_own_memory_is_named_and_left_alone_unless_asked(home, project):
    out = setup(home, "claude", form="text", cwd=project)
    assert "memories import claude-memory" in out and "--auto-memory off" in out
    assert not switched_off(home, project)


@pytest.mark.parametrize("choice", ["off", "off-project"])
def test_claude_s_own_memory_is_switched_off_where_asked_and_all_of_it_is_taken_back(
    home, project, choice
):
    before = tree(home), tree(project)
    planned = setup(home, "claude", "--auto-memory", choice, "--dry-run", cwd=project)
    assert (
        "autoMemoryEnabled" in json.dumps(planned)
        and (tree(home), tree(project)) == before
    )
    done = setup(home, "claude", "--auto-memory", choice, cwd=project)
    assert switched_off(home, project) == [home if choice == "off" else project]
    assert ("commit" in json.dumps(done["notes"])) == (choice == "off-project")
    assert not setup(home, "claude", "--auto-memory", choice, cwd=project)["changed"]
    later = setup(home, "claude")
    assert not later["changed"] and switched_off(home, project)
    assert ("auto memory" in json.dumps(later["notes"])) == (
        choice == "off-project"
    )  # it is on elsewhere
    setup(home, "claude", "--undo")  # from another folder
    assert (tree(home), tree(project)) == before


def test_an_undo_switches_it_on_again_in_files_that_were_changed_since(home, project):
    for choice in ("off", "off-project"):
        setup(home, "claude", "--auto-memory", choice, cwd=project)
    for path in (
        home / ".claude" / "settings.json",
        project / ".claude" / "settings.json",
    ):
        path.write_text(
            path.read_text(encoding="utf-8").replace('"opus"', '"sonnet"'),
            encoding="utf-8",
        )
    setup(home, "claude", "--undo", cwd=project)
    assert not switched_off(home, project)
    assert "sonnet" in (project / ".claude" / "settings.json").read_text(
        encoding="utf-8"
    )


def test_an_undo_leaves_it_off_where_the_user_had_switched_it_off(home):
    path = home / ".claude" / "settings.json"
    path.write_text(json.dumps({"model": "opus", **OFF}, indent=2), encoding="utf-8")
    setup(home, "claude", "--auto-memory", "off")
    path.write_text(
        path.read_text(encoding="utf-8").replace('"opus"', '"sonnet"'), encoding="utf-8"
    )
    setup(home, "claude", "--undo")
    assert switched_off(home)


def test_a_project_s_settings_are_changed_in_a_project_and_through_no_link(
    home, project
):
    assert "no project here" in setup(
        home, "claude", "--auto-memory", "off-project", code=1
    )
    shared = project / ".claude" / "settings.json"
    shared.unlink()
    shared.symlink_to(home / ".cursor" / "mcp.json")
    before = tree(home)
    assert "leads through a link" in setup(
        home, "claude", "--auto-memory", "off-project", code=1, cwd=project
    )
    assert tree(home) == before


def test_only_the_memory_of_claude_can_be_switched_off_by_setup(home):
    before = tree(home)
    assert "gemini: setup cannot change" in setup(
        home, "gemini", "--auto-memory", "off", code=1
    )
    assert tree(home) == before
