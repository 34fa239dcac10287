"""A Citus cluster: whether the tables are distributed, and settings that reach its nodes."""

from __future__ import annotations

from collections.abc import Mapping

from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.sanitize import one_line

from .connection import Connection, value

SCHEMA = "SELECT nspname FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE c.oid = to_regclass('memories')"


def is_distributed(connection: Connection) -> bool:
    """Whether Citus distributes the tables over a cluster."""
    if not value(connection, "SELECT to_regclass('pg_dist_partition') IS NOT NULL"):
        return False
    query = "SELECT count(*) FROM pg_dist_partition WHERE logicalrelid = 'memories'::regclass AND partmethod = 'h'"
    return bool(value(connection, query))


def schema(connection: Connection) -> str:
    """The schema of the tables, which is that of their shards too."""
    return str(value(connection, SCHEMA) or "")


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
            reason = one_line(str(said), 300)
            raise DatabaseError(
                f"node {node}: {reason}; run this again when that is over"
            )


def local_settings(values: Mapping[str, str]) -> list[bytes]:
    """Statements that set values until the end of the transaction, on this node and on those that it asks.

    Citus passes on SET LOCAL, but not set_config(). The values are put between quotes as they are. Without Citus the
    first statement sets a variable that nobody reads.
    """
    everywhere = {"citus.propagate_set_commands": "local", **values}
    return [f"SET LOCAL {name} = '{to}'".encode() for name, to in everywhere.items()]


def set_locally(connection: Connection, **values: str) -> None:
    """Runs `local_settings` in the current transaction."""
    for statement in local_settings(values):
        connection.execute(statement)
