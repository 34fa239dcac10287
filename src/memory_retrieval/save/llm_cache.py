"""Answers of external models, in the pattern store: `get` serves a repeated question for a day, `rank` searches."""

from __future__ import annotations

import os

from ..core import clock, config
from ..core.errors import RecordError
from ..store import schema
from ..store.layouts import LLM_CACHE, LLM_NAMES
from ..store.reader import read_text
from . import names
from .batch import Batch
from .draft import MAX_INPUT, clean
from .writable import find_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writable import WritableStore

VALID = 86_400  # seconds
SUMMARY = 500  # characters of the answer's beginning, when no summary is given


def put(name: str, question: str, answer: str, cwd: str = "", root: str = "", summary: str = "") -> dict[str, Any]:
    """Stores an answer and replaces an earlier one to the same question. Returns {"status", "path", "notes"}."""
    notes: list[str] = []
    record = make_record(name, question, answer, summary, notes)
    store = find_writable("patterns", cwd, root)
    path = store.path(LLM_CACHE + "/" + name, record["id"])
    if not store.exists():
        store.create()
    with store.locked():
        known = _find(store, name, record["question"])
        batch = Batch("cache put", record["id"])
        batch.put(known["path"] if known else path, record)
        store.commit(batch)
    return {
        "status": "updated" if known else "created",
        "path": known["path"] if known else path,
        "notes": notes + batch.notes,
    }


def make_record(name: str, question: str, answer: str, summary: str, notes: list[str]) -> dict[str, Any]:
    """The record of an answer, without secrets (`notes` reports those removed); RecordError for an invalid one."""
    _check_name(name)
    fields = clean({"question": question, "answer": answer, "summary": summary}, notes)
    question = " ".join(fields["question"].split())
    if not question or not fields["answer"].strip():
        field = "answer" if question else "question"
        raise RecordError.at(field, "is empty; pass --question, and the answer on standard input", "missing")
    if len(fields["answer"].encode("utf-8")) > MAX_INPUT - 4096:
        raise RecordError.at("answer", "at most 1 MiB; summarize it", "size")
    record = {
        "id": _id(question),
        "llm_name": name,
        "timestamp": clock.format_time(config.now()),
        "question": question,
        "response_summary": fields["summary"].strip() or " ".join(fields["answer"].split())[:SUMMARY],
        "response_text": fields["answer"].strip(),
    }
    problems = schema.validate(record, "llm_cache", strict=True)
    if problems:
        raise RecordError("the answer was refused", problems)
    return record


def get(name: str, question: str, cwd: str = "", root: str = "") -> dict[str, Any] | None:
    """The answer to this very question if it is less than a day old, else None. An empty name means all models."""
    store = find_writable("patterns", cwd, root)
    hits = [hit for hit in (_find(store, each, question) for each in ([name] if name else models(store))) if hit]
    recent = [hit for hit in hits if hit["age_seconds"] is not None and 0 <= hit["age_seconds"] < VALID]
    return min(recent, key=lambda hit: hit["age_seconds"]) if recent else None


def models(store: WritableStore) -> list[str]:
    """The names of models that have answers in the store, and of those that the format lists."""
    try:
        names_on_disk = [n for n in os.listdir(os.path.join(store.base, LLM_CACHE)) if not n.startswith(".")]
    except OSError:
        names_on_disk = []
    return sorted(set(names_on_disk) | set(LLM_NAMES))


def answers(name: str, cwd: str = "", root: str = "") -> list[dict[str, Any]]:
    """Every stored answer, of any age."""
    store = find_writable("patterns", cwd, root)
    return [hit for each in ([name] if name else models(store)) for hit in _all(store, each)]


def rank(hits: list[dict[str, Any]], query: str) -> list[dict[str, Any]]:
    """The answers that share terms with a query, best first: rare terms weigh more, those of the question double."""
    from math import log

    from .candidate import stems

    terms = stems(query)
    texts = [(stems(hit["question"]), stems(hit["response_summary"] + " " + hit["response_text"])) for hit in hits]
    counts = {word: sum(1 for q, a in texts if word in q or word in a) for word in terms}
    scored = []
    for hit, (question, answer) in zip(hits, texts):  # noqa: B905  (`strict` is younger than Python 3.9)
        score = sum(log(1 + len(hits) / counts[w]) * (2 * (w in question) + (w in answer)) for w in terms if counts[w])
        if score > 0:
            scored.append({**hit, "score": round(score, 4)})
    return sorted(scored, key=lambda hit: (-hit["score"], hit["age_seconds"] or 0, hit["path"]))


def age_text(seconds: int | None) -> str:
    """An age in words: `3 hours old`, `just now`."""
    if seconds is None:
        return "of unknown age"
    text = clock.in_words(seconds, clock.UP_TO_DAYS) if seconds > 0 else ""
    return text + " old" if text else "just now"


def _find(store: WritableStore, name: str, question: str) -> dict[str, Any] | None:
    key = _key(question)
    return next((hit for hit in _all(store, name) if _key(hit["question"]) == key), None)


def _all(store: WritableStore, name: str) -> list[dict[str, Any]]:
    from ..core import jsontext

    folder = store.prefix + LLM_CACHE + "/" + name
    try:
        files = sorted(n for n in os.listdir(store.absolute(folder)) if n.endswith(".json") and not n.startswith("."))
    except OSError:
        return []
    out = []
    for file in files:
        try:
            raw = jsontext.loads(read_text(store.absolute(folder + "/" + file)))
        except (OSError, ValueError):
            continue
        if schema.validate(raw, "llm_cache"):
            continue
        when = clock.parse_time(raw["timestamp"])
        out.append(
            {
                "llm_name": raw.get("llm_name") or name,
                "question": raw["question"],
                "response_summary": raw["response_summary"],
                "response_text": raw.get("response_text") or "",
                "timestamp": raw["timestamp"],
                "age_seconds": None if when is None else config.now() - when,
                "path": folder + "/" + file,
            }
        )
    return out


def _id(question: str) -> str:
    import zlib

    return (
        "%s-%08x" % (names.slug(question)[:60].strip("-"), zlib.crc32(_key(question).encode("utf-8", "replace")))
    ).strip("-")


def _key(question: str) -> str:
    """A key that equal questions share: case and spacing do not count."""
    return " ".join(question.split()).casefold()


def _check_name(name: str) -> None:
    if (
        not name
        or not all(c.isalnum() or c in "-_." for c in name)
        or name.startswith(".")
        or not name.isascii()
        or len(name) > 40
    ):
        message = "expected a model's short name such as %s, got %.40r" % (", ".join(LLM_NAMES), name)
        raise RecordError.at("llm", message)
