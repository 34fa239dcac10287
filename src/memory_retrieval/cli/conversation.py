"""Finds the conversation that a record was saved from, while its transcript still lies on this machine."""

from __future__ import annotations

import glob
import os

from .. import hosts
from ..core import config
from ..core.errors import RecordError
from ..state import left_off

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SAFE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_")


def find_conversation(record: dict[str, Any], root: str) -> dict[str, str]:
    """{"session", "agent", "transcript"}. RecordError when the record names no session, or its transcript is gone."""
    source = record.get("source")
    source = source if isinstance(source, dict) else {}
    session = source.get("session")
    if not isinstance(session, str) or not session:
        raise RecordError.at(
            "source", "does not name a session: it was written by hand, or saved by an earlier version"
        )
    transcript = left_off.read(root, session).get("transcript")
    found = [transcript] if isinstance(transcript, str) and os.path.isfile(transcript) else _of_hosts(session)
    if not found:
        message = "the transcript of session %.60r is not on this machine; hosts delete old transcripts" % session
        raise RecordError.at("source", message, "not-found")
    return {"session": session, "agent": str(source.get("agent") or ""), "transcript": found[0]}


def _of_hosts(session: str) -> list[str]:
    """The id comes from a repository: nothing in it may name another folder."""
    if not config.home() or not set(session) <= SAFE:
        return []
    patterns = [host.sessions for host in map(hosts.find, hosts.names()) if host.sessions]
    return [path for pattern in patterns for path in glob.glob(os.path.join(config.home(), pattern % session))]
