"""`memories serve-db`: runs an embedded PostgreSQL, for users without a server."""

from __future__ import annotations

import signal
import sys
import threading

from memory_retrieval import extras
from memory_retrieval.cli.output import note, print_json, write
from memory_retrieval.core.errors import MemoryRetrievalError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse

HELP = (
    "Start an embedded team database and keep it running. It prints its address first, and listens on a "
    "socket file in its folder, not on a port. Processes that use the same folder share one server, which "
    "stops with the last of them."
)
EXAMPLES = (
    "memories serve-db",
    "memories serve-db --dir ~/team-db --format json",
    "memories ingest --db-url embedded:~/team-db",
)
CHECK_SECONDS = 1.0  # between checks that the server still runs


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--dir", default="", metavar="D", help="the data folder (default: team-db in the user's state folder)"
    )


def run(args: argparse.Namespace) -> int:
    """Runs until SIGINT or SIGTERM; returns 0 for both."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    with extras.Packages("team"):
        from ..db import connection, embedded, migrate
    url = embedded.PREFIX + (":" + args.dir if args.dir else "")
    try:
        with connection.connect(url) as link:
            migrate.migrate(link, url)
        address, folder = embedded.address(url), str(embedded.folder(url))
        if args.format == "json":
            print_json({"url": address, "db_url": "%s:%s" % (embedded.PREFIX, folder), "folder": folder})
        else:
            write(address + "\n")
            note("the data is in %s; press Ctrl-C to stop" % folder)
        sys.stdout.flush()
        while not stop.wait(CHECK_SECONDS):
            if not embedded.is_running(url):
                raise MemoryRetrievalError(
                    "%s: the server stopped; see %s/log, then start it again" % (address, folder)
                )
    finally:
        embedded.stop(url)
    return 0
