"""What the server answers from the database, as a token's role: each request is a transaction that takes the role on.

The filters here are for speed and for messages. What a token may see, row-level security decides.
"""

from __future__ import annotations

import functools
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from psycopg import errors
from psycopg.types.json import Json
from psycopg_pool import ConnectionPool

from memory_retrieval.core import environment, holds, jsontext
from memory_retrieval.core.errors import DatabaseError, RecordError
from memory_retrieval.core.model import JsonObject
from memory_retrieval.mcp import tools
from memory_retrieval.redact.redact import redact_tree
from memory_retrieval.retrieve import explain_text
from memory_retrieval.retrieve.pipeline import retrieve
from memory_retrieval.retrieve.trace import Request, Trace
from memory_retrieval.save import note
from memory_retrieval.state.session import without_files

from ..db import tokens
from ..db.connection import Connection, connect, translated, value
from ..db.values import parameter
from ..embedders.base import Embedder
from ..search import records
from ..search.engine import PostgresEngine
from ..search.filters import Filters
from ..search.team import Team, acting_as, pool_options
from ..sync.source import OWN, DatabaseSource

POOL_SIZE = 8  # connections to the database, whatever the number of clients
AWAY = {"timeout": 5.0, "reconnect_timeout": 1.0}
"""Seconds that a request waits for a connection, and after which the next request tries again to connect."""
TEAMS = 256  # views of the database that are kept, one for each token and workspace
WAITING = 500  # proposals of a token in 30 days
PROPOSAL = "proposal-"  # before its ID, as the session that a record comes from
PROPOSED = "proposed; it becomes a memory when somebody accepts it in that repository (memories team sync)"
ADDRESSED = """SELECT p.workspace, p.project FROM projects p
    WHERE EXISTS (SELECT FROM members m WHERE m.may_propose AND m.workspace IN (p.workspace, '*'))
        AND %(workspace)s IN ('', p.workspace) AND %(project)s IN ('', p.project, p.origin)
    ORDER BY 1, 2 LIMIT 10"""
LATELY = "SELECT count(*) FROM proposals WHERE author = %s AND created_at > now() - interval '30 days'"
_OWN = OWN.format(workspace="p.workspace")
OPEN = f"""SELECT id, author, record FROM proposals p WHERE ({_OWN}) AND NOT EXISTS (
        SELECT FROM memories m WHERE m.workspace = p.workspace AND m.project = p.project
            AND m.record #>> '{{source,session}}' = %(prefix)s || p.id)
    ORDER BY created_at LIMIT 500"""
"""Until a record that comes from it is ingested."""


class Served:
    """A team database for many tokens, over one login. Thread-safe.

    Every method raises DatabaseError when the database does not answer, or for a role that the login may not take on.
    """

    def __init__(self, url: str) -> None:
        """DatabaseError too if the login can read the tables itself."""
        with connect(url) as connection, translated(url):
            tokens.require_powerless(connection, url)
        self._url = url
        options = pool_options(url, POOL_SIZE, prepare=False)
        self._pool = ConnectionPool[Any](**{**options, **AWAY})
        self._pool.open()
        self._team = functools.lru_cache(TEAMS)(self._open_team)
        self._embedder: Embedder | None = None

    @contextmanager
    def acting(self, role: str) -> Iterator[Connection]:
        """A transaction as a token's role; "" for the login itself."""
        with translated(self._url), acting_as(self._pool, role or "none") as connection:
            yield connection

    def name_of(self, role: str) -> str | None:
        """Whose token has this role; None if it is nobody's, or no longer."""
        try:
            with self.acting(role) as connection:
                return tokens.name_of(connection, role)
        except DatabaseError as error:
            unknown = errors.InvalidParameterValue, errors.InsufficientPrivilege
            if isinstance(error.__cause__, unknown):
                return None
            raise

    def search(self, role: str, request: Request, workspace: str | None) -> str:
        return tools.found(self._trace(role, request, workspace))

    def why(self, role: str, prompt: str, memory: str | None) -> str:
        request = Request(prompt, mode="auto", despite_off=True)
        return explain_text.as_text(self._trace(role, request, None), memory)

    def get(self, role: str, ids: list[str]) -> str:
        found = list[JsonObject]()
        with self.acting(role) as connection:
            for id in ids:
                rows = records.fetch(connection, None, parameter(id))
                if not rows:
                    found.append({"id": id, "problem": "no such memory"})
                for store, memory, _, text in rows:
                    record = jsontext.loads(text)
                    about = {"project": store.root, "path": memory.path}
                    status = holds.status(memory, environment.now())
                    about |= {"status": status, **tools.warned(record)}
                    found.append({**about, "record": record})
        return jsontext.dumps({"records": found})

    def propose(
        self, role: str, text: str, category: str, workspace: str, project: str
    ) -> str:
        """Keeps a sentence, without its secrets, for those who may write a project. RecordError for one that `note`
        would not save, and where it is not clear whose it is."""
        record, _ = redact_tree(note.record_of(text, category))
        names = {"workspace": parameter(workspace), "project": parameter(project)}
        with self.acting(role) as connection:
            found = connection.execute(ADDRESSED, names).fetchall()
            if len(found) != 1:
                listed = "; ".join(
                    ["workspace {}, project {}".format(*one) for one in found]
                )
                message = f"name one that this token may propose to: {listed or 'there is none by these names'}"
                raise RecordError.at("project", message)
            author = tokens.name_of(connection, role)
            if value(connection, LATELY, (author,)) >= WAITING:
                message = f"{author} has proposed {WAITING} in 30 days; have people look through them"
                raise RecordError.at("text", message)
            said = jsontext.dumps([*found, record["title"], record.get("content")])
            id = hashlib.sha256(said.encode()).hexdigest()[:16]
            record["source"] = {"author": author, "session": PROPOSAL + id}
            connection.execute(
                "INSERT INTO proposals VALUES (%s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
                (*found[0], id, author, Json(record)),
            )
        shown = {key: record[key] for key in ("title", "category")}
        return jsontext.dumps({"status": PROPOSED, "project": found[0][1], **shown})

    def mirror(
        self, role: str, workspace: str, project: str, keys: list[tuple[str, str]]
    ) -> JsonObject:
        """What a laptop asks: with keys, those records; else the workspaces, what is in the one, and what is proposed
        for the project."""
        names = {"project": parameter(project), "prefix": PROPOSAL}
        with self.acting(role) as connection:
            source = DatabaseSource(connection, workspace, "")
            if keys:
                return {"records": list(source.texts(keys))}
            query = "SELECT workspace FROM workspaces ORDER BY 1"
            return {
                "workspaces": connection.execute(query).fetchall(),
                "listing": list(source.listing(project)),
                "proposals": connection.execute(OPEN.encode(), names).fetchall(),
            }

    def _trace(self, role: str, request: Request, workspace: str | None) -> Trace:
        in_force = not request.include_retired and request.mode == "search"
        filters = Filters(category=request.category, in_force=in_force)
        engine = PostgresEngine(self._team(role, workspace), filters)
        return retrieve(without_files(""), request, engine)

    def _open_team(self, role: str, workspace: str | None) -> Team:
        given = self._embedder
        pool = self._pool
        team = Team(self._url, workspace, embedder=given, shared=pool, role=role)
        self._embedder = team.info.embedder
        return team
