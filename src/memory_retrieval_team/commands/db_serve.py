"""`memories team database`: runs an embedded PostgreSQL, for users without a server. Needs the extra `team`.

Processes that use the same folder share one server, which stops with the last of them.
"""

from __future__ import annotations

import argparse
import signal
import sys
import threading

from memory_retrieval.cli.output import note, print_json, write
from memory_retrieval.core.errors import MemoryRetrievalError

from ..db import connection, embedded, migrate

CHECK_SECONDS = 1.0  # between checks that the server still runs


def serve(args: argparse.Namespace) -> int:
    """Runs until SIGINT or SIGTERM; returns 0 for both."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    url = embedded.PREFIX + (f":{args.dir}" if args.dir else "")
    try:
        with connection.connect(url) as link:
            migrate.migrate(link, url)
        address, folder = embedded.address(url), str(embedded.folder(url))
        if args.format == "json":
            print_json(
                {
                    "url": address,
                    "db_url": f"{embedded.PREFIX}:{folder}",
                    "folder": folder,
                }
            )
        else:
            write(f"{address}\n")
            note(f"the data is in {folder}; press Ctrl-C to stop")
        sys.stdout.flush()
        while not stop.wait(CHECK_SECONDS):
            if not embedded.is_running(url):
                raise MemoryRetrievalError(
                    f"{address}: the server stopped; see {folder}/log, then start it again"
                )
    finally:
        embedded.stop(url)
    return 0
