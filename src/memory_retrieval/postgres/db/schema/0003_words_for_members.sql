-- Candidates by words for roles under row-level security.
-- PostgreSQL runs no operator on rows that a role may not see unless the operator is declared to leak nothing, and `@@` is not: for
-- such a role every search would read the whole table. This function looks with the owner's rights and itself keeps to the workspaces
-- that the asking role is a member of; what it returns are keys and scores, and the rows behind them are read under row-level security.

CREATE FUNCTION fetch_words(
    from_table       text,            -- one of the tables of records
    fetching         tsquery,         -- stems of which a record must have one
    query            sparsevec,       -- weight times rarity of all stems of the query
    only_workspace   text,            -- null: every workspace that the role may read
    in_force         boolean,         -- only active records that nothing has superseded
    only_category    text,            -- a category or kind; null: any
    only_kinds       text[],          -- null: any
    only_severities  text[],          -- null: any
    least_confidence float8,          -- null: any; a record without one passes
    since            timestamptz,     -- null: any
    most_fetched     integer,         -- rows that are scored at most
    most             integer          -- rows that are returned at most
) RETURNS TABLE (workspace text, project text, path text, score float8)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    AS $$
DECLARE
    -- Who asks: this function runs as its owner, but what SET ROLE said stands in the setting.
    asking name := CASE current_setting('role') WHEN 'none' THEN session_user ELSE current_setting('role')::name END;
    allowed text[];
BEGIN
    IF from_table NOT IN ('memories', 'patterns', 'sources', 'backlog', 'events', 'reviews', 'llm_cache') THEN
        RAISE EXCEPTION 'fetch_words: no table of records: %', from_table USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT coalesce(array_agg(m.workspace), '{}') INTO allowed
    FROM members m
    WHERE m.role = 'public' OR EXISTS (SELECT FROM pg_roles r WHERE r.rolname = m.role AND pg_has_role(asking, r.oid, 'usage'));
    -- A memory's kind is its category: without the OR the planner can use the index over it.
    RETURN QUERY EXECUTE format($q$
        SELECT f.workspace, f.project, f.path, (SELECT max(-(passage <#> $2)) FROM unnest(f.lexical) AS passage) AS score
        FROM (
            SELECT t.workspace, t.project, t.path, t.lexical FROM %I t
            WHERE t.terms @@ $1 AND ($3 IS NULL OR t.workspace = $3) AND ('*' = ANY ($4) OR t.workspace = ANY ($4))
              AND (NOT $5 OR (t.status = 'active' AND t.superseded_by IS NULL))
              AND ($6 IS NULL OR %s)
              AND ($7 IS NULL OR t.kind = ANY ($7))
              AND ($8 IS NULL OR t.severity = ANY ($8))
              AND ($9 IS NULL OR t.confidence IS NULL OR t.confidence >= $9)
              AND ($10 IS NULL OR t.updated_at >= $10)
            LIMIT $11
        ) f ORDER BY score DESC LIMIT $12
    $q$, from_table, CASE from_table WHEN 'memories' THEN 't.category = $6' ELSE 't.category = $6 OR t.kind = $6' END)
    USING fetching, query, only_workspace, allowed, in_force, only_category, only_kinds, only_severities, least_confidence, since,
        most_fetched, most;
END
$$;

-- With the owner's rights, names must mean the owner's tables: temporary ones, which any role can make, come last.
DO $$
DECLARE
    of_vector text := (SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector');
BEGIN
    EXECUTE format('ALTER FUNCTION fetch_words SET search_path = %I, %I, pg_temp', current_schema(), of_vector);
END
$$;
