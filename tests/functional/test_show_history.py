"""`memories show ID --history`: what changed, from what to what, and who committed it."""

import json
import os
import subprocess

import pytest

NEW = {
    "category": "decision",
    "status": "accepted",
    "context": "Jobs get lost",
    "decision": "Redis streams",
}


@pytest.fixture
def git(project):
    def run(*words, author="Ana", when="2026-11-20T12:00:00Z"):
        env = {**os.environ, "GIT_AUTHOR_DATE": when, "GIT_COMMITTER_DATE": when}
        command = [
            "git",
            "-c",
            "user.name=" + author,
            "-c",
            "user.email=a@example.com",
            *words,
        ]
        subprocess.run(
            command, cwd=project.root, check=True, capture_output=True, env=env
        )

    run("init", "-q", "-b", "main")
    return run


@pytest.fixture
def saved(project, run_main):
    """saved(hour, *args, **fields): a save at that hour."""

    def save(hour, *args, **fields):
        env = {"MEMORIES_NOW": "2026-11-20T%02d:00:00Z" % hour}
        ran = run_main("save", *args, input=json.dumps(fields), env=env)
        assert ran.code == 0, ran
        return ran

    save(
        8,
        **NEW,
        title="Queues run on Redis",
        tags=["queues"],
        rationale=["fast"],
        source={"agent": "claude"},
    )
    return save


def history(project, run_main):
    return run_main("show", "queues", "--history", "--format", "json").json


def test_every_changed_field_has_its_old_and_new_value(project, saved, run_main):
    more = {
        "rationale": ["fast", "simple"],
        "decision": "Redis 8",
        "tags": ["jobs"],
        "related_files": ["a.py"],
    }
    saved(9, "--update", "queues", **more)
    changes = {
        c["field"]: (c["old_value"], c["new_value"])
        for c in history(project, run_main)["changes"]
    }
    assert changes == {
        "content.decision": ("Redis streams", "Redis 8"),
        "content.rationale": (["fast"], ["fast", "simple"]),
        "tags": (["queues"], ["queues", "jobs"]),
        "related_files": (None, ["a.py"]),
    }
    shown = run_main("show", "queues", "--history").out
    assert (
        "    fast -> fast; simple\n" in shown
        and "    nothing -> a.py\n" in shown
        and "None" not in shown
    )


@pytest.mark.parametrize(
    ("command", "field", "new"),
    [
        (["alias", "queues", "job broker"], "aliases", ["job broker"]),
        (["resolve", "old-queue", "--by", "queues"], "supersedes", ["old-queue"]),
        (["retire", "queues", "--reason", "gone"], "record_status", "retired"),
    ],
)
def test_so_have_the_changes_of_other_commands(
    project, saved, run_main, command, field, new
):
    project.write("decision", "old-queue", "Jobs wait in a table")
    assert run_main(*command).code == 0
    assert [
        (c["field"], c["new_value"]) for c in history(project, run_main)["changes"]
    ] == [(field, new)]


def test_a_long_value_is_cut(project, saved, run_main):
    saved(9, "--update", "queues", rationale=["x" * 5000])
    (change,) = history(project, run_main)["changes"]
    assert change["new_value"].endswith("...") and len(change["new_value"]) < 1100


def test_without_git_nobody_is_named(project, saved, run_main):
    saved(9, "--update", "queues", decision="Redis 8")
    shown = run_main("show", "queues", "--history").out
    assert (
        "committed" not in shown
        and " by " not in shown
        and "source: agent claude\n" in shown
    )


def test_each_change_has_the_author_who_committed_it(project, git, saved, run_main):
    git("add", ".")
    git("commit", "-q", "-m", "one", author="Ana", when="2026-11-20T08:30:00Z")
    saved(9, "--update", "queues", decision="Redis 8")
    git("commit", "-q", "-a", "-m", "two", author="Bo", when="2026-11-20T09:30:00Z")
    saved(10, "--update", "queues", decision="Redis 9")
    value = history(project, run_main)
    assert [c["author"] for c in value["changes"]] == ["not committed", "Bo"]
    assert (value["created_by"], value["source"]) == ("Ana", {"agent": "claude"})
    shown = run_main("show", "queues", "--history").out
    assert (
        "Changed content.decision  (not committed)\n    Redis 8 -> Redis 9\n" in shown
    )
    assert "created  by Ana\n" in shown


def test_the_record_itself_names_no_person(project, git, saved):
    git("config", "user.name", "Somebody")
    saved(9, "--update", "queues", decision="Redis 8")
    text = project.path("decision", "queues-run-on-redis").read_text()
    assert not [
        name
        for name in ("Somebody", str(project.root), os.environ["HOME"])
        if name in text
    ]
