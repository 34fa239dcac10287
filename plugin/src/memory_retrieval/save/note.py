"""One sentence is enough: the partial record that it makes, which says what the sentence says and nothing else."""

from __future__ import annotations

from ..core.errors import RecordError
from ..store.schema import INCOMPLETE
from . import draft, sentence_kind
from .redact import redact
from .related import MAIN
from .service import save

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .request import SaveOutcome, SaveRequest

MAX_NOTE = 2_000  # characters


def keep(request: SaveRequest, text: str) -> SaveOutcome:
    """Saves a sentence as a record, with what else the request gives; the outcome names the category.

    RecordError when it is empty or too long. A sentence that is the title of a record of its category is that record.
    """
    said = record_of(text, request.category)
    return save(request.replace(data={**request.data, **said})).replace(category=said["category"])


def record_of(text: str, category: str = "") -> dict[str, Any]:
    """The partial record of a sentence. Without a category, it is guessed."""
    text = text.strip()
    if not text or len(text) > MAX_NOTE:
        long = "at most %d characters, got %d; save a record instead" % (MAX_NOTE, len(text))
        raise RecordError.at("text", long if text else "is empty; write a sentence", "size" if text else "missing")
    category = draft.category_of(category) if category else sentence_kind.guess(text)
    title = cut(draft.tidy_title(redact(text)[0]), draft.MAX_TITLE)
    record = {"category": category, "title": title, INCOMPLETE: True}
    return record if title == text else {**record, "content": {MAIN[category]: text}}


def cut(text: str, limit: int) -> str:
    """The beginning of a text, cut at a word."""
    if len(text) <= limit:
        return text
    head = text[: limit + 1].rsplit(" ", 1)[0]
    return head if len(head) <= limit else text[:limit]
