"""Baselines the product is held against: the seeds' FTS5 rule, and plain FTS5 without caps.

Written from the seeds and kept apart from the product on purpose: they have their own tokenizer, stop list and table, and do not move
when the product does. suite_eval.py's `seed-fts5` gives the same answers.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator
from typing import Any

from .dataset import BEIR, Collection, LabelledQuery

STOP_WORDS = """a an the is was are were be been being am do does did have has had will would could can should may might shall must
i you we they he she it me my your this that these those what which who whom how when where why if then else so and or but not no yes
to of in on at for with from by about up out into just also very too let please help need want know think make like use get go see as
am us vs"""
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
BODY_CAP = 2000  # characters
TERM_CAP = 15
SHORT = 3  # words; a shorter prompt is read with the turns before it
FLOOR, RELATIVE = 0.5, 0.6
POOL = 50  # rows ranked by the seeds' rule


class PlainFts5:
    """FTS5 with the porter stemmer over title, tags and body; `capped` as the seeds have it (2,000 characters, 15 words)."""

    def __init__(self, collection: Collection, *, capped: bool) -> None:
        self._terms = TERM_CAP if capped else None
        self._pool = POOL if capped else max(POOL, collection.depth)
        self._db = sqlite3.connect(":memory:")
        self._db.execute(
            "create virtual table m using fts5(title, tags, body, path unindexed, tokenize='porter unicode61')"
        )
        for key, title, tags, body in _texts(collection):
            row = (title, tags, body[:BODY_CAP] if capped else body, key)
            self._db.execute(
                "insert into m values(?,?,?,?)", tuple(text.encode("utf-8", "replace").decode() for text in row)
            )

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
        ranked = self.rank(query)
        return [(key, score) for key, score in ranked[:3] if score >= RELATIVE * ranked[0][1]]


def inject(considered: list[tuple[str, float]]) -> tuple[str, ...]:
    """The seeds' rule: nothing unless the best reaches the floor."""
    return tuple(key for key, _ in considered) if considered and considered[0][1] >= FLOOR else ()


def _effective(query: LabelledQuery) -> list[str]:
    terms = _tokens(query.prompt)
    if len(terms) <= SHORT:
        for turn in reversed(query.transcript):
            terms = terms + _tokens(turn)
    return terms


def _tokens(text: str) -> list[str]:
    return [word for word in re.findall(r"[a-z0-9]+", text.lower()) if word not in STOP and len(word) > 1]


def _texts(collection: Collection) -> Iterator[tuple[str, str, str, str]]:
    """(key, title, tags, body) of what may be found."""
    if collection.form == BEIR:
        for document in collection.documents:
            yield document.id, document.title, "", document.text
        return
    memory = collection.folder / "memory"
    for path in sorted(memory.rglob("*.json")):
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
            if record["record_status"] == "active":
                yield (
                    path.relative_to(memory).as_posix(),
                    record["title"],
                    " ".join(record["tags"]),
                    " ".join(_body(record)),
                )
        except (ValueError, KeyError, TypeError, AttributeError):
            continue  # no record; the product names it, a baseline passes over it


def _body(record: dict[str, Any]) -> Iterator[str]:
    for name in BODY.get(record["category"], "").split():
        value = record["content"].get(name)
        for item in value if isinstance(value, list) else [value]:
            yield from (text for text in (item.values() if isinstance(item, dict) else [item]) if isinstance(text, str))
