"""Records as JSON lines, and the active rules as a block in a file that agents without our brief read."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from ..brief.rules_file import BEGIN, current, planned, rules
from ..core.errors import StoreError
from ..core.model import JsonObject, Store
from ..doctor.hosts import is_set_up
from ..hosts import find, names
from ..setup.apply import diff, put
from ..store.listing import list_folder
from ..store.reader import read_record


def json_lines(store: Store, category: str) -> Iterator[bytes]:
    """The valid records of a category, or of all, by folder and path."""
    for folder, kind in store.folders:
        for entry in sorted(
            list_folder(store.root, folder, kind), key=lambda entry: entry.path
        ):
            if entry.problem:
                continue
            memory, raw, _ = read_record(store.root, entry.path, kind)
            if memory is not None and category in ("", memory.kind, memory.category):
                yield (json.dumps(raw, ensure_ascii=False) + "\n").encode(
                    "utf-8", "replace"
                )


def rules_into(
    store: Store, name: str, *, undo: bool, dry_run: bool
) -> tuple[JsonObject, str, str]:
    """Writes the active rules into a file, or takes them out: (the JSON form, the change for people, a warning).

    StoreError where a host that has them in its brief would get them twice and the file has none yet.
    """
    path, before = current(store, name)
    after = planned(path, before, name, [] if undo else rules(store))
    warning = ""
    told = [] if undo else [find(host).title for host in _readers(store, path)]
    if told:
        why = " and ".join(told) + " gets these rules in the brief already"
        if BEGIN not in before:
            raise StoreError.at(path, f"{why}; the file was not changed")
        # others may need them, and then they should be true
        warning = (
            f"{why}; `memories export --to {name} --undo` removes them from the file"
        )
    changed = after != before
    if changed and not dry_run:
        put(path, before or None, after or None)
    change = (
        diff(path, before or None, after or None) if changed else f"{path}: unchanged\n"
    )
    return {"path": path, "changed": changed, "dry_run": dry_run}, change, warning


def _readers(store: Store, path: str) -> list[str]:
    """The hosts that get the brief on this machine and read the file at a real path too."""
    found = []
    for name in names():
        files = [
            os.path.join(store.home, file) for file in find(name).rules_files.values()
        ]
        if path in map(os.path.realpath, files) and is_set_up(name, store.home):
            found.append(name)
    return found
