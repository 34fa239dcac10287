"""What can be checked here of systems that are not: other shells, the lock of Windows, names that it reserves."""

import json
import shutil
import subprocess
import sys

import pytest

from conftest import PLUGIN
from memory_retrieval.save.names import RESERVED, new_id, slug

SHELLS = (
    ["dash"],
    ["bash", "--posix"],
    ["busybox", "sh"],
    ["mksh"],
    ["ksh"],
    ["zsh", "--emulate", "sh"],
)
SCRIPTS = (
    "hooks/launch.sh",
    "integrations/gemini/launch.sh",
    "bin/memories",
    "bin/query-memories",
)
WINDOWS_LOCK = """
import sys, types
import fcntl as real
windows = types.ModuleType("msvcrt")  # by this system's locks: LK_NBLCK fails at once where another holds the byte
windows.LK_NBLCK = 2
windows.locking = lambda fd, mode, count: real.flock(fd, real.LOCK_EX | real.LOCK_NB)
sys.modules["msvcrt"], sys.modules["fcntl"] = windows, None
sys.path.insert(0, sys.argv[1])
from memory_retrieval.store import lock
assert lock.fcntl is None
with lock.StoreLock(sys.argv[2]):
    try:
        lock.StoreLock(sys.argv[2], timeout=0.05).__enter__()
    except lock.StoreError as error:
        print("refused:", "another process has held the lock" in str(error))
with lock.StoreLock(sys.argv[2], timeout=0.05):
    print("free again")
"""


def shell(words):
    if shutil.which(words[0]) is None:
        pytest.skip("there is no %s here" % words[0])
    return words


@pytest.mark.parametrize("words", SHELLS, ids=lambda words: words[0])
@pytest.mark.parametrize("name", SCRIPTS)
def test_every_posix_shell_reads_the_launchers(words, name):
    text = (
        (PLUGIN / name).read_text(encoding="utf-8").partition('\n":"""')[0]
    )  # what follows is Python
    done = subprocess.run(
        [*shell(words), "-n"], input=text, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "\r" not in text


@pytest.mark.parametrize("words", SHELLS, ids=lambda words: words[0])
def test_every_posix_shell_runs_a_hook_and_a_command(words, project):
    project.write(
        "decision",
        "tiles-pmtiles",
        "Map tiles are one PMTiles archive",
        ["tiles", "pmtiles"],
    )
    payload = json.dumps(
        {
            "prompt": "why is there one PMTiles archive for the map tiles?",
            "cwd": str(project.root),
        }
    )
    for script, word in (
        (PLUGIN / "hooks" / "launch.sh", "session-start"),
        (PLUGIN / "bin" / "memories", "list"),
    ):
        command = [*shell(words), str(script), word]
        done = subprocess.run(
            command,
            input=payload,
            cwd=project.root,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        assert "Map tiles are one PMTiles archive" in done.stdout


def test_the_lock_of_windows_excludes_a_second_holder_and_is_given_back(tmp_path):
    command = [
        sys.executable,
        "-I",
        "-c",
        WINDOWS_LOCK,
        str(PLUGIN / "src"),
        str(tmp_path),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["refused: True", "free again"], done.stderr


def test_hooks_of_windows_are_plain_and_end_with_success():
    text = (PLUGIN / "hooks" / "launch.cmd").read_bytes().decode("ascii")
    assert (
        text.startswith("@echo off")
        and text.rstrip().endswith("exit /b 0")
        and "%*" in text
    )
    assert r"%LOCALAPPDATA%\.local\state" in text and "\n" not in text.replace(
        "\r\n", ""
    )  # cmd may miss a label else


@pytest.mark.parametrize("title", sorted(RESERVED) + ["CON", "Nul", "COM1", "  aux  "])
def test_no_id_is_a_name_that_windows_reserves(title):
    name = new_id(title, "tech_debt", set())
    assert name.startswith(slug(title)) and name not in RESERVED
