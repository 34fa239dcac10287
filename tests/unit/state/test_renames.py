"""State that is kept under a record's path goes with it to its new one."""

import pytest

from memory_retrieval.core import config
from memory_retrieval.state import ledger, renames, usage

OLD, NEW = ".claude/memory/decisions/old.json", ".claude/memory/decisions/new.json"


def test_without_any_state_nothing_is_written(home):
    renames.follow("/p", OLD, NEW)
    assert not (home / "xdg-state").exists()
    assert not (home / "xdg-config").exists()


@pytest.mark.parametrize(("muted", "after"), [([OLD], {NEW}), ([NEW], set()), ([OLD, NEW], {NEW}), (["x"], {"x"})])
def test_the_new_path_is_muted_exactly_if_the_old_one_was(home, muted, after):
    for path in muted:
        usage.set_muted("/p", path, True)
    renames.follow("/p", OLD, NEW)
    assert usage.load("/p").muted == after


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


def test_a_rename_is_noted_beside_the_ledger_and_damaged_lines_are_skipped(home):
    ledger.record({"at": 1, "root": "/p", "injected": [[OLD, 1.0]]})
    with open(config.state_dir() + "/ledger/" + renames.NAME, "w", encoding="utf-8") as file:
        file.write('{"a": 1}\n[1, 2]\nx\n["1", "/p", "a", "b"]\n')
    renames.follow("/p", OLD, NEW)
    assert [(root, old, new) for _, root, old, new in renames.read()] == [("/p", OLD, NEW)]
    assert [entry["injected"] for entry in ledger.entries()] == [[[NEW, 1.0]]]
