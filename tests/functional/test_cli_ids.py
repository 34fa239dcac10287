"""How commands take an id: whole, or the beginning of it."""

import json
import sys

import pytest

from memory_retrieval.state import usage

LONG, OTHER = "offline-region-packs-are-signed", "offline-routes-are-kept-a-week"
FIELDS = {
    "category": "preference",
    "topic": "t",
    "value": "v",
    "reason": "r",
    "strength": "soft",
}


@pytest.fixture
def run(project, run):
    project.write("decision", LONG, "Offline region packs are signed")
    project.write("decision", OTHER, "Offline routes are kept a week")
    return run


NEW = {**FIELDS, "title": "Signed packs", "supersedes": ["offline-r"]}
WRITING = [
    "retire",
    "retire --archive",
    "mute",
    "alias packs",
    "save --update",
    "resolve --by " + OTHER,
]
LOOKING = [
    "show",
    "show --history",
    "edit",
    "restore",
    "mute --off",
    "review --keep",
    "review --retire",
]


def named(command, id):
    """The command with the id as its first argument, or as the value of its last option."""
    first, *rest = command.split()
    return [first, *rest, id] if rest == ["--update"] else [first, id, *rest]


@pytest.mark.parametrize("command", WRITING + LOOKING)
def test_of_several_ids_that_begin_so_none_is_taken_and_all_are_named(
    project, run, command
):
    before = project.snapshot()
    ran = run(
        *named(command, "offline-r"),
        input='{"tags": ["x"]}',
        env={"EDITOR": "false", "VISUAL": "false"},
    )
    unchanged = {
        path: facts
        for path, facts in project.snapshot().items()
        if path.endswith(".json")
    }
    assert (ran.code, unchanged) == (
        1,
        {path: facts for path, facts in before.items() if path.endswith(".json")},
    )
    assert usage.load(str(project.root)).muted == set()
    assert ": %s, %s; type more of the ID" % (LONG, OTHER) in ran.err + ran.out


@pytest.mark.parametrize("command", WRITING)
def test_one_id_that_begins_so_is_enough_to_change_its_record(run, command):
    ran = run(*named(command, "offline-region"), input='{"tags": ["x"]}')
    assert (ran.code, ran.json["id"]) == (0, LONG)


def test_an_id_in_supersedes_may_be_the_beginning_of_one(project, run):
    ran = run(
        "save",
        "--supersedes",
        "offline-reg",
        input=json.dumps({**NEW, "supersedes": []}),
    )
    assert (ran.code, project.stored("decision", LONG)["superseded_by"]) == (
        0,
        "signed-packs",
    )
    ran = run(
        "save",
        input=json.dumps({**NEW, "title": "Other packs", "supersedes": ["offline-r"]}),
    )
    assert ran.code == 1 and "several IDs start with" in ran.out


def test_a_record_that_is_gone_is_not_replaced_by_its_namesake(project, run):
    project.write("decision", LONG + "-2", "Offline region packs are signed!")
    project.path("decision", LONG).unlink()
    ran = run("retire", LONG)
    assert ran.code == 1 and "did you mean %s-2?" % LONG in ran.err + ran.out


def test_why_names_them_too(run):
    ran = run("why", "are offline region packs signed", "--memory", "offline-r")
    assert (ran.code, LONG in ran.err, OTHER in ran.err) == (1, True, True)


@pytest.mark.parametrize("begun", ["offline-region-p", "offline-reg…", LONG])
def test_one_id_that_begins_so_is_enough_to_look(run, begun):
    assert (
        run("show", begun).json["id"]
        == run("show", begun, "--history").json["id"]
        == LONG
    )
    ran = run("why", "are offline region packs signed", "--memory", begun.rstrip("…"))
    assert [c["id"] for c in ran.json["candidates"]] == [LONG]


def test_the_editor_opens_the_record_whose_id_begins_so(project, run):
    script = "import sys; p = sys.argv[1]; t = open(p).read(); open(p, 'w').write(t.replace('a week', 'a month'))"
    ran = run(
        "edit",
        "offline-ro",
        env={"EDITOR": '%s -c "%s"' % (sys.executable, script), "VISUAL": ""},
    )
    assert (ran.json["status"], ran.json["id"]) == ("updated", OTHER)


def test_a_whole_id_wins_over_the_beginning_of_another_in_any_store(project, run):
    project.write("decision", "offline", "Offline")
    assert run("show", "offline").json["id"] == "offline"
    run(
        "save",
        "--store",
        "user",
        input=json.dumps({**FIELDS, "title": "Offline region"}),
    )
    assert (
        run("show", "offline-region")
        .json["path"]
        .endswith("/preferences/offline-region.json")
    )
    assert "add --store user" in run("edit", "offline-region").out


def test_a_file_that_is_no_record_keeps_its_name(project, run):
    project.write_text("decision", "offline-region", "{")
    ran = run("show", "offline-region")
    assert ran.code == 1 and "not contain a valid memory" in ran.err
