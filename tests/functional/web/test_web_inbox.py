"""The inbox in a real browser: candidates are accepted, completed and rejected, one by one or several at once."""

import json

import pytest

from memory_retrieval.upkeep import inbox
from viewer_pages import load, note

COMPLETE = {
    "title": "Tabs indent",
    "topic": "indentation",
    "value": "tabs",
    "reason": "habit",
    "strength": "default",
}


def waiting(project):
    return {c["id"]: c for c in inbox.list_candidates(str(project.root))}


@pytest.fixture
def tabs(candidate):
    return candidate("preference", "please indent with tabs", COMPLETE)


# --- what is refused, and loses nothing -------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["accept", "reject"])
def test_deciding_about_nothing_or_what_is_gone_changes_nothing(
    serve, project, tabs, what
):
    viewer = serve(project.root)
    for ids in ([], ["gone"]):
        _, headers, _ = viewer.post("/inbox", {"do": what, "id": ids})
        assert "Nothing is selected" in viewer.get(headers["location"])[2]
    assert list(waiting(project)) == [tabs]


def test_a_rejection_is_undone_once(page, project, tabs):
    page.at("/review")
    before = waiting(project)
    page.get_by_role("button", name="Reject Tabs indent").click()
    assert "1 memory rejected" in note(page) and waiting(project) == {}
    page.get_by_role("button", name="Undo").click()
    assert "Undone" in note(page) and waiting(project) == before
    page.go_back()
    page.goto(page.url)
    assert page.get_by_role("button", name="Undo").count() == 0


def test_an_empty_sentence_is_refused(serve, project):
    assert serve(project.root).post("/inbox/note", {"text": " "})[0] == 409
    assert waiting(project) == {}


# --- what is written --------------------------------------------------------------------------------------------------


def test_a_waiting_memory_is_accepted_in_the_list(
    page, project, tabs, violations, picture
):
    page.at("/review")
    assert violations(page) == []
    picture(page, "inbox-list")
    page.get_by_role("button", name="Accept Tabs indent").click()
    assert "Accepted" in note(page) and waiting(project) == {}
    assert load(project.path("preference", "tabs-indent"))["content"]["value"] == "tabs"


def test_what_lacks_something_is_accepted_as_it_is_and_marked(page, project, candidate):
    candidate(
        "runbook",
        "restarting the worker helped",
        {"title": "Import stops", "steps": ["restart the worker"]},
    )
    page.at("/review")
    page.get_by_role("button", name="Accept Import stops").click()
    assert "Accepted" in note(page) and page.locator("#refused").count() == 0
    record = load(project.path("runbook", "import-stops"))
    assert record["incomplete"] and record["content"]["steps"] == ["restart the worker"]


def test_several_are_accepted_together_whatever_they_lack(
    page, project, tabs, candidate
):
    candidate("decision", "queues are kept on Redis")
    page.at("/review")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.locator("#bulk").get_by_role("button", name="Accept").click()
    assert "2 memories accepted" in note(page) and not waiting(project)
    assert project.path("preference", "tabs-indent").exists()
    assert load(project.path("decision", "queues-are-kept-on-redis"))["incomplete"]


def test_what_has_no_title_is_accepted_under_what_was_said(page, project, candidate):
    candidate("decision", "queues are kept on Redis")
    page.at("/review")
    page.get_by_role("button", name="Accept queues are kept").click()
    assert "Accepted" in note(page) and page.locator("#refused").count() == 0
    assert project.path("decision", "queues-are-kept-on-redis").exists()


def test_several_are_rejected_and_come_back_together(page, project, tabs, candidate):
    candidate("decision", "kept on Redis", {"title": "Queues on Redis"})
    before = waiting(project)
    page.at("/review")
    for box in page.get_by_role("checkbox").all():
        box.check()
    page.locator("#bulk").get_by_role("button", name="Reject").click()
    assert "2 memories rejected" in note(page)
    assert "No memory waits" in page.inner_text("main")
    page.get_by_role("button", name="Undo").click()
    assert waiting(project) == before


def test_a_sentence_is_saved_word_for_word(page, project):
    page.at("/review")
    page.get_by_label("A sentence worth keeping").fill(
        "we never use `any` in <b>TypeScript</b>"
    )
    page.get_by_role("button", name="Save it").click()
    [file] = project.store.glob("*/we-never-use-any*.json")
    assert (
        json.loads(file.read_text())["title"]
        == "we never use `any` in <b>TypeScript</b>"
    )
    assert "Saved as a" in note(page) and not waiting(project)


def test_a_candidate_gets_another_title_and_category_and_is_kept_or_accepted(
    page, project, candidate, violations
):
    id = candidate("runbook", "the API takes 500 calls a day", {"title": "500 calls"})
    page.at("/review")
    page.get_by_role("link", name="500 calls", exact=True).click()
    assert (
        "the API takes 500 calls a day" in page.inner_text("main")
        and violations(page) == []
    )
    assert page.locator("#refused").count() == 0
    page.get_by_label("Title").fill("The API takes `500` calls a day")
    page.get_by_label("Category").select_option("constraint")
    page.get_by_role("button", name="Keep for later").click()
    assert (
        "It waits until you accept it" in note(page)
        and waiting(project)[id]["category"] == "constraint"
    )
    assert page.locator(".list h3 code").inner_text() == "500"
    page.at("/inbox/" + id)
    page.get_by_role("button", name="Accept").click()
    assert "Accepted" in note(page) and not waiting(project)
    assert load(project.path("constraint", "the-api-takes-500-calls-a-day"))[
        "incomplete"
    ]


def test_a_refused_title_is_still_in_the_form_and_the_candidate_as_it_was(
    serve, project, tabs
):
    before = waiting(project)
    code, _, body = serve(project.root).post(
        "/inbox/" + tabs, {"do": "keep", "title": "t" * 121, "category": "decision"}
    )
    assert code == 422 and "t" * 121 in body and "at most 120 characters" in body
    assert waiting(project) == before
