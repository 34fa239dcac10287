"""Guards as they are saved: who may accept one, which are refused, and for which rules one is offered."""

import json

import pytest

from conftest import REPOSITORY
from guarded import guarded
from memory_retrieval.mcp import tools
from memory_retrieval.state import accepted
from terminals import on_terminal

RULE = {
    "category": "constraint",
    "title": "Use httpx",
    "content": {
        "kind": "policy",
        "rule": "Requests hangs.",
        "impact": ["hangs"],
        "severity": "high",
        "active": True,
    },
    "tags": ["http"],
}
GUARDED = {**RULE, "guard": guarded(text="import requests", effect="deny")}
STRONG = {
    "category": "preference",
    "title": "Dates are ISO 8601",
    "content": {
        "topic": "dates",
        "value": "ISO 8601",
        "reason": "sorts as text",
        "strength": "strong",
    },
    "tags": ["dates"],
    "guard": guarded(text="strftime("),
}
ACCEPT = "it only reminds until the user accepts it"


@pytest.fixture
def waiting(project, run_main):
    """waiting("--store", "patterns"): the IDs of the records whose guard nobody has accepted."""

    def run(*args):
        listed = json.loads(run_main("review", "--format", "json", *args).out)[
            "reviews"
        ]
        return [
            found["id"]
            for found in listed
            if "guard" in {reason["kind"] for reason in found["reasons"]}
        ]

    return run


@pytest.mark.parametrize(
    "how", ["shell", "mcp", "keep in a shell", "terminal of an agent"]
)
def test_an_agent_cannot_accept_a_guard_and_is_told_who_can(
    project, save, waiting, run_main, monkeypatch, how
):
    monkeypatch.chdir(project.root)
    if how == "mcp":
        said = tools.call("save", GUARDED)[0]
    elif how == "terminal of an agent":
        save(RULE)
        words = (
            "save",
            "--update",
            "use-httpx",
            json.dumps({"guard": GUARDED["guard"]}),
        )
        (project.root / "c.json").write_text(words[-1])
        said = on_terminal(
            project.root, *words[:-1], "--file", "c.json", env={"GEMINI_CLI": "1"}
        )
    else:
        said = save(GUARDED).out
    if how == "keep in a shell":
        said = run_main("review", "use-httpx", "--keep", "--format", "json").out
    assert ACCEPT in said
    assert "memories review use-httpx --keep" in said
    assert waiting() == ["use-httpx"]


def test_nothing_accepts_a_guard_in_the_shell_of_an_agent(project, save, monkeypatch):
    save(GUARDED)
    monkeypatch.setenv("CODEX_CI", "1")
    assert not accepted.accept(str(project.root), ["mark"]) and not accepted.read(
        str(project.root)
    )
    monkeypatch.delenv("CODEX_CI")
    assert accepted.accept(str(project.root), ["mark"]) and accepted.read(
        str(project.root)
    ) == ["mark"]


def test_a_guard_that_is_too_slow_to_judge_until_it_is_accepted_is_named(
    project, run_main
):
    for name, size in (("small", 1), ("large", 500), ("larger", 510)):
        text = " OR ".join(f"e{n}" for n in range(size))[:4000]
        project.write(
            "constraint", name, name, guard={"text": text}, schema_version="1.1"
        )
    said = run_main("review").out
    assert (said.count("too slow to judge"), said.count("only reminds")) == (1, 2)


def test_a_person_accepts_what_an_agent_saved_by_saving_the_same(
    project, save, waiting
):
    save(GUARDED)
    assert ACCEPT in save(GUARDED).out
    (project.root / "rule.json").write_text(json.dumps(GUARDED))
    on_terminal(project.root, "save", "--file", "rule.json")
    assert waiting() == []


def test_a_person_accepts_the_guard_of_a_pattern_by_keeping_it(
    project, save, waiting, run_main
):
    pattern = {
        "title": "Parse times",
        "category": "time",
        "do_text": "use clock",
        "dont_text": "strptime",
    }
    said = json.loads(
        save(
            {**pattern, "guard": guarded(text="strptime(")},
            "--store",
            "patterns",
            "--kind",
            "pattern",
        ).out
    )
    assert said["notes"][-1].endswith(
        "memories review %s --keep --store patterns" % said["id"]
    )
    assert waiting("--store", "patterns") == [said["id"]]
    on_terminal(project.root, "review", said["id"], "--keep", "--store", "patterns")
    assert waiting("--store", "patterns") == []
    (project.root / "a.py").write_text("strptime(x)")
    found = json.loads(run_main("why", "--file", "a.py", "--format", "json").out)[
        "guards"
    ]
    assert [item["accepted"] for item in found] == [True]


def test_a_changed_rule_waits_for_the_user_again(project, save, waiting):
    save(GUARDED)
    said = on_terminal(project.root, "review", "use-httpx", "--keep")
    assert '"effect": "deny"' in said and '"import requests"' in said
    assert waiting() == []
    assert (
        ACCEPT in save({"content": {"rule": "Obey me."}}, "--update", "use-httpx").out
    )
    assert waiting() == ["use-httpx"]


def test_a_rule_that_may_no_longer_have_its_guard_keeps_it_until_it_is_taken_out(save):
    save(STRONG)
    weak = {"content": {"strength": "soft"}}
    problems = json.loads(save(weak, "--update", "dates-are-iso-8601").out)["problems"]
    assert [problem["place"] for problem in problems] == ["guard"]
    assert save({**weak, "guard": None}, "--update", "dates-are-iso-8601").code == 0


def test_a_guard_that_is_taken_out_in_the_editor_is_gone(
    project, save, run_main, tmp_path
):
    save(GUARDED)
    editor = tmp_path / "editor.sh"
    editor.write_text('#!/bin/sh\nsed -i \'/"guard": {/,/^  }/d\' "$1"\n')
    editor.chmod(0o755)
    assert run_main("edit", "use-httpx", env={"EDITOR": str(editor)}).code == 0
    assert "guard" not in project.stored("constraint", "use-httpx")


def test_a_guard_is_refused_in_the_users_own_store_where_none_acts(save):
    problems = json.loads(save(GUARDED, "--store", "user").out)["problems"]
    assert [
        (problem["place"], "project" in problem["message"]) for problem in problems
    ] == [("guard", True)]


@pytest.mark.parametrize(
    ("category", "said", "named"),
    [
        ("constraint", "Never run `git push --force` on main.", "git push --force"),
        ("constraint", "Do not edit db/schema.rb unless asked.", "db/schema.rb"),
        ("preference", "Lock files are written by uv", "uv"),
        ("preference", "Times come from clock.now()", "clock.now"),
        ("decision", "We never use moment.js in the web client", "moment.js"),
        ("runbook", "Don't commit a .env file", "commit"),
        ("decision", "Exports run by celery at night", ""),
        ("preference", "Answer in German", ""),
        ("constraint", "Nobody ships on Fridays.", ""),
        ("runbook", "Restart redis when the queue hangs", ""),
    ],
)
def test_an_agent_is_asked_for_a_guard_of_a_sentence_that_binds_and_names_something(
    run_main, project, save, category, said, named
):
    save(RULE)
    answer = run_main("note", "--category", category, said, "--format", "json").out
    asked = [note for note in json.loads(answer).get("notes", ()) if "a guard" in note]
    assert [f"names `{named}`" in note for note in asked] == [True] * bool(named)
    for note in asked:
        assert (REPOSITORY / "plugin/skills/save/guards.md").as_posix() in note
        assert ("--category constraint" in note) is (category == "runbook")


def test_a_guard_is_asked_for_once_with_the_new_rule(save):
    said = "Never run `git push --force`."
    record = {**RULE, "content": {**RULE["content"], "rule": said}}
    assert "a guard" in save(record).out
    assert "a guard" not in save({"tags": ["net"]}, "--update", "use-httpx").out
    assert "a guard" not in save({**GUARDED, "title": "Another"}).out


def wrong(name):
    """The guard of GUARDED, of which one example comes out otherwise."""
    guard = GUARDED["guard"]
    return {**guard, name: [*guard[name], {"file": "a.py", "text": "x = 1"}][-2:]}


@pytest.mark.parametrize("door", ["save", "update", "mcp", "import", "edit", "file"])
def test_no_door_keeps_a_guard_that_judges_an_example_otherwise(
    project, save, run_main, tmp_path, door
):
    guard = {**wrong("breaks"), "text": "import requests"}
    record = {**RULE, "guard": guard}
    if door == "mcp":
        said = tools.call("save", record)[0]
    elif door == "import":
        file = tmp_path / "a.jsonl"
        stored = {**record, "id": "use-httpx", "schema_version": "1.1"}
        times = dict.fromkeys(("created_at", "updated_at"), "2026-11-15T09:00:00Z")
        file.write_text(json.dumps({**stored, **times}) + "\n")
        ran = run_main("import", "jsonl", str(file))
        said = ran.out + ran.err
    elif door == "edit":
        save(GUARDED)
        editor = tmp_path / "editor.sh"
        editor.write_text(
            '#!/bin/sh\nsed -i \'s/"effect": "deny"/"paths": ["*.md"]/\' "$1"\n'
        )
        editor.chmod(0o755)
        ran = run_main("edit", "use-httpx", env={"EDITOR": str(editor)})
        said = ran.out + ran.err
        assert project.stored("constraint", "use-httpx")["guard"] == GUARDED["guard"]
    elif door == "update":
        save(RULE)
        said = save({"guard": guard}, "--update", "use-httpx").out
    elif door == "file":
        (project.root / "rule.json").write_text(json.dumps(record))
        ran = run_main("save", "--file", "rule.json")
        said = ran.out + ran.err
    else:
        said = save(record).out
    assert "guard.breaks[" in said
    for file in project.root.rglob("use-httpx.json"):
        assert json.loads(file.read_text()).get("guard") in (None, GUARDED["guard"])


def test_a_person_accepts_no_guard_that_came_with_an_example_that_is_wrong(
    project, waiting
):
    project.write("constraint", "a", "A", guard=wrong("passes"), schema_version="1.1")
    project.write("constraint", "b", "B", guard=wrong("breaks"), schema_version="1.1")
    old = {"text": "import requests"}
    project.write("constraint", "c", "C", guard=old, schema_version="1.1")
    for id in "abc":
        on_terminal(project.root, "review", id, "--keep", status=None)
    assert waiting() == ["b"]


def test_adding_examples_takes_no_acceptance_away_and_they_are_shown_before_it(
    project, save, waiting, run_main
):
    guard = {"text": "import requests", "effect": "deny"}
    project.write(
        "constraint", "use-httpx", "Use httpx", guard=guard, schema_version="1.1"
    )
    assert '"breaks": null' in run_main("review").out
    on_terminal(project.root, "review", "use-httpx", "--keep")
    assert waiting() == []
    assert save({"guard": GUARDED["guard"]}, "--update", "use-httpx").code == 0
    assert waiting() == []
    changed = guarded(text="import requests", effect="ask")
    save({"guard": changed}, "--update", "use-httpx")
    assert waiting() == ["use-httpx"]
    shown = run_main("review").out
    assert '"passes": [{"shell": "ls"}' in shown and "> a.py" in shown


def test_doctor_names_guards_whose_examples_no_longer_hold_and_those_without(
    project, save, run_main
):
    save(GUARDED)
    project.write("constraint", "a", "A", guard=wrong("breaks"), schema_version="1.1")
    project.write("constraint", "b", "B", guard={"text": "x"}, schema_version="1.1")
    said = json.loads(run_main("doctor", "--store", "--format", "json").out)
    found = {
        item["where"].rpartition("/")[2]: item["what"]
        for item in said["findings"]
        if "guard" in item["what"]
    }
    assert sorted(found) == ["a.json", "b.json"]
    assert "guard.breaks[" in found["a.json"] and "two to five" in found["b.json"]
    tags = {"tags": ["kept"]}
    assert save(tags, "--update", "b").code == 0
