"""When a file is read, the hook points to the memories that name it: at most two, once in a session."""

import json

import pytest


@pytest.fixture
def project(project):
    project.write(
        "constraint",
        "pan-stays-out",
        "Card numbers stay out",
        related_files=["src/pay/charge.py"],
    )
    project.write(
        "decision",
        "adapters-by-bank",
        "One adapter a bank",
        related_files=["src/banks/**/adapter_*.py"],
    )
    project.write("preference", "tabs", "Tabs", related_files=["**/*.py", "src"])
    project.write(
        "decision",
        "old",
        "Old",
        related_files=["src/pay/charge.py"],
        record_status="retired",
    )
    project.write(
        "session_summary", "s", "A session", related_files=["src/pay/charge.py"]
    )
    return project


@pytest.mark.parametrize(
    "path",
    [
        "src/pay/other.py",
        "src/pay/charge.pyc",
        "../outside.py",
        "README.md",
        "src/banks/x.py",
    ],
)
def test_files_that_no_memory_names_are_read_in_silence(reading, path):
    assert reading(path) == ""


def test_why_says_which_memories_reading_a_file_brings(project, run_main):
    said = run_main("why", "--file", "src/pay/charge.py").out
    assert (
        "pointed to once a session when the file is read: .claude/memory/constraints/pan-stays-out.json"
        in said
    )
    assert "no memory names the file" in run_main("why", "--file", "README.md").out


@pytest.mark.parametrize("tool", ["Edit", "Write", "Grep", "Bash", "Task"])
def test_at_a_change_it_is_too_late_and_other_tools_are_left_alone(reading, tool):
    assert reading("src/pay/charge.py", tool=tool) == ""


def test_the_memory_of_a_file_is_pointed_to_once_in_a_session(reading):
    text = reading("src/pay/charge.py")
    assert (
        "constraints/pan-stays-out.json" in text
        and 'These memories name "charge.py".' in text
    )
    assert text.count("\n- [") == 1
    assert reading("src/pay/charge.py") == "" and reading(
        "src/pay/charge.py", session="s2"
    )


def test_a_glob_with_a_name_of_its_own_counts(reading):
    assert "adapters-by-bank" in reading("src/banks/de/adapter_hbci.py")


def test_what_the_prompt_brought_is_not_repeated_and_the_other_way_round(reading, ask):
    assert "pan-stays-out" in ask(
        "card numbers stay out, do they not?", session_id="s1"
    )
    assert reading("src/pay/charge.py") == ""


def test_at_most_two_come_and_rules_come_first(project, reading):
    for i in range(4):
        project.write(
            "decision", f"d{i}", f"Decision {i}", related_files=["src/pay/charge.py"]
        )
    text = reading("src/pay/charge.py")
    assert text.count("\n- [") == 2 and text.index("pan-stays-out") < text.index(
        "decisions/d"
    )


@pytest.mark.parametrize(
    "command",
    ["cat src/pay/charge.py", "cd . && sed -n '1,9p' src/pay/charge.py | head"],
)
def test_a_command_that_shows_a_file_reads_it(reading, command):
    assert "pan-stays-out" in reading("", tool="Bash", host="codex", command=command)


def test_a_command_that_changes_a_file_does_not_read_it(reading):
    assert reading("", tool="Bash", command="sed -i s/a/b/ src/pay/charge.py") == ""


@pytest.mark.parametrize("how", ["files.enabled", "memories off", "mute"])
def test_it_can_be_switched_off(project, reading, run_main, how):
    if how == "files.enabled":
        project.config({"files": {"enabled": False}})
    else:
        run_main(*(["off"] if how == "memories off" else ["mute", "pan-stays-out"]))
    assert reading("src/pay/charge.py") == ""


def test_a_direct_write_into_the_store_is_still_refused(project):
    given = {"file_path": str(project.store / "decisions" / "x.json")}
    assert (
        '"permissionDecision": "deny"'
        in project.hook("pre-tool", tool_name="Write", tool_input=given).out
    )


def test_a_pointer_is_a_line_in_the_ledger_and_silence_is_none(reading, home):
    reading("src/pay/other.py")
    text = reading("src/pay/charge.py")
    (line,) = [
        json.loads(row)
        for file in home.rglob("ledger/*.jsonl")
        for row in file.read_text().splitlines()
    ]
    assert (line["event"], line["paths"]) == (
        "file",
        [".claude/memory/constraints/pan-stays-out.json"],
    )
    assert (line["characters"], line["session"]) == (len(text), "s1")
