"""Every write of the viewer, through its own forms in a real browser.

What lies on disk afterwards, and what is said when it is refused.
"""

import json

import pytest

from memory_retrieval.save.review import find_reviews
from memory_retrieval.save.writable import existing_store
from viewer_pages import load, note

QUEUES = "project/.claude/memory/decisions/queues"


@pytest.fixture
def queues(project):
    return project.write(
        "decision",
        "queues",
        "Queues run on RabbitMQ",
        tags=["queues", "broker"],
        content={
            "status": "accepted",
            "context": "Mails waited.",
            "decision": "RabbitMQ.",
            "rationale": ["known", "two\nlines"],
            "alternatives": [{"option": "Redis", "rejected_reason": "new"}],
            "consequences": ["one more server"],
        },
    )


def focused(page, attribute, value):
    """Fails unless the focus comes to such an element.

    A browser moves it there only after the page has been laid out.
    """
    page.locator(f"[{attribute}='{value}']:focus").wait_for()


# --- what is refused, or changes nothing ------------------------------------------------------------------------------


def test_a_refusal_stands_at_its_field_and_nothing_typed_is_lost(queues, page, project, violations):
    before = queues.read_bytes()
    page.at("/edit/" + QUEUES)
    page.fill("[name=title]", "x" * 130)
    page.fill("[name=tags]", "queues, broker, " + "t" * 90)
    page.fill("[name='content.context']", "typed and kept")
    page.get_by_label("Related files 1").fill("../../etc/passwd")
    page.get_by_role("button", name="Save", exact=True).click()
    assert queues.read_bytes() == before
    assert "Not saved" in page.inner_text("#refused")
    focused(page, "id", "refused")
    title = page.get_by_label("Title")
    assert title.get_attribute("aria-invalid") == "true"
    about = title.get_attribute("aria-describedby").split()
    assert any("at most 120 characters, got 130" in page.inner_text("#" + id) for id in about)
    assert "at most 80 characters" in page.inner_text("#f-tags-wrong") and "item 1:" in page.inner_text(
        "#f-related_files-wrong"
    )
    assert page.input_value("[name='content.context']") == "typed and kept"
    assert violations(page) == []
    page.get_by_role("link", name="Title").click()
    focused(page, "name", "title")


def test_a_rule_of_the_write_path_holds_in_the_viewer(queues, page, project):
    project.write("decision", "redis", "Work waits in Redis", supersedes=["queues"])
    queues.write_text(json.dumps({**load(queues), "schema_version": "1.1", "superseded_by": "redis"}))
    before = queues.read_bytes()
    page.at("/edit/" + QUEUES)
    page.get_by_label("Find a memory").fill("redis")
    page.get_by_role("button", name="Find").click()
    page.get_by_label("Work waits in Redis").check()
    page.get_by_role("button", name="Save", exact=True).click()
    assert "no ring" in page.inner_text("#f-supersedes-wrong") and queues.read_bytes() == before


def test_a_record_that_others_changed_meanwhile_is_not_overwritten(
    queues, page, project, violations, picture, run_memories
):
    page.at("/edit/" + QUEUES)
    page.fill("[name='content.decision']", "Mine: Redis.")
    theirs = json.dumps({"content": {"decision": "Theirs: SQS.", "context": "Mails waited for hours."}})
    assert run_memories("save", "--update", "queues", cwd=project.root, input=theirs).code == 0
    before = queues.read_bytes()
    page.get_by_role("button", name="Save", exact=True).click()
    text = note(page)
    assert (
        "Somebody else changed this record" in text
        and "Mine: Redis." in text
        and "Theirs: SQS." in text
        and "for hours" in text
    )
    assert queues.read_bytes() == before and page.input_value("[name='content.decision']") == "Mine: Redis."
    assert violations(page) == []
    picture(page, "conflict")
    page.fill("[name='content.context']", "Mails waited for hours.")
    page.get_by_role("button", name="Save mine").click()
    record = load(queues)
    assert record["content"]["decision"] == "Mine: Redis." and record["content"]["context"] == "Mails waited for hours."
    assert [change["old_value"] for change in record["changes"]][-1] == "Theirs: SQS."


def test_undo_takes_back_nothing_else(queues, page, project, run_memories):
    page.at("/memories/" + QUEUES)
    page.get_by_text("Retire …").click()
    page.get_by_role("button", name="Retire").click()
    project.write("decision", "other")
    assert run_memories("retire", "other", cwd=project.root).code == 0
    page.get_by_role("button", name="Undo").click()
    assert page.inner_text("h1") == "Changed in the meantime" and "another write came after" in page.inner_text("main")
    assert (
        load(queues)["record_status"] == "retired"
        and load(project.path("decision", "other"))["record_status"] == "retired"
    )


def test_a_store_that_cannot_be_written_is_said_and_nothing_is_lost(queues, page, project):
    page.at("/edit/" + QUEUES)
    page.fill("[name='content.decision']", "Redis.")
    (project.store / ".lock").unlink(missing_ok=True)
    (project.store / ".lock").mkdir()
    page.get_by_role("button", name="Save", exact=True).click()
    assert "lock" in page.inner_text("main") and load(queues)["content"]["decision"] == "RabbitMQ."


# --- what is written --------------------------------------------------------------------------------------------------


def test_an_edit_is_stored_with_its_history_and_can_be_undone(queues, page, project):
    before = queues.read_bytes()
    page.at("/memories/" + QUEUES)
    page.get_by_role("link", name="Edit").click()
    assert page.get_by_label("Rationale 2").input_value() == "two\nlines"
    page.fill("[name='content.decision']", "Redis streams.")
    page.get_by_label("Rationale 1").fill("")
    page.get_by_role("button", name="Add to rationale").click()
    focused(page, "name", "content.rationale")
    page.get_by_label("Rationale 3").fill("fewer servers")
    page.select_option("[name='content.status']", "proposed")
    page.fill("[name=confidence]", "0.8")
    page.get_by_label("What changed").fill("RabbitMQ was too much")
    page.get_by_role("button", name="Save", exact=True).click()
    record = load(queues)
    assert (
        record["content"]["rationale"] == ["two\nlines", "fewer servers"] and record["content"]["status"] == "proposed"
    )
    assert record["confidence"] == 0.8 and record["content"]["alternatives"] == [
        {"option": "Redis", "rejected_reason": "new"}
    ]
    assert record["changes"][-1]["summary"] == "RabbitMQ was too much" and record["times_updated"] == 1
    assert note(page).startswith("Saved.") and "RabbitMQ was too much" in page.inner_text(".history")
    assert "Redis streams" in page.inner_text("article")
    page.get_by_role("button", name="Undo").click()
    assert queues.read_bytes() == before and "Undone" in note(page)


def test_tags_and_related_files_can_be_taken_out_and_the_history_says_so(queues, page, project):
    (project.root / "queue.py").write_text("")
    record = {**load(queues), "related_files": ["queue.py"]}
    queues.write_text(json.dumps(record))
    page.at("/edit/" + QUEUES)
    page.fill("[name=tags]", "queues")
    page.get_by_label("Related files 1").fill("")
    page.get_by_role("button", name="Save", exact=True).click()
    record = load(queues)
    assert record["tags"] == ["queues"] and not record.get("related_files")
    assert "Removed tags: broker" in [change["summary"] for change in record["changes"]]
    page.get_by_role("button", name="Undo").click()
    assert load(queues)["tags"] == ["queues", "broker"]
    page.at("/edit/" + QUEUES)
    page.fill("[name=tags]", "")
    page.get_by_role("button", name="Save", exact=True).click()
    assert load(queues)["tags"] == ["untagged"]


@pytest.mark.parametrize("how", ["button", "Enter"])
def test_what_a_memory_supersedes_is_found_and_ticked(queues, page, project, violations, how):
    old = project.write("decision", "cron", "Jobs are started by cron")
    page.at("/edit/" + QUEUES)
    page.fill("[name='content.decision']", "typed before")
    page.get_by_label("Find a memory").fill("jobs cron")
    page.get_by_role("button", name="Find").click() if how == "button" else page.press("[name=sought]", "Enter")
    page.get_by_label("Jobs are started by cron").check()
    assert page.get_by_label("Queues run on RabbitMQ").count() == 0, "not the record itself"
    assert violations(page) == [] and page.input_value("[name='content.decision']") == "typed before"
    page.get_by_role("button", name="Save", exact=True).click()
    assert load(queues)["supersedes"] == ["cron"] and load(old)["superseded_by"] == "queues"
    page.get_by_role("link", name="Edit").click()
    page.get_by_label("Jobs are started by cron").uncheck()
    page.get_by_role("button", name="Save", exact=True).click()
    assert not load(queues).get("supersedes")


def test_enter_in_a_title_saves_it_and_the_id_stays(queues, page):
    page.at("/edit/" + QUEUES)
    page.fill("[name=title]", "Background jobs use Postgres")
    page.press("[name=title]", "Enter")  # must save, not add an item to the first list
    assert "Background jobs use Postgres" in page.inner_text("h1") and QUEUES in page.url
    assert load(queues)["title"] == "Background jobs use Postgres"


def test_a_memory_is_retired_with_a_reason_restored_archived_and_brought_back(queues, page):
    page.at("/memories/" + QUEUES)
    page.get_by_text("Retire …").click()
    page.get_by_label("Why").first.fill("moved to <Redis>")
    page.get_by_role("button", name="Retire").click()
    record = load(queues)
    assert (record["record_status"], record["retired_reason"]) == ("retired", "moved to <Redis>")
    assert "moved to <Redis>" in page.inner_text("article") and page.get_by_role("button", name="Mute").count() == 0
    page.get_by_role("button", name="Restore").click()
    assert load(queues)["record_status"] == "active" and "Restored" in note(page)
    page.get_by_text("Archive …").click()
    page.get_by_role("button", name="Archive").click()
    assert load(queues)["record_status"] == "archived"
    page.get_by_role("button", name="Restore").click()
    assert load(queues)["record_status"] == "active"
    assert [change["summary"] for change in load(queues)["changes"]][-2:] == ["Archived", "Restored"]


def test_a_muted_memory_does_not_come_until_it_is_unmuted(page, project, ask):
    project.fill(6).write("runbook", "rotate", "Rotate the JWT signing keys", ["jwt", "signing", "keys"])
    page.at("/memories/project/.claude/memory/runbooks/rotate")
    page.get_by_role("button", name="Mute").click()
    assert "Muted" in note(page) and ask("rotate the jwt signing keys") == ""
    page.at("/try?prompt=rotate+the+jwt+signing+keys")
    assert "muted; `memories mute id --off`" in page.inner_text("main").lower()
    page.at("/memories/project/.claude/memory/runbooks/rotate")
    page.get_by_role("button", name="Unmute").click()
    assert "rotate.json" in ask("rotate the jwt signing keys")


NEW = {
    "decision": {
        "content.status": "accepted",
        "content.context": "c",
        "content.decision": "d",
        "content.rationale": "r",
    },
    "runbook": {"content.trigger": "t", "content.steps": "s", "content.verification": "v"},
    "constraint": {"content.kind": "policy", "content.rule": "r", "content.impact": "i", "content.severity": "high"},
    "tech_debt": {
        "content.status": "open",
        "content.priority": "low",
        "content.description": "d",
        "content.reason_deferred": "r",
    },
    "preference": {
        "content.topic": "t",
        "content.value": "v",
        "content.reason": "r",
        "content.strength": "strong",
        "content.examples.prefer": "p",
    },
    "session_summary": {
        "content.goal": "g",
        "content.outcome": "success",
        "content.completed": "c",
        "content.next_actions": "n",
    },
}


@pytest.mark.slow
def test_a_memory_of_every_category_can_be_written(page, project, run_memories):
    for number, (category, fields) in enumerate(NEW.items()):
        page.at("/memories/new")
        page.locator(f"a[href$='category={category}']").click()
        page.fill("[name=title]", f"Zebra rule {number} of the {category}")
        for name, value in fields.items():
            field = page.locator(f"[name='{name}']").first
            field.select_option(value) if field.evaluate("field => field.tagName") == "SELECT" else field.fill(value)
        page.fill("[name=tags]", "zebra, made here")
        page.get_by_role("button", name="Save", exact=True).click()
        assert note(page).startswith("Saved."), note(page)
    found = run_memories("list", "--format", "json", cwd=project.root).json["results"]
    assert {result["category"] for result in found} == set(NEW) and all(
        result["tags"] == ["zebra", "made here"] for result in found
    )
    assert run_memories("doctor", "--store", cwd=project.root).code == 0
    page.get_by_role("button", name="Undo").click()
    assert len(run_memories("list", "--format", "json", cwd=project.root).json["results"]) == 5


def test_what_looks_like_a_secret_is_not_stored_and_the_page_says_so(page, project):
    key = "AKIA" + "R7QX2MLVT4ZKP6WD"
    page.at("/memories/new?category=preference")
    page.fill("[name=title]", "Keys live in the vault")
    for name, value in {"topic": "keys", "value": f"like {key}", "reason": "r"}.items():
        page.fill(f"[name='content.{name}']", value)
    page.select_option("[name='content.strength']", "strong")
    page.get_by_role("button", name="Save", exact=True).click()
    assert "removed a secret" in note(page)
    assert key not in project.path("preference", "keys-live-in-the-vault").read_text()


def test_a_guard_that_is_typed_into_the_form_is_shown_and_accepted_and_one_that_is_emptied_is_gone(project, serve):
    path = project.write("constraint", "limit", "Use httpx")
    viewer = serve(project.root)
    at = "/edit/project/.claude/memory/constraints/limit"
    form = {"title": "Use httpx", "tags": "http", "content.kind": "policy", "content.rule": "Requests hangs."}
    form.update({"content.impact": "it hangs", "content.severity": "high", "content.active": "1"})
    for guard in ({"guard.text": "import requests", "guard.effect": "deny"}, {"guard.text": "", "guard.effect": ""}):
        digest = viewer.get(at)[2].split('name="digest" value="')[1].split('"')[0]
        status, _, text = viewer.post(at, {**form, **guard, "digest": digest})
        assert status in (302, 303), text
        kept = {key.rpartition(".")[2]: value for key, value in guard.items() if value}
        assert (json.loads(path.read_text()).get("guard") or {}) == kept
        assert ("import requests" in viewer.get(at.replace("/edit/", "/memories/"))[2]) or not kept
        assert find_reviews(existing_store(root=str(project.root))) == []
