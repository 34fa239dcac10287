"""Answers of external models, in the pattern store: `newest` serves a repeated question for a day, `rank` searches."""

from __future__ import annotations

from ..core import clock, environment
from ..core.errors import RecordError
from ..core.model import Record, Store
from ..store import catalog, kinds, schema
from ..store.catalog import read_entry
from ..store.layouts import LLM_CACHE, LLM_NAMES
from ..store.lock import StoreLock
from ..store.place import Place
from . import names
from .batch import Batch
from .commit import commit, make_store
from .draft import MAX_INPUT, clean

VALID = 86_400  # seconds
SUMMARY = 500  # characters of the answer's beginning, when no summary is given


def put(
    place: Place, name: str, question: str, answer: str, summary: str = ""
) -> Record:
    """Stores an answer and replaces an earlier one to the same question. Returns {"status", "path", "notes"}."""
    notes: list[str] = []
    record = make_record(name, question, answer, summary, notes)
    store = place.store(kinds.PATTERNS)
    if not store.exists():
        make_store(store)
    with StoreLock(store.base):
        known = _same(_stored(store, name), record["question"])
        path = (
            known[0]["path"]
            if known
            else store.path(f"{LLM_CACHE}/{name}", record["id"])
        )
        batch = Batch("cache put", record["id"])
        batch.put(path, record)
        commit(store, batch)
    return {
        "status": "updated" if known else "created",
        "path": path,
        "notes": notes + batch.notes,
    }


def make_record(
    name: str, question: str, answer: str, summary: str, notes: list[str]
) -> Record:
    """The record of an answer, without secrets (`notes` reports those removed); RecordError for an invalid one."""
    _check_name(name)
    fields = clean({"question": question, "answer": answer, "summary": summary}, notes)
    question = " ".join(fields["question"].split())
    if not question or not fields["answer"].strip():
        field = "answer" if question else "question"
        raise RecordError.at(
            field,
            "is empty; pass --question, and the answer on standard input",
            "missing",
        )
    if len(fields["answer"].encode("utf-8")) > MAX_INPUT - 4096:
        raise RecordError.at("answer", "at most 1 MiB; summarize it", "size")
    record = {
        "id": _id(question),
        "llm_name": name,
        "timestamp": clock.format_time(environment.now()),
        "question": question,
        "response_summary": fields["summary"].strip()
        or " ".join(fields["answer"].split())[:SUMMARY],
        "response_text": fields["answer"].strip(),
    }
    problems = schema.validate(record, "llm_cache", strict=True)
    if problems:
        raise RecordError("the answer was refused", problems)
    return record


def newest(hits: list[Record]) -> Record | None:
    """The youngest answer that is less than a day old; None without one."""
    recent = []
    for hit in hits:
        age = hit["age_seconds"]
        if age is not None and 0 <= age < VALID:
            recent.append(hit)
    return min(recent, key=lambda hit: hit["age_seconds"], default=None)


def to_question(place: Place, name: str, question: str) -> list[Record]:
    """The answers to this very question. An empty name means all models."""
    return _same(answers(place, name), question)


def answers(place: Place, name: str) -> list[Record]:
    """Every stored answer, of any age. An empty name means all models."""
    return _stored(place.store(kinds.PATTERNS), name)


def rank(hits: list[Record], query: str) -> list[Record]:
    """The answers that share terms with a query, best first: rare terms weigh more, those of the question double."""
    from math import log

    from ..core.stem import stems

    texts = []
    for hit in hits:
        text = f"{hit['response_summary']} {hit['response_text']}"
        texts.append((stems(hit["question"]), stems(text)))
    weights = {}
    for word in stems(query):
        count = sum(word in question or word in answer for question, answer in texts)
        if count:
            weights[word] = log(1 + len(hits) / count)
    scored = []
    for hit, (question, answer) in zip(hits, texts):  # noqa: B905  (`strict` is younger than Python 3.9)
        score = sum(
            weight * (2 * (word in question) + (word in answer))
            for word, weight in weights.items()
        )
        if score > 0:
            scored.append({**hit, "score": round(score, 4)})
    return sorted(
        scored, key=lambda hit: (-hit["score"], hit["age_seconds"] or 0, hit["path"])
    )


def age_text(seconds: int | None) -> str:
    """An age in words: `3 hours old`, `just now`."""
    if seconds is None:
        return "of unknown age"
    text = clock.in_words(seconds, clock.UP_TO_DAYS) if seconds > 0 else ""
    return f"{text} old" if text else "just now"


def _stored(store: Store, name: str) -> list[Record]:
    found = []
    for entry in catalog.entries(store):
        if entry.kind != "llm_cache" or name not in ("", entry.path.split("/")[-2]):
            continue
        raw = read_entry(store, entry)[0]
        if raw is not None:
            found.append(answer(raw, entry.path))
    return found


def _same(hits: list[Record], question: str) -> list[Record]:
    """The answers to this very question."""
    return [hit for hit in hits if _key(hit["question"]) == _key(question)]


def answer(raw: Record, path: str) -> Record:
    """A stored answer as `memories cache` shows it."""
    when = clock.parse_time(raw["timestamp"])
    return {
        "llm_name": raw.get("llm_name") or path.split("/")[-2],
        "question": raw["question"],
        "response_summary": raw["response_summary"],
        "response_text": raw.get("response_text") or "",
        "timestamp": raw["timestamp"],
        "age_seconds": None if when is None else environment.now() - when,
        "path": path,
    }


def _id(question: str) -> str:
    import zlib

    checksum = zlib.crc32(_key(question).encode("utf-8", "replace"))
    return f"{names.slug(question)}-{checksum:08x}".strip("-")


def _key(question: str) -> str:
    """A key that equal questions share: case and spacing do not count."""
    return " ".join(question.split()).casefold()


def _check_name(name: str) -> None:
    plain = name.isascii() and all(c.isalnum() or c in "-_." for c in name)
    if not plain or not 0 < len(name) <= 40 or name.startswith("."):
        message = "expected a model's short name such as %s, got %.40r" % (
            ", ".join(LLM_NAMES),
            name,
        )
        raise RecordError.at("llm", message)
