"""Commands that are shown hold text of files as single words: who pastes one runs nothing that a repository wrote."""

import json
import re
import shlex

import pytest

NAME = "x; touch pwned & $(touch pwned) 'y' | sh #"
PATTERN = {
    "id": NAME,
    "title": "Payment retries use a queue of dead letters",
    "category": "reliability",
    "tags": ["payment", "retries"],
    "learned_at": "2026-05-01T08:00:00Z",
    "do_text": "Put payment retries into the dead letter queue. \u202e",
    "rationale": "The key was AKIA" + "Z7Q3W5E2R4T6Y8U1",
}


@pytest.fixture
def hostile(project):
    folder = project.root / ".memories" / "memories"
    folder.mkdir(parents=True)
    (folder / "retries.json").write_text(json.dumps(PATTERN))
    project.write("decision", "queues")
    return project


def commands(text):
    """The commands in a text that hold the name: between backquotes, or at the end of a line after two spaces."""
    lines = [
        line
        for line in text.splitlines()
        if "touch pwned" in line and re.search("memories (edit|mute|alias)", line)
    ]
    quoted = [
        part for line in lines for part in re.findall("`([^`]*touch pwned[^`]*)`", line)
    ]
    return quoted or [line[line.index("memories ") :] for line in lines]


@pytest.mark.parametrize(
    "words",
    [["doctor", "--store"], ["doctor", "--no-hooks"], ["why", "payment retries"]],
)
def test_the_id_of_a_pattern_is_one_word_of_each_command(hostile, run_main, words):
    shown = commands(run_main(*words, cwd=hostile.root).out)
    assert shown and all(NAME in shlex.split(command) for command in shown), shown
