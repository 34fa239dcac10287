"""On Windows' own Python: this system's, or one under Wine whose path is in WINDOWS_PYTHON (CONTRIBUTING.md)."""

import json
import os
import shutil
import subprocess
import sys

import pytest

from conftest import REPOSITORY

PYTHON = sys.executable if os.name == "nt" else os.environ.get("WINDOWS_PYTHON", "")
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not PYTHON or (os.name != "nt" and not shutil.which("wine")),
        reason="no Python of Windows",
    ),
]
WINE = [] if os.name == "nt" else ["wine"]
TITLE = "Deposits → are captured on a “no-show” 日本"


def windows(path):
    """A path as Windows spells it."""
    return str(path) if os.name == "nt" else "Z:" + str(path).replace("/", "\\")


def run(words, folder, stdin=b"", **env):
    environment = {**os.environ, "WINEDEBUG": "-all", "LC_ALL": "C.UTF-8", **env}
    done = subprocess.run(
        [*WINE, *words],
        input=stdin,
        cwd=folder,
        env=environment,
        capture_output=True,
        timeout=120,
    )
    return (
        done.returncode,
        done.stdout.decode("utf-8"),
        done.stderr.decode("utf-8", "replace"),
    )


@pytest.fixture
def at(tmp_path):
    (tmp_path / "project" / ".git").mkdir(parents=True)
    homes = {
        name: windows(tmp_path / "home")
        for name in ("LOCALAPPDATA", "APPDATA", "USERPROFILE")
    }

    def memories(*words, stdin=b""):
        program = [
            PYTHON,
            "-I",
            "-S",
            windows(REPOSITORY / "plugin" / "bin" / "memories"),
            *words,
        ]
        code, out, error = run(program, tmp_path / "project", stdin, **homes)
        assert code == 0, error
        return out

    memories.homes, memories.place = homes, tmp_path
    return memories


def payload(at, **more):
    value = {
        "session_id": "s",
        "prompt": "when are deposits captured?",
        "cwd": windows(at.place / "project"),
        **more,
    }
    return json.dumps(value).encode()


def test_commands_write_utf_8_whatever_the_console_has(at):
    at("init")
    content = {
        "status": "accepted",
        "context": "c",
        "decision": "d",
        "rationale": ["r"],
    }
    record = {"category": "decision", "title": TITLE, "content": content}
    assert (
        json.loads(at("save", "--format", "json", stdin=json.dumps(record).encode()))[
            "status"
        ]
        == "created"
    )
    assert json.loads(at("list", "--format", "json"))["results"][0]["title"] == TITLE
    assert TITLE in at("search", "deposits") and TITLE in at("brief")
    assert json.loads(at("undo", "--format", "json"))


def test_all_private_files_lie_in_the_folders_that_the_launchers_look_in(at):
    at("init")
    at("note", "Deposits are captured on a no-show")
    at("search", "deposits")
    found = {
        path.relative_to(at.place / "home").parts[:3]
        for path in (at.place / "home").rglob("*")
        if path.is_file()
    }
    assert {parts[:2] for parts in found} <= {
        (".cache", "memory-retrieval"),
        (".local", "state"),
        (".local", "share"),
    }


def test_a_file_that_another_process_has_open_is_replaced_when_it_is_closed(tmp_path):
    script = (
        "import sys, threading, time; sys.path.insert(0, sys.argv[1])\n"
        "from memory_retrieval.core.files import replace_file\n"
        "open('kept', 'w').close(); held = open('kept')\n"
        "threading.Timer(0.3, held.close).start()\n"
        "replace_file('kept', b'new', 0o600); print(open('kept').read())"
    )
    code, out, error = run(
        [PYTHON, "-I", "-S", "-c", script, windows(REPOSITORY / "plugin" / "src")],
        tmp_path,
    )
    assert (code, out.strip()) == (0, "new"), error


def stub(folder, name, code):
    folder.mkdir(exist_ok=True)
    text = '@echo %s>>"%s"\r\n%s\r\n' % (name, windows(folder / "calls"), code)
    (folder / (name + ".bat")).write_bytes(text.encode())


def test_the_launcher_without_a_shell_finds_an_interpreter_by_its_answer_and_keeps_it(
    at,
):
    """As the Store's `python3`, which ends with 49, and the `py` of a machine without any, which ends with 103."""
    at("init")
    at("note", "Deposits are captured on a no-show")
    programs = at.place / "programs"
    stub(programs, "py", "@exit /b 103")
    stub(programs, "python", "@exit /b 49")
    stub(programs, "python3", "@exit /b 49")
    project = at.place / "project"
    paths = (
        {"PATH": "%s;.;%s" % (windows(project), windows(programs))}
        if os.name == "nt"
        else {"WINEPATH": windows(programs)}
    )
    words = [
        "cmd",
        "/c",
        windows(REPOSITORY / "plugin" / "hooks" / "launch.cmd"),
        "session-start",
        "--host",
        "codex",
    ]

    def launch(*more):
        return run(
            [*words[:3], *(more or words[3:])],
            at.place / "project",
            payload(at),
            **at.homes,
            **paths,
        )

    if (
        os.name == "nt"
    ):  # of the project: never started; Wine looks in the current folder all the same
        stub(project, "python", "@exit /b 49")
    assert launch() == (0, "", "") and (programs / "calls").read_text().split() == [
        "py",
        "python",
        "python3",
    ]
    assert not (project / "calls").exists()
    stub(programs, "python3", '@"%s" %%*' % PYTHON)
    assert "Deposits are captured" in launch()[1]
    before = (programs / "calls").read_text()
    assert launch("prompt", "--host", "codex")[0] == 0
    assert (programs / "calls").read_text() == before
    assert not (at.place / "project" / "calls").exists()
