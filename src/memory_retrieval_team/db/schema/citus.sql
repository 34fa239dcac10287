-- Distributes the tables over a Citus cluster by workspace: `memories db migrate --distributed`, once, after the
-- numbered files, on empty or on filled tables. All rows of a workspace are on one node, so that its queries and
-- transactions touch no other.

-- Small and read by every query: a copy on every node.
SELECT create_reference_table('schema_version');
SELECT create_reference_table('embedding_model');
SELECT create_reference_table('members');

-- Citus refuses a policy with a sub-select. An immutable function is evaluated once per statement too, when the
-- statement is planned. No plan outlives a change of memberships: nodes plan what other nodes send them each time, and
-- granting and revoking change the tables' privileges, which discards the plans that a node keeps for itself.
-- The function reads a reference table while it is planned, inside of another node's query.
ALTER FUNCTION granted_workspaces(boolean) IMMUTABLE;
ALTER FUNCTION granted_workspaces(boolean) SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('granted_workspaces(boolean)'::regprocedure);

DO $$
DECLARE
    of_table text;
    granted CONSTANT text := 'workspace = ANY (granted_workspaces(%1$s)) OR ''*'' = ANY (granted_workspaces(%1$s))';
    readable CONSTANT text := format(granted, 'false');
    writable CONSTANT text := format(granted, 'true');
BEGIN
    FOREACH of_table IN ARRAY ARRAY['workspaces', 'projects', 'terms', 'memories', 'patterns', 'sources', 'backlog',
        'events', 'reviews', 'llm_cache']
    LOOP
        EXECUTE format('ALTER POLICY %I ON %I USING (%s)', of_table || '_read', of_table, readable);
        EXECUTE format('ALTER POLICY %I ON %I WITH CHECK (%s)', of_table || '_insert', of_table, writable);
        EXECUTE format('ALTER POLICY %I ON %I USING (%s)', of_table || '_update', of_table, writable);
        EXECUTE format('ALTER POLICY %I ON %I USING (%s)', of_table || '_delete', of_table, writable);
    END LOOP;
END
$$;

SELECT create_distributed_table('workspaces', 'workspace');
SELECT create_distributed_table(name::regclass, 'workspace', colocate_with => 'workspaces')
FROM unnest(ARRAY['projects', 'terms', 'memories', 'patterns', 'sources', 'backlog', 'events', 'reviews', 'llm_cache'])
    AS name;

-- For roles under row-level security a node runs this function inside of another node's query.
ALTER FUNCTION fetch_words SET citus.allow_nested_distributed_execution = on;
SELECT create_distributed_function('fetch_words'::regproc::oid::regprocedure);

-- What the tables held was copied to the nodes; the coordinator's own copy takes space and nothing reads it.
SELECT truncate_local_data_after_distributing_table(name::regclass)
FROM unnest(ARRAY['workspaces', 'projects', 'terms', 'memories', 'patterns', 'sources', 'backlog', 'events', 'reviews',
    'llm_cache']) AS name;
