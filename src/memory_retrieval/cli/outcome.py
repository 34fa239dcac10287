"""How the commands that write records print what became of a write."""

from __future__ import annotations

import sys

from ..core.errors import RecordError
from .output import note, print_json, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..save.request import SaveOutcome


def print_line(outcome: SaveOutcome) -> int:
    """One JSON line on standard output, refusals as text on standard error too; the exit code."""
    print_json(outcome.as_json())
    for problem in outcome.problems:
        sys.stderr.write("memories: %s\n" % str(problem).lstrip(": "))
    if outcome.diff:
        sys.stderr.write(outcome.diff)
    return 1 if outcome.status == "rejected" else 0


def show(outcome: SaveOutcome, form: str) -> int:
    """The JSON line, or one line for a person; RecordError when the write was rejected."""
    if form == "json":
        return print_line(outcome)
    if outcome.status == "rejected":
        raise RecordError("refused", outcome.problems)
    write("%s: %s (%s)\n" % (outcome.status.replace("_", " "), outcome.id or "-", outcome.path))
    for line in outcome.notes:
        note(line)
    return 0
