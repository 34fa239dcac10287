"""Fixtures for tests of a team database: roles, and a database with two workspaces."""

import itertools
import json
import os
import shutil

import pytest

import citus_cluster

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from psycopg import sql  # noqa: E402

from memory_retrieval_team.db import access  # noqa: E402
from postgres_server import address, make_database, new_database  # noqa: E402
from team_database import STAMP, ingest, run  # noqa: E402

_numbers = itertools.count()
_filled = {}  # the name of the database that others are copies of


@pytest.fixture
def role(two):
    """role("name", "LOGIN"): a new role of the server that is gone after the test; returns its name."""
    made = []

    def make(name="role", options="LOGIN"):
        name = f"{name}_{os.getpid()}_{next(_numbers)}"
        run(two, sql.SQL("CREATE ROLE {} " + options).format(sql.Identifier(name)))
        made.append(name)
        return name

    yield make
    for name in made:
        run(
            two,
            sql.SQL("DROP OWNED BY {0}; DROP ROLE {0}").format(sql.Identifier(name)),
        )


@pytest.fixture
def member(two, role):
    """member("A", write=True): a new role that is a member of a workspace; its name."""

    def make(workspace, **more):
        name = role()
        access.grant(two, name, workspace, **more)
        return name

    return make


@pytest.fixture
def shop(project):
    """A project with a record of every kind, one of them retired, one with a byte order mark."""
    for category in (
        "decision",
        "runbook",
        "constraint",
        "tech_debt",
        "preference",
        "session_summary",
    ):
        project.write(
            category,
            "a-" + category.replace("_", "-"),
            "Cache headers of the catalogue " + category,
        )
    project.write(
        "decision",
        "old-proxy",
        "Send everything through the old proxy",
        record_status="retired",
        retired_at=STAMP,
        retired_reason="gone",
    )
    record = json.dumps(
        project.record("runbook", "marked", "Windows wrote this one")
    ).encode()
    project.write_text("runbook", "marked", b"\xef\xbb\xbf" + record)
    project.write_pattern(
        "p1",
        "Close the pool",
        "close it last",
        dont_text="close it first",
        confidence=0.5,
    )
    project.write_pattern("s1", "a source", folder="sources", summary="said so")
    project.write_pattern(
        "b1", "later", folder="backlog", description="do it", created_at=STAMP
    )
    project.write_pattern(
        "e1", folder="events", timestamp=STAMP, kind="deploy", summary="went out"
    )
    review = {"reviewer": "ann", "subject": "api", "summary": "fine"}
    project.write_pattern("r1", folder="reviews", timestamp=STAMP, **review)
    question = {"question": "how large may it be", "response_summary": "16 kB"}
    project.write_pattern(
        "q", folder="external-llm-cache/gemini", timestamp=STAMP, **question
    )
    return project


@pytest.fixture
def two(pg_server, pg_template, shop, make_project):
    """A database with the workspaces A and B; filled once, then copied."""
    if "two" not in _filled:
        other, name = make_project("other"), f"filled_{os.getpid()}"
        shutil.copytree(
            shop.root / ".claude", other.root / ".claude", dirs_exist_ok=True
        )
        shutil.copytree(shop.root / ".memories", other.root / ".memories")
        make_database(pg_server, name, pg_template)
        assert not ingest(address(pg_server, name), shop).problems
        assert not ingest(address(pg_server, name), other, "B", "other").problems
        if citus_cluster.URL:
            citus_cluster.close_database(name)
        _filled["two"] = name
    with new_database(pg_server, _filled["two"]) as url:
        yield url
