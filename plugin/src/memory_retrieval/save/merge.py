"""Merges a draft into the stored record: a save only adds, an edit sets exactly what it gives.

Works on values only: the caller reads and writes. docs/reference/formats.md and docs/maintainers/saving.md describe the
rules. Each refusal names the field, the rule and the next step.
"""

from __future__ import annotations

from ..core import clock, jsontext
from ..core.categories import BY_KEY
from ..core.model import Problem
from ..store import schema
from ..store.fields import ADD, TABLE, VERSIONS
from . import alias_list
from .draft import MAX_TAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from .draft import Draft

MAX_CHANGES = 50
MAX_VALUE = 1000  # characters of an old or new value in the history
UNTAGGED = "untagged"  # the tag of a record without any
BY_COMMAND = {field.name: field.command for field in TABLE if field.command}
LATER = [field.name for field in TABLE if field.since > "1.0"]
LOGGED = [field.name for field in TABLE if field.edited and field.name != "title"]
KEPT = "kept: %s; a save only adds, and `memories edit %s` takes out"


def new_record(draft: Draft, id: str, now: int, as_it_is: bool = False) -> dict[str, Any]:
    """The first version of a record. Missing keys stay missing; validation reports them.

    as_it_is  it keeps the status and the link to its successor that the draft has; else it is active
    """
    fields = {key: value for key, value in draft.fields.items() if as_it_is or key not in BY_COMMAND}
    created = clock.parse_time(fields.get("created_at"))
    created = now if created is None or created > now else created
    updated = now
    if draft.complete:
        updated = min(now, clock.parse_time(fields.get("updated_at")) or created)
    record = {
        **fields,
        "id": id,
        "category": draft.kind,
        "record_status": fields.get("record_status") or "active",
        "created_at": clock.format_time(created),
        "updated_at": clock.format_time(max(created, updated)),
        "tags": fields.get("tags") or [UNTAGGED],
        "times_updated": fields.get("times_updated") or 0,
        "content": draft.content,
    }
    changes = fields.get("changes") or []
    if draft.summary and isinstance(changes, list):
        record["changes"] = [*changes, {"date": record["updated_at"], "summary": draft.summary}]
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
    for field in TABLE:
        name = field.name
        if not field.update or name not in draft.fields:
            continue
        value = draft.fields[name]
        adds = field.update == ADD and not draft.exact
        record[name] = _added(name, old.get(name) or [], value, exists) if adds else value
    record.setdefault("tags", [UNTAGGED])
    if "aliases" in draft.fields and not draft.exact:
        problems += _alias_problems(record, old.get("aliases") or [], draft.fields["aliases"])
    before = old.get("content") or {}
    record["content"] = dict(draft.content) if draft.whole else {**before, **draft.content}
    record[schema.INCOMPLETE] = old.get(schema.INCOMPLETE) or draft.fields.get(schema.INCOMPLETE) or None
    record = marked(record)
    if problems:
        return old, problems
    why = draft.summary or _given_reason(draft, old.get("changes") or [], notes)
    _note_kept(record, draft, notes)
    _note_shrunk(before, record["content"], notes)
    record = _stamped(record, old, _logged(record, old, exact=draft.exact), why, now)
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
    return "1.1" if old == "1.1" or any(record.get(key) is not None for key in LATER) else "1.0"


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
    for key, command in BY_COMMAND.items():
        default = "active" if key == "record_status" else None
        if given.get(key) is not None and given[key] != (old.get(key) or default):
            problems.append(
                Problem.at(key, f"rule immutable: is {old.get(key) or default!r} here; use {command}", "immutable")
            )
    if given.get("schema_version") is not None and given["schema_version"] not in VERSIONS:
        problems.append(Problem.at("schema_version", 'expected "1.0" or "1.1"; leave it out, and it is set for you'))
    return problems


def _added(name: str, before: list[Any], new: list[Any], exists: Callable[[str], bool]) -> list[Any]:
    """A list with what a save adds to it."""
    if name == "tags":
        return _with_tags(before, new)
    if name == "aliases":
        return alias_list.union(before, new)
    if name == "related_files":
        before = [path for path in before if path in new or exists(path)]
    return before + [item for item in new if item not in before]


def _with_tags(before: list[str], new: list[str]) -> list[str]:
    """All new tags, and the first of the earlier ones as far as there is room."""
    kept = [tag for tag in before if tag != UNTAGGED]
    added = [tag for tag in new if tag not in kept and tag != UNTAGGED]
    if len(kept) + len(added) > MAX_TAGS:
        kept = [tag for tag in kept if tag not in new][: MAX_TAGS - len(new)]
        added = [tag for tag in new if tag != UNTAGGED]
    return kept + added or [UNTAGGED]


def _alias_problems(record: dict[str, Any], before: list[str], new: list[str]) -> list[Problem]:
    added = alias_list.without(new, before)[0]
    problems = [problem for problem in alias_list.problems(added) if problem.code == "common"]
    excess = alias_list.number_problem(record["id"], before, record["aliases"])
    return [*problems, excess] if excess else problems


def _note_kept(record: dict[str, Any], draft: Draft, notes: list[str]) -> None:
    """Says what a complete record lacks and the stored one keeps."""
    if not draft.complete or draft.exact:
        return
    kept = ["content." + key for key in record["content"] if key not in draft.content]
    for field in TABLE:
        name = field.name
        if field.update == ADD and name in draft.fields:
            kept += [f"{name} {item}" for item in record[name] if item not in draft.fields[name]]
    if kept:
        notes.append(KEPT % (", ".join(kept)[:200], record["id"]))


def change_of(field: str, old: Any, new: Any) -> dict[str, Any]:
    """A history entry, without its date, of a field with its old and new value."""
    return {"summary": f"Changed {field}", "field": field, "old_value": _short(old), "new_value": _short(new)}


def _note_shrunk(before: dict[str, Any], after: dict[str, Any], notes: list[str]) -> None:
    for key, old in before.items():
        if isinstance(old, list) and len(after.get(key) or []) < len(old):
            notes.append("content.%s: has %d items now, had %d" % (key, len(after.get(key) or []), len(old)))


def _stamped(
    record: dict[str, Any], old: dict[str, Any], logged: list[dict[str, Any]], why: str, now: int
) -> dict[str, Any]:
    """The record with its history, counter and time updated; `old` itself when nothing differs."""
    record["schema_version"] = version(record, old.get("schema_version"))
    keys = [key for key in {**record, **old} if key != "schema_version"]
    differing = [key for key in keys if record.get(key) != old.get(key)]
    if not differing:
        return old
    date = clock.format_time(later(now, old.get("updated_at"), old.get("created_at")))
    entries = [{"date": date, **entry} for entry in logged]
    if why or not entries:
        entries.append({"date": date, "summary": why or ("Changed " + ", ".join(differing))[:300]})
    record["changes"] = [*(old.get("changes") or []), *entries][-MAX_CHANGES:]
    record["times_updated"] = (old.get("times_updated") or 0) + 1
    record["updated_at"] = date
    return ordered(record)


def _logged(record: dict[str, Any], old: dict[str, Any], *, exact: bool) -> list[dict[str, Any]]:
    """A history entry for each value that differs: of the title, the content and the fields beside it."""
    found = []
    if record["title"] != old["title"]:
        found.append(change_of("title", old["title"], record["title"]))
    before, after = old.get("content") or {}, record["content"]
    for key in {**before, **after}:
        if before.get(key) != after.get(key):
            found.append(change_of("content." + key, before.get(key), after.get(key)))
    for name in LOGGED:
        if record.get(name) == old.get(name):
            continue
        entry = change_of(name, old.get(name), record.get(name))
        gone = [tag for tag in old.get(name) or () if tag not in record[name]] if name == "tags" else []
        if gone and gone != [UNTAGGED]:
            said = "Removed tags: %s" if exact else f"Limit of {MAX_TAGS} tags reached: %s left out"
            entry["summary"] = (said % ", ".join(gone))[:250]
        found.append(entry)
    return found


def _given_reason(draft: Draft, before: list[Any], notes: list[str]) -> str:
    """What the last entry says that a draft adds to the history, which is written here alone; "" for none."""
    given = [entry for entry in draft.fields.get("changes") or () if entry not in before]
    if not given:
        return ""
    notes.append("changes: the history is written for you; say in `change_summary` why you change a record")
    return str(given[-1]["summary"])


def _short(value: Any) -> Any:
    """A value as the history keeps it; a long list or object becomes the beginning of its text."""
    text = value if isinstance(value, str) else jsontext.dumps(value) if isinstance(value, (list, dict)) else ""
    return text[:MAX_VALUE] + "..." if len(text) > MAX_VALUE else value
