"""`memories resolve` and `save --supersedes`: one record replaces or settles another."""

import pytest


@pytest.fixture
def old_and_new(project):
    project.write("tech_debt", "slow-ci", "CI takes an hour", content={"status": "open", "priority": "high"})
    project.write("constraint", "no-docker", "No Docker on the build hosts")
    project.write("decision", "ci-cache", "CI caches its packages")
    return project


def texts(project):
    return {path: path.read_bytes() for path in project.store.rglob("*.json")}


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("nothing-here", "--by", "ci-cache"), "no record 'nothing-here'"),
        (("slow-ci", "--by", "nothing-here"), "no record 'nothing-here'"),
        (("slow-ci", "--by", "slow-ci"), "cannot supersede itself"),
    ],
)
def test_a_wrong_name_changes_nothing(old_and_new, run_main, args, message):
    before = texts(old_and_new)
    ran = run_main("resolve", *args, cwd=old_and_new.root)
    assert (ran.code, message in ran.err) == (1, True)
    assert texts(old_and_new) == before


def test_a_dry_run_writes_nothing(old_and_new, run_main):
    before = texts(old_and_new)
    ran = run_main("resolve", "slow-ci", "--by", "ci-cache", "--dry-run", "--format", "json", cwd=old_and_new.root)
    assert "dry run: nothing was written" in ran.json["notes"]
    assert texts(old_and_new) == before


@pytest.mark.parametrize(
    ("category", "id", "key", "value"),
    [("tech_debt", "slow-ci", "status", "resolved"), ("constraint", "no-docker", "active", False)],
)
def test_the_old_record_is_closed_linked_and_said_to_be_so(old_and_new, run_main, category, id, key, value):
    ran = run_main("resolve", id[:6], "--by", "ci-c", "--format", "json", cwd=old_and_new.root)
    assert (ran.json["status"], ran.json["id"]) == ("resolved", id)
    old, new = old_and_new.stored(category, id), old_and_new.stored("decision", "ci-cache")
    assert (old["content"][key], old["superseded_by"], new["supersedes"]) == (value, "ci-cache", [id])
    assert any("content.%s: was" % key in note for note in ran.json["notes"])
    assert run_main("doctor", "--store", cwd=old_and_new.root).out.count("supersede") == 0


def test_undo_takes_both_ends_back(old_and_new, run_main):
    before = texts(old_and_new)
    run_main("resolve", "slow-ci", "--by", "ci-cache", cwd=old_and_new.root)
    assert run_main("undo", cwd=old_and_new.root).code == 0
    assert texts(old_and_new) == before


def test_a_second_time_there_is_nothing_to_do(old_and_new, run_main):
    run_main("resolve", "slow-ci", "--by", "ci-cache", cwd=old_and_new.root)
    ran = run_main("resolve", "slow-ci", "--by", "ci-cache", "--format", "json", cwd=old_and_new.root)
    assert ran.json["status"] == "already_resolved"


def test_a_saved_record_supersedes_another_without_being_sent_again(old_and_new, run_main):
    ran = run_main("save", "--update", "ci-cache", "--supersedes", "slow-ci", input="", cwd=old_and_new.root)
    assert ran.json["status"] == "updated"
    assert old_and_new.stored("tech_debt", "slow-ci")["superseded_by"] == "ci-cache"
