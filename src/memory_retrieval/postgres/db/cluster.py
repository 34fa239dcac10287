"""A Citus cluster: whether the tables are distributed, and settings that reach its nodes."""

from __future__ import annotations

from collections.abc import Mapping

from .connection import Connection


def is_distributed(connection: Connection) -> bool:
    """Whether Citus distributes the tables over a cluster."""
    row = connection.execute("SELECT to_regclass('pg_dist_partition') IS NOT NULL").fetchone()
    if not row or not row[0]:
        return False
    found = connection.execute(
        "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = 'memories'::regclass AND partmethod = 'h'"
    ).fetchone()
    return bool(found and found[0])


def local_settings(values: Mapping[str, str]) -> list[bytes]:
    """Statements that set values until the end of the transaction, on this node and on those that it asks.

    Citus passes on SET LOCAL, but not set_config(). The values are put between quotes as they are. Without Citus the
    first statement sets a variable that nobody reads.
    """
    everywhere = {"citus.propagate_set_commands": "local", **values}
    return [f"SET LOCAL {name} = '{value}'".encode() for name, value in everywhere.items()]


def set_locally(connection: Connection, **values: str) -> None:
    """Runs `local_settings` in the current transaction."""
    for statement in local_settings(values):
        connection.execute(statement)
