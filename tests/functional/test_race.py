"""Eight writers and four readers on one store: nothing is lost, torn or there twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

WORKER = Path(__file__).parent / "race_worker.py"
OPERATIONS = int(
    os.environ.get("MEMORY_TEST_RACE", "25")
)  # of each writer; 250 and more for a release
SHARED, KEPT = 4, 50


@pytest.mark.slow
def test_eight_writers_and_four_readers_lose_nothing(project, monkeypatch):
    root = str(project.root)
    monkeypatch.setenv("MEMORIES_LOCK_SECONDS", "120")
    workers = [_start("write", root, f"w{n}", OPERATIONS) for n in range(8)]
    workers += [_start("read", root, f"r{n}", OPERATIONS * 2) for n in range(4)]
    results = [json.loads(_finish(worker)) for worker in workers]
    writers, readers = results[:8], results[8:]
    assert [w["failed"] for w in writers] == [[]] * 8
    assert [r["torn"] for r in readers] == [[]] * 4
    assert sum(r["seen"] for r in readers) > 0
    created = [id for w in writers for id in w["created"]]
    assert len(created) == len(set(created)), "an id was given twice"
    records = {
        path.stem: json.loads(path.read_bytes())
        for path in (project.store / "preferences").glob("*.json")
    }
    assert set(created) <= set(records)
    assert all(record["id"] == name for name, record in records.items())
    for id in {id for w in writers for id in w["updates"]}:
        _no_update_lost(
            records[id],
            [summary for w in writers for summary in w["updates"].get(id, ())],
        )


def _no_update_lost(record, summaries):
    """Every update counted, and the last fifty stand in the history."""
    assert record["times_updated"] == len(summaries) - 1  # the first one created it
    kept = [
        change["summary"]
        for change in record["changes"]
        if change["summary"] in summaries
    ]
    assert len(kept) == len(set(kept))
    assert len(record["changes"]) == min(KEPT, 2 * len(summaries) - 1)


def _start(role, root, name, operations):
    command = [sys.executable, str(WORKER), role, root, name, str(operations)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def _finish(worker):
    out, err = worker.communicate(timeout=600)
    assert worker.returncode == 0, err.decode()
    return out
