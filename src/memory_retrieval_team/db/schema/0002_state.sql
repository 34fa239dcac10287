-- What a record's content says of its state, and when it ends (core/holds.py), for every table of records. The rows that
-- are there get it from their files' text; their next ingest would skip them, because their files have not changed.

SET LOCAL citus.multi_shard_modify_mode = 'sequential';  -- else a cluster refuses the function after the rows

DO $$
DECLARE
    of_table text;
BEGIN
    FOREACH of_table IN ARRAY ARRAY['memories', 'patterns', 'sources', 'backlog', 'events', 'reviews', 'llm_cache']
    LOOP
        EXECUTE format('ALTER TABLE %I ADD COLUMN state text NOT NULL DEFAULT ''''', of_table);
        EXECUTE format('ALTER TABLE %I ADD COLUMN expires bigint', of_table);  -- seconds since 1970; null: no end
    END LOOP;
END
$$;

UPDATE memories SET state = CASE
        WHEN category = 'decision' AND record #>> '{content,status}' IN ('proposed', 'deprecated', 'superseded')
            THEN record #>> '{content,status}'
        WHEN category = 'constraint' AND record #>> '{content,active}' = 'false' THEN 'inactive'
        WHEN category = 'tech_debt' AND record #>> '{content,status}' IN ('resolved', 'wont_fix')
            THEN record #>> '{content,status}'
        ELSE '' END
WHERE category IN ('decision', 'constraint', 'tech_debt');

-- To the end of the day named; the first of its month plus its days cannot fail. A cluster takes no cast to a date here.
UPDATE memories SET expires = extract(epoch FROM make_date(
        left(record #>> '{content,expires}', 4)::integer, substr(record #>> '{content,expires}', 6, 2)::integer, 1)
        + substr(record #>> '{content,expires}', 9, 2)::integer
    )::bigint
WHERE category = 'constraint'
  AND record #>> '{content,expires}' ~ '^(?!0000)[0-9]{4}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])($|T)';

-- `in_force` now means that a record is neither retired nor archived: what is superseded comes after what holds. The
-- definition is taken with its settings, because a cluster has added one.
DO $$
BEGIN
    EXECUTE replace(
        pg_get_functiondef('fetch_words(text, tsquery, sparsevec, text, boolean, text, text[], text[], float8,
            timestamptz, integer, integer)'::regprocedure),
        't.status = ''active'' AND t.superseded_by IS NULL', 't.status = ''active''');
END
$$;
