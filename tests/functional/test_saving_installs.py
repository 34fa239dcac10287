"""What the agent is told to run in order to save is allowed by our own hook, however this product is installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import installs
from conftest import PLUGIN
from memory_retrieval import __version__
from memory_retrieval.hooks.permit_save import tools_of
from memory_retrieval.hosts import find
from transcripts import add_to

pytest.importorskip("hatchling", reason="the build tool hatchling is not installed")
pytestmark = pytest.mark.skipif(os.name == "nt", reason="the layouts of POSIX systems")
STEPS = (
    "U where do the jobs go",
    "A Either a table in Postgres or a queue in Redis. Redis is another server to run.",
    "U let's take the table in postgres, because nobody here wants to look after another server",
    "A In a table, then.",
    "U thanks, that is all for today",
    "A See you!",
)
RECORD = {
    "category": "decision",
    "title": "Jobs live in a table",
    "tags": ["jobs"],
    "content": {
        "status": "accepted",
        "context": "c",
        "decision": "A table.",
        "rationale": ["no other server"],
    },
}


class Install:
    """An installation: the plugin that the host starts, and the PATH of the agent's shell."""

    def __init__(self, root, path=""):
        self.root, self.path = (
            Path(root),
            os.pathsep.join(filter(None, [str(path), os.defpath])),
        )

    def fire(self, event, **payload):
        """The answer of a hook as Claude Code gets it, or None."""
        env = {**os.environ, "PATH": self.path, "CLAUDE_PLUGIN_ROOT": str(self.root)}
        words = ["sh", str(self.root / "hooks" / "launch.sh"), event]
        data = json.dumps({"session_id": "s1", "prompt_id": "p", **payload}).encode()
        done = subprocess.run(
            words, input=data, env=env, capture_output=True, timeout=60
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return json.loads(done.stdout)["hookSpecificOutput"] if done.stdout else None

    def warm(self, project):
        """Starts the hook until it answers: the first process compiles, and a busy machine makes it run out of time."""
        assert any(
            self.decides(project, tools_of(find("claude"))[0], {}) == "allow"
            for _ in range(10)
        )

    def decides(self, project, tool, given):
        payload = {
            "hook_event_name": "PreToolUse",
            "tool_name": tool,
            "tool_input": given,
            "cwd": str(project.root),
        }
        return (self.fire("allow-save", **payload) or {}).get("permissionDecision")

    def allows(self, project, program):
        """Whether a program saves a record, and a sentence, without a question."""
        record = "%s save --format json <<'MEMORY'\n%s\nMEMORY" % (
            program,
            json.dumps(RECORD),
        )
        commands = (
            record,
            "%s note 'jobs live in a table' --supersedes jobs-live-in-redis" % program,
        )
        calls = [{"command": command, "description": "save"} for command in commands]
        [decision] = {self.decides(project, "Bash", call) for call in calls}
        return bool(decision == "allow")


def clone(folder):
    """A checkout."""
    return installs.copy_of(folder, *installs.CHECKOUT)


@pytest.fixture
def layouts(wheel, tmp_path, home):
    """{name: Install} of every way that the documentation shows, each made for real."""
    market = home / ".claude" / "plugins" / "cache" / "memory"
    shutil.copytree(PLUGIN, market)
    program = installs.install(wheel, home / "tools" / "memory-retrieval") / "memories"
    local = home / ".local" / "bin"
    local.mkdir(parents=True)
    (local / "memories").symlink_to(program)
    checkout = clone(home / "src" / "memory retrieval")
    made = {}
    for name, python, path in (
        ("package", program.parent / "python", ""),
        ("clone", sys.executable, checkout / "plugin/src"),
    ):
        env = {**os.environ, "XDG_DATA_HOME": str(home / name), "PYTHONPATH": str(path)}
        code = "from memory_retrieval.setup import plugin; plugin.write(); print(plugin.folder())"
        done = subprocess.run(
            [str(python), "-c", code],
            env=env,
            capture_output=True,
            text=True,
            check=True,
        )
        made[name] = done.stdout.strip()
    return {
        "marketplace": Install(market),
        "uv or pipx, and setup": Install(made["package"], local),
        "marketplace, and uv or pipx": Install(market, local),
        "pip in a virtual environment, and setup": Install(
            made["package"], program.parent
        ),
        "a clone's bin, and setup": Install(made["clone"], checkout / "bin"),
        "a clone without a PATH, and setup": Install(made["clone"]),
    }


def test_what_stop_and_the_skill_ask_for_is_allowed_in_every_installation(
    layouts, project, tmp_path
):
    transcript = tmp_path / "t.jsonl"
    for number, (name, install) in enumerate(layouts.items()):
        transcript.unlink(missing_ok=True)
        add_to(transcript, "/", *STEPS)
        stop = {
            "hook_event_name": "Stop",
            "cwd": str(project.root),
            "transcript_path": str(transcript),
        }
        install.warm(project)
        text = install.fire("stop", **{**stop, "session_id": "s%d" % number})[
            "additionalContext"
        ]
        [tool] = {word for word in text.split("`") if word.startswith("mcp__")}
        assert (
            install.decides(project, tool, {"text": "Jobs live in a table"}) == "allow"
        ), name
        assert install.allows(project, "memories"), name
        for quoted in ('"%s"', "'%s'"):
            assert install.allows(
                project, quoted % (install.root / "bin" / "memories")
            ), name


def test_an_installed_package_names_the_page_of_guards_that_it_has(
    wheel, tmp_path, project
):
    program = installs.install(wheel, tmp_path / "venv") / "memories"
    words = ["note", "--root", project.root, "Never run git push --force"]
    done = subprocess.run([program, *words], capture_output=True, check=True)
    (told,) = [note for note in json.loads(done.stdout)["notes"] if "a guard" in note]
    assert Path(told.rpartition(" as ")[2].removesuffix(" says")).is_file()


def test_a_memories_of_another_version_or_owner_or_of_the_project_is_not_taken_for_ours(
    layouts, wheel, project, home
):
    install = layouts["marketplace, and uv or pipx"]
    install.warm(project)
    program = home / ".local" / "bin" / "memories"
    assert install.allows(project, "memories") and install.allows(project, program)
    [package] = (home / "tools" / "memory-retrieval").glob(
        "lib/python*/site-packages/memory_retrieval"
    )
    package.chmod(0o777)
    assert not install.allows(project, "memories") and not install.allows(
        project, program
    )
    package.chmod(0o755)
    real = program.resolve()
    real.chmod(0o757)
    assert not install.allows(project, "memories")
    real.chmod(0o755)
    start = package / "__init__.py"
    text = start.read_text(encoding="utf-8")
    start.write_text(text.replace(__version__, __version__ + "9"), encoding="utf-8")
    assert not install.allows(project, "memories")
    start.write_text(text, encoding="utf-8")
    script = real.read_text(encoding="utf-8")
    real.write_text("#!/bin/sh\nid\n", encoding="utf-8")
    assert not install.allows(project, "memories")
    real.write_text(script, encoding="utf-8")
    assert install.allows(project, "memories")
    inside = installs.install(wheel, project.root / ".venv") / "memories"
    assert not install.allows(project, inside) and not Install(
        install.root, inside.parent
    ).allows(project, "memories")
    (project.root / "src").mkdir()
    project.root = project.root / "src"  # a shell in a folder of the project
    assert not install.allows(project, inside) and not Install(
        install.root, inside.parent
    ).allows(project, "memories")
    (home / "link").symlink_to(inside)
    assert not install.allows(project, home / "link")


def test_a_clone_that_says_it_is_this_version_is_no_program_of_ours_until_it_is_on_the_path(
    layouts, project, home
):
    stranger = clone(home / "src" / "stranger") / "bin"
    install = layouts["marketplace, and uv or pipx"]
    assert install.allows(project, "memories") and not install.allows(
        project, stranger / "memories"
    )
    assert Install(install.root, stranger).allows(project, "memories")
