"""Builds the events of a session for tests: each function gives the events of one step."""

import json
import zlib

from memory_retrieval.core.settings import Config
from memory_retrieval.hosts import UNKNOWN
from memory_retrieval.transcript import words
from memory_retrieval.transcript.events import events_of
from memory_retrieval.transcript.values import Event
from memory_retrieval.triage.session import Session
from memory_retrieval.triage.triage import triage_events


def spoken(role, text):
    return Event(role, text, digest=zlib.crc32(text.encode()))


def user(text):
    return [spoken("user", text)]


def agent(text):
    return [spoken("assistant", text)]


def typed(text, **fields):
    return events_of(
        [
            json.dumps(
                {"type": "user", "message": {"role": "user", "content": text}, **fields}
            ).encode()
        ],
        UNKNOWN.transcript(),
    )


def edit(path="/w/src/a.py"):
    return [Event("use", "x", "Edit", path), Event("result", "updated")]


def run(command="make test", output="12 passed", error=False):
    return [Event("use", command, "Bash"), Event("result", output, error=error)]


def read(path, output="..."):
    return [Event("use", path, "Read"), Event("result", output)]


def joined(*parts):
    return [event for part in parts for event in part]


def session(*parts):
    return Session(joined(*parts), words.load())


def categories(*parts, config=None):
    """The categories that triage finds."""
    return {
        finding.category
        for finding in triage_events(joined(*parts), config or Config()).findings
    }


OPTIONS = agent(
    "Two ways: one table with a status column in Postgres, or a queue in Redis. The queue is another thing to run."
)
CHOICE = "let's take the table in postgres, because nobody here wants to look after another server"
