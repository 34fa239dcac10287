-- Changes made in the database itself, beside the files that the records come from.
-- A changed record stands in its own table like any other; here stands what its file said, so that an ingest can tell a file that was not
-- touched, which leaves the change alone, from one that was, which wins.

CREATE TABLE edits (
    workspace   text        NOT NULL,
    project     text        NOT NULL,
    path        text        NOT NULL,                -- of the record, as in its table
    source_hash text        NOT NULL,                -- SHA-256 of the file as it was last ingested
    source      json        NOT NULL,                -- that file, to the byte: what taking the change back restores
    changed_by  text        NOT NULL DEFAULT session_user,  -- the role that last changed the record
    changed_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace, project, path)
);

ALTER TABLE edits ENABLE ROW LEVEL SECURITY;
CREATE POLICY edits_read ON edits FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY edits_write ON edits FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));

-- Roles that were made members before this table was there: reading and writing as `memories db grant` gives it.
DO $$
DECLARE
    member record;
BEGIN
    FOR member IN
        SELECT m.role, bool_or(m.may_write) AS writes FROM members m
        WHERE m.role = 'public' OR EXISTS (SELECT FROM pg_roles r WHERE r.rolname = m.role)
        GROUP BY m.role
    LOOP
        EXECUTE format('GRANT SELECT ON edits TO %s', CASE member.role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(member.role) END);
        IF member.writes THEN
            EXECUTE format('GRANT INSERT, UPDATE, DELETE ON edits TO %s',
                CASE member.role WHEN 'public' THEN 'PUBLIC' ELSE quote_ident(member.role) END);
        END IF;
    END LOOP;
END
$$;

-- Where a cluster has the other tables already, this one joins them; a new cluster gets it from citus.sql.
DO $$
DECLARE
    spread boolean := false;
BEGIN
    IF to_regclass('pg_dist_partition') IS NOT NULL THEN
        EXECUTE 'SELECT EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = ''memories''::regclass)' INTO spread;
    END IF;
    IF spread THEN
        EXECUTE 'SELECT create_distributed_table(''edits'', ''workspace'', colocate_with => ''workspaces'')';
    END IF;
END
$$;
