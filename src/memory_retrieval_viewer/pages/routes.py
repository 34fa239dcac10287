"""The page of each route. Whatever changes a record is a POST; a team database refuses FORMS and WRITING."""

from __future__ import annotations

from ..view import Page
from . import agent, conflicts, edit, health, inbox, ledger, memories, memory, overview, try_fixes, try_prompt

READING: list[tuple[str, Page]] = [
    ("/", overview.show),
    ("/memories", memories.show),
    ("/memories/{key:path}", memory.show),
    ("/try", try_prompt.show),
    ("/brief", agent.brief),
    ("/file", agent.file),
    ("/conflicts", conflicts.show),
    ("/ledger", ledger.show),
    ("/health", health.show),
    ("/inbox", inbox.show),
    ("/inbox/{id}", inbox.candidate),
]
FORMS: list[tuple[str, Page]] = [  # GET; matched before READING, since "/memories/new" is not the key of a memory
    ("/memories/new", edit.new),
    ("/edit/{key:path}", edit.show),
]
ASKING: list[tuple[str, Page]] = [  # POST that changes no record
    ("/try", try_prompt.ask),
    ("/health/check", health.again),
    ("/project", overview.switch),
]
WITHOUT_LISTS = (health.show, health.again)  # answer although a node of the database is lost
WRITING: list[tuple[str, Page]] = [
    ("/memories/new", edit.create),
    ("/memories/retire", memories.retire),
    ("/edit/{key:path}", edit.save),
    ("/status/{key:path}", memory.change_status),
    ("/mute/{key:path}", memory.mute),
    ("/try/alias/{key:path}", try_fixes.add_alias),
    ("/try/mute/{key:path}", try_fixes.mute),
    ("/conflicts", conflicts.decide),
    ("/undo", memory.undo),
    ("/health/mend", health.mend),
    ("/inbox", inbox.decide_many),
    ("/inbox/note", inbox.note),
    ("/inbox/{id}", inbox.decide),
]
