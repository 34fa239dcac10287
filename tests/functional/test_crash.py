"""A writer that is killed leaves every record old or new, and the next command works."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import NOW

SCRIPT = Path(__file__).parent / "crash_points.py"
STEP = int(
    os.environ.get("MEMORY_TEST_STEP", "11")
)  # every eleventh call; `make fuzz` tries all
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="the killer forks"),
]


def test_a_killed_writer_leaves_whole_records_and_undo_takes_all_of_it_back(
    tmp_path, monkeypatch
):
    monkeypatch.setenv("MEMORIES_NOW", NOW)
    (tmp_path / "crash").mkdir()
    command = [sys.executable, str(SCRIPT), str(tmp_path / "crash"), str(STEP)]
    result = json.loads(
        subprocess.run(command, capture_output=True, timeout=900, check=True).stdout
    )
    assert result["wrong"] == []
    assert result["points"] > 200 // STEP
    assert all(tried > 15 for tried in result["tried"].values()), (
        "a scenario no longer reaches the disk"
    )


def test_the_next_write_removes_what_killed_writers_left_and_nothing_else(
    project, run_memories
):
    project.fill(1)
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    with subprocess.Popen(["sleep", "60"]) as writing:
        folders = [project.store, project.store / "decisions"]
        left = [folder / f".a.json.{gone.pid}.1.tmp" for folder in folders]
        kept = [
            folder / name
            for folder in folders
            for name in (f".b.json.{writing.pid}.1.tmp", ".x.tmp", "a.1.1.tmp")
        ]
        for path in (*left, *kept):
            path.write_text("{")
        done = run_memories("retire", "invoice-0")
        writing.kill()
    assert done.code == 0, done
    assert [path.exists() for path in left] == [False] * 2 and all(
        path.exists() for path in kept
    )
