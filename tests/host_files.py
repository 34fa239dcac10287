"""A home folder as agents' hosts leave it, with their files in the form in which the real clients write them.

Seen with Claude Code 2.1.330, Codex 0.169.0 and Gemini CLI 0.61.0; `lab/clients/run.py` asks the real clients.
"""

import argparse
import contextlib
import io
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from memory_retrieval import __version__
from memory_retrieval.cli import doctor
from memory_retrieval.state import seen

ROOT = Path(__file__).resolve().parents[1]
KEY = "memory@memory-retrieval"
EVENTS = ("pre_tool_use", "pre_compact", "session_start", "user_prompt_submit", "stop")
PARTS = (
    "src",
    "hooks",
    "bin",
    "skills",
    "integrations",
    ".claude-plugin",
    ".codex-plugin",
)
PLUGIN = ROOT / "plugin"


def copy_product(folder, version="", market=""):
    """The plugin alone, as `memories setup` copies it. `version` and `market` change its manifests."""
    for part in PARTS:
        shutil.copytree(
            PLUGIN / part, folder / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    for manifest in (
        (".claude-plugin/plugin.json", ".codex-plugin/plugin.json") if version else ()
    ):
        write(
            folder / manifest,
            {**json.loads((folder / manifest).read_text()), "version": version},
        )
    path = folder / ".claude-plugin" / "marketplace.json"
    value = json.loads(path.read_text())
    write(path, {**value, "name": market or value["name"]})
    return folder


class Home:
    """A user's home and a project with a store; no host's program is at hand."""

    def __init__(self, folder):
        self.folder = folder / "home"
        self.project = folder / "project"
        self.claude, self.codex, self.gemini = (
            self.folder / name for name in (".claude", ".codex", ".gemini")
        )
        self.folder.mkdir(exist_ok=True)
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".claude" / "memory" / "decisions").mkdir(parents=True)
        (self.project / ".claude" / "memory" / "index.md").write_text(
            "# Memory Index\n", encoding="utf-8"
        )

    def install_claude(self, source, key=KEY, on=True, cached=False):
        """`claude plugin marketplace add` and `install`; `cached`: of a marketplace that is a git repository."""
        plugin, _, market = key.partition("@")
        path = self.claude / "plugins" / "cache" / market / plugin / __version__
        copied = path if path.exists() else copy_product(path) if cached else path
        entry = {"scope": "user", "installPath": str(copied), "version": __version__}
        where = {"source": "git", "url": "https://example.org/x.git"}
        where = where if cached else {"source": "directory", "path": str(source)}
        place = self.claude / "plugins" / "marketplaces" / market if cached else source
        merge(
            self.claude / "plugins" / "installed_plugins.json",
            {"version": 2, "plugins": {key: [entry]}},
        )
        merge(
            self.claude / "plugins" / "known_marketplaces.json",
            {market: {"source": where, "installLocation": str(place)}},
        )
        known = {market: {"source": where}}
        merge(
            self.claude / "settings.json",
            {"enabledPlugins": {key: on}, "extraKnownMarketplaces": known},
        )
        return copied

    def install_codex(self, source, more="", enabled="true", trusted=()):
        """`codex plugin marketplace add` and `codex plugin add`; `trusted`: events whose hooks were trusted."""
        copied = copy_product(
            self.codex
            / "plugins"
            / "cache"
            / "memory-retrieval"
            / "memory"
            / __version__
        )
        text = f'[marketplaces.memory-retrieval]\nsource_type = "local"\nsource = "{source}"\n\n'
        text += f'[plugins."{KEY}"]\nenabled = {enabled}\n\n[hooks.state]\n'
        for event in trusted:
            text += f'\n[hooks.state."{KEY}:hooks/codex.json:{event}:0:0"]\ntrusted_hash = "sha256:4c28"\n'
        (self.codex / "config.toml").write_text(text + more, encoding="utf-8")
        return copied

    def set_up(self, host, source=ROOT):
        """`memories setup` of a checkout, for a host without commands of its own for plugins."""
        command = [sys.executable, str(source / "bin" / "memories"), "setup", host]
        env = self.environment(
            XDG_CACHE_HOME=os.environ["XDG_CACHE_HOME"]
        )  # what is compiled already
        subprocess.run(command, env=env, check=True, capture_output=True, timeout=60)

    def link_gemini(self, source):
        """`gemini extensions link`."""
        value = {"source": str(source / "integrations" / "gemini"), "type": "link"}
        write(
            self.gemini / "extensions" / "memory" / ".gemini-extension-install.json",
            value,
        )

    def saw(self, host, *roots, session="s1"):
        """A session of a host starts, and runs the hooks of the copies in some folders."""
        with self.here():
            for root in roots:
                seen.note(host, str(root), session)

    def environment(self, **more):
        path = [os.path.dirname(sys.executable), "/usr/bin", "/bin"]
        return {
            "HOME": str(self.folder),
            "PATH": os.pathsep.join(path),
            "LANG": "C.UTF-8",
            **more,
        }

    def doctor(self, *words, **options):
        """{(group, code): finding} of all that is not ok; the group is the host, or ""."""
        found = self.findings(*words, **options)
        return {
            (f.get("host", ""), f["code"]): f for f in found if f["severity"] != "ok"
        }

    def findings(self, *words, **env):
        """All that `memories doctor` says, what is ok or was fixed too; in this process, and "fire" fires the hooks."""
        options = {name: "--" + name in words for name in ("fix", "store")}
        said = io.StringIO()
        with self.here(**env), contextlib.redirect_stdout(said):
            code = doctor.run(
                argparse.Namespace(
                    root="", format="json", no_hooks="fire" not in words, **options
                )
            )
        return parts(code, said.getvalue())

    @contextlib.contextmanager
    def here(self, **env):
        """This process in the project, with this home."""
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.project)
            for name in list(os.environ):
                patch.delenv(name)
            for name, value in self.environment(**env).items():
                patch.setenv(name, value)
            yield

    def process(
        self, *words, program=ROOT / "bin" / "memories", start=(sys.executable,), **env
    ):
        """The same as a process, which may be started in another way."""
        command = [*start, str(program), "doctor", "--format", "json", *words]
        done = subprocess.run(
            command,
            env=self.environment(**env),
            cwd=self.project,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert not done.stderr, done.stderr
        return {
            (f.get("host", ""), f["code"]): f
            for f in parts(done.returncode, done.stdout)
        }

    def tree(self):
        """{path: content} of every file but those of our own cache and state."""
        files = (
            path
            for path in self.folder.rglob("*")
            if path.is_file() and "memory-retrieval/" not in str(path)
        )
        return {str(path): path.read_bytes() for path in files}


def parts(code, text):
    """Everything in an answer of doctor. Whatever is wrong, the exit code is 1 exactly when there is an error."""
    value = json.loads(text)
    assert code == any(finding["severity"] == "error" for finding in value["findings"])
    found = [finding for part in ("findings", "fixed", "ok") for finding in value[part]]
    assert all(
        set(f) - {"host"} == {"severity", "code", "what", "where", "remedy", "why"}
        for f in found
    )
    assert all(finding["remedy"] for finding in value["findings"])
    return found


def write(path, value):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, indent=2), encoding="utf-8")


def merge(path, value):
    """Adds to the objects of a JSON file."""
    old = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    for key, inner in value.items():
        old[key] = (
            {**old[key], **inner} if isinstance(inner, dict) and key in old else inner
        )
    write(path, old)
