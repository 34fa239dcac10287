"""The cache folder that the scripts work out before they can import anything of ours is the package's own."""

import os
import subprocess
import sys

import pytest

from memory_retrieval.core import environment
from memory_retrieval.core.paths import PLUGIN_FOLDER

SCRIPTS = (
    ("hooks/memory_hook.py", "prompt"),
    ("bin/memories", "--help"),
    ("bin/query-memories", "--help"),
)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script[0])
@pytest.mark.parametrize("cache", ["absolute", "relative", None])
def test_every_script_keeps_its_bytecode_in_the_cache_folder(
    tmp_path, monkeypatch, script, cache
):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    if cache is None:
        monkeypatch.delenv("XDG_CACHE_HOME")
    else:
        monkeypatch.setenv(
            "XDG_CACHE_HOME",
            str(tmp_path / "cache") if cache == "absolute" else "relative",
        )
    command = [
        sys.executable,
        "-I",
        "-S",
        os.path.join(PLUGIN_FOLDER, script[0]),
        script[1],
    ]
    subprocess.run(command, input=b"{}", capture_output=True, check=True, timeout=60)
    assert os.path.isdir(os.path.join(environment.cache_dir(), "bytecode"))
