"""How often an engine keeps quiet at ordinary prompts that need no memory, over stores of several sizes.

A file of such prompts belongs to no project, so one file is asked of every store. Each prompt names topics on which a
project may well have a rule; a store with a memory on one of them is not asked the prompt.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from memory_retrieval.core.paths import CHECKOUT
from memory_retrieval.core.tokens import is_common

from .lines import json_lines, wrong
from .measures import METRICS, QueryOutcome
from .stores import MERGED, PARTS, is_active, part_of, records
from .values import Collection, LabelledQuery

SHIPPED = (
    Path(CHECKOUT) / "lab" / "eval" / "everyday.jsonl"
)  # not there where only the package is installed
NAME = "everyday_quiet"
SILENT = "everyday_silent"
NAMED = "named_hit"
NAMES = (*(f"{NAME}@{size}" for size in PARTS), NAME, SILENT, NAMED)
"""The figures of a store, as JSON and gate files name them: of parts of so many memories, and of the whole store.

Quiet is a prompt at which nothing is injected; silent is one that gets no shortlist either. A hit is a prompt of
`named` that brings its memory.
"""
BY_NAME = -1  # in place of a part's size
WITHIN = "and what about %s then"
FILE = frozenset("/.")  # in a word that may name a file, beside which no alias counts


@dataclass(frozen=True)
class EverydayPrompt:
    """A prompt without labels. Topics are beginnings of words, in lower case: "commit" stands for "commits" too."""

    query: LabelledQuery
    topics: tuple[str, ...]


@dataclass(frozen=True)
class Everyday:
    """What an engine answered over a store, or over `part` of its memories (0: all of them)."""

    engine: str
    store: str
    part: int
    outcomes: tuple[QueryOutcome, ...]

    @property
    def name(self) -> str:
        if self.part == BY_NAME:
            return NAMED
        return f"{NAME}@{self.part}" if self.part else NAME


def read_everyday(path: Path) -> list[EverydayPrompt]:
    """The prompts of a JSON lines file: id, group, prompt, optionally transcript and topics.

    RecordError that names the first bad line, or when there is no prompt.
    """
    prompts = []
    for line in json_lines(path):
        id, group, prompt = line.unique("id"), line.text("group"), line.text("prompt")
        query = LabelledQuery(id, group, prompt, tuple(line.texts("transcript")))
        topics = filter(None, map(str.lower, line.texts("topics")))
        prompts.append(EverydayPrompt(query, tuple(topics)))
    if not prompts:
        raise wrong(path, "has no prompts; write at least one line")
    return prompts


def everyday_stores(
    collections: Sequence[Collection], prompts: Sequence[EverydayPrompt], folder: Path
) -> Iterator[tuple[int, Collection]]:
    """(part, collection whose prompts are those that fit its store), for each project whole and its smaller parts.

    Parts are written below `folder`.
    """
    for number, collection in enumerate(collections):
        active = sum(map(is_active, records(collection).values()))
        sizes = (0,) if collection.name == MERGED else (*PARTS, 0)
        for size in sizes:
            if size >= active:
                continue
            store = (
                part_of(collection, size, folder / f"{number}-{size}")
                if size
                else collection
            )
            yield size, replace(store, queries=fitting(prompts, store))
        if collection.name != MERGED:
            yield BY_NAME, replace(collection, queries=named(collection))


def named(collection: Collection) -> tuple[LabelledQuery, ...]:
    """A prompt for each title and alias that one active memory alone has, and one that holds the alias."""
    owners: dict[str, set[str]] = {}
    for path, record in records(collection).items():
        if not is_active(record):
            continue
        aliases = [
            alias for alias in record.get("aliases") or () if not is_common(alias)
        ]
        within = [WITHIN % alias for alias in aliases if not FILE.intersection(alias)]
        for prompt in filter(None, [record.get("title"), *aliases, *within]):
            owners.setdefault(prompt, set()).add(path)
    queries = []
    for number, (prompt, paths) in enumerate(owners.items()):
        if len(paths) == 1:
            queries.append(
                LabelledQuery(
                    f"named-{number}", NAMED, prompt, relevant=dict.fromkeys(paths, 2)
                )
            )
    return tuple(queries)


def fitting(
    prompts: Sequence[EverydayPrompt], collection: Collection
) -> tuple[LabelledQuery, ...]:
    """The prompts on none of whose topics an active memory of the store speaks, by title, tags and aliases."""
    words = set[str]()
    for record in filter(is_active, records(collection).values()):
        words |= _words(record)
    return tuple(
        prompt.query
        for prompt in prompts
        if not any(word.startswith(prompt.topics) for word in words)
    )


def quiet(answers: Sequence[Everyday]) -> dict[str, float]:
    """{one of NAMES: its share} over all answers of that size."""
    found = {}
    for name in NAMES:
        size = NAME if name == SILENT else name
        metric = {SILENT: "negative_silent", NAMED: "inject_hit"}.get(
            name, "negative_quiet"
        )
        outcomes = [
            outcome
            for answer in answers
            if answer.name == size
            for outcome in answer.outcomes
        ]
        if outcomes:
            found[name] = round(METRICS[metric](outcomes), 4)
    return found


def _words(record: dict[str, object]) -> set[str]:
    texts = [record.get("title", "")]
    for value in (record.get("tags"), record.get("aliases")):
        texts += value if isinstance(value, list) else ()
    text = " ".join(map(str, texts))
    return set(re.findall(r"\w+", text.lower()))
