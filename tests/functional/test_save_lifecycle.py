"""Retire, archive, undo, the rolling window and the garbage collection, as commands."""

import json

import pytest

PREFERENCE = {
    "category": "preference",
    "topic": "t",
    "value": "v",
    "reason": "r",
    "strength": "soft",
}
SESSION = {
    "category": "session_summary",
    "goal": "g",
    "outcome": "success",
    "completed": [],
    "next_actions": [],
}


@pytest.mark.parametrize(
    ("state", "verb", "says"),
    [
        ("retired", ["retire", "--archive"], "memories restore a"),
        ("archived", ["retire"], "memories restore a"),
    ],
)
def test_forbidden_transitions_name_the_next_step(project, run, state, verb, says):
    path = project.write("decision", "a", record_status=state)
    before = path.read_bytes()
    ran = run(*verb, "a")
    assert (ran.code, ran.json["status"]) == (1, "rejected")
    assert says in ran.json["problems"][0]["message"]
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("state", "verb"),
    [
        ("active", ["restore"]),
        ("retired", ["retire"]),
        ("archived", ["retire", "--archive"]),
    ],
)
def test_a_status_that_is_there_already_is_no_error_and_writes_nothing(
    project, run, state, verb
):
    path = project.write("decision", "a", record_status=state)
    before = path.read_bytes()
    ran = run(*verb, "a")
    assert (ran.code, ran.json["status"]) == (0, "already_" + state)
    assert path.read_bytes() == before


def test_retired_and_back(project, run):
    project.write("decision", "a", "Queues run on Redis")
    assert run("retire", "a", "--reason", "moved").json["status"] == "retired"
    record = project.stored("decision", "a")
    assert (
        record["record_status"],
        record["retired_reason"],
        record["retired_at"],
    ) == ("retired", "moved", "2026-11-15T12:00:00Z")
    assert "Redis" not in (project.store / "index.md").read_text()
    assert run("restore", "a").json["status"] == "restored"
    record = project.stored("decision", "a")
    assert record["record_status"] == "active"
    assert "retired_at" not in record
    assert len(record["changes"]) == 2
    assert "Redis" in (project.store / "index.md").read_text()


def test_archived_and_back(project, run):
    project.write("decision", "a")
    assert (
        run("retire", "--archive", ".claude/memory/decisions/a.json").json["status"]
        == "archived"
    )
    assert run("restore", "decision/a").json["status"] == "restored"


def test_undo_takes_back_writes_one_after_the_other(project, run):
    run("save", input={**PREFERENCE, "title": "Tabs"})
    first = project.path("preference", "tabs").read_bytes()
    run("save", input={**PREFERENCE, "title": "Tabs", "value": "w"})
    run("retire", "tabs")
    run("undo")
    assert project.stored("preference", "tabs")["record_status"] == "active"
    assert run("undo").json["status"] == "undone"
    assert project.path("preference", "tabs").read_bytes() == first
    run("undo")
    assert not project.path("preference", "tabs").exists()
    assert "Tabs" not in (project.store / "index.md").read_text()
    assert run("undo").code == 1


def test_what_is_out_of_use_is_not_updated_and_the_reason_is_true(project, run):
    date = {"retired_at": "2026-01-01T00:00:00Z", "updated_at": "2026-01-01T00:00:00Z"}
    project.write("preference", "old", "Old way", record_status="retired", **date)
    project.write(
        "preference",
        "kept",
        "Kept way",
        record_status="archived",
        archived_at="2026-01-01T00:00:00Z",
    )
    run("save", input={**PREFERENCE, "title": "New way"})
    run("retire", "new-way")
    for args, title, words in (
        (
            ["--update", "old"],
            "Old way",
            "is retired; run `memories restore old` first",
        ),
        (
            ["--update", "kept"],
            "Kept way",
            "is archived; run `memories restore kept` first",
        ),
        (
            [],
            "Kept way",
            "is archived; run `memories restore kept` first, or use another title",
        ),
        (
            [],
            "New way",
            "less than a day ago; run `memories restore new-way` first, use another title, or save it again "
            "after a day",
        ),
    ):
        ran = run("save", *args, input={**PREFERENCE, "title": title})
        assert ran.code == 1 and ran.json["problems"][0]["message"].endswith(words), (
            ran.json
        )


def test_null_takes_the_confidence_out_of_a_pattern_and_by_edit_out_of_a_record(
    project, run
):
    path = project.write("preference", "tabs", "Tabs", confidence=0.5)
    pattern = project.write_pattern("p1", confidence=0.5)
    for given in (
        {"confidence": None},
        {**json.loads(path.read_text()), "confidence": None},
    ):
        assert (
            run("save", "--update", "tabs", input=given).json["status"] == "unchanged"
        )
    run("edit", "tabs", "--file", "-", input={"confidence": None})
    assert "confidence" not in json.loads(path.read_text())
    run(
        "save",
        "--store",
        "patterns",
        "--update",
        "p1",
        input={"confidence": None, "do_text": None},
    )
    record = json.loads(pattern.read_text())
    assert "confidence" not in record and record["do_text"] == "do this"


def test_undo_does_not_touch_what_somebody_changed_since(project, run):
    run("save", input={**PREFERENCE, "title": "Tabs"})
    path = project.path("preference", "tabs")
    path.write_text(path.read_text().replace('"v"', '"by hand"'))
    ran = run("undo")
    assert ran.code == 1
    assert "by hand" in path.read_text()


def test_undo_brings_back_a_title_and_leaves_the_references(project, run):
    run("save", input={**PREFERENCE, "title": "Old way"})
    run("save", input={**PREFERENCE, "title": "New way", "supersedes": ["old-way"]})
    before = {p.name: p.read_bytes() for p in (project.store / "preferences").iterdir()}
    run("save", "--update", "new-way", input={"title": "Entirely different words"})
    run("undo")
    assert {
        p.name: p.read_bytes() for p in (project.store / "preferences").iterdir()
    } == before


def test_only_the_newest_sessions_stay_active(project, run):
    for number in range(1, 6):
        project.write(
            "session_summary", f"s{number}", created_at=f"2026-0{number}-01T08:00:00Z"
        )
    ran = run("save", input={**SESSION, "title": "The sixth"})
    assert any("retired s1" in note for note in ran.json["notes"])
    assert [
        project.stored("session_summary", f"s{n}")["record_status"] for n in range(1, 6)
    ] == ["retired", *["active"] * 4]


@pytest.mark.parametrize(("days", "left"), [(29, True), (30, False)])
def test_gc_removes_what_was_retired_long_ago(project, run, days, left):
    project.write(
        "decision", "gone", record_status="retired", retired_at="2026-11-01T12:00:00Z"
    )
    project.write("decision", "odd", record_status="retired")
    project.write(
        "decision", "kept", record_status="archived", archived_at="2020-01-01T00:00:00Z"
    )
    now = "2026-11-30T12:00:00Z" if left else "2026-12-01T12:00:00Z"
    ran = run("index", "gc", env={"MEMORIES_NOW": now})
    assert project.path("decision", "gone").exists() == left
    assert project.path("decision", "kept").exists()
    assert ran.json["skipped"][0]["path"].endswith("odd.json")
    assert ran.json["ok"] is True


def test_init_is_idempotent_and_refuses_a_home_folder(run, run_main, home, tmp_path):
    (tmp_path / "new").mkdir()
    first = run_main("init", "--format", "json", "--root", tmp_path / "new").json
    assert ".claude/memory/.gitattributes" in first["created"]
    assert ".claude/memory/index.md" in first["created"]
    assert (
        run_main("init", "--format", "json", "--root", tmp_path / "new").json["created"]
        == []
    )
    assert run_main("init", cwd=home).code == 1


def test_candidate_proposes_by_the_table(project, run_main):
    def ask(*args):
        return run_main("candidate", *args)

    assert (
        ask("--category", "runbook", "--new-info", "the deploy hangs").json[
            "structural_cud"
        ]
        == "CREATE"
    )
    assert (
        ask(
            "--category", "runbook", "--new-info", "x", "--lifecycle-event", "resolved"
        ).json["pre_action"]
        == "NOOP"
    )
    project.write(
        "runbook", "deploy-hangs", "Deploy hangs at migrations", tags=["deploy"]
    )
    project.write("decision", "deploy-by-fly", "Deploy by Fly", tags=["deploy"])
    assert (
        ask("--category", "runbook", "--new-info", "the deploy hangs").json[
            "structural_cud"
        ]
        == "UPDATE_OR_DELETE"
    )
    found = ask(
        "--category",
        "decision",
        "--new-info",
        "deploy differently",
        "--lifecycle-event",
        "reversed",
    ).json
    assert (found["structural_cud"], found["candidate"]["path"]) == (
        "UPDATE",
        ".claude/memory/decisions/deploy-by-fly.json",
    )
    assert found["vetoes"]
    assert ask("--category", "nonsense", "--new-info", "x").code == 1
