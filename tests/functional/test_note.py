"""`memories note` and `save TEXT`: a sentence is a record at once, says nothing else, and is completed later."""

import json

import pytest

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.mcp import tools
from terminals import on_terminal

pytestmark = pytest.mark.usefixtures("project")
SENTENCE = "never use `any` in TypeScript, because the checker stops looking"
REST = {"topic": "types", "reason": "the checker stops", "strength": "strong"}
SECRET = "gh" + "p_aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
LONG = "the nightly import stops at midnight in winter " * 6 + "and nobody knows why"


@pytest.fixture
def record(run_main, project):
    """The record behind an answer; every check of the store finds it valid."""

    def read(answer):
        assert run_main("doctor", "--store").code == 0
        return json.loads((project.root / answer["path"]).read_text())

    return read


NOTHING_SAID = [
    "Is the tide forecast cached?",
    "api key for NorthTide is " + SECRET,
    "password: " + SECRET,
    "缓存了吗？",
]


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001, *NOTHING_SAID])
def test_what_is_no_sentence_is_refused_at_every_door(
    run_main, project, text, monkeypatch
):
    monkeypatch.chdir(project.root)
    problem = run_main("note", text).json["problems"][0]
    assert problem["place"] == "text" and SECRET not in problem["message"]
    answer, failed = tools.call("note", {"text": text})
    assert failed and json.loads(answer)["problems"][0] == problem
    if text in NOTHING_SAID:
        assert run_main("save", text).json["problems"] == [problem]
    assert run_main("list").out.startswith("the store is empty")


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("text", [SENTENCE, "a -> b #tags:x", LONG])
def test_a_sentence_is_an_active_record_that_says_nothing_else(
    run_main, record, category, text
):
    answer = run_main("note", text, "--category", category).json
    answer.pop("notes", None)  # a rule may be worth a guard
    assert (
        list(answer) == ["status", "id", "path", "category"]
        and answer["category"] == category
    )
    kept = record(answer)
    assert (kept["schema_version"], kept["record_status"], kept["incomplete"]) == (
        "1.1",
        "active",
        True,
    )
    said = [value for value in kept["content"].values() if value not in ("", [])]
    assert text in said and all(
        value in (text, True, "accepted", "open") for value in said
    )
    again = run_main("note", text, "--category", category).json
    assert again.items() >= {**answer, "status": "unchanged"}.items()
    assert (
        text[:40]
        in run_main("search", text, "--format", "json").json["results"][0]["title"]
        or "#" in text
    )


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("we decided to keep Postgres instead of Mongo", "decision"),
        ("if the queue hangs, restart the worker and clear the lock", "runbook"),
        ("deploys on Fridays are forbidden", "constraint"),
        ("the CSV export is slow legacy code, we should rewrite it later", "tech_debt"),
        ("prefer tabs over spaces", "preference"),
    ],
)
@pytest.mark.parametrize("words", [["note"], ["save"]])
def test_the_category_is_guessed_and_shown(run_main, text, category, words):
    assert run_main(*words, text).json["category"] == category


@pytest.mark.parametrize(
    "text",
    ["Buoys are green on the map", "finished the export today, next is the import"],
)
def test_a_sentence_is_never_taken_for_the_summary_of_a_session(run_main, text):
    answer = run_main("note", text).json
    assert answer["category"] != "session_summary"
    assert (
        run_main("note", text, "--category", "session_summary").json["category"]
        == "session_summary"
    )


@pytest.mark.parametrize("words", [["note"], ["save"]])
def test_a_guess_is_named_with_the_command_that_corrects_it(run_main, record, words):
    answer = run_main(*words, "deploys on Fridays are forbidden").json
    [said] = answer["notes"]
    assert said.startswith("saved as constraint by a guess")
    command = said.split("`")[1].replace(" ID ", f" {answer['id']} ")
    moved = run_main(*command.split()[1:], "--format", "json").json
    assert record(moved)["category"] == "decision" and moved["path"] != answer["path"]
    assert (
        "notes"
        not in run_main(
            *words, "Invoices are numbered by year", "--category", "constraint"
        ).json
    )


def test_a_person_at_a_terminal_is_answered_in_words(project):
    shown = on_terminal(
        project.root, "note", "deploys on Fridays are forbidden", width=200
    )
    saved = "saved as constraint: deploys on Fridays are forbidden  (memories edit deploys-on-fridays-are-forbidden "
    assert saved + "--category decision; memories undo)\n" in shown and "{" not in shown
    shown = on_terminal(
        project.root,
        "save",
        "deploys on Sundays are forbidden",
        "--category",
        "constraint",
        width=200,
    )
    assert (
        "saved as constraint: deploys on Sundays are forbidden  (memories undo)\n"
        in shown
    )
    assert "  related: deploys on Fridays are forbidden  (" in shown
    shown = on_terminal(
        project.root,
        "note",
        "deploys at noon are forbidden",
        "--format",
        "json",
        width=200,
    )
    assert json.loads(shown.split("\n")[0])["status"] == "created"


def test_a_note_is_attached_to_the_files_that_it_names(run_main, record, project):
    (project.root / "src/tides").mkdir(parents=True)
    (project.root / "src/tides/cache.py").write_text("")
    answer = run_main(
        "note",
        "The cache in `src/tides/cache.py`, not gone.py or /etc/passwd, holds the forecast for 6 hours.",
    ).json
    assert record(answer)["related_files"] == ["src/tides/cache.py"]


def test_a_long_title_ends_with_a_clause_and_a_note_has_a_tag(run_main, record):
    text = (
        "The forecast is cached for 6 hours, because the provider counts every call"
        + " and the plan is small" * 3
    )
    kept = record(run_main("note", text).json)
    assert kept["title"] == "The forecast is cached for 6 hours" and kept["tags"] == [
        "forecast"
    ]


def test_the_sentence_may_come_on_standard_input(run_main, record):
    assert record(run_main("note", input=SENTENCE + "\n").json)["title"] == SENTENCE


def test_a_later_save_completes_it_and_then_the_strict_rules_hold(run_main, record):
    id = run_main("note", SENTENCE, "--category", "preference").json["id"]
    answer = run_main("save", "--update", id, input=json.dumps({"topic": "types"})).json
    assert (
        "incomplete: still without reason, strength" in answer["notes"]
        and record(answer)["incomplete"]
    )
    kept = record(
        run_main(
            "save",
            "--update",
            id,
            input=json.dumps({**REST, "value": "unknown, never any"}),
        ).json
    )
    assert "incomplete" not in kept and kept["content"]["value"] == "unknown, never any"
    assert (
        run_main("note", SENTENCE, "--category", "preference").json["status"]
        == "unchanged"
    )
    assert record(answer) == kept
    assert (
        run_main(
            "edit", id, "--file", "-", input=json.dumps({"content": {"topic": "types"}})
        ).code
        == 1
    )


def test_a_record_without_the_mark_lacks_nothing(run_main):
    ran = run_main(
        "save",
        input=json.dumps({"category": "preference", "title": "Tabs", "value": "tabs"}),
    )
    assert (ran.code, ran.json["status"]) == (1, "rejected")


def test_what_a_sentence_replaces_is_named_and_retired(run_main, record):
    old = run_main("note", "Backups are kept for thirty days").json
    new = run_main(
        "note",
        "Backups are kept for ninety days",
        "--supersedes",
        old["id"],
        "--alias",
        "Frist",
    ).json
    assert record(old)["superseded_by"] == new["id"]
    assert (record(new)["supersedes"], record(new)["aliases"]) == (
        [old["id"]],
        ["Frist"],
    )
    ran = run_main(
        "note", "Backups are kept for a year", "--supersedes", "nothing-here"
    )
    assert (ran.code, ran.json["status"]) == (1, "rejected")


def test_a_decision_that_is_taken_back_holds_again(run_main, record):
    first, second = (
        "Backups are kept for thirty days",
        "Backups are kept for ninety days",
    )
    old = run_main("note", first, "--category", "decision").json
    new = run_main(
        "note", second, "--category", "decision", "--supersedes", old["id"]
    ).json
    last = run_main(
        "note", first, "--category", "decision", "--supersedes", new["id"]
    ).json
    assert last["status"] == "created" and last["id"] not in (old["id"], new["id"])
    assert (record(new)["superseded_by"], "superseded_by" in record(last)) == (
        last["id"],
        False,
    )
    assert run_main("note", first, "--category", "decision").json["id"] == last["id"]


def test_a_sentence_that_may_contradict_another_names_it(run_main):
    first = run_main("note", "The session cookie lives for thirty days").json
    related = run_main("note", "The session cookie lives for ninety days").json[
        "related"
    ]
    assert [item["id"] for item in related] == [first["id"]]


def test_sentences_have_nothing_in_common_because_both_lack_tags(run_main):
    run_main("note", "The importer reads invoices in batches of fifty")
    assert (
        "related"
        not in run_main("note", "Nobody deploys while the auditors are here").json
    )


def test_options_of_a_record_do_not_go_with_a_sentence(run_main):
    assert run_main("save", "a sentence", "--update", "some-id").code == 2


def test_an_agent_saves_and_completes_a_sentence_over_mcp(project, monkeypatch):
    monkeypatch.chdir(project.root)

    def call(**arguments):
        text, failed = tools.call("note", arguments)
        return (text if text.startswith("text:") else json.loads(text)), failed

    kept, failed = call(text=SENTENCE, category="preference", aliases=["strict types"])
    assert not failed and list(kept)[:4] == ["status", "id", "path", "category"]
    newer, _ = call(
        text="never use `any` in tests either",
        category="preference",
        supersedes=[kept["id"]],
    )
    assert (
        json.loads((project.root / kept["path"]).read_text())["superseded_by"]
        == newer["id"]
    )
    assert call(id=newer["id"], text="x")[1] and call(text=" ")[1]
    refused, failed = call(id=newer["id"], fields={"strength": "some"})
    assert failed and refused["problems"][0]["place"] == "content.strength"
    saved, failed = call(id=newer["id"], fields=REST)
    assert (failed, saved["status"]) == (False, "updated")
    assert "incomplete" not in json.loads((project.root / newer["path"]).read_text())


@pytest.mark.parametrize("category", CATEGORIES)
def test_a_record_that_lacks_everything_stops_no_command(run_main, project, category):
    for n in range(2):
        record = {
            **project.record(category, "bare%d" % n, "Indent with tabs in Go files"),
            "schema_version": "1.1",
        }
        project.write_text(
            category,
            record["id"],
            json.dumps({**record, "incomplete": True, "content": {}}),
        )
    assert run_main("list", "--problems").code == 0
    assert (
        run_main(
            "note",
            "Indent with four spaces in Go files, never tabs",
            "--category",
            category,
        ).code
        == 0
    )
    assert [
        run_main(*command).code
        for command in (["review"], ["doctor", "--store"], ["brief"])
    ] == [0, 0, 0]
