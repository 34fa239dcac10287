"""PrecisionMemBench, from a folder of the public set: beliefs as preferences, scopes as stores, and its scoring.

    python -m memory_retrieval_eval.precision_mem_bench FOLDER

What the hook injects has to be what a case expects; pinned beliefs, which the set expects elsewhere, do not count. Open
questions are left out, and so are cases of an empty prompt, another user or a scope without beliefs.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from memory_retrieval.cli.output import write

from .beir import record
from .product import open_product
from .values import PROJECT, Collection, Document, LabelledQuery

USER = "test-user"
FILES = ("beliefs.seed.json", "retrieval.cases.json")


@dataclass(frozen=True)
class Answer:
    """What was injected at a case of a category (`kind`), and what should have been; None for a case that says not."""

    id: str
    kind: str
    given: frozenset[str]
    wanted: frozenset[str] | None

    @property
    def passed(self) -> bool:
        return self.wanted in (None, self.given)

    @property
    def shares(self) -> tuple[float | None, float | None]:
        """(precision, recall); None where nothing was injected and nothing should have been, or nothing should have."""
        wanted = self.wanted or frozenset()
        right = len(self.given & wanted)
        precision = right / max(1, len(self.given)) if self.given or wanted else None
        return precision, right / len(wanted) if wanted else None


def answers(folder: Path) -> Iterator[Answer]:
    """The hook's answer to each usable case, store by store."""
    seed, asked = (json.loads((folder / "fixtures" / name).read_bytes()) for name in FILES)
    beliefs = [b for b in seed if b["user_id"] == USER and b["type"] != "open_question"]
    pinned = frozenset(b["_id"] for b in beliefs if b["pinned"])
    known = {scope for b in beliefs for scope in b["scope"] if scope.startswith("domain:")}
    cases = [c for c in asked if c["query"].strip() and c.get("userId", USER) == USER and known >= {*c["scope"]}]
    for scopes in sorted({tuple(case["scope"]) for case in cases}):
        with tempfile.TemporaryDirectory(prefix="memories-eval-") as name:
            memory = Path(name, "memory", "preferences")
            memory.mkdir(parents=True)
            for belief in [b for b in beliefs if set(scopes) & set(b["scope"])]:
                (memory / f"{belief['_id']}.json").write_text(json.dumps(preference(belief)), encoding="utf-8")
            with open_product(Collection("scope", Path(name), PROJECT, ()), "fts5_bm25") as engine:
                for case in [case for case in cases if tuple(case["scope"]) == scopes]:
                    query = LabelledQuery(case["caseId"], case["category"], case["query"])
                    given = frozenset(Path(key).stem for key in engine.inject(query).keys) - pinned
                    wanted = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude")
                    yield Answer(query.id, query.kind, given, None if wanted is None else frozenset(wanted))


def preference(belief: dict[str, Any]) -> dict[str, object]:
    """A belief as a record: its first sentence is the title, and its name an alias like the others."""
    name, said = belief["canonical_name"].replace("_", " "), belief["content"]
    aliases = list({alias.casefold(): alias for alias in [*belief["aliases"], name]}.values())
    replaced = {"superseded_by": belief["superseded_by"]} if belief["superseded_by"] else {}
    content = {"topic": name, "value": said, "reason": belief["why_it_matters"], "strength": "default"}
    return {
        **record(belief["_id"], Document(belief["_id"], said.split(". ")[0], "")),
        **{"schema_version": "1.1", "category": "preference", "updated_at": belief["updated_at"]},
        **{"aliases": aliases, "content": content, **replaced},
    }


def as_text(found: Sequence[Answer]) -> str:
    """A line for each category and one for all: cases passed, mean precision and mean recall as the set counts them."""
    lines = []
    for kind in [*sorted({answer.kind for answer in found}), "all"]:
        some = [answer for answer in found if kind in (answer.kind, "all")]
        means = []
        for column in zip(*[answer.shares for answer in some], strict=True):
            values = [value for value in column if value is not None]
            means.append(f"{sum(values) / len(values):.3f}" if values else "-")
        passed = sum(answer.passed for answer in some)
        lines.append(f"{kind:34}{passed:3} of {len(some):3} passed, precision {means[0]}, recall {means[1]}\n")
    return "".join(lines)


if __name__ == "__main__":
    write(as_text(list(answers(Path(sys.argv[1])))))
