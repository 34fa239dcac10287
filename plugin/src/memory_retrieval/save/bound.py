"""How many records and documents an agent may take out of use in a session: saving is allowed without a question."""

from __future__ import annotations

from ..core import environment, jsontext
from ..core.errors import RecordError
from ..state import replaced
from ..store import replacements

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .batch import Files

MOST = 5  # records of a store, and documents, in a session
REFUSED = (
    "in one session an agent switches off or replaces at most %d memories, and this would make it %d; save without "
    "it, and ask the user to run in their own terminal: memories %s"
)


def take(root: str, files: Files) -> None:
    """Notes what an agent's write supersedes. RecordError where that is too much in this session."""
    if not environment.in_agents_shell():
        return
    known = replaced.read(root)
    new: dict[str, str] = {}  # {path: the command that does it by hand}
    for path, (before, after) in files.items():
        if before and path not in known and _by(after) and not _by(before):
            new[path] = f"replace {_record(after)['id']} --by {_by(after)}"
        had = _documents(before)
        for document in _documents(after):
            if document not in known and document not in had:
                new[document] = (
                    f"save --update {_record(after)['id']} --supersedes {document}"
                )
    number = len(known) + len(new)
    if new and number > MOST:
        said = REFUSED % (MOST, number, next(iter(new.values())))
        raise RecordError.at("supersedes", said, "size")
    if new:
        replaced.add(root, list(new))


def _by(content: bytes | None) -> Any:
    """What supersedes a record."""
    return _record(content).get("superseded_by")


def _documents(content: bytes | None) -> list[str]:
    """The documents that a record supersedes."""
    named = _record(content).get(replacements.KEY)
    return named if isinstance(named, list) else []


def _record(content: bytes | None) -> dict[str, Any]:
    try:
        value = jsontext.loads((content or b"{}").decode("utf-8"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
