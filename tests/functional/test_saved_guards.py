"""Guards as they are saved: who may accept one, which are refused, and for which rules one is offered."""

import json

import pytest

from memory_retrieval.mcp import tools
from memory_retrieval.save.guarding import offer
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
GUARDED = {**RULE, "guard": {"text": "import requests", "effect": "deny"}}
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
    "guard": {"text": "strftime("},
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
            {**pattern, "guard": {"text": "strptime("}},
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
    editor.write_text('#!/bin/sh\nsed -i \'/"guard": {/,/}/d\' "$1"\n')
    editor.chmod(0o755)
    assert run_main("edit", "use-httpx", env={"EDITOR": str(editor)}).code == 0
    assert "guard" not in project.stored("constraint", "use-httpx")


def test_a_guard_is_refused_in_the_users_own_store_where_none_acts(save):
    problems = json.loads(save(GUARDED, "--store", "user").out)["problems"]
    assert [
        (problem["place"], "project" in problem["message"]) for problem in problems
    ] == [("guard", True)]


@pytest.mark.parametrize(
    ("said", "guard"),
    [
        ("Never run `git push --force`.", {"command": "git push --force"}),
        (
            "Never force push: do not use git push --force",
            {"command": "git push --force"},
        ),
        ("`terraform destroy` is forbidden.", {"command": "terraform destroy"}),
        (
            "Do not edit `db/schema.rb` by hand; run migrations.",
            {"paths": ["db/schema.rb"]},
        ),
        (
            "You must not touch anything under vendor/, it is copied.",
            {"paths": ["vendor"]},
        ),
        (
            "Never import requests.",
            {"paths": ["**/*.py"], "text": "import requests OR from requests"},
        ),
        (
            "Do not call `datetime.now()`; pass a clock.",
            {"paths": ["**/*.py"], "text": "datetime.now("},
        ),
    ],
)
def test_a_guard_is_offered_for_what_a_rule_forbids_by_name(said, guard):
    assert (
        offer(
            {
                **RULE,
                "content": {**RULE["content"], "rule": said},
                "related_files": ["src/a.py"],
            }
        )
        == guard
    )


@pytest.mark.parametrize(
    "said",
    [
        "Run `git push --force` after a rebase.",
        "Never run `git push --force` on main.",
        "Do not edit `db/schema.rb` unless asked.",
        "It cannot import fs, net or crypto.",
        "Never log card numbers.",
        "Do not read `.env`.",
        "Never commit `.env`.",
        "Don't delete `docs/legacy/`.",
        "Do not use `x`.",
        "The API must not return null.",
        "We never ship on Fridays, see docs/freeze.md.",
        "Never use `time.sleep()` in tests.",
        "Do not edit `../other/a.py`.",
        "%s Do not edit `db/schema.rb`, %s, unless you were asked to."
        % ("It is so. " * 8, "which is made " * 8),
    ],
)
def test_in_doubt_no_guard_is_offered(said):
    assert offer({**RULE, "content": {**RULE["content"], "rule": said}}) is None


def test_an_offer_comes_once_with_the_new_rule_and_can_be_taken_as_it_stands(save):
    record = {
        **RULE,
        "content": {**RULE["content"], "rule": "Never run `git push --force`."},
    }
    (said,) = json.loads(save(record).out)["notes"]
    assert "notes" not in json.loads(
        save({"tags": ["net"]}, "--update", "use-httpx").out
    )
    assert (
        save("{%s}" % said[said.index('"guard"') :], "--update", "use-httpx").code == 0
    )
