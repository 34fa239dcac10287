"""Migrates a database to this version: numbered SQL files, each in a transaction of its own under an advisory lock.

A list of files and a version suffice, so there is no migration framework (docs/decisions/0010). Tests pass their own
migrations as `steps`.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from psycopg import sql

from .cluster import is_distributed
from .connection import Connection, failure, translated, value

LOCK = 0x6D656D72  # "memr": key of the advisory lock that a migration holds
OLDEST = 2  # version of the tables that this program can read
SHARDS_OF_A_WORKER, LEAST_SHARDS = 4, 8  # of each table; docs/maintainers/scale.md
VERSIONS = """CREATE TABLE IF NOT EXISTS schema_version (
    version    integer     PRIMARY KEY,
    name       text        NOT NULL,
    checksum   text        NOT NULL,
    applied_at timestamptz NOT NULL DEFAULT now()
)"""


@dataclass(frozen=True)
class Step:
    """One migration. Its checksum is stored when it is applied, so that a later change of the file is detected."""

    version: int
    name: str
    sql: str

    @property
    def checksum(self) -> str:
        return hashlib.sha256(self.sql.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.version:04d}_{self.name}"


Steps = Sequence[Step]


def shipped() -> Steps:
    """The migrations that ship, in order."""
    files = []
    for entry in resources.files(__package__).joinpath("schema").iterdir():
        number, _, rest = entry.name.partition("_")
        if entry.name.endswith(".sql") and number.isdigit():
            text = entry.read_text(encoding="utf-8")
            files.append(Step(int(number), rest.removesuffix(".sql"), text))
    return sorted(files, key=lambda step: step.version)


def version(connection: Connection) -> int:
    """The version of the tables; 0 without tables."""
    # Opening pg_class makes the server notice tables that another process has made since the transaction began.
    exists = (
        "SELECT EXISTS (SELECT FROM pg_class WHERE oid = to_regclass('schema_version'))"
    )
    if not value(connection, exists):
        return 0
    return int(
        value(connection, "SELECT coalesce(max(version), 0) FROM schema_version")
    )


def changed(connection: Connection, steps: Steps | None = None) -> list[str]:
    """The names of applied migrations that differ from the file with the same number."""
    checksums = {step.version: step.checksum for step in steps or shipped()}
    rows = connection.execute(
        "SELECT version, name, checksum FROM schema_version ORDER BY version"
    )
    return [
        f"{number:04d}_{name}"
        for number, name, checksum in rows
        if checksums.get(number, checksum) != checksum
    ]


def check(
    connection: Connection,
    url: str,
    *,
    steps: Steps | None = None,
    reading: bool = False,
) -> None:
    """DatabaseError with the next step unless the tables have this program's version, or for `reading` one that it can
    read."""
    newest = (steps or shipped())[-1].version
    with translated(url):
        have = version(connection)
        readable = reading and have and _is_readable(connection, have, newest)
    if have == newest or readable:
        return
    if have == 0:
        step = "run `memories team ingest --db-url ...` in a project, or `memories team migrate`"
        raise failure(url, f"has no memories yet; {step}")
    theirs = f"its tables have version {have}, but this program"
    if have > newest:
        raise failure(
            url, f"{theirs} knows only {newest}; install a newer memory-retrieval"
        )
    step = "run `memories team migrate --db-url ...` as their owner"
    raise failure(url, f"{theirs} needs {newest}; {step}")


def _is_readable(connection: Connection, have: int, newest: int) -> bool:
    """Whether a search needs nothing that this version and that of the tables do not share."""
    if have < newest:
        return have >= OLDEST
    query = "SELECT reads <= %s FROM schema_version WHERE version = %s"
    return bool(value(connection, query, (newest, have)))


def migrate(
    connection: Connection,
    url: str,
    *,
    dry_run: bool = False,
    steps: Steps | None = None,
) -> list[str]:
    """Applies the missing migrations; returns the names of those that were (with `dry_run`: would be) applied.

    Each migration is one transaction, so a failure leaves the last complete version. An empty database gets all
    migrations in one transaction: concurrent ones wait and never see a part. The lock belongs to the transaction,
    because behind a pooler a session's lock may pass to another client. DatabaseError for a role that neither owns the
    tables nor may act as their owner.
    """
    with translated(url), contextlib.ExitStack() as stack:
        have = version(connection)
        missing = [step for step in steps or shipped() if step.version > have]
        if have == 0:
            _require_utf8(connection, url)
            stack.enter_context(connection.transaction())
        owner = _owner(connection, url) if have and missing else ""
        return [
            str(step) for step in missing if dry_run or _apply(connection, step, owner)
        ]


def _require_utf8(connection: Connection, url: str) -> None:
    encoding = value(connection, "SHOW server_encoding")
    if encoding != "UTF8":
        raise failure(
            url,
            f"the database's encoding is {encoding}, which cannot store every text; create one with UTF8"
            " (createdb --encoding UTF8 --template template0)",
        )


def _owner(connection: Connection, url: str) -> str:
    """The role to act as, so that new tables get the same owner; "" if the connected role owns the tables."""
    row = connection.execute(
        "SELECT pg_get_userbyid(relowner), pg_has_role(current_user, relowner, 'member'), current_user"
        " FROM pg_class WHERE oid = to_regclass('memories')"
    ).fetchone()
    owner, may, user = row or ("", True, "")
    if not may:
        raise failure(
            url,
            f"only the owner of the tables ({owner}) can migrate them, not {user}; connect as {owner}",
        )
    return "" if owner == user else str(owner)


def _apply(connection: Connection, step: Step, owner: str = "") -> bool:
    """Applies one migration as `owner`, or as itself if ""; False if another process has already applied it."""
    with connection.transaction():
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (LOCK,))
        if version(connection) >= step.version:
            return False
        if owner:
            connection.execute(
                sql.SQL("SET LOCAL ROLE {}").format(sql.Identifier(owner))
            )
        connection.execute(VERSIONS)
        connection.execute(step.sql.encode())
        connection.execute(
            "INSERT INTO schema_version (version, name, checksum) VALUES (%s, %s, %s)",
            (step.version, step.name, step.checksum),
        )
    return True


def distribute(connection: Connection, url: str) -> None:
    """Distributes the tables over a cluster by workspace; DatabaseError without Citus, or if that was done before."""
    with translated(url):
        if not value(
            connection,
            "SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')",
        ):
            raise failure(
                url,
                "--distributed needs Citus; run `CREATE EXTENSION citus` on every node and add the workers"
                " (docs/maintainers/team-operations.md)",
            )
        if is_distributed(connection):
            raise failure(
                url,
                "its tables are already distributed; `memories team status` shows where",
            )
        with connection.transaction():
            _choose_shards(connection)
            connection.execute(
                resources.files(__package__)
                .joinpath("schema")
                .joinpath("citus.sql")
                .read_bytes()
            )


def _choose_shards(connection: Connection) -> None:
    """Sets the number of shards, unless a setting of the server, the database or the role has done so: every statement
    on all workspaces is one task for each shard."""
    row = connection.execute(
        "SELECT source = 'default', (SELECT count(*) FROM pg_dist_node WHERE shouldhaveshards)"
        " FROM pg_settings WHERE name = 'citus.shard_count'"
    ).fetchone()
    if row and row[0]:
        count = max(LEAST_SHARDS, SHARDS_OF_A_WORKER * row[1])
        connection.execute(f"SET LOCAL citus.shard_count = {count}".encode())
