"""Connections to the team database: addresses, time-outs, and psycopg's errors as one line that says what to do.

The only module that knows how the driver reports things. Passwords come from where libpq looks for them (PGPASSWORD, a password
file, a service file) or from the address, and never stand in a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import psycopg
from psycopg import conninfo, errors

from ..core.errors import DatabaseError
from . import embedded

CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30  # of a search; an ingest sets none
APPLICATION = "memory-retrieval"

Connection = psycopg.Connection[Any]


def connect(url: str, *, statement_seconds: float = 0, **options: Any) -> Connection:
    """An open connection in autocommit mode; DatabaseError when it cannot be had.

    url                `postgresql://...`, a libpq connection string, or `embedded[:FOLDER]` for a server of our own in a folder
    statement_seconds  after which the server gives up a statement; 0 for never
    """
    parameters = parse(url)
    with translated(url):
        connection: Connection = psycopg.connect(**{**parameters, **options}, autocommit=True)
    if statement_seconds:
        connection.execute("SELECT set_config('statement_timeout', %s, false)", (str(int(statement_seconds * 1000)),))
    return connection


def parse(url: str) -> dict[str, Any]:
    """The connection's parameters; DatabaseError when the address cannot be read."""
    address = embedded.address(url) if embedded.is_embedded(url) else url
    try:
        parameters: dict[str, Any] = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        raise DatabaseError(
            f"--db-url {shown(url)}: no address of a database ({_first_line(error, url)}); write postgresql://user@host:5432/name"
        ) from None
    if "=" not in address and not address.startswith(("postgresql://", "postgres://")):
        raise DatabaseError(f"--db-url {shown(url)}: no address of a database; write postgresql://user@host:5432/name, or embedded")
    parameters.setdefault("connect_timeout", CONNECT_SECONDS)
    parameters.setdefault("application_name", APPLICATION)
    return parameters


def shown(url: str) -> str:
    """The address as it may be shown: without its password, on one line; also one that cannot be read."""
    text = _AFTER_USER.sub(r"\1:***@", url) if "://" in url or "=" not in url else url
    return " ".join(_AFTER_NAME.sub(r"\1***", text).split())[:200]


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Turns what the driver raises into DatabaseError; `url` names the place."""
    try:
        yield
    except psycopg.Error as error:
        raise DatabaseError(_message(error, url)) from error
    except ValueError as error:  # what the driver itself will not send
        if "NUL" not in str(error):
            raise
        raise DatabaseError("the text holds a NUL character, which a database cannot keep; remove it") from None


def is_broken(error: BaseException | None) -> bool:
    """Whether the connection was lost, so that the same work may be tried again on a new one."""
    if isinstance(error, DatabaseError):
        error = error.__cause__
    lost = (errors.AdminShutdown, errors.CrashShutdown, errors.CannotConnectNow, errors.ConnectionException)
    if isinstance(error, lost):
        return True
    return isinstance(error, psycopg.OperationalError) and error.sqlstate is None


def may_try_again(error: BaseException | None) -> bool:
    """Whether the server took back a transaction only because of another one."""
    if isinstance(error, DatabaseError):
        error = error.__cause__
    return isinstance(error, (errors.DeadlockDetected, errors.SerializationFailure))


def _message(error: psycopg.Error, url: str) -> str:
    place, said = shown(url), _first_line(error, url)
    if isinstance(error, errors.InsufficientPrivilege):
        advice = next((line for words, line in _FORBIDDEN.items() if words in said), "")
        if advice:
            return f"{place}: {said}; {advice}"
    for kinds, advice in _ADVICE:
        if isinstance(error, kinds):
            return f"{place}: {said}; {advice}"
    if error.sqlstate is None:
        return f"{place}: {said}; {_unreachable(said)}"
    return f"{place}: {said} (SQLSTATE {error.sqlstate})"


def _unreachable(said: str) -> str:
    if "password" in said or "authentication" in said:
        return "set PGPASSWORD, or write ~/.pgpass or a service file"
    if "could not translate host" in said or "resolve" in said or "Name or service" in said:
        return "correct the host's name"
    if "does not exist" in said and "role" in said:
        return "correct the user, or have the role created"
    if "does not exist" in said:
        return "create it with `createdb`, or correct the name"
    if "refused" in said or "No such file" in said:
        return "start the server, or correct host and port"
    return "see that the server runs and can be reached"


_OLD = "run `memories db migrate --db-url ...` as the tables' owner"
_FORBIDDEN = {
    "create extension": "have an administrator run CREATE EXTENSION vector in this database, then run it again",
    "for schema": "have the database's owner GRANT USAGE, CREATE ON SCHEMA to this role, or connect as the owner",
    "must be owner of": "connect as the tables' owner",
}
_ADVICE: tuple[tuple[Any, str], ...] = (
    ((errors.InvalidPassword, errors.InvalidAuthorizationSpecification), "set PGPASSWORD, or write ~/.pgpass or a service file"),
    (errors.InvalidCatalogName, "create it with `createdb`, or correct the name"),
    ((errors.UndefinedTable, errors.UndefinedColumn), _OLD),
    (errors.UndefinedFile, "install pgvector 0.8 or later on the server"),
    (errors.FeatureNotSupported, "install pgvector 0.8 or later on the server"),
    (errors.UndefinedObject, "install pgvector 0.8 or later and put its schema on the search_path"),
    (errors.InsufficientPrivilege, "have the tables' owner run `memories db grant ROLE --workspace W [--write]`, or connect as the owner"),
    (errors.DataException, "its vectors may be of another model by now: open it again"),
    (errors.QueryCanceled, "the server's time limit was reached; raise --timeout, or see `memories db status`"),
    (errors.LockNotAvailable, "another run holds it; try again when that has finished"),
    (errors.ReadOnlySqlTransaction, "this server takes no writes; use the primary"),
    (errors.DiskFull, "make room on the server and run it again"),
    (errors.TooManyConnections, "try again later, or raise max_connections"),
)


def _first_line(error: Exception, url: str) -> str:
    """What the server said, on one line; the driver may quote the address there, so the password is taken out."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    text = lines[-1] if lines and "Multiple connection attempts" in str(error) else (lines[0] if lines else type(error).__name__)
    for secret in _secrets(url):
        text = text.replace(secret, "***")
    return text.removeprefix("connection failed: ")[:400]


def _secrets(url: str) -> list[str]:
    """What of an address may be a password, the longest first: as the driver reads it, as it is written, and the parts of a bad one."""
    found = set()
    try:
        found |= {str(value) for name, value in conninfo.conninfo_to_dict(url).items() if "password" in name}
    except psycopg.ProgrammingError:
        pass
    for match in (_AFTER_USER.search(url), *_AFTER_NAME.finditer(url)):
        if match:
            found |= {match[2], unquote(match[2]), match[2].strip("'"), *re.split("[@:/?]", match[2])}
    return sorted(found - {""}, key=len, reverse=True)


# Up to the last @: a password may hold any character by mistake.
_AFTER_USER = re.compile(r"^((?:[a-z]+:/+|(?![a-z]+:/))[^:@/]*):(.+)@", re.DOTALL)
_AFTER_NAME = re.compile(r"(password\s*=\s*)('(?:[^'\\]|\\.)*'?|[^\s&]*)", re.IGNORECASE)
