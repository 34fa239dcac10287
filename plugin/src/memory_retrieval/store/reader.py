"""Reads one record or a whole store. Content is never trusted; reading writes nothing."""

from __future__ import annotations

import os
import zlib

from ..core import clock, holds, jsontext
from ..core.categories import BY_KEY
from ..core.model import CATEGORIES, FOLDERS, Memory, Problem, Record, Store
from ..core.reading import UnfitFile, read_regular
from . import fields
from .listing import MAX_RECORD, list_folder
from .schema import CONTENT, KINDS, can_guard, validate

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Iterator

    Read = tuple[Memory | None, Record | None, list[Problem]]


_INDEXED = [field for field in fields.TABLE if field.indexed]
MAX_DEPTH = 50  # levels of nesting whose texts are searched
TITLES = ("title", "question", "subject", "summary")
TIMES = ("learned_at", "timestamp", "created_at", "fetched_at")
_NO_BODY = "id title tags category severity confidence record_status timestamp".split()
_NO_TEXT = frozenset(
    (
        "outcome",
        "status",
        "kind",
        "severity",
        "active",
        "priority",
        "strength",
        "expires",
    )
)


def read_text(path: str) -> str:
    """The text of a regular file of at most MAX_RECORD bytes, never through a link. OSError or ValueError otherwise."""
    return read_regular(path, MAX_RECORD).decode("utf-8")


def read_record(root: str, path: str, kind: str, *, whole: bool = True) -> Read:
    """(memory, raw record, problems). memory is None when there is a problem, raw when it is not a JSON object.

    whole  False: a document may come without its text
    """
    try:
        if not path.endswith(".json"):
            return _document(root, path, whole)
        text = read_text(os.path.join(root, path))
    except UnfitFile as error:
        return _unusable(
            path, f"{error.strerror}; replace it with the file itself, or remove it"
        )
    except OSError as error:
        return _unusable(
            path, f"cannot be read: {error.strerror or error}; check its permissions"
        )
    except UnicodeDecodeError as error:
        return _unusable(path, f"is not UTF-8 (byte {error.start}); save it as UTF-8")
    except ValueError as error:
        return _unusable(path, str(error))
    return parse_record(text, path, kind)


def _document(root: str, path: str, whole: bool) -> Read:
    """A document, whose raw record is what was understood of it."""
    from .documents import read  # few projects have them

    memory, raw = read(root, path, whole=whole)
    return memory, raw, []


def parse_record(text: str, path: str, kind: str) -> Read:
    """The same for the text of a record."""
    try:
        raw = jsontext.loads(text)
    except ValueError as error:
        hint = f"correct the JSON ({error})"
        if "<<<<<<<" in text:
            hint = "contains merge conflict markers; resolve the conflict"
        return _unusable(path, f"is not valid JSON: {hint}")
    if ("\\ud" in text or "\\uD" in text) and _has_lone_surrogate(raw):
        return _unusable(
            path, r"contains half a character (\ud800 to \udfff); remove it"
        )
    of_category = kind in CATEGORIES
    problems = validate(raw, None if of_category else kind)
    record = raw if isinstance(raw, dict) else None
    if problems and of_category and record is not None:
        problems = _of_other_category(record, kind, problems)
    if problems:
        return None, record, [problem.replace(path=path) for problem in problems]
    memory = memory_of(raw, path) if of_category else _pattern(raw, path, kind)
    checksum = zlib.crc32(text.encode("utf-8"))
    return memory.replace(digest=f"{checksum:08x}"), raw, []


def _unusable(path: str, message: str) -> tuple[None, None, list[Problem]]:
    return None, None, [Problem(path=path, message=message)]


def record_of(root: str, path: str) -> Record | None:
    """A record below `root` as it is on disk now; None when it is gone or no JSON object."""
    try:
        raw = jsontext.loads(read_text(os.path.join(root, *path.split("/"))))
    except (OSError, ValueError):
        return None
    return raw if isinstance(raw, dict) else None


def content_texts(value: Any, depth: int = 0) -> list[str]:
    """Every text in a value down to MAX_DEPTH, in order, without words that name a state (accepted, high, open)."""
    if isinstance(value, str):
        return [value] if value.strip() else []
    if depth > MAX_DEPTH:
        return []
    items = value if isinstance(value, list) else []
    if isinstance(value, dict):
        items = [item for key, item in value.items() if key not in _NO_TEXT]
    texts = []
    for item in items:
        texts += content_texts(item, depth + 1)
    return texts


def read_store(store: Store) -> Iterator[tuple[str, Memory | None, list[Problem]]]:
    """(path, memory or None, problems) of every entry of a store, folders in order, names sorted."""
    for folder, kind in store.folders:
        try:
            entries = list_folder(store.root, folder, kind)
        except OSError as error:
            problem = Problem(
                path=folder,
                message=f"cannot be listed: {error.strerror}; check its permissions",
            )
            yield folder, None, [problem]
            continue
        for entry in sorted(entries, key=lambda e: e.path):
            if entry.problem:
                yield (
                    entry.path,
                    None,
                    [Problem(path=entry.path, message=entry.problem)],
                )
            else:
                memory, _, problems = read_record(
                    store.root, entry.path, kind, whole=False
                )
                yield entry.path, memory and placed(memory, store), problems


def placed(memory: Memory, store: Store) -> Memory:
    """A memory of a store inside another one's project, naming files as seen from there."""
    if not store.place:
        return memory
    return memory.replace(related_files=tuple(map(store.placed, memory.related_files)))


def _of_other_category(
    raw: Record, kind: str, problems: list[Problem]
) -> list[Problem]:
    """One problem instead of each field that is missing, where the record only says another category than its folder's.

    kind      the category of the folder
    problems  those of the record as it is
    """
    said = raw.get("category")
    if said == kind:
        return problems
    others = validate({**raw, "category": kind})
    if len(others) >= len(problems):
        return problems
    message = f'is in {FOLDERS[kind]}/ but says {said!r:.40}; write "{kind}", or move the file'
    return [Problem.at("category", message), *others]


def _has_lone_surrogate(value: Any) -> bool:
    """Whether a text in a JSON value, or a key, is one that no file, database or page can hold."""
    todo = [value]
    while todo:
        item = todo.pop()
        if isinstance(item, str):
            try:
                item.encode("utf-8")
            except UnicodeEncodeError:
                return True
        elif isinstance(item, list):
            todo += item
        elif isinstance(item, dict):
            todo += [*item, *item.values()]
    return False


def memory_of(raw: Record, path: str) -> Memory:
    """A valid record of the six categories, as retrieval sees it."""
    added = (
        raw if raw["schema_version"] == "1.1" else {}
    )  # keys that a version does not know are ignored
    return Memory(
        path=path,
        kind=raw["category"],
        id=raw["id"],
        title=raw["title"],
        category=raw["category"],
        tags=tuple(raw["tags"]),
        aliases=tuple(added.get("aliases") or ()),
        status=raw.get("record_status") or "active",
        created=clock.parse_time(raw["created_at"]),
        updated=clock.parse_time(raw["updated_at"]),
        confidence=raw.get("confidence"),
        severity=raw["content"].get(BY_KEY[raw["category"]].binding[0]),
        related_files=tuple(raw.get("related_files") or ())
        + tuple(a["path"] for a in added.get("anchors") or () if not a.get("says")),
        superseded_by=added.get("superseded_by"),
        body="\n".join(
            content_texts(
                {key: raw["content"].get(key) for key in CONTENT[raw["category"]]}
            )
        ),
        state=holds.stated(raw["category"], raw["content"]),
        expires=holds.end_of(raw["category"], raw["content"]),
        carried=_carried(added, raw["category"], raw),
    )


def _pattern(raw: Record, path: str, kind: str) -> Memory:
    name = path.rsplit("/", 1)[-1][: -len(".json")]
    raw = {
        key: value for key, value in raw.items() if key in KINDS[kind]
    }  # the rest was not validated
    title = _first(raw, TITLES) or name
    when = _first(raw, TIMES)
    skip = {*_NO_BODY, *fields.names("of")}
    body = []
    for key, value in raw.items():
        if key not in skip and not key.endswith("_at"):
            body += content_texts(value)
    return Memory(
        path=path,
        kind=kind,
        id=raw.get("id") or name,
        title=title,
        category=raw.get("category") or kind,
        tags=tuple(raw.get("tags") or ()),
        status=raw.get("record_status") or "active",
        created=clock.parse_time(when),
        updated=clock.parse_time(raw.get("updated_at") or when),
        confidence=raw.get("confidence"),
        severity=raw.get("severity"),
        body="\n".join(body),
        do_text=_first(raw, ("do_text", "response_summary")) or "",
        dont_text=raw.get("dont_text") or "",
        carried=_carried(raw, kind, raw),
    )


def _first(raw: Record, keys: tuple[str, ...]) -> Any:
    """The value of the first of the keys that has one; None without any."""
    return next((raw[key] for key in keys if raw.get(key)), None)


def _carried(given: Record, kind: str, raw: Record) -> Record:
    """The fields that the index keeps of those that were validated; what is empty is left out."""
    found = {}
    for field in _INDEXED:
        value = given.get(field.name)
        if value and field.name == "guard":
            value = _guard(value, raw)
        if value and field.fits(kind):
            found[field.name] = value
    return found


def _guard(given: Any, raw: Record) -> str:
    """The guard as the index keeps it; one that is not fit for use guards nothing."""
    if not can_guard(raw):
        return ""
    from ..core import guards  # few records have one

    found = guards.parse(given)
    return found.dump() if found else ""
