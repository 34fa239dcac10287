"""`memories edit ID --category C`: a record goes to another category with its links and history."""

import json

import pytest

from memory_retrieval.mcp import tools

RUNBOOK = {
    "trigger": "Uploads stop",
    "steps": ["restart it"],
    "verification": "they go on",
    "root_cause": "the disk is full",
}


def files(project):
    return {path: path.read_bytes() for path in project.store.glob("*/*.json")}


def load(project, answer):
    return json.loads((project.root / answer["path"]).read_text())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["edit", "uploads", "--category", "rule"], "expected one of"),
        (["edit", "nothing-here", "--category", "decision"], "nothing-here"),
        (["edit", "paid", "--category", "decision"], "only what holds"),
        (["edit", "no-force", "--category", "runbook"], "guard"),
        (["edit", "uploads", "--category", "decision"], "exists already"),
    ],
)
def test_what_cannot_be_moved_stays_as_it_is(run_main, project, words, said):
    project.write("runbook", "uploads", "Uploads stop", content=RUNBOOK)
    project.write(
        "tech_debt",
        "paid",
        "Old parser",
        content={
            "status": "resolved",
            "description": "d",
            "reason_deferred": "r",
            "priority": "low",
        },
    )
    guard = {
        "guard": {"command": "git push --force", "effect": "deny"},
        "schema_version": "1.1",
    }
    project.write(
        "constraint",
        "no-force",
        "No force pushes",
        content={
            "kind": "policy",
            "rule": "r",
            "impact": ["i"],
            "severity": "high",
            "active": True,
        },
        **guard,
    )
    project.write_text("decision", "uploads", "{}")
    before = files(project)
    ran = run_main(*words)
    assert ran.code == 1 and said in ran.err
    assert files(project) == before


def test_a_record_is_moved_whole_and_undo_brings_it_back(run_main, project):
    old = project.write(
        "runbook", "uploads", "Uploads stop", content=RUNBOOK, tags=["disk"]
    )
    newer = run_main(
        "note", "Uploads are kept in a bucket", "--category", "decision"
    ).json
    before = files(project)
    answer = run_main(
        "edit", "uploads", "--category", "constraint", "--format", "json"
    ).json
    kept = load(project, answer)
    assert (answer["status"], answer["id"], not old.exists()) == (
        "updated",
        "uploads",
        True,
    )
    assert (kept["category"], kept["tags"], kept["incomplete"]) == (
        "constraint",
        ["disk"],
        True,
    )
    assert (kept["content"]["rule"], kept["content"]["active"]) == (
        "Uploads stop",
        True,
    )
    assert kept["changes"][-1]["old_value"] == RUNBOOK
    assert "incomplete: still without kind, impact, severity" in answer["notes"]
    assert (
        run_main("doctor", "--store").code == 0
        and "constraints/uploads.json" in (project.store / "index.md").read_text()
    )
    assert run_main("undo").code == 0 and files(project) == before
    assert (
        run_main(
            "edit", newer["id"], "--category", "decision", "--format", "json"
        ).json["status"]
        == "unchanged"
    )


def test_links_stay_and_a_moved_record_is_complete_where_nothing_is_missing(
    run_main, project
):
    content = {
        "topic": "queues",
        "value": "Queues run on Redis",
        "reason": "one thing less",
        "strength": "strong",
    }
    project.write("preference", "queues", "Queues run on Redis", content=content)
    old = run_main("note", "Queues run on RabbitMQ", "--category", "preference").json
    assert run_main("resolve", old["id"], "--by", "queues").code == 0
    kept = load(
        project,
        run_main("edit", "queues", "--category", "decision", "--format", "json").json,
    )
    assert (
        kept["supersedes"] == [old["id"]]
        and load(project, old)["superseded_by"] == "queues"
    )
    assert kept["content"]["decision"] == "Queues run on Redis" and kept["content"][
        "rationale"
    ] == ["one thing less"]
    done = run_main(
        "save", "--update", "queues", input=json.dumps({"context": "two brokers"})
    ).json
    assert "incomplete" not in load(project, done)


def test_an_agent_moves_a_note_over_mcp(run_main, project, monkeypatch):
    monkeypatch.chdir(project.root)
    id = run_main(
        "note", "Deploys are frozen in December", "--category", "decision"
    ).json["id"]
    text, failed = tools.call("note", {"id": id, "category": "constraint"})
    assert not failed and load(project, json.loads(text))["category"] == "constraint"
