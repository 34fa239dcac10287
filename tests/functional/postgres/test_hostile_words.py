"""What a database says of itself is printed as text: names of projects, and the errors of a server."""

import socket
import struct
import threading

import pytest

pytest.importorskip("psycopg", reason="pip install 'memory-retrieval[postgres]'")

from team_database import run

ESCAPES = "\x1b]0;T\x07\x1b[31m\u202e\x9b2J"


def plain(text):
    return not [c for c in text if not c.isprintable() and c not in "\n\t"]


@pytest.mark.parametrize(
    "command",
    [
        ("search", "cache headers of the catalogue"),
        ("search", "cache headers of the catalogue", "--format", "json"),
        ("why", "cache headers of the catalogue"),
        ("db", "status"),
        ("sync", "--workspace", "A"),
    ],
    ids=" ".join,
)
def test_no_name_of_a_project_or_workspace_is_printed_raw(
    two, run_memories, project, command
):
    for table in ("memories", "patterns", "projects"):
        run(
            two,
            f"UPDATE {table} SET project = project || %s WHERE workspace = 'A'",
            ESCAPES,
        )
    ran = run_memories(*command, "--db-url", two)
    assert ran.code in (0, 1) and ran.out + ran.err
    assert plain(ran.out + ran.err), ran


@pytest.fixture
def liar():
    """The port of a server that refuses everybody with a message full of escapes."""
    listener = socket.create_server(("127.0.0.1", 0))
    said = (
        b"SFATAL\0C28000\0M" + ("not you " + ESCAPES + "\nnor you").encode() + b"\0\0"
    )

    def refuse():
        while True:
            try:
                link, _ = listener.accept()
            except OSError:
                return
            with link:
                if len(link.recv(4096)) == 8:  # asks for TLS, or for Kerberos, first
                    link.sendall(b"N")
                    link.recv(4096)
                link.sendall(b"E" + struct.pack("!I", len(said) + 4) + said)

    threading.Thread(target=refuse, daemon=True).start()
    yield listener.getsockname()[1]
    listener.close()


@pytest.mark.parametrize(
    "command",
    [
        ("search", "x"),
        ("db", "status"),
        ("db", "migrate"),
        ("ingest", "--workspace", "A"),
        ("sync", "--workspace", "A"),
    ],
    ids=" ".join,
)
def test_what_a_server_says_is_printed_as_text(liar, run_memories, project, command):
    project.fill()
    ran = run_memories(*command, "--db-url", f"postgresql://x@127.0.0.1:{liar}/x")
    assert ran.code == 1 and "not you" in ran.err, ran
    assert plain(ran.out + ran.err), ran
