"""Drafts of the pattern store: cleaned, dated and named. `service` resolves, validates and commits them."""

from __future__ import annotations

import os

from ..core import clock
from ..core.errors import RecordError
from ..core.model import valid_id
from ..store import schema
from . import names
from .draft import EMPTY_TITLE, MAX_TAG, REMOVABLE, Draft, clean, tidy_tags, tidy_title
from .kinds import policy_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .kinds import KindPolicy
    from .request import SaveRequest


def build(request: SaveRequest) -> Draft:
    """The draft of a pattern store's record; RecordError for the first problem."""
    policy = policy_of(request.kind or "pattern")
    notes: list[str] = []
    fields = clean(dict(request.data), notes)
    removed = tuple(
        k for k in REMOVABLE if request.update_id and k in schema.KINDS[policy.kind] and fields.get(k, "") is None
    )
    fields = {key: value for key, value in fields.items() if value is not None}
    if request.title:
        fields[policy.title] = clean({"t": request.title}, notes)["t"]
    if policy.kind == "pattern" and request.category:
        fields["category"] = clean({"c": request.category}, notes)["c"]
    _tidy(fields)
    _check_id(fields.get("id"))
    for key in (policy.time, "updated_at"):
        if fields.get(key) is not None and clock.parse_time(fields[key]) is None:
            message = "expected a time like 2026-11-21T08:00:00Z, got %.60r; leave it out to use the current time"
            raise RecordError.at(key, message % (fields[key],))
    return Draft(fields, {}, policy, complete=False, summary="", notes=notes, removed=removed)


def new_record(draft: Draft, now: int) -> dict[str, Any]:
    """The record of a draft, with an id and a time."""
    record = dict(draft.fields)
    record.setdefault(draft.policy.time, clock.format_time(now))
    if not record.get("id"):
        record["id"] = new_uuid() if draft.policy.uuid else names.new_id(draft.title, draft.kind, set())
    return _ordered(record, draft.policy)


def merged(old: dict[str, Any], draft: Draft, now: int) -> dict[str, Any]:
    """The next state of a record, with the keys that the draft omits; `old` itself when nothing changes."""
    record = {**{k: v for k, v in old.items() if k not in draft.removed}, **draft.fields}
    record["id"] = old.get("id") or draft.fields.get("id")
    record.setdefault(draft.policy.time, clock.format_time(now))
    times = [clock.parse_time(old.get(key)) for key in ("updated_at", draft.policy.time)]
    record["updated_at"] = clock.format_time(max([now] + [t for t in times if t is not None]))
    record = _ordered(record, draft.policy)
    return old if {**record, "updated_at": None} == {**old, "updated_at": None} else record


def new_uuid() -> str:
    """A random UUID (version 4), without importing `uuid`."""
    raw = bytearray(os.urandom(16))
    raw[6], raw[8] = raw[6] & 0x0F | 0x40, raw[8] & 0x3F | 0x80
    text = bytes(raw).hex()
    return "-".join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def _tidy(fields: dict[str, Any]) -> None:
    title, tags = fields.get("title"), fields.get("tags")
    if isinstance(title, str):
        fields["title"] = tidy_title(title)
        if not fields["title"]:
            raise RecordError.at("title", EMPTY_TITLE, "missing")
    if isinstance(tags, str):
        tags = fields["tags"] = tags.split(",")
    if isinstance(tags, list) and all(isinstance(tag, str) for tag in tags):
        fields["tags"] = tidy_tags(tags)
        long = [tag for tag in fields["tags"] if len(tag) > MAX_TAG]
        if long:
            message = "at most %d characters per tag, got %d; shorten it" % (MAX_TAG, len(long[0]))
            raise RecordError.at("tags", message, "size")


def _check_id(id: Any) -> None:
    plain = id[4:] if isinstance(id, str) and id.startswith("mem_") else id
    if id is not None and not valid_id(plain):
        message = (
            "expected 1 to 80 characters of a-z and 0-9, with hyphens only between them, got %.60r; leave "
            "it out to have it made"
        )
        raise RecordError.at("id", message % (id,))


def _ordered(record: dict[str, Any], policy: KindPolicy) -> dict[str, Any]:
    """The keys in the order of the schema, unknown ones last, those without a value left out."""
    spec = schema.KINDS[policy.kind]
    out = {key: record[key] for key in spec if record.get(key) is not None}
    out.update({key: value for key, value in record.items() if key not in spec})
    return out
