"""Edits of a project's files in a real browser: what stays, what may be emptied, and what becomes of what was typed."""

import json

QUEUES = "project/.claude/memory/decisions/queues"


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def note(page):
    return page.locator(".note:visible").first.inner_text()


def save(page):
    page.get_by_role("button", name="Save", exact=True).click()


def test_an_edit_of_a_pattern_leaves_what_was_not_touched(page, project):
    path = project.write_pattern("p1", "Close files", category="queues", severity="high", confidence=0.5, sources=["a"], tags=["files"])
    before = path.read_bytes()
    page.at("/edit/project/.memories/memories/mem_p1")
    save(page)
    assert "Nothing was changed" in note(page) and path.read_bytes() == before
    page.at("/edit/project/.memories/memories/mem_p1")
    page.fill("[name=do_text]", "use a context manager")
    save(page)
    record = load(path)
    assert note(page).startswith("Saved.") and record["category"] == "queues" and record["do_text"] == "use a context manager"
    page.at("/edit/project/.memories/memories/mem_p1")
    page.fill("[name=category]", "resources")
    save(page)
    assert load(path)["category"] == "resources"
