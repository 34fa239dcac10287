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


def test_what_was_typed_is_shown_when_its_record_is_gone_or_broken_meanwhile(page, project, violations):
    path = project.write("decision", "queues", "Queues run on RabbitMQ", content={"decision": "RabbitMQ.", "rationale": ["known"]})
    text = path.read_text()
    for spoil, status, words in (
        (path.unlink, 404, "Not found"), (lambda: path.write_text("{"), 409, "Changed meanwhile")
    ):  # fmt: skip
        path.write_text(text)
        page.at("/edit/" + QUEUES)
        page.fill("[name='content.decision']", "Redis <b>streams</b>.\nEven so.")
        page.get_by_label("Rationale 1").fill("one server less")
        spoil()
        with page.expect_response(lambda response: response.request.method == "POST") as answer:
            save(page)
        assert answer.value.status == status and page.inner_text("h1") == words
        assert "Nothing was saved" in page.inner_text("main")
        typed = page.locator("main textarea").evaluate_all("fields => fields.map(field => field.value)")
        assert "Redis <b>streams</b>.\nEven so." in typed and "one server less" in typed
        assert page.get_by_label("Decision", exact=True).input_value().startswith("Redis") and violations(page) == []
    assert path.read_text() == "{"
