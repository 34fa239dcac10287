"""The inbox in a real browser: candidates are accepted, completed and rejected, one by one or several at once."""

import json

import pytest

from memory_retrieval.save import inbox
from viewer_pages import load, note

COMPLETE = {"title": "Tabs indent", "topic": "indentation", "value": "tabs", "reason": "habit", "strength": "default"}


def waiting(project):
    return {c["id"]: c for c in inbox.list_candidates(str(project.root))}


@pytest.fixture
def tabs(candidate):
    return candidate("preference", "please indent with tabs", COMPLETE)


# --- what is refused, and loses nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["accept", "reject"])
def test_deciding_about_nothing_or_what_is_gone_changes_nothing(serve, project, tabs, what):
    viewer = serve(project.root)
    for ids in ([], ["gone"]):
        _, headers, _ = viewer.post("/inbox", {"do": what, "id": ids})
        assert "Nothing is selected" in viewer.get(headers["location"])[2]
    assert list(waiting(project)) == [tabs]


def test_a_rejection_is_undone_once(page, project, tabs):
    page.at("/review")
    before = waiting(project)
    page.get_by_role("button", name="Reject Tabs indent").click()
    assert "1 candidate rejected" in note(page) and waiting(project) == {}
    page.get_by_role("button", name="Undo").click()
    assert "Undone" in note(page) and waiting(project) == before
    page.go_back()
    page.goto(page.url)
    assert page.get_by_role("button", name="Undo").count() == 0


def test_an_empty_sentence_is_refused(serve, project):
    assert serve(project.root).post("/inbox/note", {"text": " "})[0] == 409
    assert waiting(project) == {}


# --- what is written --------------------------------------------------------------------------------------------------


def test_a_complete_candidate_is_accepted_in_the_list(page, project, tabs, violations, picture):
    page.at("/review")
    assert violations(page) == []
    picture(page, "inbox-list")
    page.get_by_role("button", name="Accept Tabs indent").click()
    assert "Accepted and saved" in note(page) and waiting(project) == {}
    assert load(project.path("preference", "tabs-indent"))["content"]["value"] == "tabs"


def test_exactly_the_missing_fields_are_asked_for_and_the_rest_stays(page, project, candidate, violations):
    record = {"title": "Import stops", "steps": ["restart the worker"], "tags": ["import"]}
    candidate("runbook", "restarting the worker helped", record)
    page.at("/review")
    page.get_by_text("Accept …").click()
    names = "fields => fields.filter(f => f.offsetParent).map(f => f.name)"
    asked = page.locator(".filling textarea, .filling input, .filling select").evaluate_all(names)
    assert asked == ["content.trigger", "content.verification"] and violations(page) == []
    page.get_by_label("Trigger").fill("The import stops")
    page.get_by_label("Verification").fill("it moves")
    page.get_by_role("button", name="Accept and save").click()
    record = load(project.path("runbook", "import-stops"))
    assert record["content"]["steps"] == ["restart the worker"] and record["tags"] == ["import"]


def test_several_are_accepted_and_those_that_lack_something_stay(page, project, tabs, candidate):
    lacking = candidate("decision", "kept on Redis", {"title": "Queues on Redis"})
    page.at("/review")
    for title in ("Tabs indent", "Queues on Redis"):
        page.get_by_role("checkbox", name=title).check()
    page.locator("#bulk").get_by_role("button", name="Accept").click()
    assert "1 candidate accepted" in note(page) and "Queues on Redis" in note(page)
    assert list(waiting(project)) == [lacking] and project.path("preference", "tabs-indent").exists()


def test_several_are_rejected_and_come_back_together(page, project, tabs, candidate):
    candidate("decision", "kept on Redis", {"title": "Queues on Redis"})
    before = waiting(project)
    page.at("/review")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.locator("#bulk").get_by_role("button", name="Reject").click()
    assert "2 candidates rejected" in note(page) and "The inbox is empty" in page.inner_text("main")
    page.get_by_role("button", name="Undo").click()
    assert waiting(project) == before


def test_a_sentence_is_saved_word_for_word(page, project):
    page.at("/review")
    page.get_by_label("A sentence worth keeping").fill("we never use `any` in <b>TypeScript</b>")
    page.get_by_role("button", name="Note it").click()
    [file] = project.store.glob("*/we-never-use-any*.json")
    assert json.loads(file.read_text())["title"] == "we never use `any` in <b>TypeScript</b>"
    assert "Saved as a" in note(page) and not waiting(project)


def test_a_candidate_is_completed_kept_and_accepted(page, project, candidate, violations, run_memories):
    id = candidate("runbook", "the import stopped, restarting the worker helped", {"title": "Import stops"})
    page.at("/review")
    assert "missing: trigger, steps, verification" in page.inner_text("main")
    page.get_by_role("link", name="Import stops", exact=True).click()
    assert "restarting the worker helped" in page.inner_text("main") and violations(page) == []
    page.get_by_role("button", name="Accept and save").click()
    assert {"Trigger", "Steps", "Verification"} <= set(page.locator("#refused a").all_inner_texts())
    assert "fill it in here" in page.inner_text("#f-content-steps") and "memories inbox edit" not in page.inner_text(
        "main"
    )
    page.fill("[name='content.trigger']", "The import stops")
    page.get_by_role("button", name="Keep for later").click()
    assert "It stays in the inbox" in note(page)
    kept = next(
        c
        for c in run_memories("inbox", "list", "--format", "json", cwd=project.root).json["candidates"]
        if c["id"] == id
    )
    assert kept["record"]["content"]["trigger"] == "The import stops" and kept["gaps"] == [
        "content.steps",
        "content.verification",
    ]
    page.get_by_label("Steps 1").fill("restart the worker")
    page.get_by_role("button", name="Add to steps").click()
    page.get_by_label("Steps 2").fill("look at the queue")
    page.fill("[name='content.verification']", "it moves")
    page.get_by_role("button", name="Accept and save").click()
    assert "Accepted and saved" in note(page)
    assert load(project.path("runbook", "import-stops"))["content"]["steps"] == [
        "restart the worker",
        "look at the queue",
    ]
    page.get_by_role("button", name="Undo", exact=True).click()
    assert (
        "the candidate %s is back in the inbox" % id in note(page)
        and not project.path("runbook", "import-stops").exists()
    )
    page.at("/inbox/" + id)
    assert page.get_by_label("Steps 2").input_value() == "look at the queue"
    page.get_by_role("button", name="Accept and save").click()
    page.at("/review")
    assert "The inbox is empty" in page.inner_text("main")
