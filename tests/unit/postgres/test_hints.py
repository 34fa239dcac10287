"""Hints about a team database, derived from its status alone."""

import pytest

from memory_retrieval.postgres.db.hints import hints

WELL = {
    "schema": {"version": 1, "newest": 1, "changed": []},
    "pgvector": {"installed": "0.8.1", "available": "0.8.1"},
    "read_only": False,
    "owner": True,
    "model": {"embedder": "static"},
    "members": [{"role": "ann", "workspace": "A", "exists": True}],
    "indexes": [{"index": "memories_embedding", "kind": "hnsw", "bytes": 8192, "valid": True}],
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
        ({"schema": {"version": 1, "newest": 1, "changed": ["0001_records"]}}, "migration_changed"),
        ({"read_only": True}, "read_only"),
        ({"members": [{"role": "gone", "workspace": "A", "exists": False}]}, "member_without_role"),
        ({"model": None}, "no_model"),
        ({"indexes": [{**WELL["indexes"][0], "valid": False}]}, "index_invalid"),
        ({"indexes": []}, "vector_index_missing"),
        ({"tables": [{**WELL["tables"][0], "pending_vectors": 3}]}, "vectors_pending"),
        ({"tables": [{**WELL["tables"][0], "dead_rows": 2000, "dead_share": 0.3}]}, "dead_rows"),
        ({"tables": [{**WELL["tables"][0], "analyzed_at": None}]}, "not_analyzed"),
        ({"shared_buffers_bytes": 1024}, "shared_buffers_small"),
        ({"settings": {**WELL["settings"], "autovacuum": "off"}}, "autovacuum_off"),
        ({"settings": {**WELL["settings"], "fsync": "off"}}, "fsync_off"),
    ],
)
def test_each_problem_has_one_hint_with_its_remedy(change, code):
    (hint,) = hints({**WELL, **change})
    assert hint.code == code and hint.text.startswith(hint.finding) and hint.text.endswith(" " + hint.remedy)
