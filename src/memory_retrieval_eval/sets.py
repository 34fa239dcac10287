"""Public sets as collections, from copies of their repositories: LoCoMo, BEAM and PrecisionMemBench.

Their texts are other people's (CC BY-NC, no license, MIT), so nothing of them is kept in this repository: each function
reads a folder that somebody fetched, and writes, where it writes, to a temporary one. Knows no engine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from .beir import record
from .values import BEIR, PROJECT, Collection, Document, LabelledQuery

LOCOMO_KINDS = {1: "several turns", 2: "dates", 3: "open domain", 4: "one turn"}  # 5 asks for what was never said
USER = "test-user"  # whose beliefs PrecisionMemBench asks for


def locomo(folder: Path, *, turns: bool) -> list[Collection]:
    """One collection a conversation, with a memory for each turn, or else for each session; questions with evidence."""
    found = []
    for sample in _read(folder / "data" / "locomo10.json"):
        talk, name = sample["conversation"], sample["sample_id"]
        sessions = [number for number in range(1, len(talk)) if f"session_{number}" in talk]
        documents = [d for number in sessions for d in _session(talk, number, turns=turns)]
        known = {document.id for document in documents}
        queries = []
        for number, asked in enumerate(sample["qa"]):
            turned = re.findall(r"D\d+:\d+", " ".join(asked.get("evidence", ())))  # some hold two in one text
            said = {turn if turns else turn.split(":")[0] for turn in turned} & known
            if said and asked["category"] in LOCOMO_KINDS:
                kind = LOCOMO_KINDS[asked["category"]]
                queries.append(LabelledQuery(str(number), kind, asked["question"], relevant=dict.fromkeys(said, 1)))
        found.append(Collection(name, folder, BEIR, tuple(queries), tuple(documents)))
    return found


def _session(talk: dict[str, Any], number: int, *, turns: bool) -> list[Document]:
    spoken = [Document(turn["dia_id"], "", _spoken(turn)) for turn in talk[f"session_{number}"]]
    return spoken if turns else [Document(f"D{number}", "", "\n".join(document.text for document in spoken))]


def _spoken(turn: dict[str, Any]) -> str:
    shown = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{shown}"


def beam(folder: Path, size: str) -> list[Collection]:
    """One collection a chat of `size` (100K, 500K, 1M), with a memory for each message; questions that name sources.

    Chats whose file is missing are left out.
    """
    found = []
    for chat in sorted((folder / "chats" / size).glob("*/chat.json"), key=lambda path: int(path.parent.name)):
        messages = [m for batch in _read(chat) for turn in batch["turns"] for m in turn]
        documents = [Document(str(m["id"]), "", m["content"].split("->->")[0].strip()) for m in messages]
        known = {document.id for document in documents}
        queries = []
        for kind, asked in _read(chat.parent / "probing_questions" / "probing_questions.json").items():
            for number, question in enumerate(asked):
                said = {str(source) for source in _leaves(question.get("source_chat_ids", ()))} & known
                if said:
                    name = f"{kind}-{number}"
                    queries.append(LabelledQuery(name, kind, question["question"], relevant=dict.fromkeys(said, 1)))
        found.append(Collection(chat.parent.name, folder, BEIR, tuple(queries), tuple(documents)))
    return found


def _leaves(value: Any) -> Iterator[Any]:
    """What lists in lists and objects hold."""
    if isinstance(value, (dict, list, tuple)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from _leaves(part)
    else:
        yield value


def precision_mem_bench(folder: Path, target: Path) -> list[Collection]:
    """One project a scope, written below `target`: beliefs as preferences, and the cases that say what has to come.

    Pinned beliefs are in no store, since the set expects them at every prompt; nor are open questions. Cases of an
    empty prompt, another user or a scope without beliefs are left out.
    """
    seed, asked = (_read(folder / "fixtures" / name) for name in ("beliefs.seed.json", "retrieval.cases.json"))
    beliefs = [b for b in seed if b["user_id"] == USER and b["type"] != "open_question"]
    pinned = {b["_id"] for b in beliefs if b["pinned"]}
    known = {scope for b in beliefs for scope in b["scope"] if scope.startswith("domain:")}
    cases = [c for c in asked if c["query"].strip() and c.get("userId", USER) == USER and known >= {*c["scope"]}]
    found = []
    for number, scopes in enumerate(sorted({tuple(case["scope"]) for case in cases})):
        memory = target / str(number) / "memory" / "preferences"
        memory.mkdir(parents=True)
        for belief in [b for b in beliefs if set(scopes) & set(b["scope"]) and b["_id"] not in pinned]:
            (memory / f"{belief['_id']}.json").write_text(json.dumps(preference(belief)), encoding="utf-8")
        queries = (_case(case, pinned) for case in cases if tuple(case["scope"]) == scopes)
        found.append(Collection(" ".join(scopes), memory.parent.parent, PROJECT, tuple(filter(None, queries))))
    return found


def _case(case: dict[str, Any], pinned: Iterable[str]) -> LabelledQuery | None:
    wanted = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude")
    if wanted is None:
        return None
    relevant = {f"preferences/{name}.json": 2 for name in wanted if name not in pinned}
    return LabelledQuery(case["caseId"], case["category"], case["query"], relevant=relevant)


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


def pooled(collections: Sequence[Collection]) -> list[Collection]:
    """All text sets as one: every question is asked over the memories of all of them."""
    documents, queries = [], []
    for part in collections:
        documents += [replace(document, id=f"{part.name}/{document.id}") for document in part.documents]
        for query in part.queries:
            relevant = {f"{part.name}/{key}": grade for key, grade in query.relevant.items()}
            queries.append(replace(query, id=f"{part.name}/{query.id}", relevant=relevant))
    return [Collection("pooled", collections[0].folder, BEIR, tuple(queries), tuple(documents))]


def _read(path: Path) -> Any:
    return json.loads(path.read_bytes())
