"""Access to workspaces: a role's privileges on the tables, and its memberships.

A role needs both: privileges give access to the tables, and row-level security limits it to the rows of its
workspaces. Every function returns the SQL that it ran.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from psycopg import sql

from . import embedding_model, migrate
from .cluster import SCHEMA
from .connection import Connection, connect, failure, translated, value
from .tables import NAMES
from .values import Found

EVERYBODY = "public"
ALL = "*"  # every workspace, including future ones
READ = (
    *NAMES,
    "terms",
    "workspaces",
    "projects",
    "members",
    "embedding_model",
    "schema_version",
)
WRITE = (*NAMES, "terms", "workspaces", "projects")
DATABASE = "SELECT current_database()"  # behind a pooler the connection may have another name for it
CONNECT = "has_database_privilege(%s, current_database(), 'connect')"
TEMPORARY = "has_database_privilege(%s, current_database(), 'temporary')"
USAGE = "has_schema_privilege(%s, (SELECT relnamespace FROM pg_class WHERE oid = to_regclass('memories')), 'usage')"


def grant(
    url: str, role: str, *workspaces: str, write: bool = False, dry_run: bool = False
) -> Found:
    """Grants a role read access to workspaces (`*`: all), or also write access; existing access stays.

    Returns {"role", "workspaces", "may_write", "sql", "notes"}. DatabaseError if the role is unknown, or if the
    connected role does not own the tables.
    """
    with connect(url) as connection, translated(url):
        require_owner(connection, url)
        _require_role(connection, url, role)
        notes = notes_on(connection, role, workspaces, write)
        with alone(connection):
            statements = grants(connection, role, workspaces, write)
            done = run(connection, statements, dry_run)
        if not dry_run:
            notes += _missing(connection, role, write)
        return {
            "role": role,
            "workspaces": workspaces,
            "may_write": write,
            "sql": done,
            "notes": notes,
        }


@contextmanager
def alone(connection: Connection) -> Iterator[None]:
    """A transaction without another migration or change of access at the same time: the server lets one of two fail."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (migrate.LOCK,))
        yield


def grants(
    connection: Connection, role: str, workspaces: Sequence[str], write: bool
) -> list[sql.Composed]:
    who = _name(role)
    schema = sql.Identifier(value(connection, SCHEMA))
    database = sql.Identifier(value(connection, DATABASE))
    statements: list[sql.Composed] = []
    if not _has(connection, USAGE, role):
        statements.append(_sql("GRANT USAGE ON SCHEMA {} TO {}", schema, who))
    if not _has(connection, CONNECT, role):
        statements.append(_sql("GRANT CONNECT ON DATABASE {} TO {}", database, who))
    statements.append(_sql("GRANT SELECT ON {} TO {}", _list(READ), who))
    statements.append(
        _sql("GRANT EXECUTE ON FUNCTION granted_workspaces(boolean) TO {}", who)
    )
    if write:
        statements.append(
            _sql("GRANT INSERT, UPDATE, DELETE ON {} TO {}", _list(WRITE), who)
        )
    if write and not _has(connection, TEMPORARY, role):
        statements.append(_sql("GRANT TEMPORARY ON DATABASE {} TO {}", database, who))
    for workspace in workspaces:
        member = _sql(
            "INSERT INTO members (workspace, role, may_write) VALUES ({}, {}, {})"
            " ON CONFLICT (workspace, role) DO UPDATE SET may_write = members.may_write OR excluded.may_write",
            *map(sql.Literal, (workspace, role, write)),
        )
        statements.append(member)
    return statements


def revoke(
    url: str, role: str, *workspaces: str, write: bool = False, dry_run: bool = False
) -> Found:
    """Revokes memberships, or with `write` only their write access; the last one takes the privileges with it.

    The role may no longer exist on the server. Returns {"role", "workspaces", "sql", "notes"}.
    """
    with connect(url) as connection, translated(url), alone(connection):
        require_owner(connection, url)
        left = dict(
            connection.execute(
                "SELECT workspace, may_write FROM members WHERE role = %s", (role,)
            ).fetchall()
        )
        for workspace in set(workspaces).difference(left):
            has = ", ".join(sorted(left)) or "no workspace"
            raise failure(
                url,
                f"role {role!r} is not a member of workspace {workspace!r}; it is one of: {has}",
            )
        key = (sql.Literal(role), sql.Literal(list(workspaces)))
        if write:
            left.update(dict.fromkeys(workspaces, False))
            change = "UPDATE members SET may_write = false"
        else:
            left = {name: may for name, may in left.items() if name not in workspaces}
            change = "DELETE FROM members"
        statements = [_sql(change + " WHERE role = {} AND workspace = ANY ({})", *key)]
        known = role == EVERYBODY or is_role(connection, role)
        who = _name(role)
        if known and not any(left.values()):
            statements.append(
                _sql("REVOKE INSERT, UPDATE, DELETE ON {} FROM {}", _list(WRITE), who)
            )
        if known and not left:
            statements.append(_sql("REVOKE SELECT ON {} FROM {}", _list(READ), who))
            statements.append(
                _sql(
                    "REVOKE EXECUTE ON FUNCTION granted_workspaces(boolean) FROM {}",
                    who,
                )
            )
        done, notes = run(connection, statements, dry_run), list[str]()
        if known and not write and role != EVERYBODY:
            for workspace in workspaces:
                notes += _still(connection, role, workspace)
        return {"role": role, "workspaces": workspaces, "sql": done, "notes": notes}


def require_owner(connection: Connection, url: str) -> None:
    migrate.check(connection, url)
    if not embedding_model.is_owner(connection):
        owner = embedding_model.owner(connection)
        user = value(connection, "SELECT current_user")
        raise failure(
            url,
            f"only the owner of the tables ({owner}) can do this, not {user}; connect as {owner}",
        )


def _require_role(connection: Connection, url: str, role: str) -> None:
    if role != EVERYBODY and not is_role(connection, role):
        create = _sql("CREATE ROLE {} LOGIN", sql.Identifier(role)).as_string(
            connection
        )
        raise failure(
            url,
            f"there is no role {role!r:.80} on this server; have it created with {create};",
        )


def is_role(connection: Connection, role: str) -> bool:
    return bool(
        value(connection, "SELECT to_regrole(quote_ident(%s)) IS NOT NULL", (role,))
    )


def notes_on(
    connection: Connection, role: str, workspaces: Sequence[str], write: bool
) -> list[str]:
    """Side effects that the grantor may not expect."""
    notes = []
    there = connection.execute("SELECT workspace FROM workspaces").fetchall()
    unknown = set() if write else {*workspaces}.difference([ALL], *there)
    for workspace in sorted(unknown):
        notes.append(
            f"workspace {workspace} does not exist yet; it becomes visible when somebody has ingested into it"
        )
    if write and embedding_model.read(connection) is None:
        notes.append(
            "no model has been chosen yet, and only the owner can choose it: as the owner, run the first "
            "`memories team ingest`, or `memories team migrate --embedder static`"
        )
    query = "SELECT string_agg(workspace, ', ' ORDER BY workspace) FROM members WHERE role = %s AND workspace <> ALL (%s)"
    also = value(connection, query, (role, list(workspaces)))
    if also:
        notes.append(f"{role} was already a member of, and stays one of: {also}")
    return notes


def _missing(connection: Connection, role: str, write: bool) -> list[str]:
    """Grants without effect, because only the database's owner can make them: the server only warns."""
    needs = (
        {"CONNECT": CONNECT, "TEMPORARY": TEMPORARY} if write else {"CONNECT": CONNECT}
    )
    names = sql.Identifier(value(connection, DATABASE)), _name(role)
    notes = []
    for privilege, test in needs.items():
        if not _has(connection, test, role):
            line = _sql(
                f"GRANT {privilege} ON DATABASE {{}} TO {{}};", *names
            ).as_string(connection)
            notes.append(f"the owner of the database has to run: {line}")
    return notes


def _still(connection: Connection, role: str, workspace: str) -> list[str]:
    """Other memberships through which the role still sees the workspace."""
    rows = connection.execute(
        """SELECT role, workspace FROM members
        WHERE workspace IN (%(w)s, '*') AND (workspace, role) <> (%(w)s, %(role)s)
            AND (role = 'public' OR pg_has_role(%(role)s::name, to_regrole(quote_ident(role))::oid, 'usage'))
        ORDER BY 1, 2""",
        {"w": workspace, "role": role},
    )
    return [
        f"{role} still sees {workspace}: {other} is a member of {name}"
        for other, name in rows
    ]


def run(
    connection: Connection, statements: list[sql.Composed], dry_run: bool
) -> list[str]:
    if not dry_run:
        for statement in statements:
            connection.execute(statement)
    return [statement.as_string(connection) for statement in statements]


def _sql(text: Any, *parts: sql.Composable) -> sql.Composed:
    return sql.SQL(text).format(*parts)


def _name(role: str) -> sql.Composable:
    return sql.SQL("PUBLIC") if role == EVERYBODY else sql.Identifier(role)


def _list(tables: tuple[str, ...]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, tables))


def _has(connection: Connection, test: str, role: str) -> bool:
    return bool(value(connection, f"SELECT {test}".encode(), (role,)))
