"""The harness that compares a coding agent with and without memory, with a stand-in for the agent."""

import json
import subprocess
import sys

import pytest

from conftest import REPOSITORY

HERE = REPOSITORY / "lab" / "benchmarks" / "agent"
sys.path.append(str(HERE))

import run as agent_run  # noqa: E402

TASKS = {task.name: task for task in agent_run.read_tasks()}
STAND_IN = """
import json, pathlib, subprocess, sys
sys.path.append({here!r})
import run
task = next(task for task in run.read_tasks() if task.prompt == sys.argv[-1])
notes = pathlib.Path("CLAUDE.md")
seen = notes.read_text() if notes.exists() else ""
settings = pathlib.Path(".claude/settings.json")
if settings.exists():
    for event, payload in [("SessionStart", dict(source="startup")), ("UserPromptSubmit", dict(prompt=task.prompt))]:
        payload.update(hook_event_name=event, session_id="s1", cwd=str(pathlib.Path.cwd()))
        for group in json.loads(settings.read_text())["hooks"][event]:
            for hook in group["hooks"]:
                command = ["sh", "-c", hook["command"]]
                seen += subprocess.run(command, input=json.dumps(payload), capture_output=True, text=True).stdout
knows = task.needs.replace('"', "") in seen.replace('\\\\"', "").replace('"', "").replace("&quot;", "")
run.write(task.change("right" if knows or not task.needs else "naive"), pathlib.Path.cwd())
print(json.dumps({{"result": "done", "usage": {{"input_tokens": 40 + len(seen), "output_tokens": 2}}}}))
"""


@pytest.mark.parametrize("name", TASKS)
def test_a_task_tells_the_right_change_from_the_naive_one(name, tmp_path):
    task = TASKS[name]
    agent_run.write(agent_run.read_parts(HERE / "repos" / f"{task.repo}.txt"), tmp_path)
    assert task.needs or not agent_run.grade(task, tmp_path)[0]
    agent_run.write(task.change("right"), tmp_path)
    assert agent_run.grade(task, tmp_path) == (True, False if task.needs else None)
    if task.needs:
        agent_run.write(task.change("naive"), tmp_path)
        assert agent_run.grade(task, tmp_path) == (True, True)


def test_every_needed_memory_is_one_of_its_repository_and_some_tasks_need_none():
    for repo in ("larder", "ferry"):
        titles = [
            json.loads(line)["title"]
            for line in agent_run.read_parts(HERE / "repos" / f"{repo}.txt")[
                "memories"
            ].splitlines()
        ]
        needs = [task.needs for task in TASKS.values() if task.repo == repo]
        assert {need for need in needs if need} < set(titles)
        assert needs.count("") == 2


def test_an_agent_that_reads_what_it_is_given_breaks_the_rule_only_without_memory(
    tmp_path,
):
    stand_in = tmp_path / "agent.py"
    stand_in.write_text(STAND_IN.format(here=str(HERE)))
    out = tmp_path / "out.jsonl"
    command = [
        sys.executable,
        HERE / "run.py",
        "--agent",
        f"{sys.executable} {stand_in}",
        "--output",
        out,
    ]
    chosen = [
        word for name in ("larder-split", "ferry-zones") for word in ("--task", name)
    ]
    ran = subprocess.run(
        [*command, *chosen], capture_output=True, text=True, timeout=120
    )
    assert ran.returncode == 0, ran.stderr
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    broken = {(row["task"], row["condition"]): row["broken"] for row in rows}
    assert [
        broken["larder-split", condition] for condition in agent_run.CONDITIONS
    ] == [True, False, False]
    assert all(row["works"] for row in rows)
    tokens = {
        row["condition"]: row["tokens"] for row in rows if row["task"] == "ferry-zones"
    }
    assert tokens["no memory"] == 42 < tokens["memory-retrieval"]
    assert [line.split(" | ")[2:4] for line in ran.stdout.splitlines()[2:]] == [
        ["2", "1 of 1"],
        ["2", "0 of 1"],
        ["2", "0 of 1"],
    ]


def test_an_unknown_task_is_a_matter_of_usage():
    ran = subprocess.run(
        [sys.executable, HERE / "run.py", "--agent", "true", "--task", "x"],
        capture_output=True,
        text=True,
    )
    assert ran.returncode == 2 and "use ferry-child" in ran.stderr
