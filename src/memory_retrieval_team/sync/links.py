"""Links from projects to the mirrors that they search, and the removal of mirrors that none searches."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterable

from memory_retrieval.core import jsontext, settings
from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.model import Store
from memory_retrieval.index import database
from memory_retrieval.store import kinds, lock, mirrors, writer
from memory_retrieval.upkeep import mirror_files as files

UNNAMED = 3600  # seconds before a mirror without a link is removed: its first run may still be in progress


def link(
    root: str,
    project: str,
    searched: Iterable[dict[str, str]],
    dropped: Iterable[str] = (),
) -> None:
    """Stores the mirrors that the project at `root` searches; `dropped` ones are removed unless another project
    searches them."""
    listed = list(searched)
    path = mirrors.link_path(root)
    if listed:
        files.make_folder(os.path.dirname(path))
        known = mirrors.read_link(root) or {}
        value = {**known, "root": root, "project": project, "mirrors": listed}
        value["program"] = os.path.realpath(sys.argv[0])
        files.write(path, jsontext.dumps(value).encode())
    elif os.path.exists(path):
        writer.remove_file(path)
    _prune(set(dropped))


def _prune(dropped: set[str]) -> None:
    """Removes links of deleted projects, and mirrors without a link unless they are locked."""
    named: set[str] = set()
    links = os.path.join(mirrors.base(), "links")
    kept = os.path.join(mirrors.base(), "mirrors")
    for entry in files.entries(links):
        path = os.path.join(links, entry)
        value = settings.read_json(path, [])
        if isinstance(value, dict) and os.path.isdir(str(value.get("root"))):
            listed = [
                mirror
                for mirror in value.get("mirrors") or ()
                if isinstance(mirror, dict)
            ]
            named.update(str(mirror.get("name")) for mirror in listed)
        elif entry.endswith(".json"):
            writer.remove_file(path)
    for entry in files.entries(kept):
        path = os.path.join(kept, entry)
        if entry in named:
            continue
        if entry in dropped or time.time() - os.stat(path).st_mtime > UNNAMED:
            _remove(path)


def _remove(path: str) -> None:
    """Removes a mirror and its search index unless it is locked."""
    try:
        with lock.StoreLock(path, 0.0, files.PRIVATE):
            shutil.rmtree(path, ignore_errors=True)
    except StoreError:
        return
    store = Store(kinds.TEAM, os.path.realpath(path))
    index = database.index_path(store)
    if index:
        database.discard(index)
