-- Values that every reader can take.
-- `infinity` is a time, `NaN` a number and `{{a},{b}}` a list of texts to PostgreSQL, and a column of vectors takes any number of
-- dimensions; no record has such a thing, since no file can say it.
-- Whoever may write one workspace could put it there by hand, and every search or list that met such a row would fail, for everybody who
-- sees the workspace. Named constraints, and no triggers: what a Citus cluster takes for tables that it has spread already.

DO $$
DECLARE
    of_table text;
    own      text;    -- a time that this table alone has
    times    text[];  -- may be null
    -- A vector's text ends in a slash and its dimensions; there are none of ten digits.
    of_other_dims CONSTANT text := $s$position('/' IN replace(array_to_string(lexical, ''), '/536870912', '')) > 0$s$;
    lists    CONSTANT text[] := ARRAY['tags', 'aliases', 'related_files'];
BEGIN
    FOR of_table, own IN VALUES
        ('memories', NULL), ('patterns', 'learned_at'), ('sources', NULL), ('backlog', NULL), ('events', NULL), ('reviews', NULL),
        ('llm_cache', 'asked_at')
    LOOP
        times := array_remove(ARRAY['created_at', 'updated_at', own], NULL);
        -- What is there already, so that no old row stands in the way: what cannot be is as if the record did not say it. The record
        -- itself, to the byte its file, stays.
        EXECUTE format('UPDATE %I SET %s, %s, confidence = CASE WHEN confidence BETWEEN 0 AND 1 THEN confidence END,
                ingested_at = CASE WHEN isfinite(ingested_at) THEN ingested_at ELSE now() END,
                lexical = CASE WHEN %s THEN ''{}'' ELSE lexical END
            WHERE NOT confidence BETWEEN 0 AND 1 OR NOT isfinite(ingested_at) OR %s OR %s OR %s',
            of_table,
            (SELECT string_agg(format('%1$I = CASE WHEN isfinite(%1$I) THEN %1$I END', name), ', ') FROM unnest(times) AS name),
            (SELECT string_agg(format('%1$I = CASE WHEN array_ndims(%1$I) > 1 THEN ''{}'' ELSE array_remove(%1$I, NULL) END', name), ', ')
                FROM unnest(lists) AS name), of_other_dims, of_other_dims,
            (SELECT string_agg(format('NOT isfinite(%I)', name), ' OR ') FROM unnest(times) AS name),
            (SELECT string_agg(format('array_ndims(%1$I) > 1 OR array_to_string(%1$I, '''', ''x'') <> array_to_string(%1$I, '''')', name),
                ' OR ') FROM unnest(lists) AS name));
        -- NaN is greater than every number, so it does not lie between two either. A null passes all of this. A cast refuses vectors of
        -- other dimensions than those of lexical.py; an inner product of two that differ is an error.
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I CHECK (%s AND isfinite(ingested_at)),
                ADD CONSTRAINT %I CHECK (confidence BETWEEN 0 AND 1),
                ADD CONSTRAINT %I CHECK (%s),
                ADD CONSTRAINT %I CHECK (lexical::sparsevec(536870912)[] IS NOT NULL)',
            of_table, of_table || '_times_finite',
            (SELECT string_agg(format('isfinite(%I)', name), ' AND ') FROM unnest(times) AS name),
            of_table || '_confidence_range', of_table || '_lists_flat',
            (SELECT string_agg(format('coalesce(array_ndims(%1$I), 1) = 1 AND array_position(%1$I, NULL) IS NULL', name), ' AND ')
                FROM unnest(lists) AS name),
            of_table || '_lexical_dims');
    END LOOP;
END
$$;

UPDATE workspaces SET created_at = CASE WHEN isfinite(created_at) THEN created_at ELSE now() END,
    ingested_at = CASE WHEN isfinite(ingested_at) THEN ingested_at END
WHERE NOT isfinite(created_at) OR NOT isfinite(ingested_at);
ALTER TABLE workspaces ADD CONSTRAINT workspaces_times_finite CHECK (isfinite(created_at) AND isfinite(ingested_at));

UPDATE projects SET ingested_at = NULL WHERE NOT isfinite(ingested_at);
ALTER TABLE projects ADD CONSTRAINT projects_times_finite CHECK (isfinite(ingested_at));

UPDATE edits SET changed_at = now() WHERE NOT isfinite(changed_at);
ALTER TABLE edits ADD CONSTRAINT edits_times_finite CHECK (isfinite(changed_at));
