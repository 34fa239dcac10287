"""The picture in the README: drawn from a recording of a real client, which got what the hook answers today."""

import json
import shutil
import subprocess
import sys

import pytest

from conftest import REPOSITORY

IMAGES = REPOSITORY / "docs" / "images"
RECORDING = json.loads((IMAGES / "demo.json").read_text(encoding="utf-8"))


def test_the_picture_is_the_one_that_the_recording_gives():
    tool = [sys.executable, str(REPOSITORY / "tools" / "draw_demo.py"), "--check"]
    done = subprocess.run(tool, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize("asked", RECORDING["asked"], ids=lambda asked: asked["prompt"])
def test_the_hook_answers_today_what_the_client_sent_then(make_project, asked):
    project = make_project("trailhead")
    shutil.rmtree(project.root)
    shutil.copytree(REPOSITORY / "examples" / "trailhead", project.root)
    (project.root / ".git").mkdir()
    patient = {"MEMORIES_DEADLINE_MS": "30000"}
    brief = project.hook("session-start", env=patient, source="startup").context
    answer = project.hook("prompt", env=patient, prompt=asked["prompt"]).context
    got = asked["with"]
    assert "".join(got["added"]) == answer.strip()
    end = brief.index("</memory-brief>") + len("</memory-brief>")
    assert abs(end - got["brief"]) < 100
    titles = [
        '"%s"' % line.split("] ")[1].split(" -> ")[0]
        for line in answer.splitlines()
        if line.startswith("- [")
    ]
    assert [
        title in line for title, line in zip(titles, got["shown"], strict=True)
    ] == [True] * len(titles)


def test_without_the_memory_the_client_sends_the_prompt_alone():
    for asked in RECORDING["asked"]:
        for side in ("without", "with"):
            assert asked[side]["sent"] == [asked["prompt"]]
        assert asked["without"] == {
            "sent": [asked["prompt"]],
            "brief": 0,
            "added": [],
            "shown": [],
        }
