-- Tokens of the team's server (`memories team serve`), and the proposals that come by them.

-- A token is a role that cannot log in. Its name holds the token's hash, so the server needs no row to find it.
CREATE TABLE tokens (
    role        text        PRIMARY KEY,
    name        text        NOT NULL UNIQUE CHECK (name <> ''),  -- of the person or machine
    created_at  timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE tokens ENABLE ROW LEVEL SECURITY;
CREATE POLICY tokens_read ON tokens FOR SELECT USING (role = current_user::text);

ALTER TABLE members ADD COLUMN may_propose boolean NOT NULL DEFAULT false;

CREATE TABLE proposals (
    workspace   text        NOT NULL,
    project     text        NOT NULL,                -- the repository that it is for
    id          text        NOT NULL,                -- a hash of what it says: the same sentence is the same proposal
    author      text        NOT NULL,                -- the token's name
    record      json        NOT NULL CHECK (octet_length(record::text) <= 65536),  -- partial, as for `memories save`
    created_at  timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (workspace, project, id)
);

-- Only who may propose to a workspace sees what was proposed. A role reads its own rows of `members` and `tokens` only.
ALTER TABLE proposals ENABLE ROW LEVEL SECURITY;
CREATE POLICY proposals_read ON proposals FOR SELECT USING (
    EXISTS (SELECT FROM members m WHERE m.may_propose AND m.workspace IN (proposals.workspace, '*'))
);
CREATE POLICY proposals_insert ON proposals FOR INSERT WITH CHECK (
    EXISTS (SELECT FROM members m WHERE m.may_propose AND m.workspace IN (proposals.workspace, '*'))
    AND author = (SELECT t.name FROM tokens t WHERE t.role = current_user::text)
    AND created_at = now()
);
