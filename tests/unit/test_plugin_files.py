"""The plugin's own files: what the clients' validators do not look at."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from memory_retrieval.hooks.permit_save import READERS, WRITERS, tools_of
from memory_retrieval.hosts import find
from memory_retrieval.mcp.arguments import TOOLS

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = ROOT / "plugin"
SKILL_KEYS = {
    "name",
    "description",
}  # `allowed-tools` would cost a permission when the model loads it
AGENT_KEYS = {"name", "description", "tools", "model"}
SKILLS = sorted(PLUGIN.glob("skills/*/SKILL.md"))


def front_matter(path):
    text = path.read_text(encoding="utf-8")
    assert text.startswith("---\n"), path
    head, _, body = text[4:].partition("\n---\n")
    fields = dict(line.split(": ", 1) for line in head.split("\n"))
    return fields, body


def load(name):
    return json.loads((PLUGIN / name).read_text(encoding="utf-8"))


def commands(value):
    if isinstance(value, dict):
        if value.get("type") == "command":
            yield value
        for item in value.values():
            yield from commands(item)
    elif isinstance(value, list):
        for item in value:
            yield from commands(item)


@pytest.mark.parametrize("path", SKILLS, ids=lambda p: p.parent.name)
def test_a_skill_is_named_as_its_folder_and_says_when_in_users_words(path):
    fields, body = front_matter(path)
    assert set(fields) <= SKILL_KEYS and fields["name"] == path.parent.name
    assert (
        80 < len(fields["description"]) <= 1024
        and fields["description"].count('"') >= 8
        and "Use it when" in fields["description"]
    )
    assert (
        not re.search(r": |#", fields["description"]) and "$ARGUMENTS" in body
    )  # plain YAML, no quoting needed


def test_the_three_skills_and_the_agent_are_there():
    assert [p.parent.name for p in SKILLS] == ["review", "save", "search"]
    fields, body = front_matter(PLUGIN / "agents" / "memory-knowledge-keeper.md")
    assert set(fields) == AGENT_KEYS and fields["name"] == "memory-knowledge-keeper"
    for word in (
        "--category",
        "--severity",
        "--recent",
        "--top",
        "DON'T",
        "confidence",
        "learned",
    ):
        assert word in body


def test_names_and_versions_agree():
    from memory_retrieval import __version__

    manifests = [
        load(".claude-plugin/plugin.json"),
        load(".codex-plugin/plugin.json"),
        load("integrations/agent-plugin/plugin.json"),
        load("integrations/gemini/gemini-extension.json"),
    ]
    assert {m["name"] for m in manifests} == {"memory"} and {
        m["version"] for m in manifests
    } == {__version__}


def test_the_marketplace_of_a_clone_is_that_of_the_plugin_s_folder_one_level_up():
    own, outer = (
        load(place + ".claude-plugin/marketplace.json") for place in ("", "../")
    )
    assert (own["plugins"][0].pop("source"), outer["plugins"][0].pop("source")) == (
        "./",
        "./plugin",
    )
    assert own == outer and own["plugins"][0]["name"] == "memory"


def test_a_client_of_agent_plugins_finds_a_manifest_of_known_keys_and_a_server_that_starts(
    tmp_path,
):
    """Agent Plugins 1.0.0: another key or a `command` that is not one word makes a part invalid.

    Where this manifest lies beside the plugin's own, Codex and Copilot CLI take it and run no hooks.
    """
    assert not (PLUGIN / "plugin.json").exists()
    known = {
        "$schema",
        "name",
        "version",
        "description",
        "author",
        "homepage",
        "repository",
        "license",
        "keywords",
    }
    servers = load("integrations/agent-plugin/mcp.json")
    [server] = servers["mcpServers"].values()
    assert set(load("integrations/agent-plugin/plugin.json")) <= known and set(
        servers
    ) == {"$schema", "mcpServers"}
    assert set(server) == {"type", "command", "args"} and server["type"] == "stdio"
    options = {"capture_output": True, "text": True, "cwd": tmp_path}
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) + "\n"
    ran = subprocess.run(
        [PLUGIN / "bin" / server["command"], *server["args"]], input=asked, **options
    )
    assert {tool["name"] for tool in json.loads(ran.stdout)["result"]["tools"]} == set(
        TOOLS
    )


def test_the_newest_version_of_the_changelog_is_that_of_the_package():
    from memory_retrieval import __version__

    headings = re.findall(
        r"(?m)^## \[(.+?)\](?: - \d{4}-\d\d-\d\d)?$",
        (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"),
    )
    assert headings[:2] == ["Unreleased", __version__]


@pytest.mark.parametrize(
    "name, limit",
    [
        ("hooks/hooks.json", 10),
        ("hooks/codex.json", 10),
        ("integrations/gemini/hooks/hooks.json", 10_000),
    ],
)
def test_every_hook_starts_the_launcher_quoted_and_within_its_time(name, limit):
    found = list(commands(load(name)))
    assert found
    for hook in found:
        assert re.fullmatch(
            r'sh "\$\{\w+\}/(hooks/)?launch\.sh" [a-z-]+( --host \w+)?( --if-(guarded|watched|failed))? ; exit 0',
            hook["command"],
        ), hook
        assert 0 < hook["timeout"] <= limit
        # Codex ignores `args` and gives the payload on standard input: `sh` alone would run a prompt as a script.
        assert "args" not in hook


@pytest.mark.parametrize(
    "shell",
    [name for name in ("sh", "dash", "bash", "zsh", "fish") if shutil.which(name)],
)
def test_a_hook_of_a_plugin_that_is_gone_ends_with_0(shell, tmp_path):
    """A host may remove the old version while a session runs, and `dash` ends with 2 where it finds no script."""
    for name in (
        "hooks/hooks.json",
        "hooks/codex.json",
        "integrations/gemini/hooks/hooks.json",
    ):
        for hook in commands(load(name)):
            command = re.sub(r"\$\{\w+\}", str(tmp_path / "gone"), hook["command"])
            assert (
                subprocess.run(
                    [shell, "-c", command], input=b"{}", capture_output=True
                ).returncode
                == 0
            )


def test_hooks_are_narrowed_to_what_they_are_for():
    groups = load("hooks/hooks.json")["hooks"]["PreToolUse"]
    by_matcher = {group["matcher"]: group["hooks"] for group in groups}
    own_tools = "mcp__plugin_memory_memories__(%s)" % "|".join(WRITERS + READERS)
    writers = "mcp__.+__(write|edit|create|move|delete)_file"
    assert set(by_matcher) == {
        "Write|Edit|MultiEdit|NotebookEdit",
        writers,
        "Read",
        own_tools,
        "Bash",
    }
    narrowed = [
        [hook.get("if"), " --if-guarded " in hook["command"]]
        for hook in by_matcher["Bash"]
    ]
    assert narrowed == [[None, True], ["Bash(memories *)", False]]
    narrowed = [
        [hook.get("if"), " --if-watched " in hook["command"]]
        for hook in by_matcher["Read"]
    ]
    assert narrowed == [[None, True], ["Read(.claude/memory/**)", False]]
    [shell] = [
        group
        for group in load("hooks/codex.json")["hooks"]["PreToolUse"]
        if group["matcher"] == "Bash"
    ]
    assert all(" --if-watched" in hook["command"] for hook in shell["hooks"])


def test_the_tools_that_are_allowed_and_asked_for_are_those_of_the_server():
    plugin, [server] = (
        load(".claude-plugin/plugin.json")["name"],
        load(".mcp.json")["mcpServers"],
    )
    names = ["mcp__plugin_%s_%s__%s" % (plugin, server, name) for name in TOOLS]
    assert sorted(READERS) == sorted(name for name in TOOLS if TOOLS[name]["read_only"])
    claude, gemini = find("claude"), find("gemini")
    assert sorted(tools_of(claude)) == sorted(names) and {
        claude.save_tool,
        claude.note_tool,
    } <= set(names)
    [server] = load("integrations/gemini/gemini-extension.json")["mcpServers"]
    assert (gemini.save_tool, gemini.note_tool) == (
        "mcp_%s_save" % server,
        "mcp_%s_note" % server,
    )


def test_the_skill_shows_commands_that_the_permission_rule_allows():
    from memory_retrieval.hooks.permit_save import program_of

    _, body = front_matter(PLUGIN / "skills" / "save" / "SKILL.md")
    blocks = [
        block.group().strip("\n") for block in re.finditer(r"(?:\n    .*)+", body)
    ]
    commands = ["\n".join(line[4:] for line in block.split("\n")) for block in blocks]
    assert len(commands) == 3 and all(
        program_of(command) == "memories" for command in commands
    )
    command = commands[-1]
    record = json.loads(command.split("\n", 1)[1].rsplit("\n", 1)[0])
    assert record["category"] == "decision" and record["aliases"]


def without_links(folder, names):
    return [
        name
        for name in names
        if (Path(folder) / name).is_symlink() or name == "__pycache__"
    ]


def test_the_plugin_s_folder_works_alone_and_without_links(tmp_path):
    """As hosts copy it into their caches: Codex leaves links out, and git on Windows makes text files of them."""
    copy = shutil.copytree(PLUGIN, tmp_path / "copy", ignore=without_links)
    (tmp_path / "project" / ".git").mkdir(parents=True)

    def run(*words):
        env = {"HOME": str(tmp_path / "home"), "PATH": "/usr/bin:/bin"}
        payload = json.dumps(
            {"session_id": str(words[1]), "cwd": str(tmp_path / "project")}
        )
        done = subprocess.run(
            words,
            input=payload,
            env=env,
            cwd=tmp_path / "project",
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    run(copy / "bin" / "memories", "note", "Deposits are captured on a no-show")
    assert "Deposits are captured" in run(
        "sh", copy / "hooks" / "launch.sh", "session-start"
    )
    assert "Deposits are captured" in run(
        copy / "bin" / "query-memories", "--query", "deposits"
    )


def test_a_checkout_has_the_commands_at_its_root(tmp_path):
    env = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    for words in (
        ["memories", "--version"],
        ["memories", "eval", "--help"],
        ["query-memories", "--help"],
    ):
        subprocess.run(
            [ROOT / "bin" / words[0], *words[1:]],
            env=env,
            check=True,
            capture_output=True,
        )
