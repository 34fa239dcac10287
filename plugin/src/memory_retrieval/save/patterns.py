"""Drafts of the pattern store: cleaned, dated and named. `service` resolves, validates and commits them."""

from __future__ import annotations

from ..core import clock
from ..core.errors import RecordError
from ..core.model import Problem, Record
from ..store import schema
from . import names
from .draft import REMOVABLE, Draft, KindPolicy, clean, policy_of, tidy
from .merge import in_order, later
from .request import SaveRequest


def build(request: SaveRequest) -> Draft:
    """The draft of a pattern store's record; RecordError with every problem at once."""
    policy = policy_of(request.kind or "pattern")
    notes: list[str] = []
    problems: list[Problem] = []
    fields = clean(dict(request.data), notes)
    removed = []
    for key in ("confidence", *REMOVABLE) if request.update_id else ():
        if key in schema.KINDS[policy.kind] and fields.get(key, "") is None:
            removed.append(key)
    fields = {key: value for key, value in fields.items() if value is not None}
    if request.title:
        fields[policy.title] = clean({"t": request.title}, notes)["t"]
    if policy.kind == "pattern" and request.category:
        fields["category"] = clean({"c": request.category}, notes)["c"]
    tidy(fields, policy, notes, problems)
    for key in (policy.time, "updated_at"):
        value = fields.get(key)
        if value is not None and clock.parse_time(value) is None:
            message = f"expected a time like 2026-11-21T08:00:00Z, got {value!r:.60}; leave it out to use the current time"
            problems.append(Problem.at(key, message))
    if problems:
        raise RecordError("the memory was refused", problems)
    return Draft(
        fields,
        {},
        policy,
        complete=False,
        summary="",
        notes=notes,
        removed=tuple(removed),
    )


def new_record(draft: Draft, now: int) -> Record:
    """The record of a draft, with an id and a time."""
    record = dict(draft.fields)
    record.setdefault(draft.policy.time, clock.format_time(now))
    if not record.get("id") and draft.policy.uuid:
        import uuid  # few saves are of a pattern

        record["id"] = str(uuid.uuid4())
    record["id"] = record.get("id") or names.new_id(draft.title, draft.kind, set())
    return _ordered(record, draft.policy)


def merged(old: Record, draft: Draft, now: int) -> Record:
    """The next state of a record, with the keys that the draft omits; `old` itself when nothing changes."""
    record = {
        **{k: v for k, v in old.items() if k not in draft.removed},
        **draft.fields,
    }
    record["id"] = old.get("id") or draft.fields.get("id")
    record.setdefault(draft.policy.time, clock.format_time(now))
    changed = later(now, old.get("updated_at"), old.get(draft.policy.time))
    record["updated_at"] = clock.format_time(changed)
    record = _ordered(record, draft.policy)
    return (
        old if {**record, "updated_at": None} == {**old, "updated_at": None} else record
    )


def _ordered(record: Record, policy: KindPolicy) -> Record:
    return in_order(record, schema.KINDS[policy.kind])
