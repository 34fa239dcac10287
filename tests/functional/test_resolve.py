"""`memories resolve` and `save --supersedes`: one record replaces or settles another."""

import json

import pytest


@pytest.fixture
def old_and_new(project):
    project.write(
        "tech_debt",
        "slow-ci",
        "CI takes an hour",
        content={"status": "open", "priority": "high"},
    )
    project.write("constraint", "no-docker", "No Docker on the build hosts")
    project.write("decision", "ci-cache", "CI caches its packages")
    return project


def texts(project):
    return {path: path.read_bytes() for path in project.store.rglob("*.json")}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nothing-here", "--by", "ci-cache"), "no memory 'nothing-here'"),
        (("slow-ci", "--by", "nothing-here"), "no memory 'nothing-here'"),
        (("slow-ci", "--by", "slow-ci"), "cannot replace itself"),
    ],
)
def test_a_wrong_name_changes_nothing(old_and_new, run_main, args, message):
    before = texts(old_and_new)
    ran = run_main("resolve", *args, cwd=old_and_new.root)
    assert (ran.code, message in ran.err) == (1, True)
    assert texts(old_and_new) == before


@pytest.mark.parametrize(
    ("category", "id", "key", "value"),
    [
        ("tech_debt", "slow-ci", "status", "resolved"),
        ("constraint", "no-docker", "active", False),
    ],
)
def test_the_old_record_is_closed_linked_and_said_to_be_so(
    old_and_new, run_main, category, id, key, value
):
    ran = run_main(
        "resolve", id[:6], "--by", "ci-c", "--format", "json", cwd=old_and_new.root
    )
    assert (ran.json["status"], ran.json["id"]) == ("resolved", id)
    old, new = (
        old_and_new.stored(category, id),
        old_and_new.stored("decision", "ci-cache"),
    )
    assert (old["content"][key], old["superseded_by"], new["supersedes"]) == (
        value,
        "ci-cache",
        [id],
    )
    assert any("content.%s: was" % key in note for note in ran.json["notes"])
    assert (
        run_main("doctor", "--store", cwd=old_and_new.root).out.count("supersede") == 0
    )


def test_undo_takes_both_ends_back(old_and_new, run_main):
    before = texts(old_and_new)
    run_main("resolve", "slow-ci", "--by", "ci-cache", cwd=old_and_new.root)
    assert run_main("undo", cwd=old_and_new.root).code == 0
    assert texts(old_and_new) == before


def test_a_second_time_there_is_nothing_to_do(old_and_new, run_main):
    run_main("resolve", "slow-ci", "--by", "ci-cache", cwd=old_and_new.root)
    ran = run_main(
        "resolve",
        "slow-ci",
        "--by",
        "ci-cache",
        "--format",
        "json",
        cwd=old_and_new.root,
    )
    assert ran.json["status"] == "already_resolved"


def test_a_saved_record_supersedes_another_without_being_sent_again(
    old_and_new, run_main
):
    ran = run_main(
        "save",
        "--update",
        "ci-cache",
        "--supersedes",
        "slow-ci",
        input="",
        cwd=old_and_new.root,
    )
    assert ran.json["status"] == "updated"
    assert old_and_new.stored("tech_debt", "slow-ci")["superseded_by"] == "ci-cache"


AGENT = {"CLAUDECODE": "1"}


@pytest.fixture
def take(project, save, run_main):
    """take(number, env): the outcome of a save, or a `resolve`, that takes this many further records out of use."""
    for number in range(20):
        project.write("constraint", "old-%02d" % number, "Old rule %d" % number)
    left = ["old-%02d" % number for number in range(20)]

    def run(number, env=AGENT, by=""):
        ids = [left.pop(0) for _ in range(number)]
        if by:
            return run_main("resolve", *ids, "--by", by, env=env)
        content = {"topic": ids[0], "value": "v", "reason": "r", "strength": "strong"}
        record = {
            "category": "preference",
            "title": "New " + ids[0],
            "tags": ["x"],
            "content": content,
        }
        return save({**record, "supersedes": ids}, env=env)

    return run


def out_of_use(project):
    return sum(
        '"superseded_by"' in path.read_text()
        for path in project.store.rglob("old-*.json")
    )


def test_an_agent_takes_at_most_five_records_out_of_use_in_a_session(
    project, take, start
):
    codes = [take(number).code for number in (2, 2, 2, 1, 1)]
    assert (codes, out_of_use(project)) == ([0, 0, 1, 0, 1], 5)
    refused = take(1, by="new-old-00")
    assert (
        refused.code == 1 and "memories replace old-08 --by new-old-00" in refused.err
    )
    assert "in their own terminal" in refused.err
    start("resume")
    assert take(1).code == 1
    start()
    assert (take(5).code, out_of_use(project)) == (0, 10)


def test_a_person_at_a_terminal_may_go_on(project, take):
    assert [take(5, env={}).code for _ in range(2)] == [0, 0]
    assert (take(5).code, take(1).code, out_of_use(project)) == (0, 1, 15)


def test_the_tools_of_the_mcp_server_are_an_agents(project, take, run_memories):
    lines = [
        {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": {"protocolVersion": "2025-06-18"},
        }
    ]
    for number in range(6):
        project.write("decision", "new-%d" % number, "New %d" % number)
        arguments = {"id": "old-%02d" % number, "by": "new-%d" % number}
        call = {"jsonrpc": "2.0", "id": number, "method": "tools/call"}
        lines.append({**call, "params": {"name": "resolve", "arguments": arguments}})
    ran = run_memories("mcp", input="".join(json.dumps(line) + "\n" for line in lines))
    assert out_of_use(project) == 5 and "in their own terminal" in ran.out


def test_an_agents_day_ends_where_no_hook_says_so(project, take):
    assert take(5, env={**AGENT, "MEMORIES_NOW": "2026-11-15T12:00:00Z"}).code == 0
    assert take(1, env={**AGENT, "MEMORIES_NOW": "2026-11-16T11:00:00Z"}).code == 1
    assert take(1, env={**AGENT, "MEMORIES_NOW": "2026-11-16T13:00:00Z"}).code == 0
