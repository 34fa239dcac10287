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

from memory_retrieval_eval.beir import record
from memory_retrieval_eval.values import Collection, Document, LabelledQuery

LOCOMO_KINDS = {
    1: "several turns",
    2: "dates",
    3: "open domain",
    4: "one turn",
}  # 5 asks for what was never said
USER = "test-user"  # whose beliefs PrecisionMemBench asks for


def locomo(folder: Path, *, turns: bool) -> list[Collection]:
    """One collection a conversation, with a memory for each turn, or else for each session; questions with evidence."""
    found = []
    for sample in _read(folder / "data" / "locomo10.json"):
        talk, name = sample["conversation"], sample["sample_id"]
        sessions = [
            number for number in range(1, len(talk)) if f"session_{number}" in talk
        ]
        documents = list[Document]()
        for number in sessions:
            documents += _session(talk, number, turns=turns)
        known = {document.id for document in documents}
        queries = []
        for number, asked in enumerate(sample["qa"]):
            turned = re.findall(
                r"D\d+:\d+", " ".join(asked.get("evidence", ()))
            )  # some hold two in one text
            sources = turned if turns else [turn.split(":")[0] for turn in turned]
            said = known.intersection(sources)
            kind = LOCOMO_KINDS.get(asked["category"])
            if said and kind:
                queries.append(
                    LabelledQuery(
                        str(number),
                        kind,
                        asked["question"],
                        relevant=dict.fromkeys(said, 1),
                    )
                )
        found.append(Collection(name, folder, tuple(queries), tuple(documents)))
    return found


def _session(talk: dict[str, Any], number: int, *, turns: bool) -> list[Document]:
    spoken = [
        Document(turn["dia_id"], "", _spoken(turn))
        for turn in talk[f"session_{number}"]
    ]
    if turns:
        return spoken
    return [Document(f"D{number}", "", "\n".join(document.text for document in spoken))]


def _spoken(turn: dict[str, Any]) -> str:
    shown = f" [{turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{shown}"


def beam(folder: Path, size: str) -> list[Collection]:
    """One collection a chat of `size` (100K, 500K, 1M), with a memory for each message; questions that name sources.

    Chats whose file is missing are left out.
    """
    found = []
    chats = (folder / "chats" / size).glob("*/chat.json")
    for chat in sorted(chats, key=lambda path: int(path.parent.name)):
        messages = [m for batch in _read(chat) for turn in batch["turns"] for m in turn]
        texts = {
            str(message["id"]): message["content"].split("->->")[0]
            for message in messages
        }
        documents = [Document(id, "", text.strip()) for id, text in texts.items()]
        known = {document.id for document in documents}
        queries = []
        asked = _read(chat.parent / "probing_questions" / "probing_questions.json")
        for kind, questions in asked.items():
            for number, question in enumerate(questions):
                said = known.intersection(
                    map(str, _leaves(question.get("source_chat_ids", ())))
                )
                if said:
                    relevant = dict.fromkeys(said, 1)
                    queries.append(
                        LabelledQuery(
                            f"{kind}-{number}",
                            kind,
                            question["question"],
                            relevant=relevant,
                        )
                    )
        found.append(
            Collection(chat.parent.name, folder, tuple(queries), tuple(documents))
        )
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
    seed = _read(folder / "fixtures" / "beliefs.seed.json")
    beliefs = [
        belief
        for belief in seed
        if belief["user_id"] == USER and belief["type"] != "open_question"
    ]
    pinned = {belief["_id"] for belief in beliefs if belief["pinned"]}
    known = {
        scope
        for belief in beliefs
        for scope in belief["scope"]
        if scope.startswith("domain:")
    }
    cases: dict[tuple[str, ...], list[LabelledQuery]] = {}
    for case in _read(folder / "fixtures" / "retrieval.cases.json"):
        scopes = tuple(case["scope"])
        if (
            case["query"].strip()
            and case.get("userId", USER) == USER
            and known.issuperset(scopes)
        ):
            cases.setdefault(scopes, []).extend(_case(case, pinned))
    found = []
    free = [belief for belief in beliefs if not belief["pinned"]]
    for number, scopes in enumerate(sorted(cases)):
        project = target / str(number)
        _write_beliefs(project / "memory" / "preferences", free, set(scopes))
        found.append(Collection(" ".join(scopes), project, tuple(cases[scopes])))
    return found


def _write_beliefs(
    folder: Path, beliefs: Iterable[dict[str, Any]], scopes: set[str]
) -> None:
    folder.mkdir(parents=True)
    for belief in beliefs:
        if not scopes.isdisjoint(belief["scope"]):
            text = json.dumps(preference(belief))
            (folder / f"{belief['_id']}.json").write_text(text, encoding="utf-8")


def _case(case: dict[str, Any], pinned: Iterable[str]) -> Iterator[LabelledQuery]:
    wanted = case["expect"].get("relevantBeliefs", {}).get("shouldOnlyInclude")
    if wanted is not None:
        relevant = {
            f"preferences/{name}.json": 2 for name in wanted if name not in pinned
        }
        yield LabelledQuery(
            case["caseId"], case["category"], case["query"], relevant=relevant
        )


def preference(belief: dict[str, Any]) -> dict[str, object]:
    """A belief as a record: its first sentence is the title, and its name an alias like the others."""
    name, said = belief["canonical_name"].replace("_", " "), belief["content"]
    aliases = {alias.casefold(): alias for alias in [*belief["aliases"], name]}
    replaced = (
        {"superseded_by": belief["superseded_by"]} if belief["superseded_by"] else {}
    )
    content = {
        "topic": name,
        "value": said,
        "reason": belief["why_it_matters"],
        "strength": "default",
    }
    return {
        **record(belief["_id"], Document(belief["_id"], said.split(". ")[0], "")),
        **{
            "schema_version": "1.1",
            "category": "preference",
            "updated_at": belief["updated_at"],
        },
        **{"aliases": list(aliases.values()), "content": content, **replaced},
    }


def pooled(collections: Sequence[Collection]) -> list[Collection]:
    """All text sets as one: every question is asked over the memories of all of them."""
    documents, queries = [], []
    for part in collections:
        documents += [
            replace(document, id=f"{part.name}/{document.id}")
            for document in part.documents
        ]
        for query in part.queries:
            relevant = {
                f"{part.name}/{key}": grade for key, grade in query.relevant.items()
            }
            queries.append(
                replace(query, id=f"{part.name}/{query.id}", relevant=relevant)
            )
    return [
        Collection("pooled", collections[0].folder, tuple(queries), tuple(documents))
    ]


def _read(path: Path) -> Any:
    return json.loads(path.read_bytes())
