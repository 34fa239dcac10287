"""One sentence is enough: the partial record that it makes, which says what the sentence says and nothing else."""

from __future__ import annotations

import re

from ..core.errors import RecordError
from ..core.model import Record, Store
from ..core.sanitize import headline
from ..core.tokens import STOP_WORDS, tokenize
from ..redact.redact import redact
from ..store.schema import INCOMPLETE
from . import draft, sentence_kind
from .related import MAIN
from .request import SaveOutcome, SaveRequest
from .service import save

MAX_NOTE = 2_000  # characters
MIN_BESIDE = (
    7  # words beside a removed secret from which a sentence says something else
)
MIN_TAG = 4  # letters
REMOVED = re.compile(r"\[redacted:\w+\]")


def keep(request: SaveRequest, text: str) -> SaveOutcome:
    """Saves a sentence as a record, with what else the request gives; the outcome names the category.

    RecordError when it is empty or too long, a question, or nothing but a secret. A sentence that is the title of a
    record of its category is that record.
    """
    said = record_of(text, request.category)
    category = said["category"]
    files = _files(text, request.place.target)
    said.update({"related_files": files} if files else {})
    outcome = save(request.replace(data={**request.data, **said}))
    return outcome.replace(
        category=category, guessed=not request.category and outcome.status == "created"
    )


def record_of(text: str, category: str = "") -> Record:
    """The partial record of a sentence. Without a category, it is guessed."""
    text = text.strip()
    if not text:
        raise RecordError.at("text", "is empty; write a sentence", "missing")
    number = len(text)
    if number > MAX_NOTE:
        message = f"at most {MAX_NOTE} characters, got {number}; save a memory instead"
        raise RecordError.at("text", message, "size")
    plain = redact(text)[0]
    _refuse(plain)
    category = draft.category_of(category) if category else sentence_kind.guess(plain)
    title = headline(draft.tidy_title(plain), draft.MAX_TITLE)
    record = {
        "category": category,
        "title": title,
        "tags": _tags(title),
        INCOMPLETE: True,
    }
    return record if title == text else {**record, "content": {MAIN[category]: text}}


def _refuse(text: str) -> None:
    """RecordError for a text without secrets that states nothing."""
    if text.endswith(("?", "\uff1f")):
        raise RecordError.at(
            "text", "is a question; write the answer as a statement", "nothing-said"
        )
    words = REMOVED.sub("", text).split()
    if len(words) < MIN_BESIDE and REMOVED.search(text):
        said = "says little but a secret, which is never stored; write where the secret is kept"
        raise RecordError.at("text", said, "nothing-said")


def _files(text: str, store: Store) -> list[str]:
    """The files and folders of the project that a text names by their paths."""
    paths = []
    for word in text.split():
        path = word.strip("`'\"()[]{}<>,;:.!*").removeprefix("./")
        if ("." in path or "/" in path) and not draft.leads_out(path):
            paths.append(path)
    return [path for path in dict.fromkeys(paths) if store.has_file(path)]


def _tags(title: str) -> list[str]:
    """The longest word of a title, where it has a long one."""
    words = [
        word
        for word in tokenize(title)
        if len(word) >= MIN_TAG and word not in STOP_WORDS
    ]
    return [max(words, key=len)] if words else []
