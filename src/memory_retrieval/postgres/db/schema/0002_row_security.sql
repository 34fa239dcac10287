-- A role sees the workspaces it is a member of, and writes where it may. The owner of the tables sees all.

CREATE TABLE members (
    workspace   text    NOT NULL,                    -- '*' stands for all
    role        text    NOT NULL,                    -- a role of the server; whoever has its privileges is meant, 'public' is everybody
    may_write   boolean NOT NULL DEFAULT false,
    PRIMARY KEY (workspace, role)
);

-- Each role reads its own memberships only.
ALTER TABLE members ENABLE ROW LEVEL SECURITY;
CREATE POLICY members_read ON members FOR SELECT USING (
    role = 'public' OR EXISTS (SELECT FROM pg_roles r WHERE r.rolname = members.role AND pg_has_role(current_user, r.oid, 'usage'))
);

-- The workspaces that the asking role may read, or write. Policies ask once a statement (an uncorrelated sub-select), not once a row.
-- The body is bound to this `members` when it is made: as a text, it would also read a temporary table of that name, which any role can fill.
CREATE FUNCTION granted_workspaces(writing boolean) RETURNS text[]
    LANGUAGE sql STABLE SECURITY INVOKER PARALLEL SAFE
    RETURN (SELECT coalesce(array_agg(workspace), '{}') FROM members WHERE may_write OR NOT writing);

ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
ALTER TABLE projects ENABLE ROW LEVEL SECURITY;
ALTER TABLE terms ENABLE ROW LEVEL SECURITY;
ALTER TABLE memories ENABLE ROW LEVEL SECURITY;
ALTER TABLE patterns ENABLE ROW LEVEL SECURITY;
ALTER TABLE sources ENABLE ROW LEVEL SECURITY;
ALTER TABLE backlog ENABLE ROW LEVEL SECURITY;
ALTER TABLE events ENABLE ROW LEVEL SECURITY;
ALTER TABLE reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE llm_cache ENABLE ROW LEVEL SECURITY;

-- Reading.
CREATE POLICY workspaces_read ON workspaces FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY projects_read ON projects FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY terms_read ON terms FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY memories_read ON memories FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY patterns_read ON patterns FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY sources_read ON sources FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY backlog_read ON backlog FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY events_read ON events FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY reviews_read ON reviews FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));
CREATE POLICY llm_cache_read ON llm_cache FOR SELECT
    USING (workspace = ANY ((SELECT granted_workspaces(false))::text[]) OR '*' = ANY ((SELECT granted_workspaces(false))::text[]));

-- Writing; the same condition holds for the row as it was and as it will be.
CREATE POLICY workspaces_write ON workspaces FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY projects_write ON projects FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY terms_write ON terms FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY memories_write ON memories FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY patterns_write ON patterns FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY sources_write ON sources FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY backlog_write ON backlog FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY events_write ON events FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY reviews_write ON reviews FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
CREATE POLICY llm_cache_write ON llm_cache FOR ALL
    USING (workspace = ANY ((SELECT granted_workspaces(true))::text[]) OR '*' = ANY ((SELECT granted_workspaces(true))::text[]));
