"""The files of mirrors in the user's cache: paths, hashes, and links from projects. Uses no database."""

from __future__ import annotations

import hashlib
import os
import shutil
import time
from collections.abc import Iterable

from memory_retrieval.core import jsontext, settings
from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.model import Store
from memory_retrieval.index import database
from memory_retrieval.store import kinds, layouts, lock, mirrors, reader, writer
from memory_retrieval.store.listing import MAX_NAME, misnamed

from ..ingest.rows import content_hash
from ..progress import Progress

UNNAMED = 3600  # seconds before a mirror without a link is removed: its first run may still be in progress
KINDS = dict(mirrors.HELD)
PRIVATE = 0o600  # the mode of every file


def mirror_path(project: str, path: str, kind: str) -> tuple[str, str]:
    """(the file of a record in a mirror, the reason to refuse it or ""). `path` is untrusted."""
    folder, _, file = path.rpartition("/")
    store = next((s for s in (layouts.PROJECT_STORE, layouts.PATTERN_STORE) if folder.startswith(s + "/")), "")
    folder = folder[len(store) + 1 :] if store else folder
    model = ""
    if folder.startswith(layouts.LLM_CACHE + "/"):
        folder, _, model = folder.partition("/")
        if not model.replace("-", "").replace("_", "").replace(".", "").isalnum():
            return "", "is not in a folder of a store; correct it in its own project"
        model += "."
    if KINDS.get(folder) != kind:
        return "", "is not in a folder for this kind of record; correct it in its own project"
    if not file.endswith(".json") or file.startswith(".") or misnamed(file, kind):
        return "", "is not a valid name for a record's file; rename it in its own project"
    found = f"{prefix(project)}.{model}{file}"
    if len(found.encode("utf-8", "replace")) > MAX_NAME:
        return "", f"its name is longer than {MAX_NAME} bytes; rename it in its own project"
    return f"{folder}/{found}", ""


def prefix(project: str) -> str:
    """The prefix of a project's file names, up to the first dot: readable, and unique to the project."""
    return readable(project) + "-" + digest(project)


def readable(text: str) -> str:
    return "".join(c if c.isascii() and c.isalnum() else "-" for c in text)[:24].strip("-") or "x"


def digest(*parts: str) -> str:
    return hashlib.sha256("\x00".join(parts).encode("utf-8", "replace")).hexdigest()[:12]


def make_folder(path: str) -> None:
    """Creates the folder and its missing parents in the cache, with mode 0700."""
    writer.make_folder(path, writer.PRIVATE)


def have(base: str, progress: Progress) -> dict[str, str]:
    """{file: hash} of the mirror, computed from the files, so that a damaged one is fetched again."""
    found = dict[str, str]()
    for folder, _ in mirrors.HELD:
        path = os.path.join(base, folder)
        if os.path.islink(path):
            raise StoreError(f"{path}: is a link; remove it and run `memories sync` again")
        for entry in sorted(os.listdir(path)) if os.path.isdir(path) else ():
            try:
                text = (
                    reader.read_text(os.path.join(path, entry)) if entry.endswith(".json") and entry[0] != "." else ""
                )
            except (OSError, ValueError):
                text = ""
            found[f"{folder}/{entry}"] = content_hash(text) if text else ""
            progress("comparing", len(found), 0)
    return found


def link(root: str, project: str, searched: Iterable[dict[str, str]], dropped: Iterable[str] = ()) -> None:
    """Stores the mirrors that the project at `root` searches; `dropped` ones are removed unless another project
    searches them."""
    listed = list(searched)
    path = mirrors.link_path(root)
    if listed:
        make_folder(os.path.dirname(path))
        text = jsontext.dumps({"root": root, "project": project, "mirrors": listed})
        writer.write_file(path, text.encode(), PRIVATE, durable=False)
    elif os.path.exists(path):
        writer.remove_file(path)
    _prune(set(dropped))


def _prune(dropped: set[str]) -> None:
    """Removes links of deleted projects, and mirrors without a link unless they are locked."""
    named = set[str]()
    folder = os.path.join(mirrors.base(), "links")
    for entry in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, entry)
        value = settings.read_json(path, [])
        if isinstance(value, dict) and os.path.isdir(str(value.get("root"))):
            named.update(str(m.get("name")) for m in value.get("mirrors") or () if isinstance(m, dict))
        elif entry.endswith(".json"):
            writer.remove_file(path)
    folder = os.path.join(mirrors.base(), "mirrors")
    for entry in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, entry)
        if entry not in named and (entry in dropped or time.time() - os.stat(path).st_mtime > UNNAMED):
            _remove(path)


def _remove(path: str) -> None:
    """Removes a mirror and its search index unless it is locked."""
    try:
        with lock.StoreLock(path, 0.0, PRIVATE):
            shutil.rmtree(path, ignore_errors=True)
    except StoreError:
        return
    index = database.index_path(Store(kinds.TEAM, os.path.realpath(path)))
    if index:
        database.discard(index)
