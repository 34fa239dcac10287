"""Stores of any size with memories of realistic length, the same every time."""

import json
import pathlib
import random

FOLDERS = {
    "decision": "decisions",
    "runbook": "runbooks",
    "constraint": "constraints",
    "tech_debt": "tech-debt",
    "preference": "preferences",
    "session_summary": "sessions",
}
SYLLABLES = (
    "ba be bi bo bu da de di do du fa fe fi ga ge gi ka ke ki ko ku la le li lo lu ma me mi mo mu na ne "
    "ni no pa pe pi ra re ri ro ru "
    "sa se si so su ta te ti to tu va ve vi za ze zo"
).split()
VOCABULARY = 6000  # words of a project, used as often as Zipf's law has it
PLAIN = (
    "after the second deploy because nobody had told it about the new region and the old value stayed in "
    "the environment until the "
    "process was started anew which took most of an afternoon to find since the log only said that the "
    "request had been cancelled"
).split()


def vocabulary(size: int = VOCABULARY) -> "list[str]":
    """Invented words, the commonest first; the same every time."""
    draw, words = random.Random(3), {}  # type: random.Random, dict[str, None]
    while len(words) < size:
        words["".join(draw.choice(SYLLABLES) for _ in range(draw.randint(2, 4)))] = None
    return list(words)


WORDS = vocabulary()
PROMPTS = (
    "why does the %s %s lose its %s after a deploy" % (WORDS[40], WORDS[220], WORDS[900]),
    "add paging to the %s endpoint, which conventions do we have for %s and %s" % (WORDS[90], WORDS[15], WORDS[400]),
    "%s%sError in the %s %s again, how was it fixed" % (WORDS[60].title(), WORDS[300].title(), WORDS[120], WORDS[35]),
    "run the tests again",
    "rotate the %s of the %s gateway on %s, mind the %s %s"
    % (WORDS[180], WORDS[500], WORDS[25], WORDS[70], WORDS[1200]),
)
"""Prompts in the words of the stores: common, middling and rare ones, as real prompts have them."""


def write_store(project: pathlib.Path, size: int, seed: int = 7) -> None:
    """A project with `size` records of about 1.5 KB each, over all categories and a growing vocabulary."""
    draw = random.Random(seed)
    categories = list(FOLDERS)
    for folder in FOLDERS.values():
        (project / ".claude" / "memory" / folder).mkdir(parents=True, exist_ok=True)
    for number in range(size):
        category = categories[number % len(categories)]
        record = _record(category, number, draw)
        path = project / ".claude" / "memory" / FOLDERS[category] / (str(record["id"]) + ".json")
        path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _word(draw: random.Random) -> str:
    """A word of the vocabulary by Zipf's law: rank r about 1/r as often as the first."""
    return WORDS[min(VOCABULARY - 1, int(VOCABULARY ** draw.random()) - 1)]


def _record(category: str, number: int, draw: random.Random) -> "dict[str, object]":
    def sentence(words: int) -> str:
        return " ".join([draw.choice(PLAIN) if draw.random() < 0.45 else _word(draw) for _ in range(words)]) + "."

    def sentences(count: int) -> "list[str]":
        return [sentence(draw.randint(10, 22)) for _ in range(count)]

    content = {
        "decision": {
            "status": "accepted",
            "context": sentence(40),
            "decision": sentence(50),
            "rationale": sentences(3),
            "consequences": sentences(2),
        },
        "runbook": {
            "trigger": sentence(20),
            "symptoms": sentences(2),
            "steps": sentences(5),
            "verification": sentence(12),
            "root_cause": sentence(25),
        },
        "constraint": {
            "kind": "technical",
            "rule": sentence(40),
            "impact": sentences(3),
            "severity": "high",
            "active": True,
            "workarounds": sentences(2),
        },
        "tech_debt": {
            "status": "open",
            "priority": "low",
            "description": sentence(50),
            "reason_deferred": sentence(25),
            "suggested_fix": sentences(3),
        },
        "preference": {"topic": _word(draw), "value": sentence(40), "reason": sentence(40), "strength": "default"},
        "session_summary": {
            "goal": sentence(20),
            "outcome": "success",
            "completed": sentences(4),
            "next_actions": sentences(2),
        },
    }[category]
    day = "2026-%02d-%02dT08:00:00Z" % (1 + number % 10, 1 + number % 28)
    title = [WORDS[draw.randint(10, 2000)] for _ in range(3)]
    return {
        "schema_version": "1.0",
        "category": category,
        "id": "m%06d-%s" % (number, title[0]),
        "title": "The %s of %s after the %s" % tuple(title),
        "record_status": "active",
        "created_at": day,
        "updated_at": day,
        "tags": sorted({WORDS[draw.randint(5, 300)] for _ in range(3)}),
        "related_files": ["src/%s/%s.py" % (title[0], title[1])],
        "confidence": 0.9,
        "changes": [],
        "times_updated": 0,
        "content": content,
    }
