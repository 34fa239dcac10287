"""What `memories team serve --trial` prepares: an embedded database with this project's memories, and a token."""

from __future__ import annotations

import contextlib

from psycopg import conninfo

from memory_retrieval.core.errors import DatabaseError, MemoryRetrievalError
from memory_retrieval.store.place import Place

from ..db import access, embedded, migrate, tokens
from ..db.connection import connect
from ..embedders.choose import open_embedder
from ..ingest.report import Target
from ..ingest.run import ingest

NAME = "trial"  # of the token, which each start replaces


def prepare(url: str, root: str) -> tuple[str, str]:
    """(the address for the server's login, a token that may read and propose to all).

    Asks for the extra `embedded` where PostgreSQL is missing.
    """
    if not embedded.is_embedded(url):
        message = (
            "is for an embedded database; leave --db-url out, or pass embedded:FOLDER"
        )
        raise MemoryRetrievalError(f"--trial: {message}")
    with connect(url) as connection:
        migrate.migrate(connection, url)
        if not access.is_role(connection, tokens.LOGIN):
            connection.execute(tokens.CREATE.encode())
    store = Place(root=root).project
    if store is not None:
        with contextlib.closing(open_embedder("static")) as embedder:
            ingest(url, store, Target("", ""), embedder)
    with contextlib.suppress(DatabaseError):  # of the first start: there is none
        tokens.revoke(url, NAME)
    token, _ = tokens.add(url, NAME, [access.ALL], [access.ALL])
    return conninfo.make_conninfo(embedded.address(url), user=tokens.LOGIN), token
