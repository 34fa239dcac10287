"""What becomes of each item of an import."""

import json

import pytest

from memory_retrieval.core.settings import Config
from memory_retrieval.importers.files import Item
from memory_retrieval.importers.run import bring_in
from memory_retrieval.save.commit import write_index
from memory_retrieval.save.links import MAX_SUPERSEDED
from memory_retrieval.store import catalog
from memory_retrieval.upkeep import inbox, undo

CONTENT = {
    "status": "accepted",
    "context": "c",
    "decision": "One table.",
    "rationale": ["r"],
}
DECISION = {"category": "decision", "title": "The queue is a table", "content": CONTENT}
NOTE = ("Use tabs in makefiles", "Use tabs in makefiles, since make wants them.")


def whole(title="The queue is a table", **fields):
    record = {**DECISION, "title": title, **fields}
    return Item(origin="adr/7.md", category="decision", record=record)


def draft(title="Tabs in makefiles"):
    return Item(
        origin="notes/tabs.md",
        category="preference",
        record={"title": title},
        texts=NOTE,
    )


@pytest.fixture
def run(project):
    def bring(*items, dry_run=False):
        given = [("adr", item) for item in items]
        return bring_in(
            project.place, given, dry_run=dry_run, progress=lambda origin: None
        ).items

    return bring


def statuses(results):
    return [result["status"] for result in results]


def test_an_item_with_a_problem_is_refused_and_the_next_is_brought_in(run):
    results = run(Item(origin="adr/1.md", problem="is not valid JSON"), whole())
    assert statuses(results) == ["refused", "saved"]
    assert (results[0]["origin"], results[0]["problem"]) == (
        "adr/1.md",
        "is not valid JSON",
    )


def test_a_record_that_breaks_the_schema_is_refused_with_every_problem(run, project):
    results = run(whole(content={"status": "maybe"}))
    assert statuses(results) == ["refused"]
    assert (
        "content.status" in results[0]["problem"]
        and "content.context" in results[0]["problem"]
    )
    assert not project.path("decision", "the-queue-is-a-table").exists()


def test_a_record_keeps_the_source_it_has(run, project):
    run(whole(source={"agent": "someone"}))
    assert (
        '"agent": "someone"'
        in project.path("decision", "the-queue-is-a-table").read_text()
    )


def test_a_draft_waits_in_the_inbox_with_its_passages(run, project):
    assert statuses(run(draft())) == ["filed"]
    (candidate,) = inbox.list_candidates(str(project.root))
    assert [e["text"] for e in candidate["evidence"]] == list(NOTE)
    assert candidate["record"]["title"] == "Tabs in makefiles"
    assert not project.path("preference", "tabs-in-makefiles").exists()


def test_the_same_title_in_the_same_category_is_a_duplicate_however_it_is_spelled(run):
    assert statuses(
        run(
            whole(),
            whole("the queue: is a TABLE"),
            draft(),
            draft("tabs in Makefiles!"),
        )
    ) == ["saved", "duplicate", "filed", "duplicate"]


def test_a_record_whose_id_is_in_use_is_a_duplicate_and_not_an_update(run, project):
    run(whole(id="queue"))
    before = project.snapshot()
    assert statuses(run(whole("Queues are tables", id="queue"))) == ["duplicate"]
    assert project.snapshot() == before


def test_a_dry_run_foretells_and_writes_nothing(run, project):
    (project.store / ".lock").touch()
    before = project.snapshot()
    assert statuses(run(whole(), draft(), whole(), dry_run=True)) == [
        "saved",
        "filed",
        "duplicate",
    ]
    assert (project.snapshot(), inbox.list_candidates(str(project.root))) == (
        before,
        [],
    )


def test_a_full_inbox_refuses_with_the_next_step(run, monkeypatch):
    monkeypatch.setattr(inbox, "MAX_CANDIDATES", 0)
    (result,) = run(draft())
    assert (
        result["status"] == "refused" and "accept or reject some" in result["problem"]
    )


KEPT = Config({}).get("categories.session_summary.max_retained")
SESSION = {"goal": "g", "outcome": "success", "completed": ["c"], "next_actions": []}


def session(number, day):
    record = {
        "category": "session_summary",
        "title": f"Session {number}",
        "created_at": f"2026-01-{day:02}T00:00:00Z",
    }
    return Item(
        origin="s", category="session_summary", record={**record, "content": SESSION}
    )


@pytest.fixture
def run_all(project):
    """The whole outcome of a run."""
    return lambda *items, **more: bring_in(
        project.place,
        [("jsonl", item) for item in items],
        dry_run=False,
        progress=lambda origin: None,
        **more,
    )


def in_use(project):
    return {
        entry.id for entry in catalog.entries(project.place.target) if entry.shown()
    }


def linked(project):
    """(old, new) of every link between records, from both ends."""
    records = [json.loads(path.read_text()) for path in project.store.rglob("*.json")]
    ends = {(r["superseded_by"], r["id"]) for r in records if r.get("superseded_by")}
    return ends, {(r["id"], old) for r in records for old in r.get("supersedes") or ()}


@pytest.mark.parametrize("width", [1, 5])
def test_a_run_takes_at_most_five_stored_records_out_of_use_and_says_which_and_what_is_left(
    project, run_all, width
):
    stored = [f"old-{number}" for number in range(20)]
    for id in stored:
        project.write("decision", id)
    done = run_all(
        *[
            whole(f"New {at}", supersedes=stored[at : at + width])
            for at in range(0, 20, width)
        ],
        *[session(number, 1 + number) for number in range(3)],
    )
    gone = set(stored) - in_use(project)
    assert (
        gone == {item["id"] for item in done.out_of_use} and len(gone) == MAX_SUPERSEDED
    )
    assert {item["id"] for item in done.left} == set(stored) - gone
    assert all(
        item["next"].startswith("memories replace %s --by new-" % item["id"])
        for item in done.left
    )
    ends, links = linked(project)
    assert ends == links and len(ends) == MAX_SUPERSEDED


def test_retirement_by_age_counts_among_the_five_and_is_said(project, run_all):
    for number in range(30):
        project.write(
            "session_summary", f"stored-{number}", created_at="2025-01-01T00:00:00Z"
        )
    done = run_all(*[session(number, 1 + number % 28) for number in range(28)])
    gone = {f"stored-{number}" for number in range(30)} - in_use(project)
    assert (
        gone == {item["id"] for item in done.out_of_use} and len(gone) == MAX_SUPERSEDED
    )
    assert all(
        "categories.session_summary.max_retained" in item["why"]
        for item in done.out_of_use
    )
    assert len(done.left) == 30 - MAX_SUPERSEDED and done.window == {
        "session_summary": 28 - KEPT
    }


def test_what_an_import_brings_may_supersede_what_the_same_import_brings(
    project, run_all
):
    chain = [
        whole(f"Step {n}", id=f"step-{n}", supersedes=[f"step-{n - 1}"] if n else [])
        for n in range(30)
    ]
    assert statuses(run_all(*chain).items) == ["saved"] * 30 and in_use(project) == {
        "step-29"
    }


@pytest.mark.parametrize(
    "state",
    [
        {"record_status": "archived"},
        {"record_status": "retired"},
        {"superseded_by": "x"},
    ],
)
def test_a_record_keeps_the_state_that_it_comes_with(project, run_all, state):
    run_all(whole("Out of use", **state), whole("X", id="x"))
    assert in_use(project) == {"x"}


def test_one_undo_takes_back_a_whole_run(project, run_all):
    project.write("decision", "old")
    write_index(project.place.target, [])
    before = {path: path.read_bytes() for path in project.store.rglob("*.json")}
    run_all(
        *[whole(f"New {n}", supersedes=["old"] if not n else []) for n in range(30)]
    )
    assert len(in_use(project)) == 30
    undo.undo(project.place)
    assert {path: path.read_bytes() for path in project.store.rglob("*.json")} == before
