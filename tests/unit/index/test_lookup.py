"""Questions to the index that are no search."""

import time

import pytest

from memory_retrieval.core import clock
from memory_retrieval.index import database, lookup, refresh
from memory_retrieval.store.scope import find_project

JULY, AUGUST = "2026-07-01T08:00:00Z", "2026-08-01T08:00:00Z"


@pytest.fixture
def ask(project):
    """Asks about the project's index as it is by then."""

    def answer(question, *arguments):
        store = find_project(str(project.root))
        db = database.open_index(store)
        try:
            refresh.refresh(db, store, time.monotonic() + 10)
            return question(db, *arguments)
        finally:
            db.close()

    return answer


def test_the_newest_summary_is_the_one_updated_last(project, ask):
    project.write("session_summary", "first", updated_at=AUGUST)
    project.write("session_summary", "second", updated_at=JULY)
    assert ask(lookup.newest_summary, 0) == ".claude/memory/sessions/first.json"


@pytest.mark.parametrize(
    "fields", [{"record_status": "retired"}, {"superseded_by": "other"}, {"updated_at": JULY}, {"title": 5}]
)
def test_a_summary_that_is_retired_superseded_too_old_or_no_record_is_not_taken(project, ask, fields):
    project.write("session_summary", "only", **{"updated_at": AUGUST, **fields})
    assert ask(lookup.newest_summary, clock.parse_time(JULY)) is None


def test_another_category_is_no_summary(project, ask):
    project.write("decision", "only", updated_at=AUGUST)
    assert ask(lookup.newest_summary, 0) is None


def test_every_file_that_is_no_record_is_counted(project, ask):
    project.write("decision", "good")
    assert ask(lookup.count_problems) == 0
    project.write_text("decision", "bad", "{")
    project.write_text("runbook", "worse", "[]")
    assert ask(lookup.count_problems) == 2
