"""By what calls are recognized that a guard or a memory of a file is about, from the records of a project."""

from __future__ import annotations

import os

from ..core import globs, guards
from ..state import watched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..core.model import Store


def note(store: Store, held: Iterable[tuple[Iterable[str], str]], *, whole: bool) -> None:
    """Notes it for hooks/launch.sh, which starts nothing for other calls.

    held   (the files that it names, its guard or "") of each active memory
    whole  whether these are all; otherwise what is known already stays
    """
    place = store.home + watched.DOCUMENTS * store.kind.documents
    known = None if whole else watched.read(place)
    hints = list(known.guards) if known else []
    pieces = set(known.files if known else ())
    for files, carried in held:
        guard = guards.load(carried) if carried else None
        if guard:
            hints += guard.hints()
            hints += [watched.LINKS] if guard.paths else []
        pieces.update([globs.piece(path) for path in files if _names_files(store, path) and not globs.is_broad(path)])
    watched.note(place, hints, pieces)


def _names_files(store: Store, path: str) -> bool:
    """Whether an entry can name a file: one word, such as `src`, names only the file of that name."""
    return "/" in path.strip("./") or "." in path or os.path.isfile(os.path.join(store.home, path))
