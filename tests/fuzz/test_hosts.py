"""Hosts' files of any content, in a home and in a repository, read by doctor: in `make fuzz`, and a part in the suite.

Nothing of the repository is run or installed, and no file is a bug of ours.
"""

import json
import os

import pytest
from hypothesis import strategies as st

from fuzz import hostile
from fuzz.rules import fuzz
from memory_retrieval.core.errors import ConfigError
from memory_retrieval.doctor import hosts
from memory_retrieval.doctor.report import Report
from memory_retrieval.hosts import names

pytestmark = [
    pytest.mark.timeout(0),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="starts a shell"),
]
ROOT, OWN = "ROOT", "memory@memory-retrieval"
HALVES = [
    "memory",
    "memory-retrieval",
    "evil",
    "",
    ".",
    "..",
    "../evil",
    "/proc/self/cwd",
    ROOT,
    ROOT + "/evil",
    "a\nb",
]
HALVES += [
    "~",
    "-x",
    "$(touch pwned)",
    "`touch pwned`",
    "evil\x00",
    "\u202eevil",
    "a" * 300,
    "plugins/../../evil",
]
KEYS = st.lists(st.sampled_from(HALVES), min_size=2, max_size=2).map("@".join)
KEYS = (
    KEYS
    | KEYS
    | KEYS
    | hostile.TEXT
    | st.just(OWN)
    | st.lists(st.sampled_from(HALVES)).map("@".join)
)
SWITCHES = st.dictionaries(KEYS, st.just(True) | st.booleans(), min_size=4, max_size=12)
PATHS = st.sampled_from(
    [
        "evil",
        "./evil",
        ROOT,
        ROOT + "/evil",
        "../../evil",
        "~/evil",
        "/proc/self/cwd",
        "",
        "/dev/zero",
    ]
)
DEEP = json.loads("[" * 300 + "]" * 300)
ODD = hostile.VALUES | st.just(DEEP)
SOURCES = (
    st.fixed_dictionaries(
        {"source": st.sampled_from(["directory", "git", "file", ""]), "path": PATHS}
    )
    | ODD
)
SERVERS = (
    st.fixed_dictionaries(
        {"command": PATHS | ODD, "args": st.just(["evil/hooks/launch.sh", "mcp"]) | ODD}
    )
    | ODD
)


def some(keys, values):
    return st.dictionaries(keys, values, max_size=4) | ODD


SETTINGS = st.fixed_dictionaries(
    {},
    optional={
        "enabledPlugins": SWITCHES | SWITCHES | some(KEYS, ODD),
        "extraKnownMarketplaces": some(
            st.sampled_from(HALVES), st.fixed_dictionaries({"source": SOURCES}) | ODD
        ),
        "hooks": st.just(
            {
                "SessionStart": [
                    {"hooks": [{"type": "command", "command": "evil/hooks/launch.sh"}]}
                ]
            }
        )
        | ODD,
        "mcpServers": some(hostile.TEXT, SERVERS),
        "disableAllHooks": st.booleans() | ODD,
        "hooksConfig": st.fixed_dictionaries({"enabled": st.booleans() | ODD}) | ODD,
    },
)
FILES = SETTINGS | SETTINGS | SETTINGS | ODD | st.binary(max_size=60)
REPOSITORY = tuple(
    ".claude/settings.json .claude/settings.local.json .mcp.json .gemini/settings.json .codex/config.toml".split()
)
HOME = (
    ".claude/settings.json",
    ".claude.json",
    ".gemini/settings.json",
    ".claude/plugins/known_marketplaces.json",
)
HOME += (
    ".claude/plugins/installed_plugins.json",
    ".gemini/extensions/memory/.gemini-extension-install.json",
)
HOME += (
    ".gemini/extensions/extension-enablement.json",
    ".qwen/settings.json",
    ".codex/hooks.json",
)


def put(folder, name, content):
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    text = (
        content
        if isinstance(content, bytes)
        else json.dumps(content).replace(ROOT, str(folder.parent / "project"))
    )
    path.write_bytes(
        text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    )


def plant(folder):
    """A folder with all that makes a plugin."""
    for name in (
        "hooks/launch.sh",
        "hooks/memory_hook.py",
        "bin/memories",
        "src/memory_retrieval/hooks/runner.py",
    ):
        put(folder, name, b"exit 3\n")
    put(folder, "hooks/hooks.json", {"hooks": {}})


@pytest.fixture
def place(tmp_path, home, monkeypatch):
    project = tmp_path / "project"
    (project / ".git").mkdir(parents=True)
    monkeypatch.chdir(project)
    for folder in (project, project / "evil"):
        plant(folder)
    for folder in (".codex", ".qwen", ".claude", ".gemini"):
        (home / folder).mkdir(exist_ok=True)
    return project, home


def looked_at(project):
    """(the report, the commands that --fix ran, the folders whose hooks would be run)."""
    ran = []
    report = Report()
    hosts.check_hosts(report, str(project), ran.append, hooks=False)
    return (
        report,
        ran,
        [
            copy.root
            for host in names()
            for copy in hosts.look(host, str(project)).copies
        ],
    )


def test_no_file_of_a_repository_makes_doctor_run_or_install_anything(place):
    project, _ = place

    def rule(*contents):
        for name, content in zip(REPOSITORY, contents, strict=True):
            put(project, name, content)
        report, ran, fired = looked_at(project)
        assert not ran and not fired
        assert "pwned" not in " ".join(finding.remedy for _, finding in report.found)

    fuzz((FILES,) * len(REPOSITORY), rule)


def test_no_file_of_a_host_is_a_bug_of_ours(place):
    """What the user's own files name may be a folder of the repository; a relative or a strange name is none."""
    project, home = place
    reports = []

    def rule(*contents):
        for name, content in zip(HOME, contents, strict=True):
            put(home, name, content)
        try:
            report, ran, fired = looked_at(project)
        except ConfigError:
            return  # said in one line
        reports.append(report)
        assert all(os.path.isabs(root) for root in fired)
        assert all(
            argv[0] in ("claude", "codex", "gemini") and "pwned" not in " ".join(argv)
            for argv in ran
        )

    fuzz((FILES,) * len(HOME), rule, short=40)
    assert reports
