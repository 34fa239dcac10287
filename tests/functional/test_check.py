"""`memories check`: the guards of rules over a change, for a commit hook and for CI."""

import json
import os
import shlex
import subprocess
import sys

import pytest

from conftest import MEMORIES, REPOSITORY
from guarded import guarded
from repositories import git
from terminals import on_terminal

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
    "guard": guarded(paths=["src/**/*.py"], text="import requests"),
}


@pytest.fixture
def check(project, run_main, save):
    """check(path, text, *options): the outcome for a file that is staged."""
    git(project.root, "init", "-q")
    save(RULE)

    def run(path, text, *args):
        file = project.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        git(project.root, "add", path)
        return run_main("check", *args)

    return run


def test_a_broken_guard_is_a_finding_and_ends_with_1(check):
    ran = check("src/a.py", "x\nimport requests\n", "--format", "json")
    assert ran.code == 1
    finding = {"rule": "use-httpx", "path": "src/a.py", "effect": "remind"}
    assert json.loads(ran.out) == {
        "findings": [
            {**finding, "message": "Never import requests. Instead: import httpx"}
        ]
    }


@pytest.mark.parametrize(
    ("path", "text"),
    [("doc/a.py", "import requests"), ("src/a.py", "import requests_mock")],
)
def test_a_change_that_keeps_to_the_rules_ends_with_0(check, path, text):
    ran = check(path, text, "--format", "json")
    assert (ran.code, json.loads(ran.out)) == (0, {"findings": []})


def test_only_what_the_change_adds_counts(check, project, run_main):
    check("src/a.py", "import requests\n")
    git(project.root, "commit", "-qm", "a")
    assert check("src/a.py", "import requests\nx = 1\n").code == 0
    git(project.root, "commit", "-qm", "b")
    assert run_main("check", "--diff", "HEAD~1").code == 0
    assert check("src/b.py", "import requests\n").code == 1
    git(project.root, "commit", "-qm", "c")
    assert run_main("check", "--diff", "HEAD~2").code == 1


def test_an_unknown_base_is_an_error_that_names_it(check, project, run_main):
    check("src/a.py", "x")
    ran = run_main("check", "--diff", "nowhere")
    assert ran.code == 1
    assert "nowhere" in ran.err


@pytest.mark.parametrize("command", ["retire", "mute"])
def test_a_rule_that_is_out_of_use_guards_nothing(check, project, run_main, command):
    run_main(command, "use-httpx")
    assert check("src/a.py", "import requests\n").code == 0


def test_an_annotation_holds_no_command_of_its_own(check, save):
    save({"content": {"rule": "x\n::add-mask::%0Aabc"}}, "--update", "use-httpx")
    ran = check("src/a.py", "import requests\n", "--github")
    assert ran.out.startswith("::warning file=src/a.py::")
    assert (ran.out.count("\n"), "%0A" in ran.out) == (1, False)


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"guard": guarded(command="*")}, "guard.passes[0]"),
        ({"guard": guarded(command="psql *drop table*")}, "guard.command"),
        ({"guard": {"text": "x"}}, "guard.breaks"),
        ({"guard": {"effect": "allow", "text": "x"}}, "guard.effect"),
        ({"guard": {"pattern": "x"}}, "guard.pattern"),
        ({"guard": {}}, "guard"),
    ],
)
def test_an_unfit_guard_is_refused_with_its_place(save, change, place):
    ran = save({**RULE, **change})
    assert ran.code == 1
    assert place in {problem["place"] for problem in json.loads(ran.out)["problems"]}


@pytest.fixture
def hooked(check, project, run_memories):
    """hooked("commit", "-am", "x"): the outcome of git with `memories check` as the hook before a commit."""
    git(project.root, "config", "core.hooksPath", "hooks")
    hook = project.root / "hooks" / "pre-commit"
    hook.parent.mkdir()
    hook.write_text(
        f"#!/bin/sh\nexec {shlex.quote(sys.executable)} {shlex.quote(str(MEMORIES))} check --staged\n"
    )
    hook.chmod(0o755)
    check("src/a.py", "x = 1\n")
    check("src/b.py", "x = 1\n")

    git(project.root, "commit", "-qm", "first")
    return lambda *words: git(project.root, *words, check=False)


@pytest.mark.parametrize(
    ("words", "fits"),
    [
        (("commit", "-qam", "x"), False),
        (("commit", "-qm", "x", "--", "src/a.py"), False),
        (("commit", "-qm", "x", "--", "src/b.py"), True),
        (("commit", "-qm", "x"), True),
    ],
)
def test_a_commit_hook_sees_what_the_commit_takes(hooked, project, words, fits):
    """`-a` and `-- PATH` commit from an index that only git's own variable names."""
    (project.root / "src/a.py").write_text("import requests\n")
    (project.root / "src/b.py").write_text("x = 2\n")
    if len(words) == 3 and fits:
        git(project.root, "add", "src/b.py")
    ran = hooked(*words)
    assert (
        ran.returncode == 0,
        "src/a.py: remind: Never import" in ran.stdout + ran.stderr,
    ) == (fits, not fits)


def test_the_hook_of_the_page_refuses_a_commit(check, project):
    page = (
        (REPOSITORY / "docs/how-to/make-a-rule-hold.md")
        .read_text()
        .split("```sh\n")[1]
        .split("```")[0]
    )
    env = {**os.environ, "PATH": f"{MEMORIES.parent}:{os.environ['PATH']}"}
    check("src/a.py", "import requests\n")
    subprocess.run(["sh", "-euc", page], cwd=project.root, check=True)
    command = [
        "git",
        "-c",
        "user.name=a",
        "-c",
        "user.email=a@b.c",
        "commit",
        "-m",
        "x",
    ]
    ran = subprocess.run(
        command, cwd=project.root, capture_output=True, text=True, env=env
    )
    assert (ran.returncode, "src/a.py: remind" in ran.stdout + ran.stderr) == (1, True)


def test_the_workflow_for_github_marks_the_files_of_a_branch(check, project):
    lines = (REPOSITORY / "examples/checks/github-actions.yml").read_text().splitlines()
    script = next(
        line.partition("run: ")[2] for line in lines if "run: memories" in line
    )
    check("src/b.py", "x = 1\n")
    git(project.root, "commit", "-qm", "a")
    git(project.root, "branch", "base")
    check("src/a.py", "import requests\n")
    git(project.root, "commit", "-qm", "b")
    env = {
        **os.environ,
        "PATH": f"{MEMORIES.parent}:{os.environ['PATH']}",
        "BASE": "base",
    }
    ran = subprocess.run(
        ["sh", "-ec", script], cwd=project.root, capture_output=True, text=True, env=env
    )
    assert (ran.returncode, ran.stdout.split("::")[1]) == (1, "warning file=src/a.py")


@pytest.mark.parametrize(
    "name", ["a b.py", 'q"u\\o.py', "tab\there.py", "ümlaut.py", "a b/c.py", "l\nf.py"]
)
def test_a_file_of_any_name_is_checked_and_named(check, name):
    (found,) = json.loads(
        check("src/" + name, "import requests\n", "--format", "json").out
    )["findings"]
    assert found["path"] == "src/" + name


def test_a_file_that_is_moved_deleted_or_binary_is_changed(
    check, project, save, run_main
):
    check("src/gen/a.bin", "\0\n")
    check("src/gen/b.txt", "some text\n" * 20)
    git(project.root, "commit", "-qm", "a")
    save({"guard": guarded(paths=["src/gen"])}, "--update", "use-httpx")
    git(project.root, "mv", "src/gen/b.txt", "src/b.txt")
    (project.root / "src/gen/a.bin").write_bytes(b"\0\1\n")
    git(project.root, "add", "src/gen/a.bin")
    found = json.loads(run_main("check", "--format", "json").out)["findings"]
    assert [item["path"] for item in found] == ["src/gen/a.bin", "src/gen/b.txt"]


@pytest.mark.parametrize(
    ("attributes", "text"),
    [
        ("*.py -diff\n", b"x\nimport requests\n"),
        ("", b"import requests\n# \0\n"),
        ("", b"import reque\0sts\n"),
        *[
            ("", "x\nimport requests\nx\n".encode(code))
            for code in ("utf-16", "utf-16-be", "utf-16-le", "utf-32")
        ],
        ("", b"x" * 2_000_000 + b"\nimport requests\n"),
    ],
)
def test_text_that_git_calls_binary_is_read(check, project, run_main, attributes, text):
    check(".gitattributes", attributes)
    (project.root / "src").mkdir()
    (project.root / "src/a.py").write_bytes(text)
    git(project.root, "add", "-A")
    assert run_main("check").code == 1


def test_words_of_other_scripts_are_read_in_utf_16(check, project, run_main, save):
    save({"guard": guarded(text="запрет")}, "--update", "use-httpx")
    for code in ("utf-16", "utf-16-be", "utf-16-le"):
        check("src/a.txt", "")
        (project.root / "src/a.txt").write_bytes("да\nx запрет\n".encode(code))
        git(project.root, "add", "-A")
        assert run_main("check").code == 1


def test_a_folder_that_becomes_a_link_or_a_submodule_is_changed(
    check, project, save, run_main
):
    check("src/gen/a.txt", "x\n")
    git(project.root, "commit", "-qm", "a")
    save({"guard": guarded(paths=["src/gen", "lib"])}, "--update", "use-httpx")
    (project.root / "src/gen/a.txt").unlink()
    (project.root / "src/gen").rmdir()
    (project.root / "src/gen").symlink_to("/nowhere")
    head = git(project.root, "rev-parse", "HEAD").stdout.strip()
    git(project.root, "add", "src")
    git(project.root, "update-index", "--add", "--cacheinfo", f"160000,{head},lib")
    found = json.loads(run_main("check", "--format", "json").out)["findings"]
    assert [item["path"] for item in found] == ["lib", "src/gen", "src/gen/a.txt"]


@pytest.mark.parametrize(
    "broken", [b"{,", b'{"id": "use-httpx"', "{}".encode("utf-16")]
)
def test_a_record_that_cannot_be_read_is_a_finding(check, project, run_main, broken):
    check("src/a.py", "x\n")
    next(project.store.glob("constraints/*.json")).write_bytes(broken)
    ran = run_main("check")
    assert (ran.code, "use-httpx.json: remind: cannot be read" in ran.out) == (1, True)
    for command in ("list", "review", "status", "search x y"):
        assert "not read" in run_main(*command.split()).out, command


@pytest.mark.parametrize("data", [b"caf\xe9\n", b"x" * 4_300_000])
def test_a_file_with_rules_that_cannot_be_read_is_an_error(
    check, project, run_main, data
):
    assert check("src/a.py", "x\n").code == 0
    (project.root / "AGENTS.md").write_bytes(data)
    ran = run_main("check")
    assert (ran.code, "AGENTS.md" in ran.err) == (1, True)


def test_a_record_may_quote_what_it_forbids(check, project, save, run_main):
    save({"guard": guarded(text="import requests")}, "--update", "use-httpx")
    git(project.root, "add", ".claude")
    assert run_main("check").code == 0


def test_a_path_in_an_annotation_is_escaped(check):
    assert check("src/a,b:c%.py", "import requests\n", "--github").out.startswith(
        "::warning file=src/a%2Cb%3Ac%25.py::"
    )


@pytest.mark.parametrize(
    ("words", "rules"),
    [
        (("--shell", "cd x && npm install left-pad"), ["use-pnpm"]),
        (("--shell", "pnpm install"), []),
        (("--shell", "cd src && echo import requests | tee a.py"), ["use-httpx"]),
        (("--file", "src/a.py"), ["use-httpx"]),
        (("--file", "src/gone.py"), []),
    ],
)
def test_why_names_the_guards_that_a_command_or_a_file_breaks(
    check, project, save, run_main, words, rules
):
    check("src/a.py", "import requests\n")
    save(
        {
            **RULE,
            "title": "Use pnpm",
            "guard": guarded(command="npm install", effect="deny"),
        }
    )
    found = json.loads(run_main("why", *words, "--format", "json").out)["guards"]
    assert [item["rule"] for item in found] == rules


def test_why_says_what_a_guard_does_and_what_it_did_last(
    check, project, run_hook, run_main, save
):
    save(
        {"guard": guarded(text="import requests", effect="deny")},
        "--update",
        "use-httpx",
    )
    assert (
        "no guard matches\n" in run_main("why", "--file", "gone.py").out
    )  # and the index is there
    call = {
        "tool_name": "Write",
        "tool_input": {"file_path": "src/a.py", "content": "import requests\n"},
    }
    run_hook(
        {"session_id": "s1", "cwd": str(project.root), **call},
        event="pre-tool",
        args=["--host", "claude"],
    )
    check("src/a.py", "import requests\n")
    said = run_main("why", "--file", "src/a.py").out
    for part in (
        "reminds once a session",
        "memories review use-httpx --keep",
        "last: remind, 20",
        "Never import",
    ):
        assert part in said
    on_terminal(project.root, "review", "use-httpx", "--keep")
    said = run_main("why", "--file", "src/a.py").out
    assert "refuses the call, accepted" in said
