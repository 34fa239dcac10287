"""Connections to the team database: addresses, time-outs, and psycopg's errors as one line that says what to do.

The only module that knows how the driver reports things. Passwords come from where libpq looks for them (PGPASSWORD, a password
file, a service file) or from the address, and never stand in a message.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

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
    """The address as it may be shown: without its password, on one line."""
    try:
        parameters = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        return " ".join(url.split("@")[-1].split())[:80] if "@" in url else " ".join(url.split())[:80]
    secret = str(parameters.get("password") or "")
    return " ".join(url.replace(secret, "***").split())[:200] if secret else " ".join(url.split())[:200]


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
_ADVICE: tuple[tuple[Any, str], ...] = (
    ((errors.InvalidPassword, errors.InvalidAuthorizationSpecification), "set PGPASSWORD, or write ~/.pgpass or a service file"),
    (errors.InvalidCatalogName, "create it with `createdb`, or correct the name"),
    ((errors.UndefinedTable, errors.UndefinedColumn), _OLD),
    (errors.UndefinedFile, "install pgvector 0.8 or later on the server"),
    (errors.FeatureNotSupported, "install pgvector 0.8 or later on the server"),
    (errors.UndefinedObject, "install pgvector 0.8 or later and put its schema on the search_path"),
    (errors.InsufficientPrivilege, "have the tables' owner run `memories db grant ROLE --workspace W [--write]`, or connect as the owner"),
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
    try:
        secret = str(conninfo.conninfo_to_dict(url).get("password") or "")
    except psycopg.ProgrammingError:
        secret = url.split("://")[-1].rsplit("@", 1)[0].partition(":")[2] if "@" in url else ""
    return (text.replace(secret, "***") if secret else text).removeprefix("connection failed: ")[:400]
