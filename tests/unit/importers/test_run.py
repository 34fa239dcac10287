"""What becomes of each item of an import."""

import pytest

from memory_retrieval.importers.item import Item
from memory_retrieval.importers.run import bring_in
from memory_retrieval.save import inbox

CONTENT = {"status": "accepted", "context": "c", "decision": "One table.", "rationale": ["r"]}
DECISION = {"category": "decision", "title": "The queue is a table", "content": CONTENT}
NOTE = ("Use tabs in makefiles", "Use tabs in makefiles, since make wants them.")


def whole(title="The queue is a table", **fields):
    record = {**DECISION, "title": title, **fields}
    return Item(origin="adr/7.md", category="decision", record=record)


def draft(title="Tabs in makefiles"):
    return Item(origin="notes/tabs.md", category="preference", record={"title": title}, texts=NOTE)


@pytest.fixture
def run(project):
    def bring(*items, dry_run=False):
        return bring_in(items, "adr", str(project.root), dry_run=dry_run, progress=lambda origin: None)

    return bring


def statuses(results):
    return [result["status"] for result in results]


def test_no_items_leave_everything_as_it_is(run, project):
    before = project.snapshot()
    assert run() == [] and project.snapshot() == before


def test_an_item_with_a_problem_is_refused_and_the_next_is_brought_in(run):
    results = run(Item(origin="adr/1.md", problem="is not valid JSON"), whole())
    assert statuses(results) == ["refused", "saved"]
    assert (results[0]["origin"], results[0]["problem"]) == ("adr/1.md", "is not valid JSON")


def test_a_record_that_breaks_the_schema_is_refused_with_every_problem(run, project):
    results = run(whole(content={"status": "maybe"}))
    assert statuses(results) == ["refused"]
    assert "content.status" in results[0]["problem"] and "content.context" in results[0]["problem"]
    assert not project.path("decision", "the-queue-is-a-table").exists()


def test_a_whole_record_is_saved_with_where_it_came_from(run, project):
    assert statuses(run(whole())) == ["saved"]
    assert '"agent": "import:adr"' in project.path("decision", "the-queue-is-a-table").read_text()


def test_a_record_keeps_the_source_it_has(run, project):
    run(whole(source={"agent": "someone"}))
    assert '"agent": "someone"' in project.path("decision", "the-queue-is-a-table").read_text()


def test_a_draft_waits_in_the_inbox_with_its_passages(run, project):
    assert statuses(run(draft())) == ["filed"]
    (candidate,) = inbox.list_candidates(str(project.root))
    assert [e["text"] for e in candidate["evidence"]] == list(NOTE)
    assert candidate["record"]["title"] == "Tabs in makefiles"
    assert not project.path("preference", "tabs-in-makefiles").exists()


def test_the_same_title_in_the_same_category_is_a_duplicate_however_it_is_spelled(run):
    assert statuses(run(whole(), whole("the queue: is a TABLE"), draft(), draft("tabs in Makefiles!"))) == [
        "saved",
        "duplicate",
        "filed",
        "duplicate",
    ]


def test_a_second_run_brings_in_only_what_is_missing(run, project):
    run(whole())
    assert statuses(run(whole(), draft())) == ["duplicate", "filed"]
    before = project.snapshot()
    assert statuses(run(whole(), draft())) == ["duplicate", "duplicate"]
    assert project.snapshot() == before


def test_a_record_whose_id_is_in_use_is_a_duplicate_and_not_an_update(run, project):
    run(whole(id="queue"))
    before = project.snapshot()
    assert statuses(run(whole("Queues are tables", id="queue"))) == ["duplicate"]
    assert project.snapshot() == before


def test_a_dry_run_foretells_and_writes_nothing(run, project):
    (project.store / ".lock").touch()
    before = project.snapshot()
    assert statuses(run(whole(), draft(), whole(), dry_run=True)) == ["saved", "filed", "duplicate"]
    assert (project.snapshot(), inbox.list_candidates(str(project.root))) == (before, [])


def test_a_full_inbox_refuses_with_the_next_step(run, monkeypatch):
    monkeypatch.setattr(inbox, "MAX_CANDIDATES", 0)
    (result,) = run(draft())
    assert result["status"] == "refused" and "accept or reject some" in result["problem"]


def test_progress_names_each_item_as_it_comes(project):
    seen = []
    bring_in([draft(), whole()], "adr", str(project.root), dry_run=True, progress=seen.append)
    assert seen == ["notes/tabs.md", "adr/7.md"]
