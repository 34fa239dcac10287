"""JSON goes to standard output alone, each message comes once, and an empty answer has the next step."""

import json
import os
import subprocess
import sys

import pytest

from conftest import MEMORIES
from saves import PREFERENCE

pytestmark = pytest.mark.usefixtures("project")


@pytest.fixture
def saved(run_main):
    """The ID of a record in the store."""
    return run_main("save", input=json.dumps(PREFERENCE)).json["id"]


# --- refusals: once, and in one place ---------------------------------------------------------------------------------

REFUSED = [
    "retire nobody",
    "restore nobody",
    "alias nobody phrase",
    "edit nobody",
    "inbox accept nobody",
]


@pytest.mark.parametrize("words", REFUSED)
def test_a_refusal_is_text_on_standard_error_or_json_on_standard_output(
    saved, run_main, words
):
    text, as_json = (
        run_main(*words.split(), input="["),
        run_main(*words.split(), "--format", "json", input="["),
    )
    assert (text.code, text.out) == (1, "") and text.err.startswith("memories: ")
    assert as_json.code == 1 and as_json.err.count("\n") + as_json.out.count("\n") == 1
    assert as_json.err or as_json.json["status"] == "rejected"


def test_a_refused_save_says_what_is_wrong_once(saved, run_main):
    text, as_json = (
        run_main("save", input="{}"),
        run_main("save", "--format", "json", input="{}"),
    )
    assert text.out == as_json.out and text.json["problems"]
    assert (text.err.count("\n"), as_json.err) == (1, "")
    assert text.json["problems"][0]["message"] not in text.err


@pytest.mark.parametrize(
    "words",
    [["edit"], ["save", "--category", "preference", "--edit", "--update"]],
    ids=" ".join,
)
def test_without_a_terminal_and_an_editor_nothing_is_opened(saved, run_main, words):
    ran = run_main(*words, saved, "--format", "json", env={"VISUAL": "", "EDITOR": ""})
    assert ran.code == 1 and "set EDITOR" in ran.out + ran.err


# --- JSON on standard output alone ------------------------------------------------------------------------------------

JSON = [
    *(
        "init",
        "search dates",
        "why dates",
        "why --last",
        "brief",
        "list",
        "list --problems",
        "list --without-aliases",
    ),
    *(
        "status --stats",
        "review",
        "undo --list",
        "inbox list",
        "index health",
        "index validate",
        "index rebuild",
    ),
    *(
        "doctor --store",
        "export jsonl",
        "setup gemini --dry-run",
        "note keep this sentence",
        "off",
        "on",
    ),
    *("undo --dry-run", "undo"),
]


@pytest.mark.parametrize("line", JSON)
def test_with_json_every_line_of_standard_output_is_json(saved, run_main, line):
    ran = run_main(
        *line.split(),
        "--format",
        "json",
        env={"MEMORIES_OFF": "1"} if line == "on" else None,
    )
    assert ran.code == 0
    for text in ran.out.splitlines():
        assert isinstance(json.loads(text), dict)


@pytest.mark.parametrize(
    "verb",
    [
        "show",
        "show --history",
        "mute",
        "mute --off",
        "retire",
        "restore",
        "retire --archive",
    ],
)
def test_with_json_a_command_on_one_record_prints_one_line(saved, run_main, verb):
    ran = run_main(*verb.split(), saved, "--format", "json")
    assert (ran.code, ran.out.count("\n"), ran.err) == (0, 1, "") and ran.json[
        "id"
    ] == saved


# --- short and with the next step -------------------------------------------------------------------------------------


def test_undo_is_one_line(saved, run_main):
    ran = run_main("undo")
    assert (ran.code, ran.out.count("\n"), ran.err) == (0, 1, "")
    assert "undone: `save`" in ran.out and saved in ran.out


@pytest.mark.parametrize(
    "words",
    [["search", "x"], ["why", "deploys"], ["list"], ["status", "--stats"], ["brief"]],
    ids=" ".join,
)
def test_an_empty_store_is_said_to_be_empty_with_the_next_step(run_main, words):
    run_main("init")
    ran = run_main(*words)
    assert (
        ran.code == 0
        and "the store is empty; save something with `memories note" in ran.out
    )


def test_query_memories_says_of_an_empty_store_that_it_is_empty(
    run_main, project, run_query_memories
):
    run_main("init")
    assert "the store is empty" in run_query_memories("zebra", cwd=project.root).out


def test_a_store_with_memories_is_not_said_to_be_empty(
    saved, run_main, project, run_query_memories
):
    for words in (
        ["search", "zebra"],
        ["list", "--status", "retired"],
        ["why", "zebra"],
    ):
        assert "empty" not in run_main(*words).out
    assert "empty" not in run_query_memories("zebra", cwd=project.root).out


def test_set_up_names_a_file_that_is_all_ours_and_does_not_print_it(run_main):
    shown = run_main("setup", "gemini", "--dry-run")
    assert shown.code == 0 and "SKILL.md" in shown.out and shown.out.count("\n") < 12
    assert "+---" in json.dumps(
        run_main("setup", "gemini", "--dry-run", "--format", "json").json["files"]
    )


def test_stats_counts_a_superseded_record_apart(saved, run_main):
    newer = {**PREFERENCE, "title": "Dates are RFC 3339", "supersedes": [saved]}
    assert run_main("save", input=json.dumps(newer)).code == 0
    assert run_main("status", "--stats", "--format", "json").json["stats"][
        "counts"
    ] == {"preference": {"superseded": 1, "active": 1}}


@pytest.mark.parametrize(
    "words", [["list"], ["search", "queue"], ["--help"]], ids=" ".join
)
def test_a_reader_that_goes_away_is_no_error(project, words):
    project.fill(3)
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-I", "-S", str(MEMORIES), *words]
    ran = subprocess.run(
        command,
        cwd=project.root,
        stdout=write,
        stderr=subprocess.PIPE,
        timeout=60,
        check=False,
    )
    os.close(write)
    assert (ran.returncode, ran.stderr) == (0, b"")
