"""How many plain statements triage notices: `python3 lab/training/statement_eval.py FILE`.

A line of the file is {"text", "keep", "kind", "language", "half"}: what a user says, and whether it is worth keeping.
It is judged in a session where no tool was used, and in one where the agent read a file and then answered.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from shared import read_lines

from memory_retrieval.core.settings import Config
from memory_retrieval.transcript.values import ASSISTANT, RESULT, USE, USER, Event
from memory_retrieval.triage.triage import triage_events

READ = [Event(USE, "README.md", "Read"), Event(RESULT, "# Shop\nA shop.")]


class Judged(NamedTuple):
    """A statement's line, and the categories found without and with a tool use."""

    statement: dict[str, Any]
    plain: frozenset[str]
    with_tool: frozenset[str]


def judge(path: Path, half: str = "test") -> list[Judged]:
    """The statements of one half of a file; the half "train" is among the sentences that triage is fitted on."""
    statements = read_lines(path)
    return [
        Judged(
            s,
            _found([_said(USER, s["text"])]),
            _found([_said(USER, s["text"]), *READ, _said(ASSISTANT, "All right.")]),
        )
        for s in statements
        if s["half"] == half
    ]


def report(judged: Sequence[Judged]) -> str:
    """The shares found, by what was said and by language."""
    lines = [f"{'':24} {'sentences':>9} {'no tool':>7} {'with tool':>9}"]
    for keep in (True, False):
        lines.append(
            _line(
                "worth keeping" if keep else "nothing to keep",
                [j for j in judged if j.statement["keep"] == keep],
            )
        )
        for field in ("kind", "language"):
            for value in sorted(
                {j.statement[field] for j in judged if j.statement["keep"] == keep}
            ):
                chosen = [
                    j
                    for j in judged
                    if j.statement["keep"] == keep and j.statement[field] == value
                ]
                lines.append(_line("  " + value, chosen))
    return "\n".join(lines)


def main(argv: Sequence[str]) -> int:
    if len(argv) != 1 or not Path(argv[0]).is_file():
        sys.stderr.write(
            "usage: python3 lab/training/statement_eval.py FILE (lab/eval/triage/statements.jsonl)\n"
        )
        return 2
    sys.stdout.write(report(judge(Path(argv[0]))) + "\n")
    return 0


def _said(role: str, text: str) -> Event:
    return Event(role, text, digest=hash(text))


def _found(events: list[Event]) -> frozenset[str]:
    return frozenset(
        finding.category for finding in triage_events(events, Config()).findings
    )


def _line(name: str, judged: Sequence[Judged]) -> str:
    plain = sum(bool(j.plain) for j in judged) / len(judged)
    with_tool = sum(bool(j.with_tool) for j in judged) / len(judged)
    return f"{name:24} {len(judged):9} {plain:7.2f} {with_tool:9.2f}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
