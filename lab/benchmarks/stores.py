"""Stores of any size out of real memories, the same every time; and invented words for those who need rows alone.

The memories of the labelled collections come first, as they are, and then copies in which a part of the words is
exchanged for other words about as frequent: a store of ten thousand has more words than one of a hundred, but its
sentences read the same. Invented text will not do: it makes nearly every word of a prompt a common one.
"""

import json
import pathlib
import random
import re
from collections import Counter

COLLECTIONS = pathlib.Path(__file__).resolve().parents[1] / "eval" / "collections"
FOLDERS = {
    "decision": "decisions",
    "runbook": "runbooks",
    "constraint": "constraints",
    "tech_debt": "tech-debt",
    "preference": "preferences",
    "session_summary": "sessions",
}
EXCHANGED = 0.5  # share of the distinct words that a copy changes
KEPT = {
    "status",
    "kind",
    "severity",
    "strength",
    "priority",
    "outcome",
    "category",
    "expires",
}  # keys whose values the schema lists
WORD = re.compile(r"[^\W\d_]{4,}")
SYLLABLES = (
    "ba be bi bo bu da de di do du fa fe fi ga ge gi ka ke ki ko ku la le li lo lu ma me mi mo mu na ne "
    "ni no pa pe pi ra re ri ro ru "
    "sa se si so su ta te ti to tu va ve vi za ze zo"
).split()
VOCABULARY = 6000  # words of a project, used as often as Zipf's law has it


def vocabulary(size: int = VOCABULARY) -> "list[str]":
    """Invented words, the commonest first; the same every time."""
    draw, words = random.Random(3), {}  # type: random.Random, dict[str, None]
    while len(words) < size:
        words["".join(draw.choice(SYLLABLES) for _ in range(draw.randint(2, 4)))] = None
    return list(words)


WORDS = vocabulary()


def read_prompts(collections: pathlib.Path = COLLECTIONS) -> "list[str]":
    """The prompts of all collections below a folder."""
    lines = [
        line
        for file in sorted(collections.glob("*/queries.jsonl"))
        for line in file.open(encoding="utf-8")
    ]
    return [json.loads(line)["prompt"] for line in lines]


PROMPTS = read_prompts()


def write_store(
    project: pathlib.Path,
    size: int,
    seed: int = 7,
    collections: pathlib.Path = COLLECTIONS,
) -> None:
    """A project with `size` records over all categories, made of the memories of the collections."""
    records = [
        json.loads(path.read_text("utf-8"))
        for path in sorted(collections.glob("*/memory/*/*.json"))
    ]
    records = [record for record in records if record.get("category") in FOLDERS]
    words = _by_frequency(records)
    for folder in FOLDERS.values():
        (project / ".claude" / "memory" / folder).mkdir(parents=True, exist_ok=True)
    for number in range(size):
        copy, of = divmod(number, len(records))
        record = (
            _exchange(records[of], words, random.Random(seed + copy))
            if copy
            else dict(records[of])
        )
        record["id"] = "m%06d-%s" % (number, record["id"][:50].rstrip("-"))
        path = (
            project
            / ".claude"
            / "memory"
            / FOLDERS[record["category"]]
            / (record["id"] + ".json")
        )
        path.write_text(
            json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8"
        )


def _by_frequency(records: "list[dict[str, object]]") -> "list[str]":
    """The words of the records, the most frequent first."""
    counts = Counter(
        word
        for record in records
        for word in WORD.findall(json.dumps(_texts(record)).lower())
    )
    return sorted(counts, key=lambda word: (-counts[word], word))


def _texts(record: "dict[str, object]") -> "dict[str, object]":
    return {key: record[key] for key in ("title", "tags", "content") if key in record}


def _exchange(
    record: "dict[str, object]", words: "list[str]", draw: random.Random
) -> "dict[str, object]":
    """A copy with EXCHANGED of its words replaced, each by one of about the same rank, the same way in one copy."""
    others = {
        word: words[
            min(len(words) - 1, int(rank * draw.uniform(0.7, 1.4)) + draw.randint(0, 3))
        ]
        for rank, word in enumerate(words)
        if draw.random() < EXCHANGED
    }

    def change(value: object, key: str = "") -> object:
        if isinstance(value, dict):
            return {name: change(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [change(part, key) for part in value]
        if isinstance(value, str) and key not in KEPT:
            return WORD.sub(
                lambda found: others.get(found.group().lower(), found.group()), value
            )
        return value

    return {**record, **{key: change(value) for key, value in _texts(record).items()}}
