"""Before a file is changed, the hook points to the memories that name it: at most two, once in a session."""

import json

import pytest


@pytest.fixture
def project(project):
    project.write("constraint", "pan-stays-out", "Card numbers stay out", related_files=["src/pay/charge.py"])
    project.write("decision", "adapters-by-bank", "One adapter a bank", related_files=["src/banks/**/adapter_*.py"])
    project.write("preference", "tabs", "Tabs", related_files=["**/*.py", "src"])
    project.write("decision", "old", "Old", related_files=["src/pay/charge.py"], record_status="retired")
    project.write("session_summary", "s", "A session", related_files=["src/pay/charge.py"])
    return project


@pytest.mark.parametrize(
    "path", ["src/pay/other.py", "src/pay/charge.pyc", "../outside.py", "README.md", "src/banks/x.py"]
)
def test_files_that_no_memory_names_are_changed_in_silence(edit, path):
    assert edit(path) == ""


@pytest.mark.parametrize("tool", ["Read", "Grep", "Bash", "Task"])
def test_tools_that_change_no_file_are_left_alone(edit, tool):
    assert edit("src/pay/charge.py", tool=tool) == ""


def test_the_memory_of_a_file_is_pointed_to_once_in_a_session(edit):
    text = edit("src/pay/charge.py")
    assert "constraints/pan-stays-out.json" in text and 'These memories name "charge.py".' in text
    assert text.count("\n- [") == 1
    assert edit("src/pay/charge.py") == "" and edit("src/pay/charge.py", session="s2")


def test_a_glob_with_a_name_of_its_own_counts(edit):
    assert "adapters-by-bank" in edit("src/banks/de/adapter_hbci.py", tool="Write")


def test_what_the_prompt_brought_is_not_repeated_and_the_other_way_round(edit, ask):
    assert "pan-stays-out" in ask("card numbers stay out, do they not?", session_id="s1")
    assert edit("src/pay/charge.py") == ""


def test_at_most_two_come_and_rules_come_first(project, edit):
    for i in range(4):
        project.write("decision", f"d{i}", f"Decision {i}", related_files=["src/pay/charge.py"])
    text = edit("src/pay/charge.py")
    assert text.count("\n- [") == 2 and text.index("pan-stays-out") < text.index("decisions/d")


def test_a_patch_names_its_files(edit):
    patch = "*** Begin Patch\n*** Update File: src/pay/charge.py\n@@\n-a\n+b\n*** End Patch"
    assert "pan-stays-out" in edit("", tool="apply_patch", host="codex", input=patch)


@pytest.mark.parametrize("how", ["files.enabled", "memories off", "mute"])
def test_it_can_be_switched_off(project, edit, run_memories, how):
    if how == "files.enabled":
        project.config({"files": {"enabled": False}})
    else:
        run_memories(*(["off"] if how == "memories off" else ["mute", "pan-stays-out"]), cwd=project.root)
    assert edit("src/pay/charge.py") == ""


def test_a_direct_write_into_the_store_is_still_refused(project, run_hook):
    payload = {
        "hook_event_name": "PreToolUse",
        "cwd": str(project.root),
        "tool_name": "Write",
        "tool_input": {"file_path": str(project.store / "decisions" / "x.json")},
    }
    assert '"permissionDecision": "deny"' in run_hook(payload, event="pre-tool", args=["--host", "claude"]).out


def test_a_pointer_is_a_line_in_the_ledger_and_silence_is_none(edit, home):
    edit("src/pay/other.py")
    text = edit("src/pay/charge.py")
    (line,) = [json.loads(row) for file in home.rglob("ledger/*.jsonl") for row in file.read_text().splitlines()]
    assert (line["event"], line["paths"]) == ("file", [".claude/memory/constraints/pan-stays-out.json"])
    assert (line["characters"], line["session"]) == (len(text), "s1")
