"""What `memories db vacuum-old` deletes, and what `memories db reindex` rebuilds."""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval_team.db.reindex import reindex  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from memory_retrieval_team.ingest import retention  # noqa: E402
from team_database import as_role, ingest, run, state  # noqa: E402

NOW = "2026-11-15T12:00:00Z"


@pytest.fixture
def left(two, monkeypatch):
    """Project `other` of workspace B was last ingested two years ago."""
    monkeypatch.setenv("MEMORIES_NOW", NOW)
    run(two, "UPDATE projects SET ingested_at = '2024-11-01' WHERE workspace = 'B'")
    return two


def test_retention_takes_out_what_is_out_of_force_where_nobody_ingests_any_more(
    left, shop
):
    practice = retention.vacuum_old(left, older_than_days=30, dry_run=True)
    assert (
        practice["deleted"] == {"memories": 1}
        and practice["kept"] == 1
        and practice["vacuumed"] == []
    )
    assert [(r["workspace"], r["path"]) for r in practice["records"]] == [
        ("B", ".claude/memory/decisions/old-proxy.json")
    ]
    assert run(left, "SELECT count(*) FROM memories WHERE status = 'retired'") == [(2,)]
    done = retention.vacuum_old(left, older_than_days=30)
    assert done["deleted"] == {"memories": 1} and "memories" in done["vacuumed"]
    assert run(left, "SELECT workspace FROM memories WHERE status = 'retired'") == [
        ("A",)
    ]
    assert run(left, "SELECT records FROM workspaces ORDER BY workspace") == [
        (14,),
        (13,),
    ]
    assert run(
        left, "SELECT count(*) FROM terms WHERE workspace = 'B' AND term = 'proxi'"
    ) == [(0,)]
    assert retention.vacuum_old(left, older_than_days=30)["deleted"] == {}


@pytest.fixture
def all_left(left):
    run(left, "UPDATE projects SET ingested_at = '2024-11-01'")
    return left


def test_retention_leaves_word_counts_as_if_the_record_had_never_been(all_left, shop):
    left = all_left
    retention.vacuum_old(left, "A", older_than_days=30)
    after = state(left)
    shop.path("decision", "old-proxy").unlink()
    ingest(left, shop, "C", "shop")
    counts = {
        w: {t: n for workspace, t, n in state(left)["terms"] if workspace == w}
        for w in "AC"
    }
    assert counts["A"] == counts["C"] and len(after["memories"]) == 15


def test_retention_never_takes_out_what_is_in_force_or_young(all_left):
    left = all_left
    before = run(
        left,
        "SELECT count(*) FROM memories WHERE status = 'active' AND superseded_by IS NULL",
    )
    assert retention.vacuum_old(left, older_than_days=3650)["deleted"] == {}
    retention.vacuum_old(left, older_than_days=0, events=True, answers=True)
    assert (
        run(
            left,
            "SELECT count(*) FROM memories WHERE status = 'active' AND superseded_by IS NULL",
        )
        == before
    )
    assert run(left, "SELECT count(*) FROM patterns") == [(2,)]


def test_events_and_answers_go_only_when_asked_for(left):
    assert set(
        retention.vacuum_old(left, older_than_days=30, dry_run=True)["deleted"]
    ) == {"memories"}
    assert retention.vacuum_old(left, older_than_days=30, events=True)["deleted"] == {
        "events": 1,
        "memories": 1,
    }
    assert retention.vacuum_old(left, older_than_days=30, answers=True)["deleted"] == {
        "llm_cache": 1
    }


def test_what_came_back_into_force_meanwhile_stays(left, monkeypatch):
    real = retention._old

    def slow(link, *rest):
        found = real(link, *rest)
        run(left, "UPDATE memories SET status = 'active'")
        return found

    monkeypatch.setattr(retention, "_old", slow)
    assert retention.vacuum_old(left, older_than_days=30)["deleted"] == {"memories": 0}
    assert run(left, "SELECT count(*) FROM memories") == [(16,)]


def test_a_writer_takes_out_of_its_own_workspace_without_vacuuming(left, member):
    name = member("B", write=True)
    done = retention.vacuum_old(as_role(left, name), older_than_days=30)
    assert done["deleted"] == {"memories": 1} and done["vacuumed"] == []


@pytest.mark.parametrize("concurrently", [True, False])
def test_indexes_are_built_anew_and_those_that_are_broken_or_missing_mended(
    two, concurrently
):
    run(two, "DROP INDEX memories_embedding")
    run(
        two,
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_category'::regclass",
    )
    run(two, "CREATE INDEX memories_terms_ccnew ON memories USING gin (terms)")
    run(
        two,
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_terms_ccnew'::regclass",
    )
    hints = read_status(two)["hints"]
    assert "index memories_category is not valid: run `memories team reindex`" in hints
    steps = []
    done = {
        i["index"]
        for i in reindex(
            two, concurrently=concurrently, progress=lambda *step: steps.append(step)
        )
    }
    assert {
        "memories_terms",
        "memories_category",
        "memories_embedding",
    } <= done and steps
    assert [hint for hint in read_status(two)["hints"] if "reindex" in hint] == []
    assert run(two, "SELECT to_regclass('memories_terms_ccnew')") == [(None,)]


def test_only_the_owner_builds_indexes(two, member):
    name = member("A", write=True)
    with pytest.raises(DatabaseError, match="only the owner of the tables"):
        reindex(as_role(two, name))
