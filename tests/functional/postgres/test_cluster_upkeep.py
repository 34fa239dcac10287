"""Indexes of shards: what the status says of them, and what a rebuild leaves. One server stands in for the node of a
cluster: it has shards beside the tables and answers to the functions of Citus that ask every node.
"""

import pytest

psycopg = pytest.importorskip("psycopg", reason="the extra postgres is not installed")

import citus_cluster  # noqa: E402
from memory_retrieval.core.errors import DatabaseError  # noqa: E402
from memory_retrieval_team.db.reindex import reindex  # noqa: E402
from memory_retrieval_team.db.status import read_status  # noqa: E402
from team_database import run  # noqa: E402

pytestmark = pytest.mark.skipif(
    bool(citus_cluster.URL), reason="stands in for a cluster"
)

NODE = """
    INSERT INTO pg_extension SELECT 1, 'citus', extowner, extnamespace, false, '14.0-1' FROM pg_extension LIMIT 1;
    CREATE TABLE pg_dist_partition AS SELECT 'memories'::regclass AS logicalrelid, 'h' AS partmethod;
    CREATE TABLE pg_dist_shard AS SELECT 'memories'::regclass AS logicalrelid;
    CREATE TABLE pg_dist_node AS SELECT 1 AS nodeid, 1 AS groupid, 'worker' AS nodename, 5432 AS nodeport;
    CREATE FUNCTION get_shard_id_for_distribution_column(text, text) RETURNS bigint RETURN 102010;
    CREATE FUNCTION run_command_on_all_nodes(command text, give_warning_for_connection_errors boolean DEFAULT false,
        OUT nodeid integer, OUT success boolean, OUT result text) RETURNS SETOF record LANGUAGE plpgsql AS $$
    BEGIN
        nodeid := 1; success := true;
        BEGIN
            IF starts_with(command, 'DO ') THEN EXECUTE command; ELSE EXECUTE command INTO result; END IF;
        EXCEPTION WHEN OTHERS THEN
            success := false; result := SQLERRM;
        END;
        RETURN NEXT;
    END $$;
    CREATE TABLE memories_102010 AS SELECT * FROM memories;
    INSERT INTO memories_102010 SELECT m.* FROM memories m, generate_series(1, 100);
    CREATE INDEX memories_terms_102010 ON memories_102010 USING gin (terms);
    CREATE INDEX memories_terms_102010_ccnew ON memories_102010 USING gin (terms);
    UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_terms_102010_ccnew'::regclass;
"""


@pytest.fixture
def node(two):
    run(two, NODE)
    yield two
    run(two, "DELETE FROM pg_extension WHERE extname = 'citus'")


def test_the_status_names_an_index_that_a_rebuild_left_on_a_node(node):
    assert (
        "index memories_terms_ccnew is not valid: run `memories team reindex`"
        in read_status(node)["hints"]
    )


@pytest.mark.parametrize("concurrently", [True, False])
def test_a_rebuild_leaves_no_invalid_index_on_a_node_and_reports_the_sizes_of_shards(
    node, concurrently
):
    done = {index["index"]: index for index in reindex(node, concurrently=concurrently)}
    assert run(node, "SELECT to_regclass('memories_terms_102010_ccnew')") == [(None,)]
    ((size,),) = run(node, "SELECT pg_relation_size('memories_terms_102010')")
    assert done["memories_terms"]["before"] == done["memories_terms"]["after"] == size
    assert [hint for hint in read_status(node)["hints"] if "not valid" in hint] == []


def test_a_rebuild_names_the_node_where_it_cannot_clean_up(node):
    run(
        node,
        "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memories_terms_102010'::regclass",
    )
    run(node, "ALTER INDEX memories_terms_102010 RENAME TO memories_terms_102010_ccold")
    with psycopg.connect(node) as reader:
        reader.execute("SELECT count(*) FROM memories_102010")
        run(
            node,
            "ALTER DATABASE %s SET lock_timeout = '200ms'"
            % psycopg.conninfo.conninfo_to_dict(node)["dbname"],
        )
        with pytest.raises(
            DatabaseError, match=r"node worker:5432: .*lock timeout; run this again"
        ):
            reindex(node)
