"""A memory that the code contradicts is marked, through the real commands and hooks."""

import json
import os
import shutil
import time

import pytest

from repositories import git

PROMPT = "how many uploads a minute are allowed?"
TITLE = "Uploads are limited to 5 a minute"
RECORD = {
    "category": "decision",
    "title": TITLE,
    "content": {
        "status": "accepted",
        "context": "Uploads flooded us.",
        "decision": "LIMIT is 5 uploads a minute.",
        "rationale": ["small disks"],
    },
    "tags": ["uploads"],
    "related_files": ["src/app.py"],
}
APP = "LIMIT = 5\n\n\ndef other():\n    return 7\n"
KEYS = "# 12. Keys rotate\n\nStatus: accepted\n\nKeys rotate after 30 days (`rotate_days` in src/keys.toml).\n"
DOCUMENT = "docs/decisions/0012-keys.md"


def _commit(project, message):
    git(project.root, "add", "-A")
    git(project.root, "commit", "-qm", message)


@pytest.fixture
def app(project, save):
    """app(TEXT): the file that the saved decision is about, in a repository."""
    git(project.root, "init", "-q")
    path = project.root / "src" / "app.py"
    path.parent.mkdir()
    path.write_text(APP)
    git(project.root, "add", "-A")
    project.fill()
    assert save(RECORD).code == 0
    _commit(project, "one")
    return path.write_text


@pytest.fixture
def keys(app, project):
    """The file that a document is about, committed with it."""
    (project.root / DOCUMENT).parent.mkdir(parents=True)
    (project.root / DOCUMENT).write_text(KEYS)
    path = project.root / "src" / "keys.toml"
    path.write_text("[keys]\nrotate_days = 30\n")
    config = json.dumps({"documents": [DOCUMENT]})
    (project.store / "memory-config.json").write_text(config)
    _commit(project, "two")
    return path


def _reviews(run):
    reviews = json.loads(run("review", "--limit", "99").out)["reviews"]
    return [one for one in reviews if one["reasons"][0]["kind"] == "now"]


def _record(project):
    (path,) = (project.store / "decisions").glob("uploads-*.json")
    return json.loads(path.read_text())


def test_a_save_takes_witnesses_and_none_with_a_secret(project, save):
    git(project.root, "init", "-q")
    (project.root / "app.py").write_text(
        'LIMIT = 5\nLIMIT_PASSWORD = "hunter2-5-Zx9!kQ"\n'
    )
    git(project.root, "add", "-A")
    save({**RECORD, "related_files": ["app.py"]})
    assert _record(project)["anchors"] == [
        {"path": "app.py", "says": ["5"], "line": "LIMIT = 5"}
    ]


def test_a_folder_and_a_file_that_is_not_there_are_no_witnesses(app, save, project):
    title = "Uploads in src/ and src/later.py are limited"
    change = {"title": title, "related_files": ["src/", "src/later.py"]}
    assert save(change, "--update", _record(project)["id"]).code == 0
    assert [one["path"] for one in _record(project)["anchors"]] == ["src/app.py"]


def test_a_change_of_the_value_is_shown_at_once_and_another_is_not(app, ask, run):
    assert "#now" not in ask(PROMPT, session_id="s1")
    app(APP.replace("7", "8"))
    assert "#now" not in ask(PROMPT, session_id="s2")
    app(APP.replace("5", "9"))
    assert '#tags:uploads #now:"LIMIT = 9"\n' in ask(PROMPT, session_id="s3")
    (found,) = json.loads(run("search", "uploads a minute").out)["results"][:1]
    assert found["now"] == "LIMIT = 9"
    assert '#now:"LIMIT = 9"' in json.loads(run("brief").out)["text"]


@pytest.mark.parametrize("link", [False, True])
def test_no_line_of_a_file_outside_the_project_is_shown(app, ask, project, link):
    outside = project.root.parent / "outside.py"
    outside.write_text("LIMIT = 9\n")
    path = "src/link.py" if link else "../outside.py"
    if link:
        (project.root / path).symlink_to(outside)
    (file,) = (project.store / "decisions").glob("uploads-*.json")
    record = json.loads(file.read_text())
    record["anchors"] = [{"path": path, "says": ["5"], "line": "LIMIT = 5"}]
    file.write_text(json.dumps(record))
    told = ask(PROMPT)
    assert TITLE in told and "LIMIT = 9" not in told


def test_what_is_gone_is_told_once_all_files_were_looked_through(
    app, ask, start, project
):
    app(APP.replace("LIMIT = 5\n", ""))
    assert "#now" not in ask(PROMPT, session_id="s1")
    (project.root / "src" / "limits.py").write_text("LIMIT = 5\n")
    git(project.root, "add", "-A")
    start(session="s2")
    _wait_for(project, '"moved": {"LIMIT = 5": "src/limits.py"}')
    assert "#now" not in ask(PROMPT, session_id="s3")
    git(project.root, "rm", "-qf", "src/limits.py")
    start(session="s4")
    _wait_for(project, '"moved": {"LIMIT = 5": ""}')
    assert "#now:gone" in ask(PROMPT, session_id="s5")


def _wait_for(project, text):
    """Until the process of a session's start has written it."""
    cache = project.root.parent / "home" / "xdg-cache"
    for _ in range(200):
        if any(
            text in path.read_text()
            for path in cache.rglob("witnesses/*/*")
            if path.is_file()
        ):
            return
        time.sleep(0.05)
    raise AssertionError(text)


def test_a_review_shows_both_and_takes_new_witnesses_when_it_is_kept(app, project, run):
    assert _reviews(run) == []
    app(APP.replace("5", "9"))
    (found,) = _reviews(run)
    (reason,) = found["reasons"]
    assert reason["kind"] == "now"
    for said in ("Uploads are limited to 5 a minute", "LIMIT = 9", "LIMIT = 5"):
        assert said in reason["text"]
    assert {"keep", "update", "replace", "retire"} <= set(found)
    run("review", found["id"], "--keep")
    assert _record(project)["anchors"] == []
    assert _reviews(run) == []


def test_a_corrected_record_has_the_new_witness(app, project, save, run):
    app(APP.replace("5", "9"))
    new = {"content": {"decision": "LIMIT is 9 uploads a minute."}}
    new["title"] = "Uploads are limited to 9 a minute"
    assert save(new, "--update", _record(project)["id"]).code == 0
    assert [one["line"] for one in _record(project)["anchors"]] == ["LIMIT = 9"]
    assert _reviews(run) == []


@pytest.mark.parametrize(
    ("setting", "code", "level"), [("note", 0, "notice"), ("fail", 1, "error")]
)
def test_a_change_that_makes_a_memory_or_a_document_untrue_is_named(
    app, keys, project, run_main, setting, code, level
):
    config = {"documents": [DOCUMENT], "check": {"witnesses": setting}}
    (project.store / "memory-config.json").write_text(json.dumps(config))
    app("import os\n" + APP.replace("7", "8"))
    _commit(project, "three")
    assert run_main("check", "--diff", "HEAD~1").code == 0
    app("import os\n" + APP.replace("5", "9"))
    keys.write_text("[keys]\nrotate_days = 90\n")
    _commit(project, "four")
    ran = run_main("check", "--diff", "HEAD~1", "--github")
    assert ran.code == code
    first, second = ran.out.splitlines()
    assert first.startswith(f"::{level} file=src/app.py,line=2::")
    assert second.startswith(f"::{level} file=src/keys.toml,line=2::")
    assert "rotate_days = 90" in second and DOCUMENT in second
    assert run_main("check", "--staged").out == ""


def test_a_document_has_the_witnesses_of_its_last_commit_but_not_in_a_shallow_clone(
    keys, project, run_main, tmp_path
):
    keys.write_text("[keys]\nrotate_days = 90\n")
    _commit(project, "three")
    assert "rotate_days = 90" in run_main("review").out
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{project.root}", "clone")
    shallow = run_main("review", cwd=tmp_path / "clone").out
    assert "LIMIT" not in shallow and "rotate" not in shallow


def test_history_is_asked_once_for_a_memory_that_has_no_witness(
    app, run_main, tmp_path, monkeypatch
):
    asked, shim = tmp_path / "asked", tmp_path / "git"
    real = shutil.which("git")
    shim.write_text(f'#!/bin/sh\necho "$*" >> {asked}\nexec {real} "$@"')
    shim.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    for times in (1, 1):
        run_main("review")
        assert asked.read_text().count("window-8.json") == times


def test_a_dead_end_is_marked_and_its_reason_is_watched(
    app, project, save, ask, run_main
):
    given_up = {
        **RECORD,
        "title": "Uploads in one transaction were given up",
        "content": {**RECORD["content"], "decision": "No transaction for uploads."},
        "dead_end": {"because": "LIMIT of 5 is too small", "until": "LIMIT grows"},
    }
    assert save(given_up).code == 0
    text = ask("put all uploads into one transaction", session_id="s1")
    assert '#dead_end:"LIMIT of 5 is too small"' in text
    _commit(project, "two")
    app(APP.replace("5", "9"))
    _commit(project, "three")
    assert "LIMIT of 5 is too small" in run_main("check", "--diff", "HEAD~1").out
