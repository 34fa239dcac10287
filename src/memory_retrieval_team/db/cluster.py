"""A Citus cluster: whether the tables are distributed, and settings that reach its nodes."""

from __future__ import annotations

from collections.abc import Mapping

from memory_retrieval.core.errors import DatabaseError

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


def schema(connection: Connection) -> str:
    """The schema of the tables, which is that of their shards too."""
    row = connection.execute(
        "SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace WHERE c.oid = 'memories'::regclass"
    ).fetchone()
    return str(row[0]) if row else ""


def run_on_every_node(connection: Connection, command: str) -> None:
    """Runs a command on this node, or on all nodes of a cluster; DatabaseError that names one where it fails."""
    if not is_distributed(connection):
        connection.execute(command.encode())
        return
    for node, done, said in connection.execute(
        "SELECT d.nodename || ':' || d.nodeport, r.success, r.result FROM run_command_on_all_nodes(%s) r"
        " JOIN pg_dist_node d USING (nodeid) ORDER BY d.groupid",
        (command,),
    ):
        if not done:
            raise DatabaseError(f"node {node}: {' '.join(str(said).split()):.300}; run this again when that is over")


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
