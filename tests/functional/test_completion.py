"""Completion in real shells, from the script that `memories completion` prints."""

import shutil
import subprocess

import pytest

from memory_retrieval.cli.main import COMMANDS

BASH = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$(($# - 2))
_shtab_memories
printf '%s\\n' "${COMPREPLY[@]}"
"""


@pytest.fixture
def complete(run_memories, tmp_path):
    """complete(*words): what bash offers for the last of the words."""
    script = tmp_path / "memories.bash"
    script.write_text(run_memories("completion", "bash").out)

    def offered(*words):
        command = ["bash", "--norc", "-c", BASH, "bash", str(script), "memories", *words]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=script.parent, check=True)
        assert done.stderr == ""
        return set(done.stdout.split())

    return offered


def test_bash_completes_nothing_where_nothing_fits(complete):
    assert complete("nonsense") == complete("search", "--nonsense") == set()


def test_bash_completes_every_command(complete):
    assert complete("") == set(COMMANDS)
    assert complete("una") == {"unarchive"}


def test_bash_completes_options_and_their_values(complete):
    assert complete("search", "--inc") == {"--include-retired"}
    assert complete("save", "--action", "") == {"create", "update"}
    assert complete("list", "--status", "ret") == {"retired"}


def test_bash_completes_files_where_an_option_takes_one(complete):
    assert complete("save", "--file", "mem") == {"memories.bash"}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_can_read_the_script(run_memories, tmp_path, shell):
    ran = run_memories("completion", shell)
    assert (ran.code, ran.err) == (0, "") and "unarchive" in ran.out
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_text(ran.out)
    subprocess.run([shell, "-n", str(script)], check=True, timeout=60)
