"""State that is kept under a record's path goes with it to its new one."""

from memory_retrieval.state import renames, usage

OLD, NEW = ".claude/memory/decisions/old.json", ".claude/memory/decisions/new.json"


def test_counts_move_and_counts_of_a_deleted_record_do_not_stay(home):
    usage.note("/p", [OLD, NEW, NEW], [OLD])
    renames.follow("/p", OLD, NEW)
    counts = usage.load("/p")
    assert (counts.shown, counts.used) == ({NEW: 1}, {NEW: 1})


def test_another_project_is_left_alone(home):
    usage.note("/q", [OLD], [])
    usage.set_muted("/q", OLD, True)
    renames.follow("/p", OLD, NEW)
    assert (usage.load("/q").shown, usage.load("/q").muted) == ({OLD: 1}, {OLD})


def test_a_record_of_the_users_own_store_moves_in_every_project_without_one_of_that_path(project, home):
    own = "decisions/old.json"
    (project.root / "decisions").mkdir()
    (project.root / own).write_text("{}")
    for root in ("/q", str(project.root)):
        usage.note(root, [own], [])
        usage.set_muted(root, own, True)
    renames.follow("", own, "decisions/new.json", everywhere=True)
    assert usage.load("/q").shown == {"decisions/new.json": 1}
    assert usage.load("/q").muted == {"decisions/new.json"}
    assert (usage.load(str(project.root)).shown, usage.load(str(project.root)).muted) == ({own: 1}, {own})


def test_lines_of_the_ledger_get_the_paths_of_today_by_time_and_project(home):
    known = [(10, "/p", "a", "b"), (20, "/p", "b", "c"), (30, "", "u", "v")]
    entry = {"at": 5, "root": "/p", "injected": [["a", 1.0], ["u", 0.5]], "used": ["b", "x"]}
    now = renames.current(entry, known)
    assert (now["injected"], now["used"]) == ([["c", 1.0], ["v", 0.5]], ["c", "x"])
    assert renames.current({**entry, "at": 15}, known)["injected"] == [["a", 1.0], ["v", 0.5]]
    assert renames.current({**entry, "root": "/q"}, known)["used"] == ["b", "x"]
    assert renames.current({"root": "/p"}, known) == {"root": "/p"}
