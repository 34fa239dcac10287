"""Every write of the viewer, through its own forms in a real browser.

What lies on disk afterwards, and what is said when it is refused.
"""

import pytest

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


# --- what is refused, or changes nothing ------------------------------------------------------------------------------


def test_undo_takes_back_nothing_else(queues, page, project, run_memories):
    page.at("/memories/" + QUEUES)
    page.get_by_text("Retire …").click()
    page.get_by_role("button", name="Retire").click()
    project.write("decision", "other")
    assert run_memories("retire", "other").code == 0
    page.get_by_role("button", name="Undo").click()
    assert page.inner_text(
        "h1"
    ) == "Changed in the meantime" and "another write came after" in page.inner_text(
        "main"
    )
    assert (
        load(queues)["record_status"] == "retired"
        and load(project.path("decision", "other"))["record_status"] == "retired"
    )


def test_a_store_that_cannot_be_written_is_said_and_nothing_is_lost(
    queues, page, project
):
    page.at("/memories/" + QUEUES)
    page.get_by_text("Retire …").click()
    page.get_by_label("Why").first.fill("moved to Redis")
    (project.store / ".lock").unlink(missing_ok=True)
    (project.store / ".lock").mkdir()
    page.get_by_role("button", name="Retire").click()
    assert (
        "lock" in page.inner_text("main") and load(queues)["record_status"] == "active"
    )
    assert page.get_by_label("Reason").input_value() == "moved to Redis"


# --- what is written --------------------------------------------------------------------------------------------------


def test_a_memory_is_retired_with_a_reason_restored_archived_and_brought_back(
    queues, page
):
    page.at("/memories/" + QUEUES)
    page.get_by_text("Retire …").click()
    page.get_by_label("Why").first.fill("moved to <Redis>")
    page.get_by_role("button", name="Retire").click()
    record = load(queues)
    assert (record["record_status"], record["retired_reason"]) == (
        "retired",
        "moved to <Redis>",
    )
    assert (
        "moved to <Redis>" in page.inner_text("article")
        and page.get_by_role("button", name="Mute").count() == 0
    )
    page.get_by_role("button", name="Restore").click()
    assert load(queues)["record_status"] == "active" and "Restored" in note(page)
    page.get_by_text("Archive …").click()
    page.get_by_role("button", name="Archive").click()
    assert load(queues)["record_status"] == "archived"
    page.get_by_role("button", name="Restore").click()
    assert load(queues)["record_status"] == "active"
    assert [change["summary"] for change in load(queues)["changes"]][-2:] == [
        "Archived",
        "Restored",
    ]


def test_a_muted_memory_does_not_come_until_it_is_unmuted(page, project, ask):
    project.fill(6).write(
        "runbook", "rotate", "Rotate the JWT signing keys", ["jwt", "signing", "keys"]
    )
    page.at("/memories/project/.claude/memory/runbooks/rotate")
    page.get_by_role("button", name="Mute").click()
    assert "Muted" in note(page) and ask("rotate the jwt signing keys") == ""
    page.at("/try?prompt=rotate+the+jwt+signing+keys")
    assert "muted; `memories mute id --off`" in page.inner_text("main").lower()
    page.at("/memories/project/.claude/memory/runbooks/rotate")
    page.get_by_role("button", name="Unmute").click()
    assert "rotate.json" in ask("rotate the jwt signing keys")
