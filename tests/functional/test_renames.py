"""What the user has of a record outside its file follows it when a new title gives the file another name.

Real hook, real commands.
"""

import json
from pathlib import Path

import pytest

from memory_retrieval.core import config
from memory_retrieval.state import ledger, renames, usage

OLD, NEW = (
    ".claude/memory/runbooks/rotate-jwt-keys.json",
    ".claude/memory/runbooks/renew-signing-certificates-of-jwt.json",
)
PROMPT = "how do we rotate the jwt signing keys?"
RETITLED = json.dumps({"title": "Renew signing certificates of JWT"})


@pytest.fixture
def project(project):
    project.fill()
    content = {"steps": ["rotate the jwt signing keys", "publish both"]}
    project.write(
        "runbook", "rotate-jwt-keys", "Rotate the JWT signing keys", ["jwt", "signing", "keys", "rotate"], content
    )
    return project


@pytest.fixture
def run(project, run_main):
    def command(*args, **fields):
        ran = run_main(*args, "--format", "json", cwd=project.root, **fields)
        assert ran.code == 0, ran
        return ran.json

    return command


@pytest.fixture
def retitle(run):
    def command():
        assert run("save", "--update", "rotate-jwt-keys", input=RETITLED)["path"] == NEW

    return command


def muted(project):
    return usage.load(str(project.root)).muted


def test_nothing_is_written_for_a_rename_where_nothing_is_kept(project, retitle, home):
    retitle()
    assert not config.read_json(config.muted_path(), [])
    assert not (home / "xdg-state" / "memory-retrieval" / "ledger").exists() and renames.read() == []


def test_a_muted_record_stays_muted_under_its_new_title_and_when_that_is_taken_back(project, run, ask, retitle):
    run("mute", "rotate-jwt-keys")
    retitle()
    assert (muted(project), ask(PROMPT)) == ({NEW}, "")
    run("undo")
    assert (muted(project), ask(PROMPT)) == ({OLD}, "")
    run("mute", "--off", "rotate-jwt-keys")
    assert OLD in ask(PROMPT)


def test_a_mute_left_over_from_a_record_long_gone_says_nothing_of_one_that_takes_its_name(project, retitle):
    usage.set_muted(str(project.root), NEW, True)
    retitle()
    assert muted(project) == set()


def test_the_counts_follow_and_so_do_the_lines_of_the_ledger(project, run, ask, retitle):
    assert OLD in ask(PROMPT, session_id="s1")
    before = run("status", "--stats")["stats"]
    usage.note(str(project.root), [], [OLD])
    retitle()
    counts = usage.load(str(project.root))
    assert (counts.shown, counts.used) == ({NEW: 1}, {NEW: 1})
    assert [[path for path, _ in entry["injected"]] for entry in ledger.entries()] == [[NEW]]
    assert run("status", "--stats")["stats"] == {**before, "most": [[NEW, 1]]} and before["most"] == [[OLD, 1]]
    assert run("why", "--last")["injected"][0][0] == NEW
    run("undo")
    assert run("status", "--stats")["stats"] == before and usage.load(str(project.root)).shown == {OLD: 1}


def test_a_new_record_under_the_old_name_begins_without_the_other_ones_lines(project, run, ask, retitle):
    ask(PROMPT, session_id="s1")
    retitle()
    moved = [(at - 60, *rest) for at, *rest in renames.read()]
    line = {"at": moved[0][0] + 30, "root": str(project.root), "injected": [[OLD, 0.5]], "used": [OLD]}
    assert renames.current(line, moved) == line
    earlier = {**line, "at": moved[0][0] - 30}
    assert renames.current(earlier, moved) == {**earlier, "injected": [[NEW, 0.5]], "used": [NEW]}
    assert renames.current({**earlier, "root": "/elsewhere"}, moved) == {**earlier, "root": "/elsewhere"}


def test_a_record_of_the_users_store_is_followed_in_every_project(project, run, run_main):
    fields = {
        "category": "preference",
        "title": "Dates are ISO 8601",
        "topic": "t",
        "value": "v",
        "reason": "r",
        "strength": "soft",
    }
    run("save", "--store", "user", input=json.dumps(fields))
    old, new = "preferences/dates-are-iso-8601.json", "preferences/write-day-before-month.json"
    for root in ("/one", "/two"):
        usage.set_muted(root, old, True)
        usage.note(root, [old], [])
    run(
        "save",
        "--store",
        "user",
        "--update",
        "dates-are-iso-8601",
        input=json.dumps({"title": "Write day before month"}),
    )
    assert [usage.load(root).muted for root in ("/one", "/two")] == [{new}] * 2
    assert [usage.load(root).shown for root in ("/one", "/two")] == [{new: 1}] * 2


@pytest.mark.parametrize("text", ["", "{", "[1]\n", '[1, 2, 3, 4]\n["x", "", "a", "b"]\n', "\x00" * 50, "null\n5\n"])
def test_a_damaged_list_of_renames_is_as_none(project, ask, text):
    ask(PROMPT, session_id="s1")
    Path(config.state_dir(), "ledger", renames.NAME).write_text(text)
    assert [entry["injected"][0][0] for entry in ledger.entries()] == [OLD]
