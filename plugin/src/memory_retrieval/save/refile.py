"""Files a record under another category: what it says goes to the fields of that one as far as they take it."""

from __future__ import annotations

from ..core.categories import BY_KEY
from ..core.errors import RecordError
from ..core.holds import stated
from ..store import schema
from . import draft, merge
from .edit import Editing, revised

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.model import Record
    from ..store.place import Place
    from .request import SaveOutcome

REASON = (
    "why",
    "reasons",
)  # how triage fills the field that gives the reason, see core/categories.py


def refile(place: Place, id: str, category: str) -> SaveOutcome:
    """Moves a record to another category, in one write that `undo` takes back; its id, links and history stay.

    It is marked as incomplete where fields are missing. RecordError when there is no such record, when it states that
    it no longer holds, or when it has a guard that the other category cannot have.
    """
    category = draft.category_of(category)
    with Editing(place, "edit") as edit:
        entry = edit.find(id)
        old = edit.read(entry)
        path = draft.policy_of(category).path(edit.store, entry.id)
        about = {"path": edit.store.shown(path), "about": (category, entry.title)}
        if entry.kind == category:
            return edit.outcome("unchanged", entry, changed=False).replace(**about)
        if edit.store.has_file(path):
            raise RecordError.at(
                "category", f"{about['path']} exists already; remove it first", "exists"
            )
        record = _refiled(old, category)
        edit.put(entry, record, path)
        edit.batch.id = entry.id
    lacks = schema.lacking(category, record["content"])
    notes = ["incomplete: still without " + ", ".join(lacks)] if lacks else []
    return edit.outcome("updated", entry, notes).replace(**about)


def mapped(content: Record, old: str, new: str) -> Record:
    """The content of a category in the fields of another; what has no place there is left out.

    RecordError where its state says that it no longer holds.
    """
    state = BY_KEY[old].state
    if stated(old, content):
        said = f"is {content[state]!r}; only what holds can get another category"
        raise RecordError.at(f"content.{state}", said, "immutable")
    names = dict(zip(_main_keys(old), _main_keys(new)))
    known = {
        names.get(key, key): value for key, value in content.items() if key != state
    }
    out = {
        key: _fitting(key, value, new)
        for key, value in known.items()
        if key in schema.CONTENT[new]
    }
    out[BY_KEY[new].state] = BY_KEY[new].initial()
    return {
        key: value for key, value in out.items() if key and value not in (None, "", [])
    }


def _main_keys(category: str) -> tuple[str, str]:
    """The field that says what it is, and the one that gives the reason; "" where there is none."""
    known = BY_KEY[category]
    return known.says[0], next(
        (key for key, how in known.draft.items() if how in REASON), ""
    )


def _fitting(key: str, value: Any, category: str) -> Any:
    """A value as a field of a category takes it; None where it does not."""
    listed = schema.CONTENT[category][key][0][0] == "list"
    if listed and isinstance(value, str):
        value = [value] if value else []
    if not listed and isinstance(value, list):
        value = " ".join(map(str, value))
    return None if schema.check_content(category, {key: value}) else value


def _refiled(old: Record, category: str) -> Record:
    content = mapped(old["content"], old["category"], category)
    marked = merge.marked(
        {**old, "category": category, "content": content, schema.INCOMPLETE: True}
    )
    values = {key: marked[key] for key in ("category", "content", schema.INCOMPLETE)}
    record = revised(
        old, f"Moved from {old['category']} to {category}", "content", **values
    )
    problems = schema.guard_problems(record, old)
    if problems:
        raise RecordError("the memory was refused", problems)
    return record
