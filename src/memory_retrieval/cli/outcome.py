"""How the commands that write records print what became of a write."""

from __future__ import annotations

from ..core.errors import RecordError
from ..save.request import rejection
from .output import note, print_json, write, write_error

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ..core.errors import MemoryRetrievalError
    from ..save.request import SaveOutcome


def print_line(outcome: SaveOutcome) -> int:
    """One JSON line on standard output, the difference of a dry run on standard error; the exit code."""
    print_json(outcome.as_json())
    if outcome.diff:
        write_error(outcome.diff)
    return 0


def print_refusal(error: MemoryRetrievalError, id: str = "") -> int:
    """The JSON line of a refused write; the exit code."""
    print_json(rejection(error, id))
    return 1


def show(outcome: SaveOutcome, form: str) -> int:
    """The JSON line, or one line for a person, and what a dry run would change; the exit code."""
    if form == "json":
        return print_line(outcome)
    where = " (%s)" % outcome.path if outcome.path else ""
    write("%s: %s%s\n" % (outcome.status.replace("_", " "), outcome.id or "-", where))
    for line in outcome.notes:
        note(line)
    write(outcome.diff or "".join("  %s\n" % alias for alias in outcome.aliases or ()))
    return 0


def attempt(form: str, change: Callable[[], SaveOutcome]) -> int:
    """Makes a change and prints what became of it; a refusal is raised, unless it is to be JSON."""
    try:
        return show(change(), form)
    except RecordError as error:
        if form != "json":
            raise
        return print_refusal(error)
