"""What an agent in Claude Code may do unasked with the plugin alone, where its saves go, and what a resume knows."""

import json

from model_requests import main_request, tool_result
from projects import NOTE

TOOL, TILES = "mcp__plugin_memory_memories__", "tiles-pmtiles-on-s3"
UTC = "Times are shown in the time zone of the hut"


def checks(project, prompt, question):
    """(what, whether it holds, what was seen) of each; `prompt` runs the client, a memory answers `question`."""
    calls = [
        (TOOL + "search", {"query": "tiles"}),
        (TOOL + "get", {"ids": [TILES]}),
        (TOOL + "why", {"prompt": "tiles"}),
    ]
    for tool, given in [*calls, ("Bash", {"command": "memories search tiles"})]:
        model = prompt("hello", [("hello", tool, given)])[0]
        yield (
            "reads without a permission prompt: " + tool,
            TILES in tool_result(model),
            tool_result(model),
        )
    first = next((body["tools"] for body in model.bodies if body.get("tools")), ())
    names = [tool["name"] for tool in first]
    ordered = {TOOL + name for name in ("search", "get", "note")}
    yield (
        "the tools that the brief orders are in the first request",
        ordered <= set(names),
        str(names),
    )
    model = prompt(
        "hello",
        [("hello", TOOL + "note", {"text": NOTE})],
        ("--permission-mode", "plan"),
    )[0]
    yield (
        "a save waits for a plan's approval",
        "once the plan is" in tool_result(model),
        tool_result(model),
    )
    steps = [
        ("hello", "EnterWorktree", {"name": "aside"}),
        ("hello", TOOL + "note", {"text": UTC}),
    ]
    model = prompt("hello", steps, ("--allowedTools", "EnterWorktree"))[0]
    saved = list(
        (project / ".claude/worktrees/aside/.claude/memory").rglob(
            "times-are-shown-in-*.json"
        )
    )
    yield (
        "a save after EnterWorktree is in that worktree",
        len(saved) == 1,
        tool_result(model),
    )
    for more in ((), ("--continue",), ("--continue",)):
        model = prompt(question, more=more)[0]
    text = json.dumps(main_request(model)["messages"])
    yield (
        "no memory comes again in a resumed session",
        text.count("<memory-context ") == 1,
        text[-300:],
    )
