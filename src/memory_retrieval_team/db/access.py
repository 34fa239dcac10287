"""Access to workspaces: a role's privileges on the tables, and its memberships.

A role needs both: privileges give access to the tables, and row-level security limits it to the rows of its
workspaces. Every function returns the SQL that it ran.
"""

from __future__ import annotations

from typing import Any

from psycopg import sql

from memory_retrieval.core.errors import DatabaseError

from . import embedding_model, migrate
from .connection import Connection, connect, shown, translated
from .tables import NAMES

EVERYBODY = "public"
ALL = "*"  # every workspace, including future ones
READ = (*NAMES, "terms", "workspaces", "projects", "members", "embedding_model", "schema_version")
SCHEMA = (
    "SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('memories')"
)
DATABASE = "SELECT current_database()"  # behind a pooler the connection may have another name for it
WRITE = (*NAMES, "terms", "workspaces", "projects")


def grant(url: str, role: str, workspace: str, *, write: bool = False, dry_run: bool = False) -> dict[str, Any]:
    """Grants a role read access to a workspace (`*`: all), or also write access; existing access stays.

    Returns {"role", "workspace", "may_write", "sql", "notes"}. DatabaseError if the role is unknown, or if the
    connected role does not own the tables.
    """
    with connect(url) as connection, translated(url):
        _require_owner(connection, url)
        _require_role(connection, url, role)
        notes = _notes(connection, role, workspace, write)
        with connection.transaction():
            done = grant_on(connection, role, workspace, write=write, dry_run=dry_run)
        notes += [] if dry_run else _missing(connection, role, write)
        return {"role": role, "workspace": workspace, "may_write": write, "sql": done, "notes": notes}


def grant_on(connection: Connection, role: str, workspace: str, *, write: bool, dry_run: bool = False) -> list[str]:
    """As `grant`, on an open connection and for a role that exists; returns the SQL."""
    who = _name(role)
    schema = sql.Identifier(_one(connection, SCHEMA))
    database = sql.Identifier(_one(connection, DATABASE))
    statements: list[sql.Composed] = []
    in_schema = (
        "has_schema_privilege(%s, (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('memories')), 'usage')"
    )
    if not _has(connection, in_schema, role):
        statements.append(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(schema, who))
    if not _has(connection, "has_database_privilege(%s, current_database(), 'connect')", role):
        statements.append(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, who))
    statements.append(sql.SQL("GRANT SELECT ON {} TO {}").format(_list(READ), who))
    statements.append(sql.SQL("GRANT EXECUTE ON FUNCTION granted_workspaces(boolean) TO {}").format(who))
    if write:
        statements.append(sql.SQL("GRANT INSERT, UPDATE, DELETE ON {} TO {}").format(_list(WRITE), who))
        if not _has(connection, "has_database_privilege(%s, current_database(), 'temporary')", role):
            statements.append(sql.SQL("GRANT TEMPORARY ON DATABASE {} TO {}").format(database, who))
    statements.append(
        sql.SQL(
            "INSERT INTO members (workspace, role, may_write) VALUES ({}, {}, {})"
            " ON CONFLICT (workspace, role) DO UPDATE SET may_write = members.may_write OR excluded.may_write"
        ).format(sql.Literal(workspace), sql.Literal(role), sql.Literal(write))
    )
    return _run(connection, statements, dry_run)


def revoke(url: str, role: str, workspace: str, *, write: bool = False, dry_run: bool = False) -> dict[str, Any]:
    """Revokes a membership, or with `write` only its write access; the last one takes the privileges with it.

    The role may no longer exist on the server. Returns {"role", "workspace", "sql", "notes"}.
    """
    with connect(url) as connection, translated(url):
        _require_owner(connection, url)
        there = {
            row[0]: row[1]
            for row in connection.execute("SELECT workspace, may_write FROM members WHERE role = %s", (role,))
        }
        if workspace not in there:
            has = ", ".join(sorted(there)) or "no workspace"
            raise DatabaseError(
                f"{shown(url)}: role {role!r} is not a member of workspace {workspace!r}; it is one of: {has}"
            )
        key = (sql.Literal(role), sql.Literal(workspace))
        left = {name: may for name, may in there.items() if name != workspace}
        if write:
            statements = [
                sql.SQL("UPDATE members SET may_write = false WHERE role = {} AND workspace = {}").format(*key)
            ]
            left[workspace] = False
        else:
            statements = [sql.SQL("DELETE FROM members WHERE role = {} AND workspace = {}").format(*key)]
        known = role == EVERYBODY or _is_role(connection, role)
        if known and not any(left.values()):
            statements.append(sql.SQL("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}").format(_list(WRITE), _name(role)))
        if known and not left:
            statements.append(sql.SQL("REVOKE SELECT ON {} FROM {}").format(_list(READ), _name(role)))
            statements.append(
                sql.SQL("REVOKE EXECUTE ON FUNCTION granted_workspaces(boolean) FROM {}").format(_name(role))
            )
        with connection.transaction():
            done = _run(connection, statements, dry_run)
        notes = [] if write or not known or role == EVERYBODY else _still(connection, role, workspace)
        return {"role": role, "workspace": workspace, "sql": done, "notes": notes}


def _require_owner(connection: Connection, url: str) -> None:
    migrate.check(connection, url)
    if not embedding_model.is_owner(connection):
        owner = embedding_model.owner(connection)
        user = _one(connection, "SELECT current_user")
        raise DatabaseError(
            f"{shown(url)}: only the owner of the tables ({owner}) can do this, not {user}; connect as {owner}"
        )


def _require_role(connection: Connection, url: str, role: str) -> None:
    if role != EVERYBODY and not _is_role(connection, role):
        create = sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(role)).as_string(connection)
        raise DatabaseError(
            f"{shown(url)}: there is no role {role!r:.80} on this server; have it created with {create};"
        )


def _is_role(connection: Connection, role: str) -> bool:
    return bool(connection.execute("SELECT 1 WHERE to_regrole(quote_ident(%s)) IS NOT NULL", (role,)).fetchone())


def _notes(connection: Connection, role: str, workspace: str, write: bool) -> list[str]:
    """Side effects that the grantor may not expect."""
    notes = []
    if (
        workspace != ALL
        and not write
        and not connection.execute("SELECT 1 FROM workspaces WHERE workspace = %s", (workspace,)).fetchone()
    ):
        notes.append(f"workspace {workspace} does not exist yet; it becomes visible when somebody has ingested into it")
    if write and embedding_model.read(connection) is None:
        notes.append(
            "no model has been chosen yet, and only the owner can choose it: as the owner, run the first "
            "`memories ingest`, or `memories db migrate --embedder static`"
        )
    others = connection.execute(
        "SELECT workspace FROM members WHERE role = %s AND workspace <> %s ORDER BY 1", (role, workspace)
    )
    also = ", ".join(name for (name,) in others)
    return [*notes, f"{role} was already a member of, and stays one of: {also}"] if also else notes


def _missing(connection: Connection, role: str, write: bool) -> list[str]:
    """Grants without effect, because only the database's owner can make them: the server only warns."""
    needs = [("has_database_privilege(%s, current_database(), 'connect')", "GRANT CONNECT ON DATABASE {} TO {};")]
    if write:
        needs.append(
            ("has_database_privilege(%s, current_database(), 'temporary')", "GRANT TEMPORARY ON DATABASE {} TO {};")
        )
    names = sql.Identifier(_one(connection, DATABASE)), _name(role)
    return [
        "the owner of the database has to run: " + sql.SQL(line).format(*names).as_string(connection)
        for test, line in needs
        if not _has(connection, test, role)
    ]


def _still(connection: Connection, role: str, workspace: str) -> list[str]:
    """Other memberships through which the role still sees the workspace."""
    rows = connection.execute(
        """SELECT role, workspace FROM members
        WHERE workspace IN (%(w)s, '*') AND (workspace, role) <> (%(w)s, %(role)s)
            AND (role = 'public' OR pg_has_role(%(role)s::name, to_regrole(quote_ident(role))::oid, 'usage'))
        ORDER BY 1, 2""",
        {"w": workspace, "role": role},
    )
    return [f"{role} still sees {workspace}: {other} is a member of {name}" for other, name in rows]


def _run(connection: Connection, statements: list[sql.Composed], dry_run: bool) -> list[str]:
    for statement in statements:
        if not dry_run:
            connection.execute(statement)
    return [statement.as_string(connection) for statement in statements]


def _name(role: str) -> sql.Composable:
    return sql.SQL("PUBLIC") if role == EVERYBODY else sql.Identifier(role)


def _list(tables: tuple[str, ...]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, tables))


def _has(connection: Connection, test: str, role: str) -> bool:
    row = connection.execute(f"SELECT {test}".encode(), (role,)).fetchone()
    return bool(row and row[0])


def _one(connection: Connection, query: str) -> str:
    row = connection.execute(query.encode()).fetchone()
    return str(row[0]) if row else ""
