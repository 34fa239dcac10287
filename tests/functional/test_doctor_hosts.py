"""`memories doctor` asks each host what it really starts: each broken state of a host's files has its own finding."""

import ast
import json
import os
import re
import shutil
import sys

import pytest

from host_files import EVENTS, KEY, PLUGIN, ROOT, Home, copy_product, merge, write


@pytest.fixture
def home(tmp_path):
    return Home(tmp_path)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A checkout that no test changes."""
    return copy_product(tmp_path_factory.mktemp("product") / "checkout")


def claude_moved(home, checkout):
    home.install_claude(home.folder / "where it was")


def claude_copy_missing(home, checkout):
    copied = home.install_claude(checkout, cached=True)
    home.saw("claude", copied)
    shutil.rmtree(copied)


def claude_copy_broken(home, checkout):
    copied = home.install_claude(checkout, cached=True)
    home.saw("claude", copied)
    (copied / "hooks" / "launch.sh").unlink()


def claude_off(home, checkout):
    home.install_claude(checkout, on=False)


def claude_off_here(home, checkout):
    home.install_claude(checkout)
    write(
        home.project / ".claude" / "settings.local.json",
        {"enabledPlugins": {KEY: False}},
    )


def claude_two_copies(home, checkout):
    home.install_claude(checkout)
    home.saw("claude", checkout, PLUGIN)


def claude_prior_plugin_beside(home, checkout):
    home.install_claude(checkout)
    merge(
        home.claude / "settings.json",
        {"enabledPlugins": {"claude-memory@claude-memory": True}},
    )


def claude_settings_broken(home, checkout):
    home.install_claude(checkout)
    (home.claude / "settings.json").write_text('{"enabledPlugins": {')


def claude_older(home, checkout):
    older = copy_product(home.folder / "older", "0.0.9")
    home.install_claude(older)
    home.saw("claude", older)


def claude_unknown(home, checkout):
    home.claude.mkdir()


def claude_never_started(home, checkout):
    home.install_claude(checkout)


def codex_never_trusted(home, checkout):
    home.install_codex(checkout)


def codex_copy_missing(home, checkout):
    copied = home.install_codex(checkout, trusted=EVENTS)
    home.saw("codex", copied)
    shutil.rmtree(copied)


def codex_moved(home, checkout):
    home.install_codex(home.folder / "where it was", trusted=EVENTS)


def codex_off(home, checkout):
    home.install_codex(checkout, enabled="false", trusted=EVENTS)


def codex_hooks_off(home, checkout):
    home.install_codex(checkout, "\n[features]\nhooks = false\n", trusted=EVENTS)


def gemini_moved(home, checkout):
    home.set_up("gemini", checkout)
    (home.gemini / "extensions" / "memory" / "root").write_text(
        str(home.folder / "where it was") + "\n"
    )
    home.saw("gemini", home.folder / "where it was")


def gemini_link_moved(home, checkout):
    home.link_gemini(home.folder / "where it was")
    home.saw("gemini", home.folder / "where it was")


def gemini_off(home, checkout):
    home.set_up("gemini")
    write(
        home.gemini / "extensions" / "extension-enablement.json",
        {"memory": {"overrides": ["!%s/*" % home.project]}},
    )


def gemini_hooks_off(home, checkout):
    home.set_up("gemini")
    write(home.gemini / "settings.json", {"hooksConfig": {"enabled": False}})


def cursor_moved(home, checkout):
    server = {
        "command": "sh",
        "args": [str(home.folder / "where it was" / "hooks/launch.sh"), "mcp"],
    }
    write(home.folder / ".cursor" / "mcp.json", {"mcpServers": {"memories": server}})


def copilot_hooks_gone(home, checkout):
    home.set_up("copilot")
    (home.folder / ".copilot" / "hooks" / "memories.json").unlink()


def opencode_plugin_gone(home, checkout):
    home.set_up("opencode")
    path = home.folder / ".config" / "opencode" / "opencode.json"
    write(path, {**json.loads(path.read_text()), "plugin": []})


def qwen_hooks_off(home, checkout):
    home.set_up("qwen")
    merge(home.folder / ".qwen" / "settings.json", {"disableAllHooks": True})


def claude_hooks_left(home, checkout):
    """As they were set up from a clone whose files lay at its root."""
    hook = {
        "type": "command",
        "command": 'sh "%s" prompt' % (ROOT / "hooks" / "launch.sh"),
    }
    merge(
        home.claude / "settings.json",
        {"hooks": {"UserPromptSubmit": [{"hooks": [hook]}]}},
    )


def codex_server_left(home, checkout):
    args = json.dumps([str(ROOT / "hooks" / "launch.sh"), "mcp"])
    home.install_codex(
        checkout,
        '\n[mcp_servers.old]\ncommand = "sh"\nargs = %s\n' % args,
        trusted=EVENTS,
    )


def cursor_left(home, checkout):
    server = {"command": "sh", "args": [str(ROOT / "hooks" / "launch.sh"), "mcp"]}
    write(home.folder / ".cursor" / "mcp.json", {"mcpServers": {"memories": server}})


def vscode_hooks_moved(home, checkout):
    command = 'sh "%s" prompt --host copilot' % (
        home.folder / "where it was" / "hooks/launch.sh"
    )
    hooks = {"userPromptSubmitted": [{"type": "command", "bash": command}]}
    write(
        home.folder / ".copilot" / "hooks" / "memories.json",
        {"version": 1, "hooks": hooks},
    )
    (home.folder / ".config" / "Code").mkdir(parents=True)


STATES = {
    claude_moved: ("claude", "checkout-missing", "error"),
    claude_copy_missing: ("claude", "copy-missing", "error"),
    claude_copy_broken: ("claude", "copy-broken", "error"),
    claude_off: ("claude", "plugin-off", "warning"),
    claude_off_here: ("claude", "plugin-off", "warning"),
    claude_two_copies: ("claude", "two-copies", "warning"),
    claude_prior_plugin_beside: ("claude", "two-copies", "warning"),
    claude_hooks_left: ("claude", "checkout-missing", "error"),
    codex_server_left: ("codex", "checkout-missing", "error"),
    cursor_left: ("cursor", "checkout-missing", "error"),
    claude_settings_broken: ("claude", "host-settings", "error"),
    claude_older: ("claude", "other-version", "warning"),
    claude_unknown: ("claude", "not-set-up", "info"),
    claude_never_started: ("claude", "not-seen", "info"),
    codex_never_trusted: ("codex", "hooks-untrusted", "error"),
    codex_copy_missing: ("codex", "copy-missing", "error"),
    codex_moved: ("codex", "checkout-missing", "warning"),
    codex_off: ("codex", "plugin-off", "warning"),
    codex_hooks_off: ("codex", "hooks-off", "error"),
    gemini_moved: ("gemini", "checkout-missing", "error"),
    gemini_link_moved: ("gemini", "checkout-missing", "error"),
    gemini_off: ("gemini", "plugin-off", "warning"),
    gemini_hooks_off: ("gemini", "hooks-off", "error"),
    cursor_moved: ("cursor", "checkout-missing", "error"),
    copilot_hooks_gone: ("copilot", "settings-missing", "warning"),
    opencode_plugin_gone: ("opencode", "settings-missing", "warning"),
    qwen_hooks_off: ("qwen", "hooks-off", "error"),
    vscode_hooks_moved: ("vscode", "checkout-missing", "error"),
}


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__)
def test_a_broken_state_has_its_finding_and_nothing_is_written(home, checkout, make):
    host, code, severity = STATES[make]
    make(home, checkout)
    before = home.tree()
    finding = home.doctor()[host, code]
    assert finding["severity"] == severity and finding["where"]
    assert (
        not make.__name__.endswith("_left")
        or "`memories setup %s`" % host in finding["remedy"]
    )
    assert home.tree() == before


def test_a_plugin_that_runs_is_found_without_problems(home):
    home.install_claude(PLUGIN)
    home.saw("claude", PLUGIN)
    home.saw("codex", home.install_codex(ROOT, trusted=EVENTS))
    for host in ("gemini", "opencode", "qwen", "copilot"):
        home.set_up(host)
        home.saw(host, home.folder / ".local" / "share" / "memory-retrieval-plugin")
    assert not {key for key in home.doctor() if key[0]}


def test_what_was_started_in_another_session_is_not_started_beside(home, checkout):
    claude_two_copies(home, checkout)
    home.saw("claude", PLUGIN, session="s2")
    assert ("claude", "two-copies") not in home.doctor()


def test_the_hooks_of_the_host_s_copy_are_fired_and_not_our_own(home, checkout):
    copied = home.install_claude(checkout, cached=True)
    home.saw("claude", copied)
    assert not [key for key in home.doctor("fire") if key[0] == "claude"]
    (copied / "src" / "memory_retrieval" / "hooks" / "runner.py").write_text(
        "def main(*_):\n    pass\n"
    )
    silent = home.doctor("fire")["claude", "hook-silent"]
    assert silent["severity"] == "error" and silent["why"].endswith(
        "also failing: PreToolUse"
    )
    shutil.rmtree(copied / "hooks")
    (copied / "hooks").mkdir()
    assert home.doctor("fire")["claude", "copy-broken"]["severity"] == "error"


def test_fix_writes_gemini_s_extension_anew_and_says_so(home, checkout):
    gemini_moved(home, checkout)
    fixed = home.doctor("--fix")["gemini", "checkout-missing"]
    assert fixed["severity"] == "fixed"
    root = (home.gemini / "extensions" / "memory" / "root").read_text().strip()
    assert os.path.isfile(os.path.join(root, "hooks", "launch.sh"))
    home.saw("gemini", root, session="s2")
    assert not [key for key in home.doctor() if key[0] == "gemini"]


def test_without_a_parser_for_toml_codex_s_hooks_are_still_fired(
    home, checkout, monkeypatch
):
    """As with Python 3.10, whose library has none."""
    monkeypatch.setitem(sys.modules, "tomllib", None)
    copied = home.install_codex(checkout)
    home.saw("codex", copied)
    (copied / "hooks" / "memory_hook.py").write_text("raise SystemExit(3)\n")
    found = home.doctor("fire")
    unread = found["codex", "host-settings"]
    assert unread["severity"] == "warning" and "3.11" in unread["remedy"]
    assert (
        found["codex", "hook-silent"]["severity"] == "error"
        and ("codex", "hooks-untrusted") not in found
    )


def test_a_fix_that_fails_is_said_with_the_command_to_run(home, checkout):
    claude_moved(home, checkout)
    found = home.doctor("--fix")
    assert "not found on the PATH" in found["claude", "fix-failed"]["why"]
    assert (
        "claude plugin marketplace add" in found["claude", "checkout-missing"]["remedy"]
    )


def memory_of(home, **env):
    """(severity, text) of what doctor says about Claude Code's own memory."""
    [found] = [f for f in home.findings(**env) if f["code"].startswith("auto-memory")]
    return found["severity"], " ".join((found["what"], found["where"], found["remedy"]))


NO_MEMORY = {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "1"}


@pytest.mark.parametrize(
    ("user", "shared", "own", "env", "off"),
    [  # as Claude Code 2.1.330 decided each
        ({}, {}, {}, {}, ""),
        ({"autoMemoryEnabled": False}, {}, {}, {}, "home/.claude/settings.json"),
        ({}, {"autoMemoryEnabled": False}, {}, {}, "project/.claude/settings.json"),
        (
            {},
            {},
            {"autoMemoryEnabled": False},
            {},
            "project/.claude/settings.local.json",
        ),
        ({"autoMemoryEnabled": False}, {"autoMemoryEnabled": True}, {}, {}, ""),
        ({}, {"autoMemoryEnabled": False}, {"autoMemoryEnabled": True}, {}, ""),
        ({}, {}, {}, NO_MEMORY, "CLAUDE_CODE_DISABLE_AUTO_MEMORY in the environment"),
        (
            {"env": NO_MEMORY},
            {},
            {"autoMemoryEnabled": True},
            {},
            "home/.claude/settings.json",
        ),
        (
            {"env": NO_MEMORY},
            {},
            {},
            {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"},
            "home/.claude/settings.json",
        ),
        (
            {"autoMemoryEnabled": False},
            {},
            {},
            {"CLAUDE_CODE_DISABLE_AUTO_MEMORY": "0"},
            "",
        ),
    ],
)
def test_doctor_says_whether_claude_s_own_memory_is_on_and_what_switched_it_off(
    home, checkout, user, shared, own, env, off
):
    home.install_claude(checkout)
    merge(home.claude / "settings.json", user)
    write(home.project / ".claude" / "settings.json", shared)
    write(home.project / ".claude" / "settings.local.json", own)
    severity, text = memory_of(home, **env)
    assert (
        severity == "ok" and ("auto memory is off" in text) == bool(off) and off in text
    )
    assert bool(off) or "memories import claude-memory" in text


def names_in(node):
    """The names of problems in a call that reports one, or in an answer about a hook."""
    parts, form = [], "hook-[a-z]+"
    if isinstance(node, ast.Call):
        called = ast.unparse(node.func).rpartition(".")[2]
        if called in ("add", "fixed"):
            parts, form = node.args[:2], "[a-z0-9-]+"
        elif called.lower().endswith("finding"):
            parts, form = node.args, "[a-z]+(-[a-z]+)+"
    elif isinstance(node, ast.Return) and node.value is not None:
        parts = getattr(node.value, "elts", [node.value])
    texts = [part.value for part in parts if isinstance(part, ast.Constant)]
    return [text for text in texts if re.fullmatch(form, str(text))]


def test_the_page_lists_every_name_that_doctor_gives_to_a_problem():
    page = (ROOT / "docs" / "maintainers" / "doctor.md").read_text(encoding="utf-8")
    rows = [line.split("|")[1] for line in page.splitlines() if line.startswith("| `")]
    listed = {name for row in rows for name in re.findall("`([a-z0-9-]+)`", row)}
    given = set()
    package = ROOT / "plugin" / "src" / "memory_retrieval"
    for path in [*(package / "doctor").glob("*.py"), *(package / "hosts").glob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            given |= set(map(str, names_in(node)))
    given |= {
        "cache-unwritable",
        "state-unwritable",
        "data-unwritable",
        "store-is-file",
        "store-is-link",
    }
    given |= {"copy-missing"}
    assert given == listed, json.dumps(sorted(given ^ listed))
