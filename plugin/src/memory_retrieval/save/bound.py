"""How many records an agent may take out of use in a session: saving is allowed without a question."""

from __future__ import annotations

from ..core import environment, jsontext
from ..core.errors import RecordError
from ..state import replaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .batch import Files

MOST = 5  # records of a store in a session
REFUSED = (
    "in one session an agent takes at most %d records out of use, and this would make it %d; save without it, and ask "
    "the user to run in their own terminal: memories resolve %s --by %s"
)


def take(root: str, files: Files) -> None:
    """Notes the records that an agent's write supersedes. RecordError where they are too many in this session."""
    if not environment.in_agents_shell():
        return
    known = replaced.read(root)
    new = []
    for path, (before, after) in files.items():
        if before and path not in known and _by(after) and not _by(before):
            new.append(path)
    number = len(known) + len(new)
    if new and number > MOST:
        record = _record(files[new[0]][1])
        said = REFUSED % (MOST, number, record["id"], record["superseded_by"])
        raise RecordError.at("supersedes", said, "size")
    if new:
        replaced.add(root, new)


def _by(content: bytes | None) -> Any:
    """What supersedes a record."""
    return _record(content).get("superseded_by")


def _record(content: bytes | None) -> dict[str, Any]:
    try:
        value = jsontext.loads((content or b"{}").decode("utf-8"))
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}
