"""What holds for the commands of the read path.

Exit codes, one line of error with the next step, help with an example.
"""

import json
import re

import pytest

from memory_retrieval.cli.main import COMMANDS, GROUPS
from saves import PREFERENCE

OWN = [command for group in GROUPS.values() for command in group]


@pytest.fixture
def project(project):
    project.fill(3)
    return project


# --- problems a person can mend: exit code 1, one line ----------------------------------------------------------------


def _one_line(ran, *words):
    assert (ran.code, ran.out) == (1, "")
    assert (
        ran.err.startswith("memories: ")
        and ran.err.count("\n") == 1
        and "Traceback" not in ran.err
    )
    for word in words:
        assert word in ran.err


WITHOUT_A_STORE = set(
    "save note init setup doctor off on serve import mcp candidate triage eval team share try cache inbox undo".split()
)
"""Commands that answer without one, or say what is wrong with their own arguments first."""
ARGUMENTS = {
    **{word: ["jwt"] for word in "search show why edit retire restore mute".split()},
    "alias": ["jwt", "keys"],
    "replace": ["jwt", "--by", "keys"],
    "index": ["rebuild"],
    "export": ["jsonl"],
}


@pytest.mark.parametrize("command", sorted({*OWN} - WITHOUT_A_STORE))
@pytest.mark.parametrize("form", ["text", "json"])
def test_without_a_store_the_error_names_the_next_step(
    run_main, tmp_path, command, form
):
    ran = run_main(
        command,
        *ARGUMENTS.get(command, []),
        "--format",
        form,
        cwd=tmp_path / "elsewhere",
    )
    _one_line(ran, "memories init")


def test_off_without_a_place_to_note_it_is_a_problem_not_a_bug(project, run_main):
    _one_line(
        run_main("off", env={"XDG_CONFIG_HOME": "/proc/nowhere"}), "/proc/nowhere"
    )


# --- usage: exit code 2 -----------------------------------------------------------------------------------------------

USAGE = [
    *(
        "nonsense",
        "--nonsense",
        "search",
        "search --nonsense",
        "search jwt --top",
        "search jwt --top many",
    ),
    *(
        "search jwt --top -1",
        "search jwt --top 0",
        "search jwt --mode x",
        "search jwt --format xml",
    ),
    *(
        "search jwt --category",
        "why",
        "off x",
        "on --x",
        "index",
        "index nonsense",
        "index query --all",
    ),
    *(
        "alias",
        "alias queues",
        "inbox accept",
        "inbox reject",
        "inbox accept x --complete",
        "inbox list x",
    ),
]


@pytest.mark.parametrize("args", USAGE)
def test_wrong_usage_is_exit_code_2_with_a_line_that_says_what(project, run_main, args):
    ran = run_main(*args.split())
    assert (ran.code, ran.out) == (2, "")
    assert "Traceback" not in ran.err and re.search(
        r"^memories.*: ", ran.err.splitlines()[-1]
    )


# --- help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_fits_a_screen_and_has_an_example_and_the_common_options(
    run_main, command
):
    ran = run_main(command, "--help")
    assert (ran.code, ran.err) == (0, "")
    assert re.search(r"(?m)^examples?:\n  .*\b(memories|query-memories) ", ran.out)
    assert "--root" in ran.out and "--format" in ran.out and ran.out.count("\n") <= 55


def test_the_overview_stays_as_it_is_and_shows_the_everyday_commands(run_main, gold):
    text = run_main("--help", env={"COLUMNS": "100"}).out
    gold(
        "help.txt", text.replace("optional arguments:", "options:")
    )  # as Python 3.9 says
    assert [
        run_main(*words, env={"COLUMNS": "100"}).out for words in ([], ["help"], ["-h"])
    ] == [text] * 3


def test_help_all_lists_every_command(run_main):
    out = run_main("help", "all").out
    assert all(re.search(rf"(?m)^  {re.escape(command)} ", out) for command in OWN)


def test_help_of_a_command_is_what_its_own_option_prints(run_main):
    assert run_main("help", "search").out == run_main("search", "--help").out
    assert run_main("help", "serch").code == 2


@pytest.mark.parametrize(
    ("words", "meant"),
    [
        (["serch"], "there is no command 'serch'; did you mean 'search'"),
        (["setup", "claud"], "argument HOST: did you mean 'claude'? invalid choice"),
        (["export", "--to", "agent-md"], "did you mean 'agents-md'"),
    ],
)
def test_a_word_that_is_not_known_is_answered_with_the_nearest_ones(
    run_main, words, meant
):
    ran = run_main(*words)
    assert (ran.code, ran.out) == (2, "") and meant in ran.err


# --- --dry-run --------------------------------------------------------------------------------------------------------

DRY_RUNS = {
    "save": (["--file", "record.json"], "+++"),
    "alias": (["invoice-0", "job queue"], '+    "job queue"'),
    "replace": (["invoice-0", "--by", "kitchen-1"], "dry run: nothing was written"),
    "undo": ([], "would remove"),
    "mute": (["invoice-0"], "would be muted"),
    "off": ([], "would be switched off"),
    "on": ([], "is on"),
    "setup": (["qwen"], "settings.json"),
    "import": (["backup.jsonl"], "dry run: 1 saved"),
    "export": (["--to", "gemini-md"], "+<!-- "),
}


def test_every_command_with_a_dry_run_has_a_row(run_main):
    assert {
        word for word in OWN if "[--dry-run]" in run_main(word, "--help").out
    } == set(DRY_RUNS)


@pytest.mark.parametrize("command", DRY_RUNS)
def test_a_dry_run_shows_the_change_and_writes_nothing(
    project, run_main, home, command
):
    words, shown = DRY_RUNS[command]
    project.write(
        "constraint", "no-push", "Never push to main", content={"severity": "high"}
    )
    run_main("note", "Deploys on Fridays are forbidden")
    (project.root / "record.json").write_text(json.dumps(PREFERENCE))
    (project.root / "backup.jsonl").write_text(json.dumps(PREFERENCE) + "\n")
    before = project.snapshot(), _private(home)
    ran = run_main(command, *words, "--dry-run")
    assert ran.code == 0 and shown in ran.out + ran.err
    assert (project.snapshot(), _private(home)) == before


def _private(home):
    """The user's files but for the cache."""
    return {
        path: path.read_bytes()
        for path in home.rglob("*")
        if path.is_file() and "xdg-cache" not in path.parts
    }


# --- on and off -------------------------------------------------------------------------------------------------------


def test_off_and_on_say_what_changed(project, run_main):
    def switch(word, *args):
        return run_main(word, "--format", "json", *args).json

    root = str(project.root)
    assert switch("off", "--dry-run") == {
        "status": "off",
        "changed": True,
        "root": root,
    }
    assert switch("off") == {"status": "off", "changed": True, "root": root}
    assert switch("off") == {"status": "off", "changed": False, "root": root}
    assert switch("on") == {"status": "on", "changed": True, "root": root}
    assert switch("on") == {"status": "on", "changed": False, "root": root}


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"off": 5}', '{"off": [5, null]}', "\0"]
)
def test_a_damaged_list_of_what_is_off_is_as_none(project, ask, run_main, home, text):
    path = home / "xdg-config" / "memory-retrieval" / "off.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    project.with_an_answer()
    assert "rotate-jwt-keys.json" in ask("rotate the jwt signing keys")
    assert run_main("off").code == 0
    assert ask("rotate the jwt signing keys") == ""


def test_a_root_with_a_trailing_slash_or_a_link_is_the_same_project(
    project, ask, run_main, tmp_path
):
    project.with_an_answer()
    (tmp_path / "link").symlink_to(project.root)
    for given in (str(project.root) + "/", tmp_path / "link", project.store):
        assert run_main("off", "--root", given, cwd=tmp_path).code == 0
        assert ask("rotate the jwt signing keys") == ""
        assert run_main("on", "--root", given, cwd=tmp_path).code == 0
        assert ask("rotate the jwt signing keys")


# --- streams ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_terminal_of_any_encoding_gets_an_answer(project, run_memories, encoding):
    project.write("decision", "korean", "결제 서버 이전 🙂", ["invoice"])
    for args in (
        ["search", "결제 invoice"],
        ["search", "invoice", "--format", "json"],
        ["why", "결제 invoice"],
    ):
        ran = run_memories(
            *args, env={"PYTHONIOENCODING": encoding + ":strict", "PYTHONUTF8": "0"}
        )
        assert (ran.code, ran.err) == (0, "")
