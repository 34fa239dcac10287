-- The records of many repositories, one table a kind of record, and what is needed to find them.
-- The workspace stands first in every key: it is what a role may see, and what a cluster distributes by.
-- Searching needs pgvector 0.8 or later (halfvec, sparsevec, iterative index scans).

CREATE EXTENSION IF NOT EXISTS vector;

CREATE TABLE embedding_model (
    one_row     boolean     PRIMARY KEY DEFAULT true CHECK (one_row),  -- only one: all vectors of a database come from one model
    embedder    text        NOT NULL,                               -- static, onnx, sentence-transformers or http
    model       text        NOT NULL,                               -- the model's name
    revision    text        NOT NULL,                               -- changes with its weights; vectors of two revisions do not compare
    dims        integer     NOT NULL CHECK (dims BETWEEN 1 AND 4000),  -- what an index over halfvec can hold
    set_at      timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE workspaces (
    workspace   text        PRIMARY KEY CHECK (workspace <> ''),
    records     bigint      NOT NULL DEFAULT 0,      -- of all kinds: what the rarity of a word is measured against
    created_at  timestamptz NOT NULL DEFAULT now(),
    ingested_at timestamptz                          -- when a run last came to its end
);

CREATE TABLE projects (
    workspace   text        NOT NULL,
    project     text        NOT NULL CHECK (project <> ''),  -- a repository
    ingested_at timestamptz,                                 -- when a run last came to its end
    PRIMARY KEY (workspace, project)
);

CREATE TABLE terms (
    workspace   text        NOT NULL,
    term        text        NOT NULL,                -- a stem, as the tokenizer of the files makes it
    records     integer     NOT NULL,                -- of the workspace that have it
    PRIMARY KEY (workspace, term)
) WITH (fillfactor = 70);                            -- counted up at every run: room for updates in place

CREATE TABLE memories (
    workspace     text        NOT NULL,
    project       text        NOT NULL,              -- the repository it comes from
    path          text        NOT NULL,              -- of its file, relative to the project
    kind          text        NOT NULL,              -- a category, or pattern, source, backlog, event, review, llm_cache
    id            text        NOT NULL,
    title         text        NOT NULL,
    category      text        NOT NULL,
    tags          text[]      NOT NULL DEFAULT '{}',
    aliases       text[]      NOT NULL DEFAULT '{}', -- phrasings under which somebody would look for it
    status        text        NOT NULL DEFAULT 'active',
    severity      text,
    confidence    real,                              -- 0 to 1; null when the record does not say
    created_at    timestamptz,
    updated_at    timestamptz,
    superseded_by text,                              -- id of the record that replaced it
    related_files text[]      NOT NULL DEFAULT '{}',
    body          text        NOT NULL DEFAULT '',   -- every text of its content, a line each
    record        json        NOT NULL,              -- the file as it is, to the byte
    content_hash  text        NOT NULL,              -- SHA-256 of the file
    text_hash     text        NOT NULL,              -- SHA-256 of what was embedded: unchanged text is not embedded again
    ingested_at   timestamptz NOT NULL DEFAULT now(),
    head          text        NOT NULL DEFAULT '',   -- stems of title, tags and aliases, a line each: where a word stood
    terms         tsvector    NOT NULL,              -- stems of the whole record, without positions
    lexical       sparsevec[] NOT NULL,              -- BM25 weights of its stems, a vector a passage; the inner product with a query is its score
    embedding     halfvec,                           -- of its meaning; null until embedded. Half precision moves a cosine by less than 0.001
    PRIMARY KEY (workspace, project, path)
);

-- A search looks at thousands of rows' word weights and at fifty rows' texts and vectors: the weights stay in the row, all else that is
-- long moves out of it (the vector index has vectors of its own). A third of the pages, half of the time.
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
    learned_at    timestamptz
);
CREATE INDEX patterns_severity ON patterns (workspace, severity);

CREATE TABLE sources  (LIKE memories INCLUDING ALL);
CREATE TABLE backlog  (LIKE memories INCLUDING ALL);
CREATE TABLE events   (LIKE memories INCLUDING ALL);
CREATE TABLE reviews  (LIKE memories INCLUDING ALL);

CREATE TABLE llm_cache (LIKE memories INCLUDING ALL,
    llm_name      text        NOT NULL DEFAULT '',   -- the model that answered
    asked_at      timestamptz,                       -- when; an exact question is answered from here for 24 hours
    question      text        NOT NULL DEFAULT '',
    question_key  text        NOT NULL DEFAULT '',   -- SHA-256 of the question but for case and spacing: what makes two questions the same
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
