"""`memories note`: a sentence is kept word for word, completed later, and never lost."""

import json

import pytest

from memory_retrieval.mcp import tools

SENTENCE = "never use `any` in TypeScript, because the checker stops looking"
REST = {"topic": "types", "value": "never use `any`", "reason": "the checker stops", "strength": "strong"}


@pytest.fixture
def run(project, run_main):
    return lambda *args, **more: run_main(*args, cwd=project.root, **more)


@pytest.mark.parametrize("text", ["", "   ", "x" * 2001])
def test_what_is_no_sentence_is_refused(run, text):
    ran = run("note", text)
    assert (ran.code, "text: " in ran.err) == (1, True)
    assert run("inbox", "list").out == "the inbox is empty\n"


def test_a_sentence_is_kept_word_for_word_and_the_missing_fields_are_named(run):
    kept = run("note", SENTENCE, "--category", "preference", "--format", "json").json
    assert (kept["status"], kept["guessed"], kept["text"]) == ("noted", False, SENTENCE)
    assert kept["missing"] == ["content.topic", "content.reason", "content.strength"]
    candidate = run("inbox", "show", kept["id"], "--format", "json").json
    assert candidate["record"]["content"]["value"] == SENTENCE
    assert run("note", SENTENCE, "--category", "preference", "--format", "json").json["id"] == kept["id"]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("we decided to keep Postgres instead of Mongo", "decision"),
        ("if the queue hangs, restart the worker and clear the lock", "runbook"),
        ("deploys on Fridays are forbidden", "constraint"),
        ("the CSV export is slow legacy code, we should rewrite it later", "tech_debt"),
        ("prefer tabs over spaces", "preference"),
        ("finished the export today, next is the import", "session_summary"),
    ],
)
def test_the_category_is_guessed_and_shown(run, text, category):
    assert run("note", text).out.startswith("noted as a %s (guessed): %s" % (category, category.replace("_", "-")))


def test_accepting_with_the_missing_fields_saves_the_sentence(run, project):
    id = run("note", SENTENCE, "--category", "preference", "--format", "json").json["id"]
    refused = run("inbox", "accept", id)
    assert (refused.code, "content.topic" in refused.err) == (1, True)
    rest = {key: REST[key] for key in ("topic", "reason", "strength")}
    answer = run("inbox", "accept", id, "--file", "-", input=json.dumps(rest)).json
    assert json.loads((project.root / answer["path"]).read_text())["content"]["value"] == SENTENCE
    assert run("inbox", "list").out == "the inbox is empty\n"


def test_several_are_rejected_at_once_and_none_when_one_is_unknown(run):
    ids = [run("note", text, "--format", "json").json["id"] for text in ("prefer tabs", "prefer short names")]
    assert run("inbox", "reject", *ids, "nothing-here").code == 1
    assert len(run("inbox", "list", "--format", "json").json["candidates"]) == 2
    assert run("inbox", "reject", *ids).code == 0
    assert run("inbox", "list").out == "the inbox is empty\n"


def test_an_agent_keeps_and_completes_a_sentence_over_mcp(project, monkeypatch):
    monkeypatch.chdir(project.root)
    kept, failed = tools.call("note", {"text": SENTENCE, "category": "preference", "project": str(project.root)})
    id = json.loads(kept)["id"]
    assert not failed and json.loads(kept)["missing"]
    refused, failed = tools.call("note", {"id": id, "fields": {"topic": "types"}, "project": str(project.root)})
    assert failed and "content.reason" in refused
    saved, failed = tools.call("note", {"id": id, "fields": REST, "project": str(project.root)})
    assert (failed, json.loads(saved)["status"]) == (False, "created")
