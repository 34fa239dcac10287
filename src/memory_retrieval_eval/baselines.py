"""Baselines to compare the product with: FTS5 under a fixed rule with caps and cutoffs, and plain FTS5 without caps.

They share no code with the product on purpose. Their tokenizer, stop words and table are their own, so their figures
stay the same when the product changes.
"""

from __future__ import annotations

import json
import re
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from .values import Collection, Injection, LabelledQuery, Ranked

BASELINES = ("seed_fts5", "fts5_plain")
STOP_WORDS = """
a an the is was are were be been being am do does did have has had will would could can should may might shall must i
you we they he she it me my your this that these those what which who whom how when where why if then else so and or
but not no yes to of in on at for with from by about up out into just also very too let please help need want know
think make like use get go see as am us vs
"""
STOP = frozenset(STOP_WORDS.split())
BODY = {
    "session_summary": "goal outcome completed in_progress blockers next_actions key_changes",
    "decision": "context decision rationale consequences",
    "runbook": "trigger symptoms steps verification root_cause environment",
    "constraint": "rule impact workarounds",
    "tech_debt": "description reason_deferred impact suggested_fix acceptance_criteria",
    "preference": "topic value reason",
}
WEIGHTS = "5.0,3.0,1.0"  # title, tags, body
BODY_CAP = 2000  # characters of the body that `seed_fts5` indexes
TERM_CAP = 15  # words of a prompt that `seed_fts5` searches for
POOL = 50  # rows that `seed_fts5` ranks
SHORT = 3  # words; a prompt of at most so many is read with the turns before it
FLOOR = 0.5  # score of the best hit below which nothing is injected
RELATIVE = 0.6  # of the best score; hits below it are not injected


@contextmanager
def open_baseline(collection: Collection, name: str) -> Iterator[BaselineEngine]:
    """The baseline on a table in memory."""
    table = PlainFts5(collection, capped=name == "seed_fts5")
    try:
        yield BaselineEngine(table, collection.depth)
    finally:
        table.close()


class BaselineEngine:
    """Answers from a table of its own."""

    def __init__(self, table: PlainFts5, depth: int) -> None:
        self._table, self._depth = table, depth

    def inject(self, query: LabelledQuery) -> Injection:
        """Nothing unless the best hit reaches FLOOR."""
        started = time.perf_counter()
        considered = self._table.considered(query)
        keys = (
            tuple(key for key, _ in considered)
            if considered and considered[0][1] >= FLOOR
            else ()
        )
        return Injection(keys, (time.perf_counter() - started) * 1e3)

    def search(self, query: LabelledQuery) -> Ranked:
        return tuple(self._table.rank(query)[: self._depth])


class PlainFts5:
    """FTS5 with the porter stemmer over title, tags and body; `capped` applies BODY_CAP, TERM_CAP and POOL."""

    def __init__(self, collection: Collection, *, capped: bool) -> None:
        self._terms = TERM_CAP if capped else None
        self._pool = POOL if capped else max(POOL, collection.depth)
        self._db = sqlite3.connect(":memory:")
        self._db.execute(
            "create virtual table m using fts5(title, tags, body, path unindexed, tokenize='porter unicode61')"
        )
        for key, title, tags, body in texts(collection):
            row = (title, tags, body[:BODY_CAP] if capped else body, key)
            values = [text.encode("utf-8", "replace").decode() for text in row]
            self._db.execute("insert into m values(?,?,?,?)", values)

    def close(self) -> None:
        self._db.close()

    def rank(self, query: LabelledQuery) -> list[tuple[str, float]]:
        """(key, score), best first."""
        terms = list(dict.fromkeys(_effective(query)))[: self._terms]
        if not terms:
            return []
        match = " OR ".join(f'"{term}"' for term in terms)
        sql = f"select path, -bm25(m, {WEIGHTS}) s from m where m match ? order by s desc limit {self._pool}"
        return self._db.execute(sql, (match,)).fetchall()

    def considered(self, query: LabelledQuery) -> list[tuple[str, float]]:
        """What would be injected without the absolute floor: at most three, none far below the best."""
        best = self.rank(query)[:3]
        return [(key, score) for key, score in best if score >= RELATIVE * best[0][1]]


def _effective(query: LabelledQuery) -> list[str]:
    terms = _tokens(query.prompt)
    if len(terms) <= SHORT:
        for turn in reversed(query.transcript):
            terms = terms + _tokens(turn)
    return terms


def _tokens(text: str) -> list[str]:
    words = re.findall(r"[a-z0-9]{2,}", text.lower())
    return [word for word in words if word not in STOP]


def texts(collection: Collection) -> Iterator[tuple[str, str, str, str]]:
    """(key, title, tags, body) of each document or active record."""
    for document in collection.documents:
        yield document.id, document.title, "", document.text
    if collection.documents:
        return
    memory = collection.folder / "memory"
    for path in sorted(memory.rglob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["record_status"] == "active":
                key = path.relative_to(memory).as_posix()
                yield (
                    key,
                    record["title"],
                    " ".join(record["tags"]),
                    " ".join(_body(record)),
                )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # not a record; the product reports it, a baseline skips it


def _body(record: dict[str, Any]) -> Iterator[str]:
    for name in BODY.get(record["category"], "").split():
        value = record["content"].get(name)
        for item in value if isinstance(value, list) else [value]:
            parts = item.values() if isinstance(item, dict) else [item]
            yield from [part for part in parts if isinstance(part, str)]
