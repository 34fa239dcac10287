"""Hints about a team database, derived from its status alone."""

import pytest

from memory_retrieval_team.db.hints import hints

WELL = {
    "schema": {"version": 1, "newest": 1, "changed": []},
    "pgvector": {"installed": "0.8.1", "available": "0.8.1"},
    "read_only": False,
    "cluster": None,
    "owner": True,
    "model": {"embedder": "static"},
    "members": [{"role": "ann", "workspace": "A", "exists": True}],
    "indexes": [
        {"index": "memories_embedding", "kind": "hnsw", "bytes": 8192, "valid": True}
    ],
    "tables": [
        {
            "table": "memories",
            "rows": 5000,
            "pending_vectors": 0,
            "dead_rows": 0,
            "dead_share": 0.0,
            "analyzed_at": "2026-01-01T00:00:00Z",
        }
    ],
    "shared_buffers_bytes": 128 << 20,
    "settings": {"shared_buffers": "128MB", "autovacuum": "on", "fsync": "on"},
}


def test_a_healthy_database_gets_no_hint():
    assert hints(WELL) == []


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"pgvector": {"installed": None, "available": None}}, "pgvector_missing"),
        ({"pgvector": {"installed": "0.7.4", "available": "0.8.1"}}, "pgvector_old"),
        ({"schema": {"version": 0, "newest": 1, "changed": []}}, "schema_old"),
        ({"schema": {"version": 2, "newest": 1, "changed": []}}, "schema_new"),
        (
            {"schema": {"version": 1, "newest": 1, "changed": ["0001_records"]}},
            "migration_changed",
        ),
        ({"read_only": True}, "read_only"),
        (
            {"members": [{"role": "gone", "workspace": "A", "exists": False}]},
            "member_without_role",
        ),
        ({"model": None}, "no_model"),
        ({"indexes": [{**WELL["indexes"][0], "valid": False}]}, "index_invalid"),
        ({"tables": [{**WELL["tables"][0], "pending_vectors": 3}]}, "vectors_pending"),
        (
            {"tables": [{**WELL["tables"][0], "dead_rows": 2000, "dead_share": 0.3}]},
            "dead_rows",
        ),
        ({"tables": [{**WELL["tables"][0], "analyzed_at": None}]}, "not_analyzed"),
        ({"shared_buffers_bytes": 1024}, "shared_buffers_small"),
        ({"settings": {**WELL["settings"], "autovacuum": "off"}}, "autovacuum_off"),
        ({"settings": {**WELL["settings"], "fsync": "off"}}, "fsync_off"),
    ],
)
def test_each_problem_has_one_hint_with_its_remedy(change, code):
    (hint,) = hints({**WELL, **change})
    assert (
        hint.code == code
        and hint.text.startswith(hint.finding)
        and hint.text.endswith(" " + hint.remedy)
    )


CLUSTER = {
    "version": "14.0",
    "distributed": True,
    "shards": 4,
    "nodes": [
        {"node": "one:5432", "answers": True},
        {"node": "two:5432", "answers": True},
    ],
}


def of_workspaces(*records_and_shards):
    names = [
        {"workspace": f"w{n}", "records": r, "shard": s}
        for n, (r, s) in enumerate(records_and_shards)
    ]
    return {**WELL, "cluster": CLUSTER, "workspaces": names}


def test_a_cluster_without_distributed_tables_is_told_how_to_distribute_them():
    value = {**WELL, "cluster": {"version": "14.0", "distributed": False}}
    assert [hint.code for hint in hints(value)] == ["citus_unused"]


def test_a_node_that_does_not_answer_is_named():
    nodes = [CLUSTER["nodes"][0], {"node": "two:5432", "answers": False}]
    found = hints({**WELL, "cluster": {**CLUSTER, "nodes": nodes}, "workspaces": []})
    assert [hint.code for hint in found] == ["node_down"] and "two:5432" in found[
        0
    ].what


@pytest.mark.parametrize(
    ("sizes", "large"),
    [
        ([], []),
        (
            [(20_000, 1), (10, 1)],
            ["w0"],
        ),  # a small one searches an index that is full of the large one's vectors
        ([(20_000, 1), (10, 2)], []),  # alone in its shard
        ([(4_000, 1), (10, 1)], []),  # not large
        (
            [(20_000, 1), (20_000, 1), (20_000, 2), (20_000, 3), (20_000, 4)],
            [],
        ),  # as large as the others
    ],
)
def test_a_workspace_that_is_large_for_its_shard_and_not_alone_in_it_is_worth_its_own(
    sizes, large
):
    found = [
        hint for hint in hints(of_workspaces(*sizes)) if hint.code == "workspace_large"
    ]
    assert [
        name
        for hint in found
        for name in ("w0", "w1")
        if f"workspace {name} " in hint.what
    ] == large
