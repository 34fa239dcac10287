"""One sentence is enough: it is kept word for word in the inbox, with a guessed category, until it is completed."""

from __future__ import annotations

from ..core.errors import RecordError
from . import draft, inbox, sentence_kind
from .redact import redact
from .related import MAIN
from .writable import find_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .request import SaveOutcome

MAX_NOTE = 2_000  # characters
MAX_TITLE = 120  # characters, cut at a word


def keep_note(text: str, category: str = "", cwd: str = "", root: str = "") -> dict[str, Any]:
    """Files a sentence as a candidate: {"status": "noted", "id", "category", "guessed", "text", "missing", "next"}.

    RecordError when it is empty or too long, or when the inbox is full. A sentence that is there is not filed twice.
    """
    text = text.strip()
    if not text or len(text) > MAX_NOTE:
        long = "at most %d characters, got %d; save a record instead" % (MAX_NOTE, len(text))
        raise RecordError.at("text", long if text else "is empty; write a sentence", "size" if text else "missing")
    chosen = draft.category_of(category) if category else sentence_kind.guess(text)
    store = find_writable(cwd=cwd, root=root)
    record = {"title": cut(draft.tidy_title(redact(text)[0]), MAX_TITLE), "content": {MAIN[chosen]: text}}
    id = inbox.add_candidate(store.journal_root, chosen, [{"text": text, "pattern": "note"}], record)
    if id is None:
        message = "the inbox is full; accept or reject some of it first (`memories inbox list`)"
        raise RecordError.at("text", message, "full")
    missing = inbox.get_candidate(store.journal_root, id)["gaps"]
    step = (
        "ask the user for what is missing, or work it out, then run `memories inbox accept %s --file -` with it as JSON"
    )
    return {
        "status": "noted",
        "id": id,
        "category": chosen,
        "guessed": not category,
        "text": text,
        "missing": missing,
        "next": step % id if missing else "`memories inbox accept %s` saves it" % id,
    }


def complete_note(id: str, fields: dict[str, Any], cwd: str = "") -> SaveOutcome:
    """Puts in what a kept sentence lacks and saves it; RecordError while something is missing, and nothing is lost."""
    store_root = find_writable(cwd=cwd).journal_root
    inbox.fill(store_root, id, fields)
    return inbox.accept(store_root, id)


def cut(text: str, limit: int) -> str:
    """The beginning of a text, cut at a word."""
    if len(text) <= limit:
        return text
    head = text[: limit + 1].rsplit(" ", 1)[0]
    return head if len(head) <= limit else text[:limit]
