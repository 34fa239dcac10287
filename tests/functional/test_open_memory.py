"""A memory is opened by the short name that the brief gives it: by Read in one call, by `get` and by the commands."""

import json
import os

import pytest

STORE = ".claude/memory/"


@pytest.fixture
def project(project):
    for id in (
        "queues-run-on-redis",
        "queues-of-mail",
        "dates-are-utc",
        "dates-are-utc-2",
    ):
        project.write("decision", id, "Title of " + id)
    project.write("constraint", "queues-run-dry", "Title")
    return project


@pytest.fixture
def opens(project):
    """opens(path): the path that Read is given instead; "" for the one that the agent gave."""

    def run(path, tool="Read", cwd=None, **more):
        given = {"file_path": path, "limit": 9, **more}
        ran = project.hook(
            "pre-tool", tool_name=tool, tool_input=given, cwd=str(cwd or project.root)
        )
        if not ran.out:
            return ""
        said = json.loads(ran.out)["hookSpecificOutput"]
        assert set(said) == {
            "hookEventName",
            "updatedInput",
        }  # the host decides as about any other call
        assert {**said["updatedInput"], "file_path": path} == given
        return os.path.relpath(said["updatedInput"]["file_path"], project.root)

    return run


@pytest.mark.parametrize(
    "path",
    [
        STORE + "decisions/queues-run-on-redis.json",  # it is there
        STORE + "decisions/queues.json",  # several begin so
        STORE + "decisions/nothing.json",
        STORE + "decisions/.json",
        STORE + "decisions/*.json",
        STORE + "queues-run.json",
        STORE + "decisions/../../../src/app.json",
        "src/app.json",
        "x\x00.json",
    ],
)
def test_any_other_path_is_left_as_it_is(project, opens, path):
    (project.root / "src").mkdir()
    (project.root / "src" / "app-module.json").write_text("{}")
    assert opens(path) == ""
    assert opens(STORE + "decisions/queues-run.json", tool="Grep") == ""


@pytest.mark.parametrize("name", ["queues-run.json", "queues-run*.json", "queues-r"])
def test_a_short_name_opens_its_record_from_any_folder(project, opens, name):
    whole = STORE + "decisions/queues-run-on-redis.json"
    assert opens(STORE + "decisions/" + name) == whole
    assert (
        opens(
            str(project.root / STORE / "decisions" / name), cwd=project.root / ".claude"
        )
        == whole
    )


def test_every_name_of_a_brief_is_taken_by_the_commands_and_by_get(
    project, start, run_main
):
    project.write_pattern(
        "184eeee4-fe00-45d3-bdb6-544cf2ddb68c", "Set the timeout first"
    )
    found = [
        line.partition(": ")[0]
        for line in start().splitlines()
        if ": Title" in line or ": Set the" in line
    ]
    assert len(found) == 6 and sum(map(len, found)) < 80
    for name in found:
        assert (
            run_main("show", name, "--format", "json")
            .json["path"]
            .rpartition("/")[2]
            .startswith(name)
        )
