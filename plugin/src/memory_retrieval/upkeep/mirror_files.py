"""The files of mirrors in the user's cache: paths and hashes."""

from __future__ import annotations

import hashlib
import os
import re

from ..core.errors import StoreError
from ..core.files import content_digest
from ..core.sanitize import one_line
from ..store import layouts, mirrors, reader, writer
from ..store.listing import MAX_NAME, MAX_RECORD, misnamed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Progress = Callable[[str, int, int], None]

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
    found: dict[str, str] = {}
    for folder, _ in mirrors.HELD:
        path = os.path.join(base, folder)
        if os.path.islink(path):
            raise StoreError(
                f"{path}: is a link; remove it and run `memories team sync` again"
            )
        for entry in entries(path):
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


def content_hash(text: str) -> str:
    """The hash of a record's file, as the database has it."""
    return content_digest(text.encode("utf-8", "replace"))


def entries(folder: str) -> list[str]:
    return sorted(os.listdir(folder)) if os.path.isdir(folder) else []


def checked(
    text: str | None, digest: str, file: str, kind: str, size: int
) -> tuple[bytes, str]:
    """(the file's bytes, the reason to refuse it or "")."""
    if text is None:
        return (
            b"",
            f"is {size} bytes, a memory has at most {MAX_RECORD}; split it in its own project",
        )
    marked = (
        f"\ufeff{text}"  # the column cannot hold a byte order mark, which is no JSON
    )
    whole = next(
        (known for known in (text, marked) if content_hash(known) == digest), None
    )
    if whole is None:
        return (
            b"",
            "its text does not match its hash; run `memories team ingest` in its own project",
        )
    memory, _, problems = reader.parse_record(whole, file, kind)
    if memory is not None:
        return whole.encode("utf-8"), ""
    said = [
        f"{problem.location}: {problem.message}"
        if problem.location
        else problem.message
        for problem in problems
    ]
    return b"", one_line("; ".join(said), 300)


def too_large(workspace: str, limit: str) -> StoreError:
    name = one_line(workspace, 200)
    step = "search it in the database (memories search --db-url), or split it"
    return StoreError(
        f"workspace {name} has more than {limit}, too many to mirror; {step}"
    )
