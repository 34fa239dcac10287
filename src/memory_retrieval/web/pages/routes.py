"""Which page answers to which address. Reading is GET, whatever changes something is POST."""

from __future__ import annotations

from ..app import Page
from . import edit, health, inbox, ledger, memories, memory, overview, reports, try_prompt

READING: list[tuple[str, Page]] = [
    ("/", overview.show),
    ("/memories", memories.show),
    ("/memories/new", edit.new),
    ("/memories/{key:path}", memory.show),
    ("/edit/{key:path}", edit.show),
    ("/try", try_prompt.show),
    ("/ledger", ledger.show),
    ("/health", health.show),
    ("/inbox", inbox.show),
    ("/inbox/{id}", inbox.candidate),
    ("/reports", reports.show),
    ("/reports/{name}", reports.page),
]
WRITING: list[tuple[str, Page]] = [
    ("/memories/new", edit.create),
    ("/edit/{key:path}", edit.save),
    ("/status/{key:path}", memory.change_status),
    ("/takeback/{key:path}", memory.take_back),
    ("/mute/{key:path}", memory.mute),
    ("/undo", memory.undo),
    ("/try", try_prompt.ask),
    ("/health/check", health.again),
    ("/health/mend", health.mend),
    ("/inbox/{id}", inbox.decide),
]
OF_FILES = (
    "/memories/new",
    "/mute/{key:path}",
    "/health/mend",
    "/inbox/{id}",
)  # of these, those that a team database takes from nobody
ASKING = ("/try", "/health/check")  # of the latter, those that leave every record as it is
