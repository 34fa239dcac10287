"""Switching between the projects of this machine: only to known ones, and no form reaches the wrong project."""

import json
import re

import pytest

from conftest import Project

KEY = "project/.claude/memory/decisions/queues"


@pytest.fixture
def two(project, ledger, tmp_path):
    """(the project that the viewer is started for, another one that had a prompt); both have a record at KEY."""
    other = Project(tmp_path / "other")
    for root, title in ((project, "Queues of the first"), (other, "Queues of the other")):
        root.write("decision", "queues", title)
    ledger(other.root, [{"ago": 60}])
    return project, other


def title(page):
    return page.locator(".brand").inner_text().strip()


@pytest.mark.parametrize("root", ["", "/", "/etc", "..", "{other}/..", "{other}/.claude", "{elsewhere}"])
def test_a_folder_that_is_no_known_project_is_refused(serve, two, tmp_path, root):
    unknown = Project(tmp_path / "elsewhere")
    unknown.write("decision", "hidden", "Hidden thing")
    viewer = serve(two[0].root)
    status, _, text = viewer.post("/project", {"root": root.format(other=two[1].root, elsewhere=unknown.root)})
    assert status == 409 and "is not a project that this viewer knows" in text
    assert "Hidden thing" not in viewer.get("/memories")[2] and "first" in viewer.get("/memories")[2]


def test_a_form_of_one_project_never_changes_another(serve, two):
    viewer = serve(two[0].root)
    mine = viewer.csrf()
    assert viewer.post("/project", {"root": two[1].root})[0] == 303
    status, _, text = viewer.post("/status/" + KEY, {"verb": "retire"}, csrf=mine)
    assert status == 403 and "another project" in text
    assert all(json.loads(p.path("decision", "queues").read_text())["record_status"] == "active" for p in two)
    assert viewer.post("/status/" + KEY, {"verb": "retire"})[0] == 303
    assert [json.loads(p.path("decision", "queues").read_text())["record_status"] for p in two] == ["active", "retired"]


def test_without_other_projects_nothing_is_offered(serve, project):
    assert "Switch project" not in serve(project.root).get("/")[2]


def test_one_switches_to_another_project_and_back(serve, two, open_page, violations):
    page = open_page(serve(two[0].root))
    for there in (two[1], two[0]):
        page.locator(".rail").get_by_text("Switch project").click()
        assert violations(page) == []
        page.locator(".rail").get_by_role("button", name=there.root.name).click()
        page.locator(".brand", has_text=re.compile(rf"^\s*{re.escape(there.root.name)}\s*$")).wait_for()
        assert str(there.root) in page.inner_text(".rail footer")
    page.goto(page.url + "memories")
    assert page.locator(".list h2").all_inner_texts() == ["Queues of the first"]
