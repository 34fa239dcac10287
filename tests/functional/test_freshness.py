"""What changes on disk is seen at the next prompt, without a command, through the real hook.

Reading writes nothing there.
"""

import json
import os
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor

import pytest

from memory_retrieval.index.fts5 import Fts5Index

PROMPT = "how do we rotate the jwt signing keys?"
TITLE, TAGS = "Rotate the JWT signing keys", ["jwt", "signing", "keys"]


@pytest.fixture
def index_file(home):
    def find():
        (path,) = (home / "xdg-cache" / "memory-retrieval" / "index").glob("*.sqlite3")
        return path

    return find


def _memory(project, id="rotate", title=TITLE, **fields):
    return project.write(
        "runbook",
        id,
        title,
        TAGS,
        {"steps": ["create the new key", "publish both"]},
        **fields,
    )


# --- every change, small store ----------------------------------------------------------------------------------------


def _equal_size_and_time(project, path):
    info = path.stat()
    path.write_text(path.read_text().replace("Rotate the JWT", "Rotate any JWT"))
    os.utime(path, ns=(info.st_atime_ns, info.st_mtime_ns))
    assert path.stat().st_size == info.st_size


def _replace_the_folder(project, path):
    shutil.rmtree(project.store)
    project.fill()
    _memory(project, "again")


CHANGES = {
    "created": (lambda project, path: _memory(project, "new"), "new.json", ""),
    "edited": (
        lambda project, path: _memory(project, title=TITLE + " twice"),
        "twice",
        "",
    ),
    "edited, of equal size and time": (_equal_size_and_time, "any JWT", TITLE),
    "renamed": (
        lambda project, path: path.rename(path.with_name("turn.json")),
        "turn.json",
        "rotate.json",
    ),
    "deleted": (lambda project, path: path.unlink(), "", "rotate.json"),
    "a folder replaced": (_replace_the_folder, "again.json", "rotate.json"),
}


@pytest.mark.parametrize("case", CHANGES)
def test_a_change_is_seen_at_the_next_prompt(project, ask, case):
    change, seen, gone = CHANGES[case]
    path = _memory(project.fill())
    assert "rotate.json" in ask(PROMPT)
    change(project, path)
    text = ask(PROMPT)
    assert seen in text and not (gone and gone in text)


def test_edits_right_after_one_another_are_all_seen(project, ask):
    project.fill()
    for number in range(8):
        _memory(project, title=f"Rotate the JWT signing keys {number}")
        assert f"keys {number} ->" in ask(PROMPT)


def test_a_record_that_is_retired_or_broken_is_gone_and_comes_back(project, ask, log):
    project.fill()
    path = _memory(project)
    for text in (
        "{",
        path.read_text().replace('"active"', '"retired"'),
        "<<<<<<< HEAD",
        '{"id": ',
        "null",
    ):
        good = path.read_text()
        path.write_text(text)
        assert ask(PROMPT) == ""
        path.write_text(good)
        assert "rotate.json" in ask(PROMPT)
    assert log() == []


def test_two_projects_of_one_name_do_not_mix(make_project):
    first, second = make_project("a/shop"), make_project("b/shop")
    for project, title in ((first, TITLE + " first"), (second, TITLE + " second")):
        project.fill()
        _memory(project, title=title)
    for project, word in ((first, "first"), (second, "second"), (first, "first")):
        assert word in project.hook("prompt", prompt=PROMPT, session_id=...).context


# --- the index file ---------------------------------------------------------------------------------------------------


def test_processes_at_once_on_a_cold_index_end_well(project, ask, log):
    project.fill(120)
    _memory(project)
    with ThreadPoolExecutor(4) as pool:
        for text in pool.map(lambda _: ask(PROMPT), range(8)):
            assert text == "" or "rotate.json" in text
    assert log() == []
    assert "rotate.json" in ask(PROMPT)


def test_a_first_prompt_on_a_machine_without_our_folders_answers(
    project, ask, tmp_path
):
    project.fill()
    _memory(project)
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    env = {
        "HOME": str(fresh),
        **{f"XDG_{name}_HOME": None for name in ("CACHE", "STATE", "DATA", "CONFIG")},
    }
    assert "rotate.json" in ask(PROMPT, env=env)
    written = {
        str(path.relative_to(fresh)).split("/memory-retrieval")[0]
        for path in fresh.rglob("*")
        if path.is_file()
    }
    assert written == {".cache", ".local/state"}


# --- large stores -----------------------------------------------------------------------------------------------------


def _large(project, count):
    folder = project.path("decision", "x").parent
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(
        project.record(
            "decision",
            "@id@",
            "Paint the @word@ yellow",
            ["office"],
            {"context": "filler " * 100},
        )
    )
    for i in range(count):
        (folder / (f"d-{i}.json")).write_text(
            text.replace("@id@", f"d-{i}").replace("@word@", f"shed{i}")
        )


def _until_complete(project, ask, run_memories, prompts=120):
    """Prompts until one has seen every file; returns what they got."""
    texts = []
    for _ in range(prompts):
        texts.append(ask(PROMPT, env={"MEMORIES_NOW": "2026-11-15"}))
        if run_memories("why", "--last", "--format", "json").json.get("complete"):
            return texts
    raise AssertionError(f"the index is not complete after {prompts} prompts")


def test_a_session_s_start_keeps_the_vectors_that_it_computes(project, start):
    project.with_an_answer()
    assert start()
    with Fts5Index(project.found()) as index:
        assert index.table


def test_until_an_index_is_built_titles_and_aliases_answer_and_a_brief_is_whole(
    project, ask, start, run_memories, monkeypatch
):
    _large(project, 1500)
    _memory(project, aliases=["the wombat rule"])
    monkeypatch.setenv("MEMORIES_DEADLINE_MS", "20000")
    assert "rotate.json" in ask("what is the wombat rule?")
    brief = start()
    monkeypatch.setenv("MEMORIES_DEADLINE_MS", "400")
    texts = _until_complete(project, ask, run_memories)
    monkeypatch.delenv("MEMORIES_DEADLINE_MS")
    assert "rotate.json" in ask("what is the wombat rule?")
    assert all(text == "" or "rotate.json" in text for text in texts)
    assert start(session="another") == brief


def test_above_150_records_every_change_is_seen_at_once_but_an_edit_of_what_is_no_hit(
    project, ask, run_memories, home
):
    """That one is seen by a later prompt."""
    _large(project, 200)
    path = _memory(project)
    project.write(
        "runbook",
        "swept",
        "Sweep the yard every spring",
        ["yard"],
        {"steps": ["sweep"]},
    )
    _until_complete(project, ask, run_memories)
    _memory(project, "created")
    assert "created.json" in ask(PROMPT)
    project.path("runbook", "created").rename(project.path("runbook", "renamed"))
    text = ask(PROMPT)
    assert "renamed.json" in text and "created.json" not in text
    project.path("runbook", "renamed").unlink()
    assert "renamed.json" not in ask(PROMPT)
    path.write_text(path.read_text().replace("Rotate the JWT", "Rotate any JWT"))
    assert "Rotate any JWT" in ask(PROMPT)
    path.write_text(path.read_text().replace('"active"', '"retired"'))
    assert ask(PROMPT) == ""
    _memory(project, "swept")
    for mark in (home / "xdg-cache").rglob("*.sweep"):
        os.utime(mark, (0, 0))  # as if a minute had passed
    ask("which colour has shed7?")
    for _ in range(100):  # the sweep runs beside us and ends by itself
        if "swept.json" in ask(PROMPT):
            return
    raise AssertionError("an edit in place is never seen")


# --- reading writes nothing -------------------------------------------------------------------------------------------


def test_reading_writes_nothing_into_the_repository(project, ask, run_main):
    project.fill()
    _memory(project)
    project.write_text("decision", "broken", "{")
    project.write_pattern("p1")
    project.config({"retrieval": {"max_inject": 2}})
    (project.store / "index.md").write_text(
        "# Memory Index\n\n- [DECISION] stale -> .claude/memory/decisions/gone.json\n"
    )
    before = project.snapshot()
    ask(PROMPT, session_id="s1")
    ask("ok", session_id="s1", transcript_path=str(project.root / "README.md"))
    for event in ("session-start", "session-end"):
        project.hook(event, source="compact")
    for args in (
        ("search", "jwt"),
        ("search", "jwt", "--format", "json"),
        ("search", "--mode", "auto", PROMPT),
        ("why", PROMPT),
    ):
        assert run_main(*args).code == 0
    assert project.snapshot() == before


@pytest.mark.parametrize("name", ["HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"])
def test_a_relative_folder_in_the_environment_is_not_written_into_the_repository(
    project, run_hook, name
):
    project.fill()
    _memory(project)
    before = project.snapshot()
    others = dict.fromkeys(
        ("XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME")
    )
    env = {**(others if name == "HOME" else {}), name: "relative"}
    payload = {
        "cwd": str(project.root),
        "prompt": PROMPT,
        "session_id": "s1",
        "source": "compact",
    }
    for event in ("prompt", "session-start"):
        ran = run_hook(payload, event=event, env=env, cwd=project.root)
        assert (ran.code, ran.err) == (0, "")
    assert project.snapshot() == before


@pytest.mark.parametrize("new", [1, 30])
def test_while_files_are_not_indexed_the_best_of_all_is_found(
    project, ask, index_file, new, monkeypatch
):
    """By the titles where they are many: the best of a part need not be the best of all."""
    project.with_an_answer()
    assert TITLE in ask(PROMPT)
    db = sqlite3.connect(index_file(), isolation_level=None)
    db.execute(
        "begin immediate"
    )  # another process builds the index, which a hook with little time does not wait for
    monkeypatch.setenv("MEMORIES_DEADLINE_MS", "5000")
    for i in range(new):
        project.write("runbook", f"new-{i}", f"Renew the certificate number {i}")
    assert TITLE in ask(PROMPT)
    db.close()


def test_index_md_is_never_believed(project, ask):
    project.fill()
    (project.store / "index.md").write_text(
        f"# Memory Index\n\n- [RUNBOOK] {TITLE} -> .claude/memory/runbooks/gone.json #tags:jwt,signing,keys\n"
    )
    assert ask(PROMPT) == ""
    os.unlink(project.store / "index.md")
    os.mkfifo(project.store / "index.md")
    _memory(project)
    assert "rotate.json" in ask(PROMPT)
