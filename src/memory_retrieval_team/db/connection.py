"""Connections to the team database: addresses, time-outs, and psycopg's errors as one line with the next step.

The only module that knows how the driver reports errors. Passwords come from the address or from libpq's own sources
(PGPASSWORD, a password file, a service file), and never appear in a message.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import unquote

import psycopg
from psycopg import conninfo, errors
from psycopg.rows import dict_row

from memory_retrieval.core import environment
from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import JsonObject

from . import embedded
from .values import Found

CONNECT_SECONDS = 10
STATEMENT_SECONDS = 30  # of a search; an ingest sets none
PREPARE_AFTER = (
    5  # executions of a statement; planning takes a third of the time of a search
)
APPLICATION = "memory-retrieval"
EXAMPLE = "postgresql://user@host:5432/name"
SHORT = 5  # characters; a shorter part of a password is hidden only as a whole word

Connection = psycopg.Connection[Any]
Advices = tuple[tuple[str, str], ...]
"""(pattern of the error, next step); the first match counts."""


def connect(url: str, **options: Any) -> Connection:
    """An open connection in autocommit mode; DatabaseError if connecting fails.

    url  `postgresql://...`, a libpq connection string, or `embedded[:FOLDER]` for an embedded server

    Callers keep settings, locks and temporary tables within a transaction: a pooler may run each transaction on
    another server connection, and hand the old one to another client.
    """
    arguments = {**opening(url), **options}
    with translated(url):
        connection: Connection = psycopg.connect(**arguments)
    return connection


def opening(url: str, *, prepare: bool = False) -> JsonObject:
    """The driver's arguments for a connection. `prepare` keeps the plans of frequent statements, which is safe only
    without a pooler."""
    parameters = parse(url)
    # A service file takes precedence over environment variables.
    served = "service" in parameters or environment.get("PGSERVICE")
    root, mode = (
        parameters.get(name) or ("" if served else environment.get(f"PG{name.upper()}"))
        for name in ("sslrootcert", "sslmode")
    )
    if root == "system" and mode in (
        "",
        "verify-full",
    ):  # libpq refuses all other modes
        parameters |= _system_roots()
    return {
        **parameters,
        "client_encoding": "UTF8",
        "autocommit": True,
        "prepare_threshold": PREPARE_AFTER if prepare else None,
    }


def value(connection: Connection, query: Any, parameters: Any = None) -> Any:
    """The first column of the first row; None without a row."""
    row = connection.execute(query, parameters).fetchone()
    return row[0] if row else None


def rows(connection: Connection, query: Any, parameters: Any = None) -> list[Found]:
    """The rows as {name of the column: value}."""
    with connection.cursor(row_factory=dict_row) as cursor:
        return cursor.execute(query, parameters).fetchall()


def is_pooled(connection: Connection) -> bool:
    """Whether the connection goes through a pooler, which invents the process id that it reports to clients."""
    return bool(
        value(connection, "SELECT pg_backend_pid()") != connection.info.backend_pid
    )


def parse(url: str) -> JsonObject:
    """The connection's parameters; DatabaseError if the address cannot be parsed."""
    address = embedded.address(url) if embedded.is_embedded(url) else url
    try:
        parameters: JsonObject = conninfo.conninfo_to_dict(address)
    except psycopg.ProgrammingError as error:
        said = _first_line(error, url)
        raise _no_address(
            url, f"not a database address ({said}); use {EXAMPLE}"
        ) from None
    if "=" not in address and not address.startswith(("postgresql://", "postgres://")):
        raise _no_address(url, f"not a database address; use {EXAMPLE}, or embedded")
    parameters.setdefault("connect_timeout", CONNECT_SECONDS)
    parameters.setdefault("application_name", APPLICATION)
    return parameters


def _no_address(url: str, what: str) -> DatabaseError:
    place = shown(url)
    return DatabaseError(f"--db-url {place}: {what}")


def shown(url: str) -> str:
    """The address without its password, on one line; works on malformed addresses too."""
    text = _AFTER_USER.sub(r"\1:***@", url) if "://" in url or "=" not in url else url
    return " ".join(_AFTER_NAME.sub(r"\1***", text).split())[:200]


def failure(url: str, what: str) -> DatabaseError:
    """An error of the database at `url`."""
    place = shown(url)
    return DatabaseError(f"{place}: {what}")


@contextmanager
def translated(url: str) -> Iterator[None]:
    """Turns the driver's errors into DatabaseError; `url` is named in the message."""
    try:
        yield
    except psycopg.Error as error:
        raise failure(url, _message(error, url)) from error
    except ValueError as error:  # the driver refuses to send a value
        if "NUL" not in str(error):
            raise
        raise DatabaseError(
            "the text contains a NUL character, which a database cannot store; remove it"
        ) from None


def is_broken(error: BaseException | None) -> bool:
    """Whether the connection was lost, so that the work can be retried on a new one."""
    lost = (
        errors.AdminShutdown,
        errors.CrashShutdown,
        errors.CannotConnectNow,
        errors.ConnectionException,
    )
    cause = _cause(error)
    if isinstance(cause, lost) or is_node_lost(cause):
        return True
    return isinstance(cause, psycopg.OperationalError) and _is_unreachable(cause)


def _cause(error: BaseException | None) -> BaseException | None:
    """The driver's error behind ours."""
    return error.__cause__ if isinstance(error, DatabaseError) else error


def _is_unreachable(error: psycopg.Error) -> bool:
    """No state, or one of class 08: connection exceptions; a pooler that has lost the server reports 08P01."""
    return (error.sqlstate or "08").startswith("08")


def is_node_lost(error: BaseException | None) -> bool:
    """Whether a cluster's coordinator, which answers, has lost another node; in the middle of a statement it reports
    an internal error, whose context names the node, and in the middle of a COPY an I/O error."""
    cause = _cause(error)
    if not isinstance(cause, psycopg.Error) or not _NODE.search(str(cause)):
        return False
    state = cause.sqlstate or ""
    return state.startswith(("08", "58")) or _CUT_OFF.search(str(cause)) is not None


def may_try_again(error: BaseException | None) -> bool:
    """Whether the server rolled back a transaction only because of a concurrent one."""
    return isinstance(
        _cause(error), (errors.DeadlockDetected, errors.SerializationFailure)
    )


def _message(error: psycopg.Error, url: str) -> str:
    said = _first_line(error, url)
    advice = _advice(error, said)
    node = _NODE.search(str(error)) if not advice and is_node_lost(error) else None
    if node:
        advice = _first(_SAID_OF_NODES, said, "start the node, and run this again")
        if node[1] not in said:
            said = f"node {node[1]}: {said}"
    elif not advice and _is_unreachable(error):
        advice = _first(
            _SAID, said, "check that the server is running and can be reached"
        )
    if advice:
        return f"{said}; {advice}"
    detail = _detail(error, url)
    return f"{said}{detail} (SQLSTATE {error.sqlstate})"


def _advice(error: psycopg.Error, said: str) -> str:
    """The next step after an error of a kind that has one; else ""."""
    forbidden = _first(_FORBIDDEN, said, "")
    if forbidden and isinstance(error, errors.InsufficientPrivilege):
        return forbidden
    # A missing extension is reported as an unsupported feature.
    if isinstance(error, errors.FeatureNotSupported) and "vector" in said:
        return "install pgvector 0.8 or later on the server"
    return next((advice for kinds, advice in _ADVICE if isinstance(error, kinds)), "")


def _system_roots() -> dict[str, str]:
    """The file of this machine's certificate authorities: the OpenSSL in the driver's wheel does not find them."""
    if (
        psycopg.pq.__impl__ != "binary"
        or environment.get("SSL_CERT_FILE")
        or environment.get("SSL_CERT_DIR")
    ):
        return {}
    import ssl  # importing it takes longer than connecting

    file = ssl.get_default_verify_paths().cafile
    return {"sslrootcert": file, "sslmode": "verify-full"} if file else {}


def _first(advices: Advices, said: str, otherwise: str) -> str:
    """The advice of the first pattern that what was said matches."""
    return next(
        (advice for words, advice in advices if re.search(words, said)), otherwise
    )


_SAID = (
    (
        "certificate verify failed",
        "set sslrootcert to the file of the authority that signed the server's certificate",
    ),
    (
        "does not match host name",
        "connect with a name that is in the server's certificate, or have a certificate made for this name",
    ),
    (
        "does not support SSL",
        "have TLS turned on at the server or its pooler, or correct the host and port; nothing was sent in plain text",
    ),
    (
        "root certificate file",
        "set sslrootcert to the authority's file, or use sslrootcert=system",
    ),
    ("weak sslmode", "say sslmode=verify-full"),
    (
        "sslmode value",
        "write disable, allow, prefer, require, verify-ca or verify-full",
    ),
    ("private key file", "set sslkey to the key of sslcert, with mode 0600"),
    ("certificate file", "set sslcert and sslkey to the client's certificate and key"),
    (
        "certificate required|valid client certificate|no TLS certificate",
        "set sslcert and sslkey, which this server asks for",
    ),
    (
        "SSL required|no encryption|SSL off",
        "use sslmode=verify-full: this server does not accept plain text",
    ),
    (
        "unsupported startup parameter",
        "leave it out, or have the pooler ignore it (ignore_startup_parameters)",
    ),
    (
        "definition of service",
        "correct the name of the service, or add it to ~/.pg_service.conf",
    ),
    (
        "connect_timeout|invalid integer value",
        "use whole numbers for connect_timeout and similar options",
    ),
    (
        "no such database",
        "correct the name, or have it added to [databases] of the pooler",
    ),
    (
        "query_wait_timeout",
        "the pooler got no connection to the server: check that the server is running, or raise the pooler's "
        "default_pool_size",
    ),
    ("max_client_conn", "try again later, or raise the pooler's max_client_conn"),
    ("password|authentication", "set PGPASSWORD, or use ~/.pgpass or a service file"),
    ("could not translate host|resolve|Name or service", "correct the host name"),
    ("role.*does not exist", "correct the user, or have the role created"),
    ("does not exist", "create it with `createdb`, or correct the name"),
    ("refused|No such file", "start the server, or correct the host and port"),
)
"""When connecting fails."""
_SAID_OF_NODES = (
    (
        "not permitted to log in",
        "the nodes of a cluster connect as the role that asks: connect as a role that may log in and inherits from it",
    ),
)
_NODE = re.compile(
    r"(?:the remote node|while executing command on|to shard \d+ on) (?:\S+@)?([^\s;,]+)"
)
_CUT_OFF = re.compile(
    "EOF detected|server closed the connection|Connection (?:reset|refused)|not open"
)
_OLD = "run `memories team migrate --db-url ...` as the owner of the tables"
_FORBIDDEN = (
    (
        "create extension",
        "ask an administrator to run CREATE EXTENSION vector in this database, then run this again",
    ),
    (
        "for schema",
        "ask the owner of the database to GRANT USAGE, CREATE ON SCHEMA to this role, or connect as the owner",
    ),
    ("must be owner of", "connect as the owner of the tables"),
    ("create role", "have this role given CREATEROLE, or connect as a superuser"),
)
_ADVICE: tuple[tuple[Any, str], ...] = (
    (
        (errors.InvalidPassword, errors.InvalidAuthorizationSpecification),
        "set PGPASSWORD, or use ~/.pgpass or a service file",
    ),
    (errors.InvalidCatalogName, "create it with `createdb`, or correct the name"),
    ((errors.UndefinedTable, errors.UndefinedColumn), _OLD),
    (errors.UndefinedFile, "install pgvector 0.8 or later on the server"),
    (
        errors.UndefinedObject,
        "install pgvector 0.8 or later and put its schema on the search_path",
    ),
    (
        errors.InsufficientPrivilege,
        "ask the owner of the tables to run `memories team grant ROLE --workspace W [--write]`, or connect as the "
        "owner",
    ),
    (errors.DataException, "its vectors may now be from another model; open it again"),
    (
        errors.QueryCanceled,
        "the server's time limit was reached; raise --timeout, or see `memories team status`",
    ),
    (
        errors.LockNotAvailable,
        "another run is using it; try again when that has finished",
    ),
    (
        errors.ReadOnlySqlTransaction,
        "this server does not accept writes; use the primary",
    ),
    (errors.DiskFull, "free some disk space on the server and run this again"),
    (errors.TooManyConnections, "try again later, or raise max_connections"),
)


def _first_line(error: Exception, url: str) -> str:
    """The server's error on one line. The driver may quote the address, so the password is masked."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    text = lines[-1] if "Multiple connection attempts" in str(error) else lines[0]
    return _masked(text.strip(), url).removeprefix("connection failed: ")[:400]


def _detail(error: psycopg.Error, url: str) -> str:
    """The reason, which a cluster gives apart from the message; "" for refused data, whose detail is the data."""
    detail = error.diag.message_detail
    if not detail or (error.sqlstate or "").startswith(("22", "23")):
        return ""
    return ": " + _masked(" ".join(detail.split()), url)[:400]


def _masked(text: str, url: str) -> str:
    """The text without the address's password, and with the table's name where a cluster gives its shard's."""
    masked = text
    for secret in _secrets(url):
        pattern = re.escape(secret)
        if (
            len(secret) < SHORT
        ):  # a short part inside a word is no secret, and masking it would reveal it
            pattern = rf"(?<!\w){pattern}(?!\w)"
        masked = re.sub(pattern, "***", masked)
    return _SHARD.sub(r'\1"\2"', masked)


def _secrets(url: str) -> list[str]:
    """Strings of an address that may be a password, longest first: as the driver parses it, as written, and the parts
    of a malformed one."""
    found = set[str]()
    try:
        parsed = conninfo.conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        parsed = {}
    found |= {str(value) for name, value in parsed.items() if "password" in name}
    for match in (*_AFTER_USER.finditer(url), *_AFTER_NAME.finditer(url)):
        written = match[2]
        found |= {
            written,
            unquote(written),
            written.strip("'"),
            *re.split("[@:/?]", written),
        }
    return sorted(found - {""}, key=len, reverse=True)


_SHARD = re.compile(r'((?:table|relation|index|constraint|policy) )"(\w+?)_\d{6,}"')
# Up to the last @, because a password may contain unescaped characters.
_AFTER_USER = re.compile(r"^((?:[a-z]+:/+|(?![a-z]+:/))[^:@/]*):(.+)@", re.DOTALL)
_AFTER_NAME = re.compile(
    r"(password\s*=\s*)('(?:[^'\\]|\\.)*'?|[^\s&]*)", re.IGNORECASE
)
