"""`memories check`: the guards of rules over a change, for a commit hook and for CI."""

import json
import subprocess

import pytest

RULE = {
    "category": "constraint",
    "title": "Use httpx",
    "content": {
        "kind": "policy",
        "rule": "Never import requests.",
        "impact": ["hangs"],
        "workarounds": ["import httpx"],
        "severity": "high",
        "active": True,
    },
    "tags": ["http"],
    "guard": {"paths": ["src/**/*.py"], "text": "import requests"},
}


def git(project, *words):
    command = ["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words]
    subprocess.run(command, cwd=project.root, check=True, capture_output=True)


@pytest.fixture
def check(project, run_main, save):
    """check(path, text, *options): the outcome for a file that is staged."""
    git(project, "init", "-q")
    save(RULE)

    def run(path, text, *args):
        file = project.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        git(project, "add", path)
        return run_main("check", *args, cwd=project.root)

    return run


def test_a_broken_guard_is_a_finding_and_ends_with_1(check):
    ran = check("src/a.py", "x\nimport requests\n", "--format", "json")
    assert ran.code == 1
    finding = {"rule": "use-httpx", "path": "src/a.py", "effect": "remind"}
    assert json.loads(ran.out) == {"findings": [{**finding, "message": "Never import requests. Instead: import httpx"}]}


@pytest.mark.parametrize(("path", "text"), [("doc/a.py", "import requests"), ("src/a.py", "import requests_mock")])
def test_a_change_that_keeps_to_the_rules_ends_with_0(check, path, text):
    ran = check(path, text, "--format", "json")
    assert (ran.code, json.loads(ran.out)) == (0, {"findings": []})


def test_only_what_the_change_adds_counts(check, project, run_main):
    check("src/a.py", "import requests\n")
    git(project, "commit", "-qm", "a")
    assert check("src/a.py", "import requests\nx = 1\n").code == 0
    git(project, "commit", "-qm", "b")
    assert run_main("check", "--diff", "HEAD~1", cwd=project.root).code == 0
    assert check("src/b.py", "import requests\n").code == 1
    git(project, "commit", "-qm", "c")
    assert run_main("check", "--diff", "HEAD~2", cwd=project.root).code == 1


def test_an_unknown_base_is_an_error_that_names_it(check, project, run_main):
    check("src/a.py", "x")
    ran = run_main("check", "--diff", "nowhere", cwd=project.root)
    assert ran.code == 1
    assert "nowhere" in ran.err


@pytest.mark.parametrize("command", ["retire", "mute"])
def test_a_rule_that_is_out_of_use_guards_nothing(check, project, run_main, command):
    run_main(command, "use-httpx", cwd=project.root)
    assert check("src/a.py", "import requests\n").code == 0


def test_an_annotation_holds_no_command_of_its_own(check, save):
    save({"content": {"rule": "x\n::add-mask::%0Aabc"}}, "--update", "use-httpx")
    ran = check("src/a.py", "import requests\n", "--github")
    assert ran.out.startswith("::warning file=src/a.py::")
    assert (ran.out.count("\n"), "%0A" in ran.out) == (1, False)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"guard": {"command": "*"}}, "guard.command"),
        ({"guard": {"effect": "allow", "text": "x"}}, "guard.effect"),
        ({"guard": {"pattern": "x"}}, "guard.pattern"),
        ({"guard": {}}, "guard"),
    ],
)
def test_an_unfit_guard_is_refused_with_its_place(save, change, place):
    ran = save({**RULE, **change})
    assert ran.code == 1
    assert place in {problem["place"] for problem in json.loads(ran.out)["problems"]}
