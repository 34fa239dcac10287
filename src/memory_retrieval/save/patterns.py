"""Records of the pattern store: filled in, checked and written with the lock and the durability of the project's."""

from __future__ import annotations

import os

from ..core import clock, config
from ..core.errors import RecordError
from ..core.model import Problem
from ..store import schema
from ..store.listing import list_folder
from ..store.reader import read_record
from . import names, target
from .batch import Batch, read_bytes, serialize
from .draft import MAX_INPUT, REMOVABLE, clean, tidy_tags, tidy_title
from .request import SaveOutcome, SaveRequest
from .service import rejected
from .writable import find_writable, open_writable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .writable import WritableStore

FOLDER = {"pattern": "memories", "source": "sources", "backlog": "backlog", "event": "events", "review": "reviews"}
TIME = {
    "pattern": "learned_at",
    "source": "fetched_at",
    "backlog": "created_at",
    "event": "timestamp",
    "review": "timestamp",
}
NAME = {"event": "summary", "review": "subject"}  # what serves as the title, where there is none


def save_pattern(request: SaveRequest) -> SaveOutcome:
    """Stores one record of the pattern store: creates it, or updates the one of the same id or title of its kind."""
    kind = request.kind or "pattern"
    notes: list[str] = []
    try:
        fields = _fields(request, kind, notes)
        place = find_writable("patterns", request.cwd, request.root)
        if not place.exists() or request.dry_run:
            record = _filled(fields, kind, None, None)
            _check(record, kind)
        if request.dry_run and not place.exists():
            return _outcome(place, "created", record, _path(place, kind, record["id"]), notes, b"", serialize(record))
        with open_writable(place).locked():
            return _write(request, place, kind, fields, notes)
    except RecordError as error:
        return rejected(error)


def new_uuid() -> str:
    """A random UUID (version 4), without importing `uuid`."""
    raw = bytearray(os.urandom(16))
    raw[6], raw[8] = raw[6] & 0x0F | 0x40, raw[8] & 0x3F | 0x80
    text = bytes(raw).hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _write(
    request: SaveRequest, place: WritableStore, kind: str, fields: dict[str, Any], notes: list[str]
) -> SaveOutcome:
    old_path, old = _existing(place, kind, fields, request.update_id)
    if old is None and (request.action == "update" or request.update_id):
        raise target.refusal("id", "there is no %s to update; leave --update and --action out" % kind)
    record = _filled(fields, kind, old, _taken(place, kind))
    _check(record, kind)
    path = old_path or _path(place, kind, record["id"])
    before = read_bytes(place.absolute(path)) or b""
    _check_digest(request, before)
    if old is not None and {**record, "updated_at": None} == {**old, "updated_at": None}:
        return _outcome(place, "unchanged", record, path, notes)
    if old is not None and request.action == "create":
        raise target.refusal("id", "%s exists already and says something else; leave --action out" % path)
    status = "created" if old is None else "updated"
    if request.dry_run:
        return _outcome(place, status, record, path, notes, before, serialize(record))
    batch = Batch(place, "save", record["id"])
    batch.put(path, record)
    batch.commit()
    return _outcome(place, status, record, path, notes + batch.notes)


def _fields(request: SaveRequest, kind: str, notes: list[str]) -> dict[str, Any]:
    """The input, cleaned; the title under the name that the kind has for it."""
    fields = clean(dict(request.data), notes)
    removed = [key for key in REMOVABLE if request.update_id and key in schema.KINDS[kind]]
    fields = {key: value for key, value in fields.items() if value is not None or key in removed}
    if request.title:
        fields[NAME.get(kind, "title")] = clean({"t": request.title}, notes)["t"]
    if kind == "pattern" and request.category:
        fields["category"] = clean({"c": request.category}, notes)["c"]
    title = fields.get("title")
    if isinstance(title, str):
        fields["title"] = tidy_title(title)
        if not fields["title"]:
            raise target.refusal("title", "is empty once invisible characters are removed; give words")
    if isinstance(fields.get("tags"), str):
        fields["tags"] = fields["tags"].split(",")
    if isinstance(fields.get("tags"), list) and all(isinstance(tag, str) for tag in fields["tags"]):
        fields["tags"] = tidy_tags(fields["tags"])
        long = [tag for tag in fields["tags"] if len(tag) > 80]
        if long:
            raise target.refusal("tags", "at most 80 characters a tag, got %d; shorten it" % len(long[0]))
    id = fields.get("id")
    if id is not None and not schema.valid_id(id[4:] if isinstance(id, str) and id.startswith("mem_") else id):
        raise target.refusal(
            "id", "expected 1 to 80 of a-z, 0-9 and inner hyphens, got %.60r; leave it out and it is made" % (id,)
        )
    return fields


def _filled(fields: dict[str, Any], kind: str, old: dict[str, Any] | None, taken: set[str] | None) -> dict[str, Any]:
    """With id and times; an update keeps what the input does not say."""
    now = config.now()
    record = {**(old or {}), **fields}
    for key in (TIME[kind], "updated_at"):
        if record.get(key) is not None and clock.parse_time(record[key]) is None:
            raise target.refusal(
                key, "expected a time like 2026-11-21T08:00:00Z, got %.60r; leave it out and it is now" % (record[key],)
            )
    record.setdefault(TIME[kind], clock.format_time(now))
    if old is not None:
        times = [clock.parse_time(old.get(key)) for key in ("updated_at", TIME[kind])]
        record["updated_at"] = clock.format_time(max([now] + [t for t in times if t is not None]))
        record["id"] = old.get("id") or fields.get("id")
    elif not record.get("id"):
        title = record.get(NAME.get(kind, "title"))
        record["id"] = (
            new_uuid()
            if kind == "pattern"
            else names.new_id(title if isinstance(title, str) else "", kind, taken or set())
        )
    spec = schema.KINDS[kind]
    out = {key: record[key] for key in spec if record.get(key) is not None}
    out.update({key: value for key, value in record.items() if key not in spec})
    return out


def _check(record: dict[str, Any], kind: str) -> None:
    problems = schema.validate(record, kind, strict=True)
    if not problems and len(serialize(record)) > MAX_INPUT:
        problems = [Problem(message="the record has more than %d bytes; shorten it" % MAX_INPUT)]
    if problems:
        raise RecordError("the record is refused", problems)


def _existing(
    place: WritableStore, kind: str, fields: dict[str, Any], update_id: str
) -> tuple[str, dict[str, Any] | None]:
    """(path, record) of the same id, or the same title, or the one named."""
    title = fields.get(NAME.get(kind, "title"))
    wanted = update_id or fields.get("id")
    wanted = wanted[4:] if isinstance(wanted, str) and wanted.startswith("mem_") else wanted
    for entry in sorted(list_folder(place.root, place.prefix + FOLDER[kind], kind), key=lambda e: e.path):
        raw = None if entry.problem else read_record(place.root, entry.path, kind)[1]
        if raw is None:
            continue
        if wanted:
            if wanted in (raw.get("id"), entry.path.rsplit("/", 1)[-1][:-5]):
                return entry.path, raw
        elif (
            kind != "event"
            and isinstance(title, str)
            and names.title_key(str(raw.get(NAME.get(kind, "title")))) == names.title_key(title)
        ):
            return entry.path, raw
    return "", None


def _check_digest(request: SaveRequest, data: bytes) -> None:
    import hashlib

    if request.digest and request.digest.lower() not in (
        hashlib.sha256(data).hexdigest(),
        hashlib.md5(data, usedforsecurity=False).hexdigest(),
    ):
        raise target.refusal(
            "hash", "rule no lost update: the file has changed since you read it; read it again and repeat"
        )


def _taken(place: WritableStore, kind: str) -> set[str]:
    try:
        return {name[:-5] for name in os.listdir(os.path.join(place.base, FOLDER[kind])) if name.endswith(".json")}
    except OSError:
        return set()


def _path(place: WritableStore, kind: str, id: str) -> str:
    name = "mem_" + id.split("mem_")[-1] if kind == "pattern" else id
    return place.path(FOLDER[kind], name)


def _outcome(
    place: WritableStore,
    status: str,
    record: dict[str, Any],
    path: str,
    notes: list[str],
    before: bytes = b"",
    after: bytes = b"",
) -> SaveOutcome:
    diff = ""
    if after:
        import difflib

        lines = before.decode("utf-8", "replace").splitlines(True), after.decode("utf-8").splitlines(True)
        diff = "".join(difflib.unified_diff(lines[0], lines[1], "a/" + path, "b/" + path))
        notes = notes + ["dry run: nothing was written"]
    return SaveOutcome(status=status, id=record["id"], path=place.shown(path), notes=notes, diff=diff)
