"""What a tried prompt leads to: its words become an alias of a candidate, or a candidate is muted for this user."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from memory_retrieval.core.errors import RecordError
from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.shell import command_line
from memory_retrieval.save import alias_list
from memory_retrieval.save.redact import redact

from ..notes import Note
from ..security import one
from ..source.protocol import UNDO_STORES, Source
from ..values import Row
from ..view import View
from .memory import noted

MAX_PROMPT = 2000  # characters that an address carries back to the page


def offered(source: Source, row: Row | None, phrase: str, muted: set[str]) -> dict[str, bool]:
    """Which buttons a candidate gets: `alias` and `mute`; none over a team database."""
    if source.writer is None or row is None:
        return {"alias": False, "mute": False}
    memory = row.memory
    known = list(memory.aliases)
    new = alias_list.union(known, [phrase]) != known
    active = memory.kind in CATEGORIES and memory.status == "active"
    return {"alias": active and new, "mute": memory.path not in muted}


def posted(prompt: str) -> str:
    """The prompt as the buttons send it: whole, or as the phrase alone where it is too long for an address."""
    return prompt if len(prompt) <= MAX_PROMPT else alias_list.phrase_of(prompt)


def add_alias(view: View) -> Response:
    phrase = alias_list.phrase_of(redact(one(view.form, "prompt"))[0])
    row = view.source.row(view.path["key"])
    try:
        outcome = view.writer.add_alias(view.path["key"], phrase)
    except RecordError as error:
        problems = tuple(problem.message for problem in error.problems)
        return _back(view, Note("Not added as an alias.", problems, good=False))
    text = "Added as an alias: “%s”." % phrase if outcome.changed else "It has this alias already."
    store = row.scope if row and row.scope in UNDO_STORES else "project"
    return _back(view, noted(view.writer, text, outcome, store))


def mute(view: View) -> Response:
    outcome = view.writer.mute(view.path["key"], muted=True)
    text = "Muted %s: it is never injected for you; search still finds it." % outcome.id
    step = "To undo it, press Unmute on its page, or run `%s`." % command_line("memories", "mute", outcome.id, "--off")
    return _back(view, Note(text, (step,)))


def _back(view: View, note: Note) -> Response:
    """The page Try a prompt again, with the same prompt."""
    values: dict[str, Any] = {"prompt": posted(one(view.form, "prompt")), "mode": one(view.form, "mode", "auto")}
    return view.to("/try?" + urlencode(values), note)
