-- Records of many repositories, one table per kind of record, and what is needed to search them. The workspace is
-- the first column of every key: roles are granted workspaces, and a cluster distributes by it. Needs pgvector 0.8
-- or later (halfvec, sparsevec, iterative index scans).

-- On a cluster, IF NOT EXISTS asks for the rights of the extension's owner even if the extension is there.
DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector') THEN
        CREATE EXTENSION vector;
    END IF;
END
$$;

CREATE TABLE embedding_model (
    one_row     boolean     PRIMARY KEY DEFAULT true CHECK (one_row),  -- one model for all vectors
    embedder    text        NOT NULL,                -- static, onnx, sentence-transformers or http
    model       text        NOT NULL,                -- the model's name
    revision    text        NOT NULL,                -- changes with the weights; two revisions do not compare
    dims        integer     NOT NULL CHECK (dims BETWEEN 1 AND 4000),  -- the limit of an index over halfvec
    set_at      timestamptz NOT NULL DEFAULT now()
);

-- A time may be null, but not `infinity` or a year over 9999, which PostgreSQL takes and no client can read. The same
-- goes for every constraint below: a writer of one workspace must not be able to store, by hand, a row that breaks the
-- searches of all its readers.
CREATE TABLE workspaces (
    workspace   text        PRIMARY KEY CHECK (workspace <> ''),
    records     bigint      NOT NULL DEFAULT 0,      -- of all kinds: the N of inverse document frequencies
    created_at  timestamptz NOT NULL DEFAULT now(),
    ingested_at timestamptz,                         -- end of the last complete run
    CONSTRAINT workspaces_times_finite CHECK (
        created_at BETWEEN '0002-01-01Z' AND '9999-01-01Z' AND
        ingested_at BETWEEN '0002-01-01Z' AND '9999-01-01Z')
);

CREATE TABLE projects (
    workspace   text        NOT NULL,
    project     text        NOT NULL CHECK (project <> ''),  -- a repository
    ingested_at timestamptz,                                 -- end of the last complete run
    PRIMARY KEY (workspace, project),
    CONSTRAINT projects_times_finite CHECK (ingested_at BETWEEN '0002-01-01Z' AND '9999-01-01Z')
);

CREATE TABLE terms (
    workspace   text        NOT NULL,
    term        text        NOT NULL,                -- a stem, as the tokenizer of the files makes it
    records     integer     NOT NULL,                -- document frequency in the workspace
    PRIMARY KEY (workspace, term)
) WITH (fillfactor = 70);                            -- updated at every run: room for updates in place
CREATE INDEX terms_term ON terms (term);              -- for searches of all workspaces

CREATE TABLE memories (
    workspace     text        NOT NULL,
    project       text        NOT NULL,              -- the repository it comes from
    path          text        NOT NULL,              -- of its file, relative to the project
    kind          text        NOT NULL,              -- a category, pattern, source, backlog, event, review, llm_cache
    id            text        NOT NULL,
    title         text        NOT NULL,
    category      text        NOT NULL,
    tags          text[]      NOT NULL DEFAULT '{}',
    aliases       text[]      NOT NULL DEFAULT '{}', -- phrasings under which somebody would look for it
    status        text        NOT NULL DEFAULT 'active',
    severity      text,
    confidence    real,                              -- 0 to 1; null when the record has none
    created_at    timestamptz,
    updated_at    timestamptz,
    superseded_by text,                              -- id of the record that replaced it
    related_files text[]      NOT NULL DEFAULT '{}',
    body          text        NOT NULL DEFAULT '',   -- every text of its content, a line each
    record        json        NOT NULL,              -- the file, to the byte
    content_hash  text        NOT NULL,              -- SHA-256 of the file
    text_hash     text        NOT NULL,              -- SHA-256 of the embedded text, which is embedded once
    ingested_at   timestamptz NOT NULL DEFAULT now(),
    head          text        NOT NULL DEFAULT '',   -- stems of title, tags and aliases, a line each
    terms         tsvector    NOT NULL,              -- stems of the whole record, without positions
    lexical       sparsevec[] NOT NULL,              -- BM25 weights, a vector per passage; score = inner product
    embedding     halfvec,                           -- null until embedded; halves move a cosine by < 0.001
    PRIMARY KEY (workspace, project, path),
    CONSTRAINT times_finite     CHECK (
        created_at BETWEEN '0002-01-01Z' AND '9999-01-01Z' AND
        updated_at BETWEEN '0002-01-01Z' AND '9999-01-01Z' AND
        ingested_at BETWEEN '0002-01-01Z' AND '9999-01-01Z'),
    CONSTRAINT confidence_range CHECK (confidence BETWEEN 0 AND 1),  -- NaN is greater than every number
    CONSTRAINT lists_flat       CHECK (
        coalesce(array_ndims(tags), 1) = 1          AND array_position(tags, NULL) IS NULL AND
        coalesce(array_ndims(aliases), 1) = 1       AND array_position(aliases, NULL) IS NULL AND
        coalesce(array_ndims(related_files), 1) = 1 AND array_position(related_files, NULL) IS NULL),
    -- The dimensions of lexical.py: an inner product of vectors of different dimensions is an error, as is this cast.
    CONSTRAINT lexical_dims     CHECK (lexical::sparsevec(536870912)[] IS NOT NULL)
);

-- A search reads the lexical vectors of thousands of rows, and texts and embeddings of about fifty: lexical vectors
-- stay in the row, all other long values move out of it (the vector index has copies of its own). A third of the
-- pages, half of the time.
ALTER TABLE memories
    ALTER COLUMN lexical   SET STORAGE MAIN,
    ALTER COLUMN embedding SET STORAGE EXTERNAL,
    SET (toast_tuple_target = 512);

CREATE INDEX memories_terms    ON memories USING gin (terms);
CREATE INDEX memories_category ON memories (workspace, category);
CREATE INDEX memories_updated  ON memories (workspace, updated_at);

CREATE TABLE patterns (LIKE memories INCLUDING ALL,
    do_text       text        NOT NULL DEFAULT '',
    dont_text     text        NOT NULL DEFAULT '',
    learned_at    timestamptz CONSTRAINT learned_at_finite CHECK (learned_at BETWEEN '0002-01-01Z' AND '9999-01-01Z')
);
CREATE INDEX patterns_severity ON patterns (workspace, severity);

CREATE TABLE sources  (LIKE memories INCLUDING ALL);
CREATE TABLE backlog  (LIKE memories INCLUDING ALL);
CREATE TABLE events   (LIKE memories INCLUDING ALL);
CREATE TABLE reviews  (LIKE memories INCLUDING ALL);

CREATE TABLE llm_cache (LIKE memories INCLUDING ALL,
    llm_name      text        NOT NULL DEFAULT '',   -- the model that answered
    asked_at      timestamptz CONSTRAINT asked_at_finite CHECK (asked_at BETWEEN '0002-01-01Z' AND '9999-01-01Z'),
    question      text        NOT NULL DEFAULT '',
    question_key  text        NOT NULL DEFAULT '',   -- SHA-256 of the question, ignoring case and spacing
    response_text text        NOT NULL DEFAULT ''
);
ALTER TABLE llm_cache RENAME COLUMN embedding TO question_embedding;
CREATE INDEX llm_cache_question ON llm_cache (workspace, question_key);

-- LIKE copies no storage parameters.
ALTER TABLE patterns  SET (toast_tuple_target = 512);
ALTER TABLE sources   SET (toast_tuple_target = 512);
ALTER TABLE backlog   SET (toast_tuple_target = 512);
ALTER TABLE events    SET (toast_tuple_target = 512);
ALTER TABLE reviews   SET (toast_tuple_target = 512);
ALTER TABLE llm_cache SET (toast_tuple_target = 512);


-- Row-level security: a role sees the workspaces that it is a member of, and writes where it may. The owner of the
-- tables sees all.

CREATE TABLE members (
    workspace   text    NOT NULL,                    -- '*' stands for all
    role        text    NOT NULL,                    -- of the server (with those that inherit from it), or 'public'
    may_write   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (workspace, role)
);

-- A role reads its own memberships only. No policy that a cluster takes has a sub-select.
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON members FOR SELECT USING (
    role = 'public' OR pg_has_role(current_user, to_regrole(quote_ident(role))::oid, 'usage')
);

-- The workspaces that the current role may read, or write. The body is bound to this `members` when the function is
-- created: a body given as text would also read a temporary table of that name, which any role can create and fill.
CREATE FUNCTION granted_workspaces(writing boolean) RETURNS text[]
    LANGUAGE sql STABLE SECURITY INVOKER PARALLEL SAFE
BEGIN ATOMIC
    SELECT coalesce(array_agg(workspace), '{}') FROM members WHERE may_write OR NOT writing;
END;

-- The uncorrelated sub-select evaluates the function once per statement, not once per row; citus.sql replaces it.
-- A policy for each command, because a read would also evaluate one FOR ALL.
DO $$
DECLARE
    of_table text;
    granted CONSTANT text := 'workspace = ANY ((SELECT granted_workspaces(%1$s))::text[])
        OR ''*'' = ANY ((SELECT granted_workspaces(%1$s))::text[])';
    readable CONSTANT text := format(granted, 'false');
    writable CONSTANT text := format(granted, 'true');
BEGIN
    FOREACH of_table IN ARRAY ARRAY['workspaces', 'projects', 'terms', 'memories', 'patterns', 'sources', 'backlog',
        'events', 'reviews', 'llm_cache']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', of_table);
        EXECUTE format('CREATE POLICY %I ON %I FOR SELECT USING (%s)', of_table || '_read', of_table, readable);
        EXECUTE format('CREATE POLICY %I ON %I FOR INSERT WITH CHECK (%s)',
            of_table || '_insert', of_table, writable);
        EXECUTE format('CREATE POLICY %I ON %I FOR UPDATE USING (%s)', of_table || '_update', of_table, writable);
        EXECUTE format('CREATE POLICY %I ON %I FOR DELETE USING (%s)', of_table || '_delete', of_table, writable);
    END LOOP;
END
$$;


-- Lexical candidates for roles under row-level security. PostgreSQL runs no operator on rows that a role may not see
-- unless the operator is declared leakproof, and `@@` is not: for such a role every search would read the whole
-- table. This function runs with the owner's rights and restricts itself to the workspaces that the calling role is
-- a member of. It returns keys and scores; the rows behind them are read under row-level security.

CREATE FUNCTION fetch_words(
    from_table       text,            -- one of the tables of records
    fetching         tsquery,         -- a record must have one of these stems
    query            sparsevec,       -- weight times inverse document frequency of all stems of the query
    only_workspace   text,            -- null: every workspace that the role may read
    in_force         boolean,         -- only active records that are not superseded
    only_category    text,            -- a category or kind; null: any
    only_kinds       text[],          -- null: any
    only_severities  text[],          -- null: any
    least_confidence float8,          -- null: any; a record without confidence passes
    since            timestamptz,     -- null: any
    most_fetched     integer,         -- maximum of rows that are scored; null: all, and each node scores its own
    most             integer          -- maximum of rows that are returned
) RETURNS TABLE (workspace text, project text, path text, score float8)
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    AS $$
DECLARE
    -- The caller: the function runs as its owner, but the setting holds what SET ROLE chose.
    asking name := CASE current_setting('role') WHEN 'none' THEN session_user ELSE current_setting('role')::name END;
    allowed text[];
BEGIN
    IF from_table NOT IN ('memories', 'patterns', 'sources', 'backlog', 'events', 'reviews', 'llm_cache') THEN
        RAISE EXCEPTION 'fetch_words: no table of records: %', from_table USING ERRCODE = 'invalid_parameter_value';
    END IF;
    SELECT coalesce(array_agg(m.workspace), '{}') INTO allowed
    FROM members m
    WHERE m.role = 'public'
       OR pg_has_role(asking, to_regrole(quote_ident(m.role))::oid, 'usage');
    -- A memory's kind is its category: without the OR the planner can use the index on it. Without the LIMIT a cluster
    -- sends the subquery to its nodes as it is, and by the plain conditions on the workspace only to those concerned.
    RETURN QUERY EXECUTE format($q$
        SELECT f.workspace, f.project, f.path,
            (SELECT max(-(passage <#> $2)) FROM unnest(f.lexical) AS passage) AS score
        FROM (
            SELECT t.workspace, t.project, t.path, t.lexical FROM %I t
            WHERE t.terms @@ $1 AND %s AND %s
              AND (NOT $5 OR (t.status = 'active' AND t.superseded_by IS NULL))
              AND ($6 IS NULL OR %s)
              AND ($7 IS NULL OR t.kind = ANY ($7))
              AND ($8 IS NULL OR t.severity = ANY ($8))
              AND ($9 IS NULL OR t.confidence IS NULL OR t.confidence >= $9)
              AND ($10 IS NULL OR t.updated_at >= $10)
            %s
        ) f ORDER BY score DESC, 1, 2, 3 LIMIT $12
    $q$, from_table,
        CASE WHEN only_workspace IS NULL THEN 'true' ELSE 't.workspace = $3' END,
        CASE WHEN '*' = ANY (allowed) THEN 'true' ELSE 't.workspace = ANY ($4)' END,
        CASE from_table WHEN 'memories' THEN 't.category = $6' ELSE 't.category = $6 OR t.kind = $6' END,
        CASE WHEN most_fetched IS NULL THEN '' ELSE 'LIMIT $11' END)
    USING fetching, query, only_workspace, allowed, in_force, only_category, only_kinds, only_severities,
        least_confidence, since, most_fetched, most;
END
$$;

-- The function has the owner's rights, so names must mean the owner's tables: temporary ones, which any role can
-- create, come last.
DO $$
DECLARE
    of_vector text := (
        SELECT n.nspname FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector');
BEGIN
    EXECUTE format('ALTER FUNCTION fetch_words SET search_path = %I, %I, pg_temp', current_schema(), of_vector);
END
$$;
