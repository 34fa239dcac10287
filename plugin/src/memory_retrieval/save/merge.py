"""Merges a draft into the stored record: a save only adds, an edit sets exactly what it gives.

Works on values only: the caller reads and writes. docs/reference/formats.md and docs/maintainers/saving.md describe the
rules. Each refusal names the field, the rule and the next step.
"""

from __future__ import annotations

from ..core import clock, jsontext
from ..core.categories import BY_KEY
from ..core.model import Problem, Record
from ..store import schema
from ..store.fields import ADD, TABLE, VERSIONS
from . import alias_list
from .draft import MAX_TAGS, Draft

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Container, Iterable


MAX_CHANGES = 50
MAX_VALUE = 1000  # characters of an old or new value in the history
BLANK: Record = {"string": "", "list": []}  # what stands for a value that is missing
UNTAGGED = "untagged"  # the tag of a record without any
BY_COMMAND = {field.name: field.command for field in TABLE if field.command}
LATER = [field.name for field in TABLE if field.since > "1.0"]
LOGGED = [field.name for field in TABLE if field.edited and field.name != "title"]
KEPT = "kept: %s; a save only adds, and `memories edit %s` takes out"


def new_record(draft: Draft, id: str, now: int, as_it_is: bool = False) -> Record:
    """The first version of a record. Missing keys stay missing; validation reports them.

    as_it_is  it keeps the status and the link to its successor that the draft has; else it is active
    """
    fields = {
        key: value
        for key, value in draft.fields.items()
        if as_it_is or key not in BY_COMMAND
    }
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
        record["changes"] = [
            *changes,
            {"date": record["updated_at"], "summary": draft.summary},
        ]
    record = marked(record)
    record["schema_version"] = version(record, fields.get("schema_version"))
    return ordered(record)


def merged(
    old: Record, draft: Draft, now: int, exists: Callable[[str], bool], notes: list[str]
) -> tuple[Record, list[Problem]]:
    """(the next version of a record, problems). It is `old` itself when nothing changes, or when there are problems.

    exists  whether a related file still exists
    notes   gets a line for each value that is kept although the draft has another
    """
    record = _updated(old, draft, exists)
    problems = _immutable(old, draft, notes) + _alias_problems(record, old, draft)
    if problems:
        return old, problems
    why = draft.summary or _given_reason(draft, old, notes)
    if draft.complete and not draft.exact:
        _note_kept(record, draft, notes)
    _note_shrunk(old, record, notes)
    record = _stamped(record, old, _logged(record, old, exact=draft.exact), why, now)
    if record is not old and record.get(schema.INCOMPLETE):
        lacking = ", ".join(schema.lacking(draft.kind, record["content"]))
        notes.append(f"incomplete: still without {lacking}")
    return record, []


def _updated(old: Record, draft: Draft, exists: Callable[[str], bool]) -> Record:
    """The record with what the draft gives, and without its history."""
    record = {
        key: value
        for key, value in old.items()
        if value is not None and key not in draft.removed
    }
    for field in TABLE:
        name = field.name
        if not field.update or name not in draft.fields:
            continue
        value = draft.fields[name]
        if field.update == ADD and not draft.exact:
            value = _added(name, old.get(name) or [], value, exists)
        record[name] = value
    record.setdefault("tags", [UNTAGGED])
    kept = {} if draft.whole else old.get("content") or {}
    record["content"] = {**kept, **draft.content}
    record[schema.INCOMPLETE] = old.get(schema.INCOMPLETE) or draft.fields.get(
        schema.INCOMPLETE
    )
    return marked(record)


def marked(record: Record) -> Record:
    """The record, with the mark `incomplete` only while it lacks something; a text or list that it lacks is empty.

    Its subject is then its title, and it applies; any other choice is left open.
    """
    category, content = BY_KEY[record["category"]], record["content"]
    if record.get(schema.INCOMPLETE) is not True or not isinstance(content, dict):
        return record
    filled = {}
    for key, (spec, needed) in schema.CONTENT[category.key].items():
        if needed and spec[0] in BLANK:
            filled[key] = BLANK[spec[0]]
    filled[category.says[0]] = record["title"]
    if category.state:
        filled[category.state] = category.initial()
    filled.update(content)
    lacks = bool(schema.lacking(category.key, filled))
    return {**record, "content": filled, schema.INCOMPLETE: lacks or None}


def later(now: int, *texts: str | None) -> int:
    """`now`, or the latest of the times if that is later: the clock may have been set back."""
    times = [clock.parse_time(text) or 0 for text in texts]
    return max([now, *times])


def with_change(record: Record, date: str, summary: str, **more: Any) -> Record:
    """A copy of the record with one more entry in its history, of which the last MAX_CHANGES are kept."""
    entry = {"date": date, "summary": summary[:300], **more}
    changes = [*(record.get("changes") or []), entry]
    return {**record, "changes": changes[-MAX_CHANGES:]}


def ordered(record: Record, category: str | None = None) -> Record:
    """The keys in the order of the schema, unknown ones last, optional ones without a value left out."""
    category = category or record["category"]
    out = in_order(record, schema.record_spec(category, "1.1")[1])
    if isinstance(out.get("content"), dict):
        out["content"] = in_order(out["content"], schema.CONTENT[category])
    return out


def in_order(values: Record, known: Iterable[str]) -> Record:
    """The values in the order of the known keys, those that are None left out, and then all unknown ones."""
    out = {key: values[key] for key in known if values.get(key) is not None}
    out.update({key: value for key, value in values.items() if key not in known})
    return out


def version(record: Record, old: Any) -> str:
    """The schema version: 1.1 once a record has used one of its keys, and from then on."""
    return (
        "1.1"
        if old == "1.1" or any(record.get(key) is not None for key in LATER)
        else "1.0"
    )


def _immutable(old: Record, draft: Draft, notes: list[str]) -> list[Problem]:
    problems = []
    given, id, category, created = (
        draft.fields,
        old.get("id"),
        old.get("category"),
        old.get("created_at"),
    )
    if given.get("created_at") not in (None, created):
        notes.append(
            f"created_at: stays {created}, because a memory is created only once"
        )
    if given.get("id") not in (None, id):
        problems.append(
            _fixed(
                "id",
                f"is {id!r} and cannot be changed; save a new memory that replaces it",
            )
        )
    if draft.kind != category:
        problems.append(
            _fixed(
                "category",
                f"is {category!r}; run `memories edit {id} --category {draft.kind}`",
            )
        )
    for key, command in BY_COMMAND.items():
        is_now = old.get(key)
        if key == "record_status":
            is_now = is_now or "active"
        if given.get(key) not in (None, is_now):
            problems.append(_fixed(key, f"is {is_now!r} here; use {command}"))
    if given.get("schema_version") not in (None, *VERSIONS):
        message = 'expected "1.0" or "1.1"; leave it out, and it is set for you'
        problems.append(Problem.at("schema_version", message))
    return problems


def _fixed(key: str, message: str) -> Problem:
    return Problem.at(key, f"rule immutable: {message}", "immutable")


def _added(
    name: str, before: list[Any], new: list[Any], exists: Callable[[str], bool]
) -> list[Any]:
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


def _alias_problems(record: Record, old: Record, draft: Draft) -> list[Problem]:
    if draft.exact or "aliases" not in draft.fields:
        return []
    before = old.get("aliases") or []
    added = alias_list.without(draft.fields["aliases"], before)[0]
    problems = [
        problem for problem in alias_list.problems(added) if problem.code == "common"
    ]
    excess = alias_list.number_problem(record["id"], before, record["aliases"])
    return [*problems, excess] if excess else problems


def _note_kept(record: Record, draft: Draft, notes: list[str]) -> None:
    """Says what a complete record lacks and the stored one keeps."""
    kept = [f"content.{key}" for key in record["content"] if key not in draft.content]
    for field in TABLE:
        name = field.name
        if field.update == ADD and name in draft.fields:
            kept += [
                f"{name} {item}"
                for item in record[name]
                if item not in draft.fields[name]
            ]
    if kept:
        notes.append(KEPT % (", ".join(kept)[:200], record["id"]))


def change_of(field: str, old: Any, new: Any) -> Record:
    """A history entry, without its date, of a field with its old and new value."""
    return {
        "summary": f"Changed {field}",
        "field": field,
        "old_value": _short(old),
        "new_value": _short(new),
    }


def _note_shrunk(old: Record, record: Record, notes: list[str]) -> None:
    for key, before in (old.get("content") or {}).items():
        now = record["content"].get(key) or []
        if isinstance(before, list) and len(now) < len(before):
            notes.append(f"content.{key}: has {len(now)} items now, had {len(before)}")


def _stamped(
    record: Record, old: Record, logged: list[Record], why: str, now: int
) -> Record:
    """The record with its history, counter and time updated; `old` itself when nothing differs."""
    record["schema_version"] = version(record, old.get("schema_version"))
    keys = [key for key in {**record, **old} if key != "schema_version"]
    differing = [key for key in keys if record.get(key) != old.get(key)]
    if not differing:
        return old
    date = clock.format_time(later(now, old.get("updated_at"), old.get("created_at")))
    entries = [{"date": date, **entry} for entry in logged]
    if why or not entries:
        changed = "Changed " + ", ".join(differing)
        entries.append({"date": date, "summary": why or changed[:300]})
    record["changes"] = [*(old.get("changes") or []), *entries][-MAX_CHANGES:]
    record["times_updated"] = (old.get("times_updated") or 0) + 1
    record["updated_at"] = date
    return ordered(record)


def _logged(record: Record, old: Record, *, exact: bool) -> list[Record]:
    """A history entry for each value that differs: of the title, the content and the fields beside it."""
    before, after = old.get("content") or {}, record["content"]
    pairs = [("title", old["title"], record["title"])]
    for key in {**before, **after}:
        pairs.append((f"content.{key}", before.get(key), after.get(key)))
    for name in LOGGED:
        pairs.append((name, old.get(name), record.get(name)))
    found = []
    for name, was, now in pairs:
        if was == now:
            continue
        entry = change_of(name, was, now)
        gone = _gone_tags(was, now) if name == "tags" else ""
        if gone:
            said = (
                "Removed tags: %s"
                if exact
                else f"Limit of {MAX_TAGS} tags reached: %s left out"
            )
            entry["summary"] = (said % gone)[:250]
        found.append(entry)
    return found


def _gone_tags(was: list[str] | None, now: list[str]) -> str:
    return ", ".join([tag for tag in was or () if tag not in now and tag != UNTAGGED])


def _given_reason(draft: Draft, old: Record, notes: list[str]) -> str:
    """What the last entry says that a draft adds to the history, which is written here alone; "" for none."""
    before = old.get("changes") or []
    given = [
        entry for entry in draft.fields.get("changes") or () if entry not in before
    ]
    if not given:
        return ""
    notes.append(
        "changes: the history is written for you; say in `change_summary` why you change a memory"
    )
    return str(given[-1]["summary"])


def _short(value: Any) -> Any:
    """A value as the history keeps it; a long list or object becomes the beginning of its text."""
    text = value if isinstance(value, str) else ""
    if isinstance(value, (list, dict)):
        text = jsontext.dumps(value)
    return text[:MAX_VALUE] + "..." if len(text) > MAX_VALUE else value
