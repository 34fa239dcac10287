"""`memories alias`: what is refused writes nothing, what is written can be taken back."""

import json

import pytest

TITLE = "Queues run on RabbitMQ"
EIGHT = [f"phrasing number {n}" for n in range(8)]


@pytest.fixture
def queues(project):
    return project.write("decision", "queues", TITLE, aliases=["which broker"])


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def records(project):
    return {path: path.read_bytes() for path in project.store.rglob("*.json")}


def aliases(path):
    return load(path).get("aliases")


# --- what is refused or changes nothing -------------------------------------------------------------------------------

REFUSED = {
    "an id that nothing has": (["nobody", "x"], "nobody"),
    "an alias to remove that is not there": (
        ["queues", "--remove", "mail"],
        '"which broker"',
    ),
    "a phrase that is too long": (
        ["queues", "x" * 121],
        "at most 120 characters, got 121",
    ),
    "more than eight": (
        ["queues", *EIGHT],
        '`memories alias queues --remove PHRASE`: "which broker"',
    ),
    "an empty phrase": (["queues", " "], "no phrase"),
    "the beginning of several ids": (["q", "x"], "queues, quotas"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_refused_writes_nothing_and_says_why(project, queues, run, case):
    project.write("decision", "quotas", "Quotas")
    words, says = REFUSED[case]
    before = queues.read_bytes()
    ran = run("alias", *words)
    assert (ran.code, ran.json["status"]) == (1, "rejected")
    assert says in " ".join(problem["message"] for problem in ran.json["problems"])
    assert queues.read_bytes() == before


@pytest.mark.parametrize("status", ["retired", "archived"])
def test_a_record_out_of_use_gets_no_alias(project, run, status):
    path = project.write("decision", "old", record_status=status)
    before = path.read_bytes()
    ran = run("alias", "old", "x")
    assert ran.code == 1 and "memories restore old" in ran.out
    assert path.read_bytes() == before


def test_a_pattern_has_no_aliases_and_the_message_says_what_changes_it(project, run):
    project.write("decision", "a")
    project.write_pattern("p1", "Close files", "use with")
    ran = run("alias", "p1", "x")
    assert ran.code == 1 and "aliases" in ran.out and "--update" in ran.out


def test_an_alias_that_is_there_in_another_case_changes_nothing(queues, run):
    before = queues.read_bytes()
    ran = run("alias", "queues", "Which  BROKER")
    assert (ran.code, ran.json["status"], ran.json["aliases"]) == (
        0,
        "unchanged",
        ["which broker"],
    )
    assert queues.read_bytes() == before


# --- what is written --------------------------------------------------------------------------------------------------


def test_aliases_are_added_found_logged_and_taken_back(project, queues, run):
    before = queues.read_bytes()
    ran = run("alias", "que", "job queue", "Job Queue", "where do mails wait")
    path = ".claude/memory/decisions/queues.json"
    expected = ["which broker", "job queue", "where do mails wait"]
    assert (ran.code, ran.json) == (
        0,
        {"status": "updated", "id": "queues", "path": path, "aliases": expected},
    )
    record = load(queues)
    assert (
        record["aliases"] == expected
        and record["schema_version"] == "1.1"
        and record["times_updated"] == 1
    )
    assert (
        record["changes"][-1]["summary"]
        == 'Aliases: added "job queue", "where do mails wait"'
    )
    assert run("search", "where do mails wait").json["results"][0]["id"] == "queues"
    assert run("doctor", "--store").code == 0
    assert run("undo").json["status"] == "undone" and queues.read_bytes() == before


def test_one_goes_before_another_comes_so_that_a_full_record_can_change(project, run):
    path = project.write("decision", "full", aliases=EIGHT)
    ran = run("alias", "full", "new lamp", "--remove", EIGHT[0].upper())
    assert ran.json["aliases"] == [*EIGHT[1:], "new lamp"] == aliases(path)
    assert (
        load(path)["changes"][-1]["summary"]
        == 'Aliases: added "new lamp"; removed "phrasing number 0"'
    )


def test_the_last_alias_takes_its_key_along(queues, run):
    assert run("alias", "queues", "--remove", "which broker").json["aliases"] == []
    assert "aliases" not in load(queues)


def test_a_partial_save_adds_aliases_by_the_same_rules(queues, run):
    assert (
        run(
            "save", "--update", "queues", input={"aliases": ["Which Broker", "mails"]}
        ).code
        == 0
    )
    assert aliases(queues) == ["which broker", "mails"]
    ran = run("save", "--update", "queues", input={"aliases": EIGHT})
    assert (
        ran.code == 1
        and "remove 2 of the existing ones" in ran.json["problems"][0]["message"]
    )


# --- records without aliases ------------------------------------------------------------------------------------------


def test_only_active_records_without_aliases_are_listed_the_last_updated_first(
    project, queues, run, run_main
):
    for id, month in (("old", 3), ("new", 5)):
        project.write(
            "decision", id, f"Title of {id}", updated_at=f"2026-0{month}-01T00:00:00Z"
        )
    project.write("decision", "gone", record_status="retired")
    project.write("decision", "replaced", superseded_by="queues")
    project.write_pattern("p1", "Close files", "use with")
    assert [
        result["id"] for result in run("list", "--without-aliases").json["results"]
    ] == ["new", "old"]
    assert "Title of new" in run_main("list", "--without-aliases").out
