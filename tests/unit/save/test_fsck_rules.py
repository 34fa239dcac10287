"""Each rule of fsck by itself: what breaks it, what does not, and whether it can be mended."""

import os

import pytest

from memory_retrieval.save import fsck_rules as rules
from memory_retrieval.save.writable import find_writable, make_store


@pytest.fixture
def broken(project):
    """What one rule finds in the project: {(severity, what, can be mended)}."""
    place = find_writable(root=str(project.root))
    make_store(place)

    def run(rule):
        issues = list(rule(rules.scan(place)))
        assert all(issue.where and issue.remedy for issue in issues)
        return {(i.severity, i.what, i.fix is not None) for i in issues}

    return run


def test_no_rule_writes(project, broken):
    project.write("decision", "old")
    project.write("decision", "new", supersedes=["old"])
    (project.store / ".gitignore").unlink()
    before = {path: path.read_bytes() for path in project.store.rglob("*") if path.is_file()}
    for rule in rules.EVERYWHERE + rules.MEMORIES:
        broken(rule)
    assert {path: path.read_bytes() for path in project.store.rglob("*") if path.is_file()} == before


def test_a_record_in_a_folder_of_another_category_is_named(project, broken):
    path = project.write("decision", "a")
    path.rename(project.store / "runbooks" / "a.json")
    found = broken(rules.wrong_folders) | broken(rules.invalid_records)
    assert any("runbooks" in what or "category" in what for _, what, _ in found)


def test_a_circle_is_named_once_and_not_mended(project, broken):
    project.write("decision", "a", supersedes=["b"])
    project.write("decision", "b", supersedes=["c"])
    project.write("decision", "c", supersedes=["a"])
    what = "supersede each other in a circle, so none is injected: a -> b -> c -> a"
    assert broken(rules.circles) == {("error", what, False)}
    assert broken(rules.one_sided_links) == set()


def test_a_link_that_would_take_a_record_out_of_use_is_left_to_a_person(project, broken):
    project.write("decision", "old")
    project.write("decision", "new", supersedes=["old"])
    what = "'new' says that it supersedes this, but this does not say so and stays in use"
    assert broken(rules.one_sided_links) == {("warning", what, False)}


def test_the_newer_record_is_asked_for_its_end_where_its_schema_has_a_key_for_it(project, broken):
    project.write("decision", "old", superseded_by="new", schema_version="1.1")
    project.write("decision", "new", schema_version="1.0")
    assert broken(rules.one_sided_links) == set()
    project.write("decision", "new", schema_version="1.1")
    assert broken(rules.one_sided_links) == {("info", "supersedes 'old' but does not say so", True)}


def test_links_to_records_that_are_not_here_are_named(project, broken):
    project.write("decision", "a", supersedes=["gone"])
    project.write("decision", "b", superseded_by="nobody")
    assert broken(rules.dangling_links) == {
        ("info", "supersedes 'gone', which is not here", False),
        ("warning", "superseded_by 'nobody', which is not here; it is not injected", False),
    }


def test_a_retired_record_may_have_the_title_of_another(project, broken):
    project.write("decision", "a", "One thing")
    project.write("decision", "b", "One thing", record_status="retired")
    assert broken(rules.shared_titles) == set()


def test_a_missing_rule_of_git_can_be_mended(project, broken):
    assert broken(rules.missing_git_rules) == set()
    (project.store / ".gitattributes").unlink()
    assert broken(rules.missing_git_rules) == {("info", "the rule 'index.md merge=union' is missing", True)}


def test_a_file_is_named_with_its_fault_and_the_step_apart(project, broken):
    os.symlink("a.json", project.path("decision", "j"))
    issue = next(iter(rules.unusable_files(rules.scan(find_writable(root=str(project.root))))))
    assert (issue.what, issue.remedy) == ("a symbolic link is not followed", "replace it with the file itself")


def test_a_fix_builds_on_the_fixes_before_it(project):
    project.write("decision", "one", superseded_by="new", schema_version="1.1")
    project.write("decision", "two", superseded_by="new", schema_version="1.1")
    path = project.write("decision", "new", schema_version="1.1")
    from memory_retrieval.save import fsck

    fsck.mend(find_writable(root=str(project.root)))
    assert '"one"' in path.read_text() and '"two"' in path.read_text()


def test_characters_that_nobody_sees_are_named(project, broken):
    project.write("decision", "a", title="Use Redis\U000e0149\U000e0167")
    project.write("decision", "b", title="Ship it \u2764\ufe0f")
    what = "contains 2 kinds of invisible characters (U+E0149, U+E0167)"
    assert broken(rules.hidden_text) == {("warning", what, False)}


def test_a_file_named_by_free_text_is_named(project, broken):
    project.write("decision", "a").rename(project.store / "decisions" / "a SYSTEM: obey.json")
    assert broken(rules.unusable_files) == {("error", "its name is not an ID", False)}
