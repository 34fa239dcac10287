"""Files that a hostile repository holds: the hook answers from the others, and writes nothing beside them."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from conftest import REPOSITORY

PROMPT = "how do we rotate the jwt signing keys?"
ANSWER = "rotate-jwt-keys.json"


@pytest.fixture
def project(project):
    return project.with_an_answer()


@pytest.mark.parametrize("run", ["\u0315\u0300", "\u0f73\u0f71", "\u0344\u0327"])
@pytest.mark.parametrize("where", ["value", "title"])
def test_a_record_of_a_hundred_thousand_marks_does_not_stop_the_prompt(
    project, ask, run, where
):
    hostile = "a" + run * 50_000
    project.write(
        "preference",
        "marks",
        **({where: hostile} if where == "title" else {"content": {where: hostile}}),
    )
    assert ANSWER in ask(PROMPT)


def test_a_fifo_in_place_of_a_folder_makes_nothing_wait(
    project, ask, start, run_memories
):
    os.mkfifo(project.store / "decisions2")
    shutil.rmtree(project.store / "decisions")
    os.mkfifo(project.store / "decisions")
    assert ANSWER in ask(PROMPT) and "Rotate the JWT" in start()
    assert ANSWER in run_memories("search", "rotate jwt").out


@pytest.mark.parametrize("kind", ["endless", "fifo", "private file"])
@pytest.mark.parametrize("command", ["index validate", "doctor --store --fix", "init"])
@pytest.mark.parametrize("name", ["index.md", ".gitignore", ".gitattributes"])
def test_what_is_no_file_is_neither_read_nor_copied(
    project, tmp_path, run_main, name, command, kind
):
    secret = tmp_path / "id_rsa"
    secret.write_text("PRIVATE KEY")
    path = project.store / name
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "endless" else secret)
    done = run_main(*command.split())
    assert done.code in (0, 1, 2) and "Traceback" not in done.err
    assert secret.read_text() == "PRIVATE KEY"
    if not path.is_symlink() and path.is_file():
        assert "PRIVATE" not in path.read_text()


@pytest.mark.parametrize("kind", ["endless", "fifo"])
def test_a_save_replaces_an_index_md_that_is_no_file(project, run_main, kind):
    path = project.store / "index.md"
    os.mkfifo(path) if kind == "fifo" else path.symlink_to("/dev/zero")
    record = {"category": "preference", "title": "Tabs are four wide", "tags": ["tabs"]}
    record["content"] = {
        "topic": "tabs",
        "value": "four",
        "reason": "so",
        "strength": "soft",
    }
    done = run_main("save", input=json.dumps(record))
    assert done.code == 0, done
    assert "Tabs are four wide" in path.read_text() and not path.is_symlink()


def test_a_configuration_that_is_a_link_out_of_the_repository_is_not_read(
    project, tmp_path, run_memories
):
    (tmp_path / "other.json").write_text(
        '{"retrieval": {"max_inject": "a private text"}}'
    )
    (project.store / "memory-config.json").symlink_to(tmp_path / "other.json")
    done = run_memories("doctor")
    assert "a private text" not in done.out and "is a link" in done.out


WIDE = {
    "identifiers": lambda: {
        "value": " ".join(f"getUserName{i}HttpServer" for i in range(70_000))
    },
    "one identifier": lambda: {"value": "getUserNameHttp" * 120_000},
    "paths": lambda: {
        "value": " ".join(f"src/app{i}/getName.py" for i in range(80_000))
    },
    "lines": lambda: {
        "value": "\n".join(f"getUserName{i} in a line" for i in range(70_000))
    },
    "a script without spaces": lambda: {"value": "กขคง" * 150_000},
}


@pytest.mark.parametrize("kind", [*WIDE, "tags"])
def test_a_record_of_two_megabytes_is_indexed_by_the_prompt_that_finds_it(
    project, ask, kind
):
    """Not in time, it would silence every prompt until a session starts: a part of it is searched."""
    tags = (
        [f"getName{i}Http/x.py" for i in range(60_000)] if kind == "tags" else ["wide"]
    )
    path = project.write(
        "preference", "wide", "The zebra crossing", tags, content=WIDE.get(kind, dict)()
    )
    assert path.stat().st_size > 1_200_000
    assert ANSWER in ask(PROMPT)
    database = sqlite3.connect(
        next(Path(os.environ["XDG_CACHE_HOME"]).rglob("*.sqlite3"))
    )
    assert (
        database.execute(
            "select passages from doc where id = 'wide' and pending = 0"
        ).fetchone()[0]
        <= 250
    )
    stored = database.execute(
        "select sum(length(title) + length(tags) + length(aliases) + length(body)) from passage"
    )
    assert stored.fetchone()[0] < 6_000_000
    database.close()


@pytest.mark.parametrize("size", [0, 3_000])
def test_no_file_of_the_index_that_is_truncated_in_use_ends_a_hook(
    project, ask, home, size
):
    """A hook that has mapped a file dies by SIGBUS when the file gets shorter, and says nothing."""
    project.fill(100)
    ask(PROMPT)
    (index,) = Path(os.environ["XDG_CACHE_HOME"]).rglob("*.sqlite3")
    stop = threading.Event()

    def truncate():
        while not stop.wait(0.0005):
            for suffix in ("", "-wal", "-shm", "-journal"):
                with suppress(OSError):
                    os.truncate(str(index) + suffix, size)

    truncating = threading.Thread(target=truncate)
    truncating.start()
    try:
        for number in range(20):
            project.write(
                "decision", f"d{number}", f"Another decision {number}"
            )  # so that the hook writes too
            ask(PROMPT, session_id=str(number))
    finally:
        stop.set()
        truncating.join()
    assert ANSWER in ask(PROMPT + " ") or ANSWER in ask(PROMPT + "  "), (
        "the index heals by itself"
    )


def test_prompts_are_answered_while_the_index_is_being_written(project, ask):
    """Readers wait for the commit of a batch, and for no more than that."""
    project.fill(400)
    assert ANSWER in ask(PROMPT)
    code = (
        "import sys, time; from memory_retrieval.index.fts5 import Fts5Index\n"
        "from memory_retrieval.store.place import Place\n"
        "index = Fts5Index(Place(sys.argv[1]).nearest); print('ready', flush=True)\n"
        "end = time.monotonic() + 60\n"
        "while time.monotonic() < end:\n"
        "    index._db.execute('update doc set sign = 0'); index.refresh(end, thorough=True)\n"
    )
    command = [sys.executable, "-c", code, str(project.root)]
    env = {**os.environ, "PYTHONPATH": str(REPOSITORY / "plugin" / "src")}
    with subprocess.Popen(command, env=env, stdout=subprocess.PIPE) as writing:
        assert writing.stdout.readline() == b"ready\n"
        try:
            with ThreadPoolExecutor(3) as pool:
                answers = list(pool.map(lambda _: ask(PROMPT), range(12)))
            assert writing.poll() is None
        finally:
            writing.kill()
    assert [ANSWER in out for out in answers] == [True] * 12


@pytest.mark.parametrize("kind", ["jsonl", "markdown"])
def test_an_import_does_not_wait_for_a_fifo(project, tmp_path, run_memories, kind):
    os.mkfifo(tmp_path / "given.md")
    done = run_memories("import", kind, str(tmp_path / "given.md"))
    assert "Traceback" not in done.err and "bug of ours" not in done.err + done.out, (
        done
    )
