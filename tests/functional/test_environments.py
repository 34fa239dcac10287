"""`bin/memories` finds an interpreter that works, and says how to install what a command lacks."""

import os
import shlex
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from conftest import PLUGIN
from installs import CHECKOUT, copy_of

pytestmark = pytest.mark.skipif(os.name == "nt", reason="a POSIX shell is needed")
BASE = os.path.realpath(getattr(sys, "_base_executable", "") or sys.executable)


@pytest.fixture(scope="module")
def clone(tmp_path_factory):
    """A clone whose path has spaces and quotes, without an environment of its own."""
    return copy_of(tmp_path_factory.mktemp("it's a clone ü") / "product", *CHECKOUT)


@pytest.fixture
def home(tmp_path, clone):
    """A home with a project, and a PATH with one bare Python."""
    project = tmp_path / "home" / "project"
    (project / ".git").mkdir(parents=True)
    (project / ".claude" / "memory").mkdir(parents=True)
    venv.create(tmp_path / "bare", symlinks=True)
    kept = tmp_path / "home" / ".cache" / "memory-retrieval" / "python"
    kept.parent.mkdir(parents=True, mode=0o700)
    kept.write_text(str(tmp_path / "bare" / "bin" / "python") + "\n", encoding="utf-8")
    return tmp_path


def memories(home, clone, *words, **env):
    path = os.pathsep.join([str(home / "bare" / "bin"), "/usr/bin", "/bin"])
    return subprocess.run(
        [clone / "bin" / "memories", *words],
        env={"HOME": str(home / "home"), "PATH": path, **env},
        cwd=home / "home" / "project",
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def without_packages():
    done = subprocess.run(
        [BASE, "-c", "import starlette, jinja2"], capture_output=True, check=False
    )
    return done.returncode != 0


bare = pytest.mark.skipif(
    not without_packages(), reason="the base interpreter has the packages itself"
)


@bare
@pytest.mark.parametrize(
    "words, extra",
    [
        (["serve", "--no-browser"], "web"),
        (["export", "--html", "x.html"], "web"),
        (["db", "status", "--db-url", "postgresql://h/x"], "team"),
        (["search", "x", "--db-url", "embedded"], "team"),
        (["team", "database"], "team"),
    ],
)
def test_a_missing_extra_is_one_line_with_a_command_that_installs_this_clone(
    home, clone, words, extra
):
    done = memories(home, clone, *words)
    assert (done.returncode, done.stdout) == (1, "") and done.stderr.count("\n") == 1
    command = done.stderr.partition("install it with: ")[2]
    assert shlex.split(command) == ["uv", "tool", "install", "%s[%s]" % (clone, extra)]


@bare
@pytest.mark.parametrize(
    "words",
    [
        ["serve"],
        ["search", "x", "--db-url", "embedded"],
        ["eval", "."],
        ["db", "status"],
    ],
)
def test_a_plugin_without_the_companions_names_the_extra(home, clone, tmp_path, words):
    plugin = shutil.copytree(PLUGIN, tmp_path / "plugin")
    done = memories(home, plugin, *words)
    extra = {"serve": "web", "eval": "eval"}.get(words[0], "team")
    assert done.returncode == 1 and done.stderr.count("\n") == 1
    assert done.stderr.endswith(f"install it with: uv tool install 'CLONE[{extra}]'\n")


@pytest.mark.parametrize(
    "broken", ["#!/bin/sh\nexit 3\n", "#!/no/such/interpreter\n", "\x7fELF", None]
)
@pytest.mark.parametrize("name", ["memories", "query-memories"])
def test_a_kept_interpreter_that_does_not_run_is_replaced(home, clone, broken, name):
    kept = home / "home" / ".cache" / "memory-retrieval" / "python"
    stale = home / "stale"
    if broken is not None:
        stale.write_text(broken, encoding="utf-8")
        stale.chmod(0o755)
    kept.write_text("%s\n" % stale, encoding="utf-8")
    done = subprocess.run(
        [clone / "bin" / name, "--help"],
        env={
            "HOME": str(home / "home"),
            "PATH": "%s:/usr/bin:/bin" % (home / "bare" / "bin"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and "usage" in done.stdout.lower()
    now = Path(kept.read_text(encoding="utf-8").strip())
    assert now != stale and now.is_absolute() and os.access(now, os.X_OK)


def test_without_any_python_one_line_says_so(home, clone, tmp_path):
    (tmp_path / "nothing").mkdir()
    launcher = clone / "bin" / "memories"
    text = launcher.read_text(encoding="utf-8")
    for place in (
        "/usr/bin/python3 ",
        "/usr/local/bin/python3 ",
        "/opt/homebrew/bin/python3 ",
    ):
        text = text.replace(place, "")
    done = subprocess.run(
        ["/bin/sh", "-c", text, str(launcher)],
        env={"HOME": str(tmp_path), "PATH": str(tmp_path / "nothing")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (1, "") and done.stderr.count("\n") == 1
    assert "Python 3.9" in done.stderr
