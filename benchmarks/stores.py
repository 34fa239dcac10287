"""Stores of any size with memories of realistic length, the same every time."""

import json
import pathlib
import random

FOLDERS = {
    "decision": "decisions", "runbook": "runbooks", "constraint": "constraints", "tech_debt": "tech-debt", "preference": "preferences",
    "session_summary": "sessions",
}  # fmt: skip
PROMPTS = (
    "why does the import worker lose its lease after a deploy",
    "add paging to the reports endpoint, which conventions do we have for that",
    "ConnectionResetError in the billing exporter again, how was it fixed",
    "run the tests again",
    "rotate the signing key of the webhook gateway on staging",
)
SUBJECTS = "import worker billing exporter webhook gateway session cache search indexer report renderer upload queue mail sender ledger".split()
PARTS = "lease token schema migration retry timeout paging signature key pool batch index cursor snapshot replica lock quota header".split()
VERBS = "rejects drops repeats blocks rewrites delays validates caches rotates truncates duplicates batches signs compresses".split()
PLAIN = (
    "after the second deploy because nobody had told it about the new region and the old value stayed in the environment until the "
    "process was started anew which took most of an afternoon to find since the log only said that the request had been cancelled"
).split()


def write_store(project: pathlib.Path, size: int, seed: int = 7) -> None:
    """A project with `size` records under .claude/memory, about 1.5 KB each, over all categories and a growing vocabulary."""
    draw = random.Random(seed)
    rare = ["%s%s%d" % (draw.choice(SUBJECTS), draw.choice(PARTS), i) for i in range(max(200, size // 2))]
    categories = list(FOLDERS)
    for category, folder in FOLDERS.items():
        (project / ".claude" / "memory" / folder).mkdir(parents=True, exist_ok=True)
    for number in range(size):
        category = categories[number % len(categories)]
        record = _record(category, number, draw, rare)
        path = project / ".claude" / "memory" / FOLDERS[category] / (record["id"] + ".json")
        path.write_text(json.dumps(record, indent=2) + "\n", encoding="utf-8")


def _record(category: str, number: int, draw: random.Random, rare: "list[str]") -> "dict[str, object]":
    def sentence(words: int) -> str:
        out = []
        for _ in range(words):
            roll = draw.random()
            out.append(
                draw.choice(PLAIN) if roll < 0.5 else draw.choice(SUBJECTS + PARTS) if roll < 0.8 else draw.choice(VERBS) if roll < 0.9 else draw.choice(rare)
            )
        return " ".join(out) + "."

    def sentences(count: int) -> "list[str]":
        return [sentence(draw.randint(10, 22)) for _ in range(count)]

    subject, part = draw.choice(SUBJECTS), draw.choice(PARTS)
    content = {
        "decision": {"status": "accepted", "context": sentence(40), "decision": sentence(50), "rationale": sentences(3), "consequences": sentences(2)},
        "runbook": {"trigger": sentence(20), "symptoms": sentences(2), "steps": sentences(5), "verification": sentence(12), "root_cause": sentence(25)},
        "constraint": {"kind": "technical", "rule": sentence(40), "impact": sentences(3), "severity": "high", "active": True, "workarounds": sentences(2)},
        "tech_debt": {"status": "open", "priority": "low", "description": sentence(50), "reason_deferred": sentence(25), "suggested_fix": sentences(3)},
        "preference": {"topic": part, "value": sentence(40), "reason": sentence(40), "strength": "default"},
        "session_summary": {"goal": sentence(20), "outcome": "success", "completed": sentences(4), "next_actions": sentences(2)},
    }[category]
    day = "2026-%02d-%02dT08:00:00Z" % (1 + number % 10, 1 + number % 28)
    return {
        "schema_version": "1.0", "category": category, "id": "m%06d-%s-%s" % (number, subject, part),
        "title": "The %s %s the %s of %s" % (subject, draw.choice(VERBS), part, draw.choice(rare)), "record_status": "active",
        "created_at": day, "updated_at": day, "tags": sorted({subject, part, draw.choice(SUBJECTS)}),
        "related_files": ["src/%s/%s.py" % (subject, part)], "confidence": 0.9, "changes": [], "times_updated": 0, "content": content,
    }  # fmt: skip
