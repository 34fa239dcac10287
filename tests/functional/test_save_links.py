"""Links between records, and what else an acceptance test found.

Rings, unreadable files, other stores, old dates, odd paths.
"""

import os

import pytest

PREFERENCE = {
    "category": "preference",
    "topic": "t",
    "value": "v",
    "reason": "r",
    "strength": "soft",
}
DECISION = {
    "category": "decision",
    "content": {
        "status": "accepted",
        "context": "c",
        "decision": "d",
        "rationale": ["r"],
    },
}
PATTERN = {"title": "Clear nodes", "category": "performance", "do_text": "node.clear()"}


def decision(title, *supersedes):
    return {**DECISION, "title": title, "supersedes": list(supersedes)}


def files(project):
    return {
        str(p): p.read_bytes()
        for p in project.store.rglob("*")
        if p.is_file() and p.name != ".lock"
    }


def place_of(ran):
    assert (ran.code, ran.json["status"]) == (1, "rejected"), ran
    return ran.json["problems"][0]["place"]


def test_a_ring_of_links_is_refused_directly_and_through_others(project, run):
    run("save", input=decision("First way"))
    run("save", input=decision("Second manner", "first-way"))
    assert (
        run("save", input=decision("Third approach", "second-manner")).json["status"]
        == "created"
    )
    before = files(project)
    for end in ("first-way", "second-manner", "third-approach"):
        ran = run("save", "--update", "first-way", input={"supersedes": [end]})
        assert place_of(ran) == "supersedes"
        assert "rule no ring" in ran.json["problems"][0]["message"]
    assert files(project) == before


def test_a_ring_is_not_closed_through_a_link_into_the_void(project, run):
    whole = project.record("decision", "a-a", "A A", supersedes=["b-b"])
    assert (
        run("save", input=whole).json["status"] == "created"
    )  # a whole record, of a backup: what it superseded may be gone
    assert place_of(run("save", input=decision("B B", "a-a"))) == "supersedes"


def test_doctor_names_a_ring_and_never_closes_one(project, run):
    project.write("decision", "a-a", supersedes=["b-b"])
    project.write("decision", "b-b", supersedes=["a-a"])
    before = {id: project.path("decision", id).read_bytes() for id in ("a-a", "b-b")}
    for words in (("doctor", "--store", "--fix"), ("doctor", "--store")):
        ran = run(*words)
        assert ran.code == 1
        assert "circle" in ran.out
        assert "a-a.json" in ran.out
        assert "b-b.json" in ran.out
    assert {id: project.path("decision", id).read_bytes() for id in before} == before


def test_a_ring_is_opened_by_an_edit(project, run):
    project.write("decision", "a-a", supersedes=["b-b"], superseded_by="b-b")
    project.write("decision", "b-b", supersedes=["a-a"], superseded_by="a-a")
    assert (
        run("edit", "a-a", "--file", "-", input={"supersedes": None}).json["status"]
        == "updated"
    )
    assert not project.stored("decision", "a-a").get("supersedes")
    assert "superseded_by" not in project.stored("decision", "b-b")
    assert project.stored("decision", "a-a")["superseded_by"] == "b-b"
    assert "circle" not in run("doctor", "--store", "--fix").out


@pytest.mark.parametrize("kind", ["conflict", "symlink", "fifo"])
def test_a_title_whose_file_is_unreadable_makes_no_second_record(project, run, kind):
    path = project.path("preference", "tabs")
    path.parent.mkdir(parents=True)
    if kind == "conflict":
        path.write_text("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> other\n")
    elif kind == "symlink":
        path.symlink_to("elsewhere.json")
    else:
        os.mkfifo(path)
    ran = run("save", input={**PREFERENCE, "title": "Tabs"})
    assert place_of(ran) == "title"
    assert ran.json["problems"][0]["path"].endswith("preferences/tabs.json")
    assert "memories doctor" in ran.json["problems"][0]["message"]
    assert os.listdir(path.parent) == ["tabs.json"]


def test_commands_for_a_pattern_record_name_its_store(project, run):
    saved = run("save", "--store", "patterns", input=PATTERN).json
    run("save", input={**PREFERENCE, "title": "Tabs"})
    for words in (("retire",), ("retire", "--archive"), ("restore",), ("edit",)):
        ran = run(*words, saved["id"])
        assert place_of(ran) == "id"
        assert "--store patterns" in ran.json["problems"][0]["message"]
    assert run("show", "mem_" + saved["id"]).json["id"] == saved["id"]
    assert run("show", "--history", saved["id"]).json["created_at"]


def test_undo_says_that_the_last_write_was_to_another_store(project, run):
    assert run("save", "--store", "patterns", input=PATTERN).code == 0
    (project.root / ".claude" / "memory").mkdir(exist_ok=True)
    assert "--store patterns" in run("undo").err
    run("save", input={**PREFERENCE, "title": "Tabs"})
    run("save", "--store", "patterns", input={**PATTERN, "title": "Another"})
    assert any("--store patterns" in note for note in run("undo").json["notes"])


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "../x", "src/../../x", "C:\\x", "a\\..\\b", "src/\na.py"]
)
def test_related_files_stay_in_the_project(project, run, path):
    before = files(project)
    assert (
        place_of(
            run(
                "save",
                input={**PREFERENCE, "title": "Tabs", "related_files": ["ok.py", path]},
            )
        )
        == "related_files[1]"
    )
    assert files(project) == before


def test_a_store_that_cannot_be_written_is_named_as_the_path(project, run):
    (project.store / "preferences").write_text("a file where a folder belongs")
    (problem,) = run("save", input={**PREFERENCE, "title": "Tabs"}).json["problems"]
    assert problem["path"].startswith(str(project.store))
    assert problem["message"]
    assert not problem["message"].startswith("/")
