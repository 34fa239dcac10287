"""Agents' file tools may not write into a store; everything else is let be."""

import json
import os

import pytest

from memory_retrieval.hooks.call import Call
from memory_retrieval.hooks.payload import Payload
from memory_retrieval.hooks.protect import refusal
from memory_retrieval.hosts import find

INSIDE = ".claude/memory/decisions/a.json"


def call(project, tool, given, **more):
    return {
        "hook_event_name": "PreToolUse",
        "cwd": str(project.root),
        "tool_name": tool,
        "tool_input": given,
        **more,
    }


def decide(payload, host):
    return refusal(Call(payload, host), host, payload.get("cwd", ""))


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Write", {"file_path": "src/app.py"}),
        ("Write", {"file_path": ".claude/memory/memory-config.json"}),
        ("Write", {"file_path": ".claude/settings.json"}),
        ("Write", {"file_path": ".claude/memory.md"}),
        ("Write", {"file_path": "docs/.claude-memory/x.json"}),
        ("Write", {"file_path": "src/memories/x.py"}),
        ("Write", {"file_path": "~/.claude/projects/-x/memory/MEMORY.md"}),
        ("Write", {"file_path": "~/.claude/memory/notes.md"}),
        ("Write", {"content": "no path"}),
        ("Write", "no object"),
        ("Read", {"file_path": INSIDE}),
        ("Grep", {"path": ".claude/memory"}),
        ("str_replace_based_edit_tool", {"command": "view", "path": INSIDE}),
        ("Bash", {"command": "cat .claude/memory/decisions/a.json; memories retire a"}),
        (
            "apply_patch",
            {
                "command": "*** Begin Patch\n*** Update File: src/app.py\n+.claude/memory/a\n*** End Patch"
            },
        ),
        (None, None),
    ],
)
def test_other_calls_are_let_be(project, tool, given):
    assert decide(call(project, tool, given), find("claude")) == ""


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("Write", {"file_path": INSIDE}),
        ("Edit", {"file_path": "./x/../" + INSIDE}),
        ("MultiEdit", {"file_path": INSIDE, "edits": []}),
        ("NotebookEdit", {"notebook_path": INSIDE}),
        ("Write", {"file_path": ".claude/memory/index.md"}),
        ("Write", {"file_path": ".claude/memory/decisions/memory-config.json"}),
        ("Write", {"file_path": ".Claude/MEMORY/decisions/a.json"}),
        ("Write", {"file_path": ".memories/memories/mem_1.json"}),
        (
            "apply_patch",
            {
                "command": f"*** Begin Patch\n*** Add File: {INSIDE}\n+{{}}\n*** End Patch"
            },
        ),
        (
            "apply_patch",
            {
                "input": f"*** Begin Patch\n*** Update File: a.json\n*** Move to: {INSIDE}\n*** End Patch"
            },
        ),
        (
            "shell",
            {
                "command": [
                    "apply_patch",
                    f"*** Begin Patch\n*** Delete File: {INSIDE}\n*** End Patch",
                ]
            },
        ),
        ("write_file", {"file_path": INSIDE}),
        ("replace", {"file_path": INSIDE}),
        ("create_file", {"filePath": INSIDE}),
        (
            "multi_replace_string_in_file",
            {"replacements": [{"filePath": "a.py"}, {"filePath": INSIDE}]},
        ),
        ("edit_notebook_file", {"filePath": INSIDE}),
    ],
)
def test_writes_into_a_store_are_denied(project, tool, given):
    output = json.loads(decide(call(project, tool, given), find("claude")))
    assert list(output) == ["hookSpecificOutput"]
    inner = output["hookSpecificOutput"]
    assert (inner["hookEventName"], inner["permissionDecision"]) == (
        "PreToolUse",
        "deny",
    )
    assert "memories save" in inner["permissionDecisionReason"]


def test_an_absolute_path_is_denied_from_any_folder(project, tmp_path):
    payload = {
        **call(project, "Write", {"file_path": str(project.root / INSIDE)}),
        "cwd": str(tmp_path),
    }
    assert decide(payload, find("claude"))


def test_a_link_into_the_store_is_resolved(project):
    (project.root / "shortcut").symlink_to(project.store)
    assert decide(
        call(project, "Write", {"file_path": "shortcut/decisions/a.json"}),
        find("claude"),
    )
    assert (
        decide(
            call(project, "Write", {"file_path": "shortcut/memory-config.json"}),
            find("claude"),
        )
        == ""
    )


def test_the_user_store_is_guarded_too(project):
    path = os.path.join(
        os.environ["XDG_DATA_HOME"], "memory-retrieval", "decisions", "a.json"
    )
    assert decide(call(project, "Write", {"file_path": path}), find("claude"))


def test_gemini_gets_its_own_shape(project):
    payload = {
        **call(project, "write_file", {"file_path": INSIDE}),
        "hook_event_name": "BeforeTool",
    }
    output = json.loads(decide(payload, Payload(payload).host))
    assert (output["decision"], list(output)) == ("deny", ["decision", "reason"])


@pytest.mark.parametrize("path", [INSIDE, ".memories/memories/mem_1.json"])
def test_the_configuration_switches_it_off(project, path):
    project.user_config({"save": {"guard_writes": False}})
    assert decide(call(project, "Write", {"file_path": path}), find("claude")) == ""


def test_it_writes_nothing(project):
    before = project.snapshot()
    decide(call(project, "Write", {"file_path": INSIDE}), find("claude"))
    assert project.snapshot() == before
