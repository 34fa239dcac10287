"""Edits of a project's files in a real browser: what stays, what may be emptied, and what becomes of what was typed."""

import json
from pathlib import Path

from viewer_pages import load, note

QUEUES = "project/.claude/memory/decisions/queues"


def save(page):
    page.get_by_role("button", name="Save", exact=True).click()


def test_an_edit_of_a_pattern_leaves_what_was_not_touched_and_is_undone(page, project):
    path = project.write_pattern(
        "p1", "Close files", category="queues", severity="high", confidence=0.5, sources=["a"], tags=["files"]
    )
    before = path.read_bytes()
    page.at("/edit/project/.memories/memories/mem_p1")
    save(page)
    assert "Nothing changed" in note(page) and path.read_bytes() == before
    page.at("/edit/project/.memories/memories/mem_p1")
    page.fill("[name=do_text]", "use a context manager")
    save(page)
    record = load(path)
    assert note(page).startswith("Saved.") and record["do_text"] == "use a context manager"
    assert (record["category"], record["learned_at"]) == ("queues", "2026-05-01T08:00:00Z")
    page.get_by_role("button", name="Undo").click()
    assert load(path)["do_text"] == "do this"
    page.at("/edit/project/.memories/memories/mem_p1")
    page.fill("[name=category]", "resources")
    page.fill("[name=confidence]", "")
    save(page)
    record = load(path)
    assert record["category"] == "resources" and "confidence" not in record and record["severity"] == "high"


def test_what_was_typed_is_shown_when_its_record_is_gone_or_broken_meanwhile(page, project, violations):
    path = project.write(
        "decision", "queues", "Queues run on RabbitMQ", content={"decision": "RabbitMQ.", "rationale": ["known"]}
    )
    text = path.read_text()
    for spoil, status, words in (
        (path.unlink, 404, "Not found"),
        (lambda: path.write_text("{"), 409, "Changed in the meantime"),
    ):
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


def test_records_and_candidates_that_lack_what_others_have_are_shown(page, project, candidate):
    from memory_retrieval.save import inbox
    from memory_retrieval.state.folders import private_folder

    full, bare = (
        candidate("runbook", "restarting helped", {"title": "Import stops"}),
        candidate("decision", "kept on Redis"),
    )
    folder = private_folder("inbox", str(project.root.resolve()))
    odd = {"id": "odd", "category": "decision", "created_at": "2026-05-01T08:00:00Z", "record": {}}
    for name, more in (("odd", {}), ("odd-2", {"evidence": [{}, 5], "removed": [3], "gaps": 7})):
        Path(folder, name + ".json").write_text(json.dumps({**odd, "id": name, **more}))
    assert len(inbox.list_candidates(str(project.root))) == 4
    page.at("/review")
    text = page.inner_text("main")
    assert "Import stops" in text and "kept on Redis" in text
    assert page.locator(".list h3", has_text="Without a title").count() == 2
    for id in (full, bare, "odd", "odd-2"):
        assert page.at("/inbox/" + id).status == 200, id
    loose = {
        "changes": [{}, {"summary": "s"}, 5],
        "source": {},
        "anchors": 5,
        "related_files": 7,
        "aliases": {},
        "supersedes": 3,
    }
    project.write_pattern("p1", "Close files", **loose)
    project.write_pattern("p2", "Open files", **{**loose, "changes": 5, "source": "x"})
    project.write(
        "decision",
        "old",
        "Of the first version",
        schema_version="1.0",
        **{k: v for k, v in loose.items() if k in ("source", "anchors", "supersedes")},
    )
    for path in (".memories/memories/mem_p1", ".memories/memories/mem_p2", ".claude/memory/decisions/old"):
        for kind in ("memories", "edit"):
            assert page.at(f"/{kind}/project/{path}").status == 200, (kind, path)


def test_a_record_out_of_use_is_brought_back_before_it_is_edited(page, project):
    path = project.write("decision", "queues", "Queues run on RabbitMQ")
    for verb, button in (("retire", "Restore"), ("archive", "Restore")):
        page.at("/edit/" + QUEUES)
        page.fill("[name='content.decision']", f"Redis, before the {verb}.")
        other = page.context.new_page()
        other.goto(page.url.replace("/edit/", "/memories/"))
        other.get_by_text(verb.capitalize() + " …").click()
        other.get_by_role("button", name=verb.capitalize()).click()
        other.get_by_role("button", name=button).wait_for()
        assert other.get_by_role("link", name="Edit").count() == 0
        save(page)
        words = f"{verb}d: restore it"
        assert (
            words in page.inner_text("#refused")
            and page.input_value("[name='content.decision']") == f"Redis, before the {verb}."
        )
        page.at("/edit/" + QUEUES)
        assert "/memories/" in page.url and words in note(page) and page.get_by_role("link", name="Edit").count() == 0
        page.get_by_role("button", name=button).click()
        page.get_by_role("link", name="Edit").wait_for()
        assert load(path)["record_status"] == "active"
        other.close()


def test_a_store_that_is_taken_away_is_said_and_shown_again_when_it_is_back(serve, project):
    project.write("decision", "queues", "Queues run on RabbitMQ")
    for given in (project.root, project.store):
        viewer = serve(given)
        csrf = viewer.csrf()
        moved = given.rename(given.with_name("moved-away"))
        for path in ("/", "/memories", "/memories/" + QUEUES, "/health", "/try?prompt=queues"):
            status, _, text = viewer.get(path)
            assert (
                status == 503
                and "The store is gone" in text
                and "Put its folder back" in text
                and "Go back" not in text
            ), path
        status, _, text = viewer.post("/edit/" + QUEUES, {"title": "Typed here"}, csrf=csrf)
        assert status == 503 and "The store is gone" in text and "Typed here" in text and not given.exists()
        moved.rename(given)
        assert viewer.get("/memories/" + QUEUES)[0] == 200
