"""How well triage does on labelled sessions: `python3 lab/training/triage_eval.py DIR...`; on messages: `... FILE`.

A folder holds `labels.jsonl` and the sessions it names. `acceptable` categories count neither way; everything in
neither list is wrong to save. A session with nothing expected is quiet when nothing but acceptable categories was
found. A line of a file is a user's message, alone in its session: {"writer", "label", "text"}.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from shared import read_lines

from memory_retrieval.core.model import CATEGORIES
from memory_retrieval.core.settings import Config
from memory_retrieval.transcript.values import USER, Event
from memory_retrieval.triage.triage import triage_events, triage_file


class Count(NamedTuple):
    """Right, wrong and missed findings."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    @property
    def precision(self) -> float:
        return (
            self.right / (self.right + self.wrong) if self.right + self.wrong else 1.0
        )

    @property
    def recall(self) -> float:
        return (
            self.right / (self.right + self.missed) if self.right + self.missed else 1.0
        )

    def plus(self, other: Count) -> Count:
        return Count(*(a + b for a, b in zip(self, other, strict=True)))


class TriageScores(NamedTuple):
    """The result over labelled sessions.

    counts  right, wrong and missed findings of each category
    empty   sessions with nothing to keep; `quiet` is how many of them stayed quiet
    errors  one line for each wrong or missed category of a session
    """

    counts: dict[str, Count]
    empty: int
    quiet: int
    errors: list[str]

    @property
    def total(self) -> Count:
        total = Count()
        for count in self.counts.values():
            total = total.plus(count)
        return total

    @property
    def quiet_rate(self) -> float:
        return self.quiet / self.empty if self.empty else 1.0


def evaluate(folders: Iterable[Path], config: Config | None = None) -> TriageScores:
    """Runs triage over every labelled session of some folders."""
    counts = dict.fromkeys(CATEGORIES, Count())
    empty = quiet = 0
    errors: list[str] = []
    for folder in folders:
        for label in read_lines(folder / "labels.jsonl"):
            findings = triage_file(str(folder / label["file"]), config or Config())
            found = {finding.category for finding in findings}
            expected, allowed = (
                set(label["expected"]),
                set(label["expected"]) | set(label["acceptable"]),
            )
            for category in CATEGORIES:
                count = Count(
                    category in expected & found,
                    category in found - allowed,
                    category in expected - found,
                )
                counts[category] = counts[category].plus(count)
                if count.wrong or count.missed:
                    errors.append(
                        f"{folder.name}/{label['file']}: {'wrong' if count.wrong else 'missed'} {category}"
                    )
            if not expected:
                empty += 1
                quiet += not found - allowed
    return TriageScores(counts, empty, quiet, errors)


def report(scores: TriageScores) -> str:
    """The scores as a table of text."""
    lines = [
        f"{'category':16} {'precision':>9} {'recall':>6} {'right':>6} {'wrong':>6} {'missed':>6}"
    ]
    for name, count in [*scores.counts.items(), ("all (micro)", scores.total)]:
        lines.append(
            f"{name:16} {count.precision:9.3f} {count.recall:6.3f} {count.right:6} {count.wrong:6} {count.missed:6}"
        )
    lines.append(
        f"quiet on {scores.quiet} of {scores.empty} sessions with nothing to keep ({scores.quiet_rate:.3f})"
    )
    return "\n".join(lines)


def heard(path: Path) -> dict[tuple[str, str], tuple[int, int]]:
    """(messages in which something is found, all messages) of a file, by writer and label."""
    found, every = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for line in read_lines(path):
        key, text = (line["writer"], line["label"]), line["text"]
        event = Event(USER, text, digest=hash(text))
        found[key] += bool(triage_events([event], Config()).findings)
        every[key] += 1
    return {key: (found[key], every[key]) for key in sorted(every)}


def main(argv: Sequence[str]) -> int:
    """Prints the table, and with -v what went wrong where; of a file how much of each writer's is heard."""
    if len(argv) == 1 and Path(argv[0]).is_file():
        for (writer, label), (found, every) in heard(Path(argv[0])).items():
            sys.stdout.write(f"{writer:8} {label:8} {found:5} of {every:5}\n")
        return 0
    folders = [Path(word) for word in argv if not word.startswith("-")]
    if not folders or any(not (folder / "labels.jsonl").exists() for folder in folders):
        sys.stderr.write(
            "usage: python3 lab/training/triage_eval.py [-v] DIR... (folders with a labels.jsonl) or FILE\n"
        )
        return 2
    scores = evaluate(folders)
    sys.stdout.write(report(scores) + "\n")
    if "-v" in argv:
        sys.stdout.write("\n".join(scores.errors) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
