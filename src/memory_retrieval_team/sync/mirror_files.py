"""The files of mirrors in the user's cache: paths, hashes, and links from projects. Uses no database."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import time
from collections.abc import Iterable

from memory_retrieval.core import jsontext, settings
from memory_retrieval.core.errors import StoreError
from memory_retrieval.core.model import Store
from memory_retrieval.index import database
from memory_retrieval.store import kinds, layouts, lock, mirrors, reader, writer
from memory_retrieval.store.listing import MAX_NAME, misnamed

from ..db.work import Progress
from ..ingest.rows import content_hash

UNNAMED = 3600  # seconds before a mirror without a link is removed: its first run may still be in progress
KINDS = dict(mirrors.HELD)
PRIVATE = 0o600  # the mode of every file
MODEL = re.compile(r"[-._]*[^\W_][-\w.]*")  # a name as a folder


def mirror_path(project: str, path: str, kind: str) -> tuple[str, str]:
    """(the file of a record in a mirror, the reason to refuse it or ""). `path` is untrusted."""
    folder, _, file = path.rpartition("/")
    for store in (layouts.PROJECT_STORE, layouts.PATTERN_STORE):
        if folder.startswith(f"{store}/"):
            folder = folder.removeprefix(f"{store}/")
            break
    model = ""
    if folder.startswith(f"{layouts.LLM_CACHE}/"):
        folder, _, model = folder.partition("/")
        if not MODEL.fullmatch(model):
            return "", "is not in a folder of a store; correct it in its own project"
        model += "."
    if KINDS.get(folder) != kind:
        return (
            "",
            "is not in a folder for this kind of memory; correct it in its own project",
        )
    if not file.endswith(".json") or file.startswith(".") or misnamed(file, kind):
        return (
            "",
            "is not a valid name for a memory's file; rename it in its own project",
        )
    owner = prefix(project)
    found = f"{owner}.{model}{file}"
    if len(found.encode("utf-8", "replace")) > MAX_NAME:
        return (
            "",
            f"its name is longer than {MAX_NAME} bytes; rename it in its own project",
        )
    return f"{folder}/{found}", ""


def prefix(project: str) -> str:
    """The prefix of a project's file names, up to the first dot: readable, and unique to the project."""
    return readable(project) + "-" + digest(project)


def readable(text: str) -> str:
    return re.sub("[^A-Za-z0-9]", "-", text)[:24].strip("-") or "x"


def digest(*parts: str) -> str:
    joined = "\x00".join(parts)
    return hashlib.sha256(joined.encode("utf-8", "replace")).hexdigest()[:12]


def write(path: str, data: bytes) -> None:
    writer.write_file(path, data, PRIVATE, durable=False)


def make_folder(path: str) -> None:
    """Creates the folder and its missing parents in the cache, with mode 0700."""
    writer.make_folder(path, writer.PRIVATE)


def have(base: str, progress: Progress) -> dict[str, str]:
    """{file: hash} of the mirror, computed from the files, so that a damaged one is fetched again."""
    found = dict[str, str]()
    for folder, _ in mirrors.HELD:
        path = os.path.join(base, folder)
        if os.path.islink(path):
            raise StoreError(
                f"{path}: is a link; remove it and run `memories team sync` again"
            )
        for entry in _entries(path):
            found[f"{folder}/{entry}"] = _hash(path, entry)
            progress("comparing", len(found), 0)
    return found


def _hash(folder: str, name: str) -> str:
    """The hash of a record's file; "" for what is not one."""
    if not name.endswith(".json") or name.startswith("."):
        return ""
    try:
        text = reader.read_text(os.path.join(folder, name))
    except (OSError, ValueError):
        return ""
    return content_hash(text) if text else ""


def _entries(folder: str) -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


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
        make_folder(os.path.dirname(path))
        text = jsontext.dumps({"root": root, "project": project, "mirrors": listed})
        write(path, text.encode())
    elif os.path.exists(path):
        writer.remove_file(path)
    _prune(set(dropped))


def _prune(dropped: set[str]) -> None:
    """Removes links of deleted projects, and mirrors without a link unless they are locked."""
    named = set[str]()
    links = os.path.join(mirrors.base(), "links")
    kept = os.path.join(mirrors.base(), "mirrors")
    for entry in _entries(links):
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
    for entry in _entries(kept):
        path = os.path.join(kept, entry)
        if entry in named:
            continue
        if entry in dropped or time.time() - os.stat(path).st_mtime > UNNAMED:
            _remove(path)


def _remove(path: str) -> None:
    """Removes a mirror and its search index unless it is locked."""
    try:
        with lock.StoreLock(path, 0.0, PRIVATE):
            shutil.rmtree(path, ignore_errors=True)
    except StoreError:
        return
    store = Store(kinds.TEAM, os.path.realpath(path))
    index = database.index_path(store)
    if index:
        database.discard(index)
