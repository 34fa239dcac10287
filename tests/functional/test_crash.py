"""A writer that is killed leaves every record old or new, and the next command works."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "crash_points.py"
STEP = int(os.environ.get("MEMORY_TEST_STEP", "13"))  # every 13th call; `make fuzz` tries all
pytestmark = [pytest.mark.slow, pytest.mark.skipif(not hasattr(os, "fork"), reason="the killer forks")]


def test_killed_before_a_file_system_call_a_writer_leaves_whole_records(tmp_path):
    result = _run("boundaries", tmp_path, STEP)
    assert result["wrong"] == []
    assert result["points"] > 200 // STEP
    assert all(tried > 15 for tried in result["tried"].values()), "a scenario no longer reaches the disk"


def test_what_a_killed_writer_left_can_be_taken_back(tmp_path):
    result = _run("undone", tmp_path, STEP)
    assert result["wrong"] == []
    assert result["points"] > 100 // STEP


def test_the_next_write_removes_what_killed_writers_left_and_nothing_else(project, run_memories):
    project.fill(1)
    with subprocess.Popen([sys.executable, "-c", ""]) as gone:
        pass
    with subprocess.Popen(["sleep", "60"]) as writing:
        folders = [project.store, project.store / "decisions"]
        left = [folder / f".a.json.{gone.pid}.1.tmp" for folder in folders]
        kept = [folder / name for folder in folders for name in (f".b.json.{writing.pid}.1.tmp", ".x.tmp", "a.1.1.tmp")]
        for path in (*left, *kept):
            path.write_text("{")
        done = run_memories("retire", "invoice-0", cwd=project.root)
        writing.kill()
    assert done.code == 0, done
    assert [path.exists() for path in left] == [False] * 2 and all(path.exists() for path in kept)


def _run(mode, tmp_path, number):
    folder = tmp_path / "crash"
    folder.mkdir()
    env = {**os.environ, "MEMORIES_NOW": "2026-11-15T12:00:00Z"}
    command = [sys.executable, str(SCRIPT), mode, str(folder), str(number)]
    done = subprocess.run(command, env=env, capture_output=True, timeout=900)
    assert done.returncode == 0, done.stderr.decode()
    return json.loads(done.stdout)
