-- Whose records a project's are and of which state, who can read the tables, and the version of the words' weights.

SET LOCAL citus.multi_shard_modify_mode = 'sequential';

-- A cluster takes a change of a table beside other statements only from within a block.
DO $$
DECLARE
    of_table text;
BEGIN
    -- origin: the address of the repository, or its store's ID; '' until it is ingested again
    -- head: the commit of the last run that began; '' outside of git
    EXECUTE $q$ALTER TABLE projects ADD COLUMN origin text NOT NULL DEFAULT '', ADD COLUMN head text NOT NULL DEFAULT ''$q$;
    -- The oldest version whose programs can read the tables as this migration leaves them.
    EXECUTE 'ALTER TABLE schema_version ADD COLUMN reads integer NOT NULL DEFAULT 2';
    FOREACH of_table IN ARRAY ARRAY['memories', 'patterns', 'sources', 'backlog', 'events', 'reviews', 'llm_cache']
    LOOP
        -- of the vectors in `lexical` (ingest/lexical.py); an older one is replaced by the next ingest
        EXECUTE format('ALTER TABLE %I ADD COLUMN weighed smallint NOT NULL DEFAULT 1', of_table);
    END LOOP;
END
$$;
