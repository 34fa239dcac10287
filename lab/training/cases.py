"""Prompts with their candidates as the product measures them: what the relevance model is fitted on.

A case is one prompt over one store, a dict of what Store.case returns. Its `signals` have a row for each candidate in
force and a column for each of `names`. The signal "kind" is filled in again at each fit, by a model that has not seen
the prompt.
"""

import json
import os
import pathlib
import random
import re
import shutil
import tempfile

import numpy as np
from shared import read_lines

from memory_retrieval.state.session import Session

NOW = "2026-11-15T12:00:00Z"
NEW = {
    "schema_version": "1.1",
    "category": "preference",
    "record_status": "active",
    "created_at": "2026-10-01T09:00:00Z",
    "updated_at": "2026-10-01T09:00:00Z",
}
CONFIG = {"categories": {"session_summary": {"retention_days": 0}}}


def isolate():
    """Gives this process folders of its own, so that no user's index or state is touched."""
    folder = tempfile.mkdtemp(prefix="fit-")
    os.environ.update(
        {
            "XDG_%s_HOME" % n: f"{folder}/{n}"
            for n in ("CACHE", "STATE", "DATA", "CONFIG")
        }
    )
    os.environ.update(HOME=folder, MEMORIES_NOW=NOW)
    return pathlib.Path(folder)


def collection_cases(collection, folder, sizes=(0,)):
    """The labelled prompts of a collection; over a part of it, those whose best memory is in the part."""
    cases = []
    for size in sizes:
        store = Store(collection, folder, size)
        for query in read_lines(collection / "queries.jsonl"):
            best = {
                path for path, grade in query["relevant"].items() if grade == 2
            } or set(query["relevant"])
            if not size or not query["relevant"] or best & store.paths:
                relevant = {
                    path: grade
                    for path, grade in query["relevant"].items()
                    if path in store.paths
                }
                cases.append(store.case(query, query["kind"], relevant))
    return cases


def quiet_cases(collection, folder, sizes, prompts):
    """Prompts that need no memory, over parts of a collection; left out where a memory speaks of one of its topics."""
    cases = []
    for size in sizes:
        store = Store(collection, folder, size)
        cases += [
            store.case(p, p["group"], {})
            for p in prompts
            if not any(map(store.speaks, p.get("topics", [])))
        ]
    return cases


def language_cases(file, collection, folder):
    """The prompts of a file of a second language over the collection with the records and aliases of that file."""
    second = json.loads(file.read_text(encoding="utf-8"))
    store = Store(collection, folder, 0)
    store.add_language(second)
    return [
        store.case(prompt, second["language"], prompt["relevant"])
        for prompt in second["prompts"]
    ]


class Store:
    """A part of a collection as a project of its own."""

    def __init__(self, collection, folder, size):
        base = collection / "memory"
        files = sorted(
            p for p in base.rglob("*.json") if p.name != "memory-config.json"
        )
        part = (
            random.Random(size).sample(files, min(size, len(files))) if size else files
        )
        self.name, self.size = collection.name, size
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="store-", dir=folder))
        self.paths, self.words = set(), set()
        for file in part:
            target = self.root / ".claude/memory" / file.relative_to(base)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
            record = json.loads(file.read_text(encoding="utf-8"))
            self.paths.add(str(file.relative_to(base)))
            if record.get("record_status", "active") == "active":
                text = " ".join(
                    [
                        record["title"],
                        *record.get("tags", []),
                        *record.get("aliases", []),
                    ]
                )
                self.words |= set(re.findall(r"\w+", text.lower()))
        (self.root / ".claude/memory/memory-config.json").write_text(json.dumps(CONFIG))

    def add_language(self, second):
        """Writes the records and aliases of a second language into the store."""
        memory = self.root / ".claude/memory"
        for path, aliases in second["aliases"].items():
            record = json.loads((memory / path).read_text(encoding="utf-8"))
            record["schema_version"], record["aliases"] = (
                "1.1",
                [*record.get("aliases", [])[:6], *aliases],
            )
            (memory / path).write_text(
                json.dumps(record, ensure_ascii=False), encoding="utf-8"
            )
        for given in second["records"]:
            record = dict(
                NEW,
                id=given["id"],
                title=given["title"],
                tags=given["tags"],
                aliases=given["aliases"],
            )
            record["content"] = {
                "topic": given["title"],
                "value": given["value"],
                "reason": "",
                "strength": "strong",
            }
            (memory / "preferences" / (given["id"] + ".json")).write_text(
                json.dumps(record, ensure_ascii=False)
            )

    def speaks(self, topic):
        """Whether the title, a tag or an alias of an active memory names a topic."""
        beginning = topic[: max(4, len(topic) - 2)]
        return any(
            word == topic or (len(topic) > 3 and word.startswith(beginning))
            for word in self.words
        )

    def case(self, query, group, relevant):
        from memory_retrieval.index import semantic
        from memory_retrieval.retrieve.pipeline import retrieve
        from memory_retrieval.retrieve.trace import Request

        transcript = self.root / "t.jsonl"
        turns = [
            {"type": "user", "message": {"role": "user", "content": t}}
            for t in query.get("transcript") or []
        ]
        transcript.write_text("".join(json.dumps(turn) + "\n" for turn in turns))
        trace = retrieve(
            Session(str(self.root)),
            Request(query["prompt"], mode="auto", transcript=str(transcript)),
        )
        active = [
            h
            for h in trace.hits
            if h.memory.status == "active" and not h.memory.superseded_by
        ]
        paths = [h.memory.path.replace(".claude/memory/", "") for h in active]
        text = (
            trace.query.text
            + ("\n" + trace.query.context if trace.query.context else "")
            if trace.query
            else ""
        )
        table = semantic.open_table()
        return {
            "project": self.name,
            "size": self.size,
            "prompt": query["prompt"],
            "group": group,
            "vector": table.embed(text) if text else None,
            "relevant": relevant,
            "paths": paths,
            "grades": np.array([relevant.get(path, 0) for path in paths]),
            "signals": np.array([list(h.signals.values()) for h in active], np.float32),
            "names": list(active[0].signals) if active else [],
        }
