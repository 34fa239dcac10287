"""The team's server (`memories team serve`) as a project asks it: for mirrors, and for what colleagues' agents propose.

The token comes from MEMORIES_TEAM_TOKEN or from a
file of the user's that nobody else may read, never from a repository, and goes only to the address that the user gave.
"""

from __future__ import annotations

import http.client
import re
import urllib.error
import urllib.request
from collections.abc import Iterable
from typing import Any

from memory_retrieval.core import environment, jsontext
from memory_retrieval.core.errors import DatabaseError
from memory_retrieval.core.model import JsonObject
from memory_retrieval.core.sanitize import one_line
from memory_retrieval.upkeep import proposals

from ..embedders.openai_http import NoRedirects

VARIABLE = "MEMORIES_TEAM_TOKEN"
ADDRESS = re.compile(
    r"https://[\w.\[\]:-]+(/[\w.~/-]*)?|http://(127\.0\.0\.1|localhost)(:\d+)?"
)
SECONDS = 20.0  # for an answer
MOST = 134_217_728  # bytes of an answer
NO_TOKEN = f"needs a token that it knows; set {VARIABLE}, or run `memories team sync --server URL` in a terminal"
STRANGE = "gives no answer of a team's server; check the address"


class UnknownToken(DatabaseError):
    """There is no token, or the server does not know it."""


def normalized(address: str) -> str:
    """The server's address, as it is kept; DatabaseError for one to which no token is sent."""
    base = re.sub("(/mcp)?/*$", "", address)
    if not ADDRESS.fullmatch(base):
        message = "expected https://HOST; http is for this machine alone, since a token goes with it"
        shown = one_line(address, 200)
        raise DatabaseError(f"--server {shown}: {message}")
    return base


class TeamServer:
    """A workspace on a server, for a project: its records as `mirror` reads them, and what is proposed for the project.

    DatabaseError with the next step when it does not answer, or not as it should.
    """

    def __init__(self, address: str, project: str, workspace: str = "") -> None:
        self.address = normalized(address)
        self._asked = {"workspace": workspace, "project": project}
        token = environment.get(VARIABLE) or proposals.kept_tokens().get(self.address)
        if not token:
            raise UnknownToken(f"{self.address} {NO_TOKEN}")
        self._headers = {"Authorization": f"Bearer {token}"}
        answer = self._ask({})
        self.workspaces = [row[0] for row in self._rows(answer, "workspaces", str)]
        self.proposals = self._rows(answer, "proposals", str, str, dict)
        self._listing = self._rows(answer, "listing", str, str, str, str)

    def listing(self, project: str) -> Iterable[Any]:
        return self._listing

    def texts(self, keys: list[tuple[str, str]]) -> Iterable[Any]:
        shape = str, str, str, (str, type(None)), int
        return self._rows(self._ask({"keys": keys}), "records", *shape)

    def _ask(self, more: JsonObject) -> JsonObject:
        body = jsontext.dumps({**self._asked, **more}).encode("ascii")
        request = urllib.request.Request(  # noqa: S310  `normalized` has seen the scheme
            f"{self.address}/mirror", body, self._headers
        )
        opener = urllib.request.build_opener(NoRedirects)
        try:
            with opener.open(request, timeout=SECONDS) as answer:
                data = answer.read(MOST)
            value: JsonObject = jsontext.loads(data.decode("utf-8"))
            return value
        except urllib.error.HTTPError as error:
            if error.code == 401:
                raise UnknownToken(f"{self.address} {NO_TOKEN}") from None
            what = f"answers {error.code} {error.reason}; try again later, or check the address"
        except (OSError, http.client.HTTPException) as error:
            reason = getattr(error, "reason", error)
            what = f"does not answer ({reason}); check the address and the network"
        except ValueError:
            what = STRANGE
        raise DatabaseError(one_line(self.address + " " + what, 500))

    def _rows(self, answer: JsonObject, name: str, *shape: Any) -> list[Any]:
        rows = answer.get(name) if isinstance(answer, dict) else None
        for row in rows if isinstance(rows, list) else [()]:
            fits = isinstance(row, list) and len(row) == len(shape)
            if not fits or not all(map(isinstance, row, shape)):
                raise DatabaseError(f"{self.address} {STRANGE}")
        return rows or []
