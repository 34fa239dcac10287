"""A real PgBouncer in front of the tests' PostgreSQL, as it is run by teams.

Unprivileged, one a test, gone with the test.
"""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

try:
    import psycopg
except ImportError:  # the extra `postgres` is not installed
    psycopg = None

PROGRAM = shutil.which(
    "pgbouncer", path=os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin"])
)  # Debian's place for daemons
DATABASE = (
    "team"  # what the pooler calls the database; on the server it has another name
)
PATIENCE = 20  # seconds
SIZES = {
    "session": 8,
    "transaction": 3,
}  # connections to the server; by session one for each client
CONFIG = """
[databases]
{database} = host={host} port={server_port} dbname={dbname}
[pgbouncer]
{listen}
unix_socket_dir = {folder}
auth_type = trust
auth_file = {folder}/users.txt
pool_mode = {mode}
; By transaction a few connections in turn: what a client leaves on one is not there at its next transaction,
; and is there for another client.
default_pool_size = {size}
server_round_robin = 1
logfile = {folder}/log
{more}
"""


@contextlib.contextmanager
def pgbouncer(server_url, mode, *, port=0, files=None, more=""):
    """Yields the address of `server_url`'s database through a pooler: on a socket file, or with `port` on 127.0.0.1.

    files  {name: text} that `more` names as {folder}/name
    """
    if PROGRAM is None:
        pytest.skip("there is no pooler to test with: apt-get install pgbouncer")
    parts = urlsplit(server_url)
    socket_folder = parse_qs(parts.query).get("host", [""])[0]
    folder = Path(
        tempfile.mkdtemp(
            prefix="mr-bouncer-", dir="/tmp" if os.path.isdir("/tmp") else None
        )
    )  # a socket's path is short
    owner = (
        pwd.getpwuid(os.stat(socket_folder).st_uid)
        if socket_folder
        else pwd.getpwnam("nobody")
    )
    try:
        listen = (
            f"listen_addr = 127.0.0.1\nlisten_port = {port}"
            if port
            else "listen_port = 6432"
        )
        texts = {
            "pgbouncer.ini": CONFIG.format(
                database=DATABASE,
                host=socket_folder or parts.hostname,
                server_port=parts.port or 5432,
                dbname=parts.path[1:],
                listen=listen,
                folder=folder,
                mode=mode,
                size=SIZES[mode],
                more=more.format(folder=folder),
            ),
            "users.txt": '"postgres" ""\n',
            **(files or {}),
        }
        for name, text in texts.items():
            (folder / name).write_text(text)
            (folder / name).chmod(0o600)
        as_user = {}
        if os.geteuid() == 0:  # it refuses to run as root, as the server does
            for path in (folder, *folder.iterdir()):
                os.chown(path, owner.pw_uid, owner.pw_gid)
            as_user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        command = [PROGRAM, "--quiet", str(folder / "pgbouncer.ini")]
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **as_user,
        )
        try:
            _wait(
                process,
                ("127.0.0.1", port) if port else str(folder / ".s.PGSQL.6432"),
                folder,
            )
            yield (
                f"postgresql://postgres@localhost:{port}/{DATABASE}"
                if port
                else f"postgresql://postgres@/{DATABASE}?host={folder}&port=6432"
            )
        finally:
            process.terminate()
            process.wait(PATIENCE)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def all_connections(url, statement, count=SIZES["transaction"]):
    """The rows of a statement on each of the pooler's connections to the server; the first time it makes them."""
    with contextlib.ExitStack() as stack:
        links = [
            stack.enter_context(psycopg.connect(url, prepare_threshold=None))
            for _ in range(count)
        ]
        servers = {
            link.execute("SELECT pg_backend_pid()").fetchone() for link in links
        }  # each is in a transaction now
        assert len(servers) == count
        return [row for link in links for row in link.execute(statement).fetchall()]


def free_port():
    """A port of this machine that nobody listens on."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return sock.getsockname()[1]


def _wait(process, place, folder):
    """Until it takes connections."""
    give_up = time.monotonic() + PATIENCE
    while True:
        with socket.socket(
            socket.AF_UNIX if isinstance(place, str) else socket.AF_INET
        ) as sock:
            if sock.connect_ex(place) == 0:
                return
        log = folder / "log"
        said = log.read_text() if log.exists() else ""
        assert process.poll() is None and time.monotonic() < give_up, (
            "PgBouncer does not start: " + said
        )
        time.sleep(0.02)
