"""Merges a draft into the stored record. Works on values only: the caller reads and writes.

docs/reference/formats.md and docs/maintainers/saving.md describe the rules. Each refusal names the field, the rule and
the next step.
"""

from __future__ import annotations

from ..core import clock, jsontext
from ..core.categories import BY_KEY
from ..core.model import Problem
from ..store import schema
from . import alias_list
from .draft import MAX_TAGS, leads_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .draft import Draft

MAX_CHANGES = 50
MAX_VALUE = 1000  # characters of an old or new value in the history
LOGGED = ("tags", "related_files", "confidence", "aliases", "supersedes", "holds_with", "anchors", "guard")
LIST_FIELDS = ("aliases", "supersedes", "holds_with", "anchors")
_SET_BY_COMMAND = {
    "record_status": "memories retire or restore ID",
    "retired_at": "memories retire ID",
    "retired_reason": "memories retire ID --reason",
    "archived_at": "memories retire ID --archive",
    "archived_reason": "memories retire ID --archive --reason",
    "superseded_by": "save the newer record with supersedes: [ID]",
}


def new_record(draft: Draft, id: str, now: int, as_it_is: bool = False) -> dict[str, Any]:
    """The first version of a record. Missing keys stay missing; validation reports them.

    as_it_is  it keeps the status and the link to its successor that the draft has; else it is active
    """
    fields = dict(draft.fields)
    for key in () if as_it_is else _SET_BY_COMMAND:
        fields.pop(key, None)
    created = clock.parse_time(fields.get("created_at"))
    created = now if created is None or created > now else created
    updated = clock.parse_time(fields.get("updated_at")) or created
    record = {
        **fields,
        "id": id,
        "category": draft.kind,
        "record_status": fields.get("record_status") or "active",
        "created_at": clock.format_time(created),
        "updated_at": clock.format_time(max(created, min(updated, now)) if draft.complete else max(created, now)),
        "tags": fields.get("tags") or ["untagged"],
        "times_updated": fields.get("times_updated") or 0,
        "content": draft.content,
    }
    if draft.summary and isinstance(fields.get("changes") or [], list):
        record["changes"] = list(fields.get("changes") or []) + [
            {"date": record["updated_at"], "summary": draft.summary}
        ]
    record = marked(record)
    record["schema_version"] = version(record, fields.get("schema_version"))
    return ordered(record)


def merged(
    old: dict[str, Any], draft: Draft, now: int, exists: Callable[[str], bool], notes: list[str]
) -> tuple[dict[str, Any], list[Problem]]:
    """(the next version of a record, problems). It is `old` itself when nothing changes, or when there are problems.

    exists  whether a related file still exists
    notes   gets a line for each value that is kept although the draft has another
    """
    problems = _immutable(old, draft, notes)
    record = {key: value for key, value in old.items() if value is not None and key not in draft.removed}
    given = draft.fields
    for key in ("title", "confidence", "source", "guard"):
        if key in given:
            record[key] = given[key]
    logged: list[dict[str, Any]] = []
    _merge_tags(record, old, draft, logged, problems)
    _merge_files(record, old, draft, exists, problems)
    for key in LIST_FIELDS:
        if key in given:
            record[key] = list(given[key]) if draft.complete or key == "anchors" else _union(old.get(key), given[key])
    if "aliases" in given and not draft.complete and isinstance(given["aliases"], list):
        _merge_aliases(record, old, given["aliases"], problems)
    record["content"] = dict(draft.content) if draft.complete else {**old.get("content", {}), **draft.content}
    record[schema.INCOMPLETE] = old.get(schema.INCOMPLETE) or given.get(schema.INCOMPLETE) or None
    record = marked(record)
    logged = _content_changes(old.get("content") or {}, record["content"]) + logged
    _note_shrunk(old.get("content") or {}, record["content"], notes)
    added, more = _given_changes(old, draft)
    problems += more
    if problems:
        return old, problems
    added = _in_order(added, old, now, notes)
    record = _stamped(record, old, draft, logged, added, now)
    if record is not old and record.get(schema.INCOMPLETE):
        notes.append("incomplete: still without " + ", ".join(schema.lacking(draft.kind, record["content"])))
    return record, []


def marked(record: dict[str, Any]) -> dict[str, Any]:
    """The record, with the mark `incomplete` only while it lacks something; a text or list that it lacks is empty.

    Its subject is then its title, and it applies; any other choice is left open.
    """
    category, content = BY_KEY[record["category"]], record["content"]
    if record.get(schema.INCOMPLETE) is not True or not isinstance(content, dict):
        return record
    blank: dict[str, Any] = {"string": "", "list": []}
    empty = {key: blank.get(spec[0]) for key, (spec, needed) in schema.CONTENT[category.key].items() if needed}
    empty.update({category.says[0]: record["title"], category.state: category.initial()})
    content = {**{key: value for key, value in empty.items() if key and value is not None}, **content}
    lacks = bool(schema.lacking(category.key, content))
    return {**record, "content": content, schema.INCOMPLETE: True if lacks else None}


def later(now: int, *times: str | None) -> int:
    """`now`, or the latest of the times if that is later: the clock may have been set back."""
    return max([now] + [t for t in (clock.parse_time(text) for text in times) if t is not None])


def with_change(record: dict[str, Any], date: str, summary: str, **more: Any) -> dict[str, Any]:
    """A copy of the record with one more entry in its history, of which the last MAX_CHANGES are kept."""
    entry = {"date": date, "summary": summary[:300], **more}
    return {**record, "changes": (list(record.get("changes") or []) + [entry])[-MAX_CHANGES:]}


def ordered(record: dict[str, Any], category: str | None = None) -> dict[str, Any]:
    """The keys in the order of the schema, unknown ones last, optional ones without a value left out."""
    spec = schema.record_spec(category or record["category"], "1.1")[1]
    out = {key: record[key] for key in spec if record.get(key) is not None}
    out.update({key: value for key, value in record.items() if key not in spec})
    if isinstance(out.get("content"), dict):
        content, known = out["content"], schema.CONTENT[category or record["category"]]
        out["content"] = {key: content[key] for key in known if content.get(key) is not None}
        out["content"].update({key: value for key, value in content.items() if key not in known})
    return out


def version(record: dict[str, Any], old: Any) -> str:
    """The schema version: 1.1 once a record has used one of its keys, and from then on."""
    return "1.1" if old == "1.1" or any(record.get(key) is not None for key in schema.ADDED_1_1) else "1.0"


def _immutable(old: dict[str, Any], draft: Draft, notes: list[str]) -> list[Problem]:
    problems = []
    given = draft.fields
    if given.get("created_at") not in (None, old.get("created_at")):
        notes.append("created_at: stays {}, because a record is created only once".format(old.get("created_at")))
    if given.get("id") not in (None, old.get("id")):
        said = "rule immutable: is %r and cannot be changed; save a new record that supersedes it"
        problems.append(Problem.at("id", said % (old.get("id"),), "immutable"))
    if draft.kind != old.get("category"):
        said = "rule immutable: is %r; run `memories edit %s --category %s`"
        problems.append(Problem.at("category", said % (old.get("category"), old.get("id"), draft.kind), "immutable"))
    for key, command in _SET_BY_COMMAND.items():
        default = "active" if key == "record_status" else None
        if given.get(key) is not None and given[key] != (old.get(key) or default):
            problems.append(
                Problem.at(key, f"rule immutable: is {old.get(key) or default!r} here; use {command}", "immutable")
            )
    if given.get("schema_version") is not None and given["schema_version"] not in schema.VERSIONS:
        problems.append(Problem.at("schema_version", 'expected "1.0" or "1.1"; leave it out, and it is set for you'))
    return problems


def _merge_tags(
    record: dict[str, Any], old: dict[str, Any], draft: Draft, logged: list[dict[str, Any]], problems: list[Problem]
) -> None:
    new = draft.fields.get("tags")
    if new is None:
        return
    before = [tag for tag in old.get("tags") or [] if tag != "untagged"]
    dropped = [tag for tag in before if tag not in new]
    full = len(before) >= MAX_TAGS and any(tag not in before for tag in new)
    if draft.complete and dropped and not draft.drops and not full:
        said = "rule grow-only: %s would be dropped; keep them (tags are dropped only to make room for new ones; the "
        said += "limit is %d)"
        problems.append(Problem.at("tags", said % (", ".join(dropped), MAX_TAGS), "would-lose"))
        return
    tags = list(new) if draft.complete else _union(before, new)
    if len(tags) > MAX_TAGS:  # all new tags are kept, and of the earlier ones the first
        room = MAX_TAGS - len(new)
        tags = [tag for tag in before if tag not in new][:room] + list(new)
    record["tags"] = [tag for tag in tags if tag != "untagged"] or ["untagged"]
    evicted = [tag for tag in before if tag not in tags]
    if evicted:
        why = "Removed tags: %s" if draft.drops else "Limit of " + str(MAX_TAGS) + " tags reached: %s left out"
        summary = why % ", ".join(evicted)
        logged.append({**change_of("tags", old.get("tags"), record["tags"]), "summary": summary[:250]})


def _merge_files(
    record: dict[str, Any], old: dict[str, Any], draft: Draft, exists: Callable[[str], bool], problems: list[Problem]
) -> None:
    new = draft.fields.get("related_files")
    if not isinstance(new, list):
        return
    before = old.get("related_files") or []
    kept = [path for path in before if path not in new and exists(path)]
    if draft.complete:
        kept = [path for path in kept if not leads_out(path)]
    if draft.complete and kept and not draft.drops:
        said = "rule no loss: %s still exist; keep them (only paths that no longer exist can be dropped)"
        problems.append(Problem.at("related_files", said % ", ".join(kept)[:200], "would-lose"))
    record["related_files"] = kept + list(new) if not draft.complete else list(new)


def _merge_aliases(record: dict[str, Any], old: dict[str, Any], new: list[Any], problems: list[Problem]) -> None:
    if not all(isinstance(alias, str) for alias in new):
        return  # validation says so
    before = old.get("aliases") or []
    record["aliases"] = alias_list.union(before, new)
    problems += [p for p in alias_list.problems(alias_list.without(new, before)[0]) if p.code == "common"]
    excess = alias_list.number_problem(str(old.get("id")), before, record["aliases"])
    if excess:
        problems.append(excess)


def _given_changes(old: dict[str, Any], draft: Draft) -> tuple[list[Any], list[Problem]]:
    """(entries that the draft adds, problems); the existing entries of the history may not be altered."""
    given = draft.fields.get("changes")
    before = old.get("changes") or []
    if not isinstance(given, list):
        return [], []
    given = [_same_entry(entry, before) for entry in given]
    if draft.complete:
        for start in range(max(0, len(before) - len(given)), len(before) + 1):
            if before[start:] == given[: len(before) - start]:
                return given[len(before) - start :], [] if start == 0 or len(given) >= MAX_CHANGES or not given else [
                    _lost()
                ]
        return [], [_lost()]
    return [entry for entry in given if entry not in before], []


def _same_entry(entry: Any, before: list[Any]) -> Any:
    """The stored entry that a given one repeats, even if `_in_order` replaced its date since; else the given one."""
    if entry in before or not isinstance(entry, dict) or not before:
        return entry
    same = [e for e in before if {**e, "date": ""} == {**entry, "date": ""} and _time(e) > _time(entry)]
    return same[-1] if same else entry


def _in_order(added: list[Any], old: dict[str, Any], now: int, notes: list[str]) -> list[Any]:
    """The entries to add; any that is older than the last of the history gets the current time."""
    last = max([_time(entry) for entry in old.get("changes") or ()], default=0)
    date = clock.format_time(later(now, old.get("updated_at"), old.get("created_at")))
    out = []
    for entry in added:
        if isinstance(entry, dict) and 0 < _time(entry) < last:
            notes.append(
                "changes: {} is older than the last entry of the history; written as {}".format(entry["date"], date)
            )
            entry = {**entry, "date": date}
        last = max(last, _time(entry))
        out.append(entry)
    return out


def _time(entry: Any) -> int:
    return (clock.parse_time(entry.get("date")) if isinstance(entry, dict) else None) or 0


def _lost() -> Problem:
    return Problem.at(
        "changes",
        "rule append-only: entries of the history are missing or changed; keep them and add yours at the end, "
        "or leave out `changes`",
        "would-lose",
    )


def _content_changes(before: dict[str, Any], after: dict[str, Any]) -> list[dict[str, Any]]:
    """A history entry for each field whose value differs."""
    keys = list(before) + [key for key in after if key not in before]
    return [
        change_of("content." + key, before.get(key), after.get(key))
        for key in keys
        if before.get(key) != after.get(key)
    ]


def change_of(field: str, old: Any, new: Any) -> dict[str, Any]:
    """A history entry, without its date, of a field with its old and new value."""
    return {"summary": f"Changed {field}", "field": field, "old_value": _short(old), "new_value": _short(new)}


def _note_shrunk(before: dict[str, Any], after: dict[str, Any], notes: list[str]) -> None:
    for key, old in before.items():
        if isinstance(old, list) and len(after.get(key) or []) < len(old):
            notes.append("content.%s: has %d items now, had %d" % (key, len(after.get(key) or []), len(old)))


def _stamped(
    record: dict[str, Any], old: dict[str, Any], draft: Draft, logged: list[dict[str, Any]], added: list[Any], now: int
) -> dict[str, Any]:
    """The record with its history, counter and time updated; `old` itself when nothing differs."""
    record["schema_version"] = version(record, old.get("schema_version"))
    plain = {key: value for key, value in old.items() if value is not None}
    differing = [
        key for key in [*record, *draft.removed] if record.get(key) != plain.get(key) and key != "schema_version"
    ]
    if not differing and not added:
        return old
    date = clock.format_time(later(now, old.get("updated_at"), old.get("created_at")))
    if record["title"] != old["title"]:
        logged.insert(0, change_of("title", old["title"], record["title"]))
    known = {entry["field"] for entry in logged}
    logged += [change_of(key, old.get(key), record.get(key)) for key in differing if key in LOGGED and key not in known]
    entries = list(added) + [{"date": date, **entry} for entry in logged]
    if draft.summary or not entries:
        names = [
            "content." + k for k in record["content"] if record["content"].get(k) != (old.get("content") or {}).get(k)
        ]
        names += [key for key in differing if key != "content"]
        entries.append({"date": date, "summary": draft.summary or ("Changed " + ", ".join(names))[:300]})
    record["changes"] = (list(old.get("changes") or []) + entries)[-MAX_CHANGES:]
    record["times_updated"] = (old.get("times_updated") or 0) + 1
    record["updated_at"] = date
    return ordered(record)


def _union(first: Any, second: list[Any]) -> list[Any]:
    out = list(first or [])
    return out + [item for item in second if item not in out]


def _short(value: Any) -> Any:
    """A value as the history keeps it; a long list or object becomes the beginning of its text."""
    text = value if isinstance(value, str) else jsontext.dumps(value) if isinstance(value, (list, dict)) else ""
    return text[:MAX_VALUE] + "..." if len(text) > MAX_VALUE else value
