"""Tokens of the team's server: each is a role of the database that cannot log in, and that the server takes on.

A token is 256 random bits, so nobody can guess one, and a plain SHA-256 protects it as well as a slow hash would: slow
hashes are for passwords, which are few enough to be tried. The role's name holds 192 bits of the hash. The server finds
the role by that name alone, and whoever reads the database cannot make a token of it.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from typing import Any

from psycopg import sql

from . import access
from .connection import Connection, connect, failure, rows, translated, value
from .values import Found

PREFIX = "mrt_"  # by which people, and scanners for secrets, know a token
TOKEN = re.compile(PREFIX + r"[A-Za-z0-9_-]{43}")
ROLE = "memories_token_"
GROUP = "memories_tokens"  # has the privileges on the tables, and is a member of no workspace
LOGIN = "memories_server"  # of the server; it may take on the tokens' roles, and reads nothing itself
CREATE = f"CREATE ROLE {LOGIN} LOGIN NOINHERIT"
MAKE = """GRANT SELECT ON tokens, proposals TO {0}; GRANT INSERT ON proposals TO {0};
    CREATE ROLE {1} NOLOGIN; GRANT {0} TO {1}; GRANT {1} TO {2}"""


def role_of(token: str) -> str:
    """The role of a token, which need not exist; "" for what is no token."""
    if not TOKEN.fullmatch(token):
        return ""
    return ROLE + hashlib.sha256(token.encode()).hexdigest()[:48]


def add(
    url: str, name: str, read: Sequence[str], propose: Sequence[str]
) -> tuple[str, list[str]]:
    """(a new token, notes for its giver): it may read all of these workspaces (`*`: every one), and propose to some.

    DatabaseError if the name is taken, if the server has no role, or if the connected role does not own the tables or
    may not create roles.
    """
    token = PREFIX + secrets.token_urlsafe(32)
    role = role_of(token)
    workspaces = list(dict.fromkeys([*read, *propose]))
    with connect(url) as connection, translated(url), access.alone(connection):
        access.require_owner(connection, url)
        if not access.is_role(connection, LOGIN):
            step = f"have it created with {CREATE} PASSWORD '...'"
            raise failure(url, f"the server has no role {LOGIN}; {step}")
        if value(connection, "SELECT 1 FROM tokens WHERE name = %s", (name,)):
            step = f"memories team token revoke {name}"
            raise failure(url, f"{name} has a token; take it away first: {step}")
        if not access.is_role(connection, GROUP):
            _run(connection, "CREATE ROLE {} NOLOGIN", GROUP)
        granted = access.grants(connection, GROUP, [], write=False)
        access.run(connection, granted, dry_run=False)
        _run(connection, MAKE, GROUP, role, LOGIN)
        connection.execute("INSERT INTO tokens VALUES (%s, %s)", (role, name))
        connection.execute(
            "INSERT INTO members (workspace, role, may_propose)"
            " SELECT w, %s, w = ANY (%s) FROM unnest(%s::text[]) AS w",
            (role, [*propose], workspaces),
        )
        return token, access.notes_on(connection, role, workspaces, write=False)


def revoke(url: str, name: str) -> None:
    """Takes a token away: no request that begins after this gets an answer. DatabaseError if there is none."""
    with connect(url) as connection, translated(url), access.alone(connection):
        access.require_owner(connection, url)
        query = "DELETE FROM tokens WHERE name = %s RETURNING role"
        role = value(connection, query, (name,))
        if role is None:
            step = "`memories team token list` shows them"
            raise failure(url, f"no token of {name!r:.80}; {step}")
        connection.execute("DELETE FROM members WHERE role = %s", (role,))
        _run(connection, "DROP ROLE IF EXISTS {}", role)


def listed(url: str) -> list[Found]:
    """{"name", "created_at", "read": [], "propose": []} of each token; DatabaseError unless the role owns the tables."""
    with connect(url) as connection, translated(url):
        access.require_owner(connection, url)
        query = """SELECT name, to_char(created_at, 'YYYY-MM-DD') AS created_at, array_agg(workspace ORDER BY workspace)
                AS read, coalesce(array_agg(workspace) FILTER (WHERE may_propose), '{}') AS propose
            FROM tokens JOIN members USING (role) GROUP BY role ORDER BY name"""
        return rows(connection, query)


def require_powerless(connection: Connection, url: str) -> None:
    """DatabaseError if the connected role can read the tables itself: then its tokens would protect nothing."""
    query = "SELECT has_table_privilege(to_regclass('memories'), 'select')"
    if value(connection, query):
        user = value(connection, "SELECT current_user")
        step = f"have the server connect as {LOGIN} ({CREATE} PASSWORD '...'), or pass --trial with an embedded one"
        raise failure(url, f"{user} can read the tables itself; {step}")


def name_of(connection: Connection, role: str) -> str | None:
    """Whose token has this role, as that role; None for none."""
    name: str | None = value(
        connection, "SELECT name FROM tokens WHERE role = %s", (role,)
    )
    return name


def _run(connection: Connection, text: Any, *roles: str) -> None:
    connection.execute(sql.SQL(text).format(*map(sql.Identifier, roles)))
