"""The files of the inbox, and the private folders in which they lie."""

import os

from memory_retrieval.state import folders, inbox_files


def test_counting_creates_no_inbox(tmp_path, home):
    assert inbox_files.count_candidates(str(tmp_path)) == 0
    assert not (home / "xdg-state").exists()


def test_a_link_to_a_project_leads_to_the_same_inbox(tmp_path):
    (tmp_path / "project").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "project")
    assert inbox_files.candidate_path(
        str(tmp_path / "link"), "a"
    ) == inbox_files.candidate_path(str(tmp_path / "project"), "a")


def test_unfinished_and_other_files_are_no_candidates_and_a_damaged_one_is_none(
    tmp_path,
):
    folder = folders.private_folder(inbox_files.FILES.kind, os.path.realpath(tmp_path))
    for name in (".one.json", "notes.txt"):
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write("{}")
    inbox_files.write_candidate(str(tmp_path), "broken", "{")
    assert inbox_files.read_candidates(str(tmp_path)) == [None]
