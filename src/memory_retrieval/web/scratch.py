"""A private folder that is a store for the time of one write: records from elsewhere in, the functions of the commands, texts out.

So a record of a database is checked, cleaned of secrets, linked and given its history by the very code that does it for files.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from types import TracebackType

from ..core.model import CATEGORIES, FOLDERS, Problem
from ..save.patterns import FOLDER
from ..save.request import SaveOutcome
from ..state import folders
from ..store import catalog_cache
from ..store.layouts import PATTERN_STORE, PROJECT_STORE

NAME = re.compile(
    r"[A-Za-z0-9_][A-Za-z0-9_.-]{0,150}\.json"
)  # of a file; any other path of a database gets a name of ours


class Scratch:
    """Context manager over {path: (kind, text)}; `files` has the file of each path, relative to `root`. Nothing of it stays."""

    def __init__(self, records: Mapping[str, tuple[str, str]]) -> None:
        self._records = records
        self.files: dict[str, str] = {}
        self.root = ""

    def __enter__(self) -> Scratch:
        self._folder = tempfile.TemporaryDirectory(prefix="memories-")
        self.root = os.path.realpath(self._folder.name)
        for number, (path, (kind, text)) in enumerate(self._records.items()):
            folder = PROJECT_STORE + "/" + FOLDERS[kind] if kind in CATEGORIES else PATTERN_STORE + "/" + FOLDER[kind]
            name = path.rpartition("/")[2]
            file = folder + "/" + (name if NAME.fullmatch(name) else "record-%d.json" % number)
            file = file if file not in self.files.values() else "%s/record-%d.json" % (folder, number)
            self.files[path] = file
            os.makedirs(os.path.join(self.root, folder), exist_ok=True)
            with open(os.path.join(self.root, file), "w", encoding="utf-8", newline="") as out:
                out.write(text)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        folders.discard("undo", self.root)
        catalog_cache.discard(self.root)
        self._folder.cleanup()

    def changed(self) -> dict[str, str]:
        """{path: text} of the records that say something else by now."""
        found = {}
        for path, file in self.files.items():
            with open(os.path.join(self.root, file), encoding="utf-8", newline="") as now:
                text = now.read()
            if text != self._records[path][1]:
                found[path] = text
        return found

    def told(self, outcome: SaveOutcome) -> SaveOutcome:
        """An outcome with the paths that the records really have, and without what it says of a journal that is none."""
        names = {file: path for path, file in self.files.items()}
        problems = tuple(
            Problem(path=names.get(p.path, p.path), location=p.location, message=p.message.replace(self.root + "/", ""))
            for p in outcome.problems
        )
        notes = [note for note in outcome.notes if not note.startswith("`memories undo`")]
        return outcome.replace(path=names.get(outcome.path, outcome.path), problems=problems, notes=notes)
