"""Ingests that run at once, are killed or cut off, or go on watching.

The database ends as after one undisturbed run.
"""

import json
import random
import signal
import subprocess
import sys
import time

import pytest

from conftest import MEMORIES

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from postgres_server import new_database  # noqa: E402
from team_database import ingest, ingested_state, run  # noqa: E402


def command(url, project, *more):
    """`memories ingest` of a project, as a process."""
    words = [
        "ingest",
        "--db-url",
        url,
        "--root",
        str(project.root),
        "--workspace",
        "shop",
        "--project",
        "shop",
    ]
    return subprocess.Popen(
        [sys.executable, str(MEMORIES), *words, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def same_as_alone(project, db_url, pg_server, pg_template):
    """same_as_alone(): whether the database has what one undisturbed run leaves."""

    def compare():
        with new_database(pg_server, pg_template) as fresh:
            ingest(fresh, project, "shop")
            return ingested_state(db_url) == ingested_state(fresh)

    return compare


def test_two_ingestors_at_once_end_as_one_alone(project, db_url, same_as_alone):
    project.fill(700)
    both = [command(db_url, project, "--format", "json") for _ in range(2)]
    ended = [process.communicate(timeout=120) for process in both]
    assert [p.returncode for p in both] == [0, 0], ended
    assert sum(json.loads(out)["created"] for out, _ in ended) == 700
    assert same_as_alone()


def test_killed_and_cut_off_runs_are_completed_by_the_next(
    project, db_url, same_as_alone
):
    """A few moments here; `lab/benchmarks/team.py kills` does fifty."""
    project.fill(900)
    rng = random.Random(4)
    for how in ("kill", "cut", "kill", "cut"):
        process = command(db_url, project)
        time.sleep(rng.uniform(0.3, 1.2))
        if how == "kill":
            process.send_signal(signal.SIGKILL)
        else:
            others = "datname = current_database() AND pid <> pg_backend_pid()"
            run(
                db_url,
                f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}",
            )
        process.communicate(timeout=120)
    assert ingest(db_url, project, "shop").problems == []
    assert same_as_alone()


def test_watching_sees_changes_until_it_is_interrupted(project, db_url):
    project.fill(2)
    with command(db_url, project, "--watch", "1") as process:
        try:
            assert "2 created" in process.stdout.readline()
            project.write("runbook", "new-one")
            assert "1 created" in process.stdout.readline()
        finally:
            process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
    assert run(db_url, "SELECT count(*) FROM memories") == [(3,)]
