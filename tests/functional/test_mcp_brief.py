"""An MCP client without hooks gets the brief of its project by the server's instructions."""

import json

import pytest


@pytest.fixture
def instructions(project, run_memories):
    """instructions(*words): what the server tells a client that starts it in the project."""

    def ask(*words, cwd=None):
        message = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "initialize",
            "params": {"protocolVersion": "2025-06-18"},
        }
        ran = run_memories(
            "mcp", *words, input=json.dumps(message) + "\n", cwd=cwd or project.root
        )
        return json.loads(ran.out.splitlines()[0])["result"]["instructions"]

    return ask


@pytest.mark.parametrize(
    "how", ["--no-brief", "session.brief", "memories off", "an empty store", "no store"]
)
def test_they_are_about_the_tools_alone_where_there_is_no_brief(
    project, instructions, run_memories, tmp_path, how
):
    if how != "an empty store":
        project.fill()
    if how == "session.brief":
        project.config({"session": {"brief": "off"}})
    if how == "memories off":
        run_memories("off")
    (tmp_path / "bare").mkdir()
    words = [how] if how.startswith("--") else []
    text = instructions(*words, cwd=tmp_path / "bare" if how == "no store" else None)
    assert "Use `search`" in text and "<memory-brief" not in text


def test_they_hold_the_brief_of_the_project_and_the_order_to_save(
    project, instructions
):
    project.write("decision", "queues-on-redis", "Queues run on Redis")
    text = instructions()
    assert (
        "decisions/\nqueues: Queues run on Redis" in text
        and "call `note` with `category`" in text
    )
