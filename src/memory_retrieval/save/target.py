"""Which record a draft is about: the same id, or the same title in the category, or the one that was named. Never a score."""

from __future__ import annotations

import os

from ..core import clock
from ..core.errors import RecordError
from ..core.model import FOLDERS, Problem, Store
from ..store import catalog, mirrors, schema
from . import names
from .batch import read_bytes
from .writable import folders

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..store.catalog import Entry
    from .draft import Draft
    from .writable import WritableStore

NAMED = 5  # records that an error names
RESURRECTION = 86_400  # seconds after which a retired record's place may be taken again


def resolve(
    place: WritableStore, found: list[Entry], draft: Draft, update_id: str = "", action: str = ""
) -> Entry | None:
    """The record to update, retired ones included; None when the draft is a new one. RecordError when the name is no good."""
    if update_id:
        entry = find_or_explain(place, found, update_id)
        if entry.kind != draft.category:
            raise refusal(
                "category",
                "rule immutable: %s is a %s; retire it and save a new %s" % (entry.id, entry.kind, draft.category),
            )
        return entry
    id, title = draft.fields.get("id"), draft.fields.get("title")
    if id:
        same = [entry for entry in found if entry.id == id]
        for entry in same:
            if entry.kind == draft.category:
                return entry
        if same:
            raise refusal("id", "%s is a %s already (%s); give another id" % (id, same[0].kind, same[0].path))
        if os.path.lexists(place.absolute(place.path(FOLDERS[draft.category], id))):
            raise refusal(
                "id",
                "%s holds a file that is no valid record; run `memories fsck`, or give another id"
                % place.path(FOLDERS[draft.category], id),
            )
    key = names.title_key(title or "")
    same = [entry for entry in found if entry.kind == draft.category and names.title_key(entry.title) == key]
    if not key or not same:
        return None
    entry = min(same, key=lambda e: (e.status != "active", bool(e.superseded_by), e.path))
    if draft.fields.pop("id", entry.id) != entry.id:
        draft.notes.append("id: stays %s, the record of this title" % entry.id)
    return entry


def find_or_explain(place: WritableStore, found: list[Entry], id: str, *, begun: bool = False) -> Entry:
    """The record that an id, `category/id` or a path names. RecordError when there is none, or several.

    begun  the beginning of one record's id will do, where nothing has it for a name; for commands that show what they found
    """
    entry = find_exact(place, found, id)
    if entry is None and begun:
        entry = require_single(id, [(place, e) for e in find_by_prefix(found, id)])[1]
    if entry is None:
        raise not_found(found, id)
    return entry


def find_exact(place: WritableStore, found: list[Entry], id: str) -> Entry | None:
    """The same by its whole name. None when there is nothing of the kind; RecordError when something else has the name."""
    name = id.strip().replace(os.sep, "/")
    name = name[: -len(".json")] if name.endswith(".json") else name
    same = [e for e in found if e.id == name] or [e for e in found if _is_called(place, e, name)]
    if len(same) > 1:
        raise refusal("id", "%s names several records: %s; give the path" % (id, ", ".join(e.path for e in same)))
    if same:
        return same[0]
    path = next((p for p in _candidates(place, name) if os.path.lexists(place.absolute(p))), None)
    if path:
        raise refusal("id", "%s holds no valid record; run `memories fsck`" % path)
    copies = team_copies(place.root, id)
    if copies:
        whose = mirrors.owner(copies[0][0], copies[0][1].path)
        raise refusal("id", "%.80r is a copy from the team database; change it in its own project %s" % (id, whose))
    return None


def find_by_prefix(found: list[Entry], id: str) -> list[Entry]:
    """The records whose ids begin so; tables on narrow terminals show no more of them, and an ellipsis."""
    name = id.strip().rstrip("\u2026")
    return [entry for entry in found if name and entry.id.startswith(name)]


def require_single(
    id: str, begun: list[tuple[WritableStore, Entry]]
) -> tuple[WritableStore, Entry] | tuple[None, None]:
    """The one record whose id begins so. RecordError that names them when there are several."""
    if len(begun) > 1:
        listed = ", ".join(entry.id for _, entry in begun[:NAMED]) + (
            " and %d more" % (len(begun) - NAMED) if len(begun) > NAMED else ""
        )
        raise refusal("id", "%.80r begins several ids: %s; give more of it" % (id, listed))
    return begun[0] if begun else (None, None)


def not_found(found: list[Entry], id: str) -> RecordError:
    """The error for a name that nothing has."""
    name = id.strip()
    close = [e.id for e in found if name and (name in e.id or names.slug(name) in e.id)][:3]
    return refusal(
        "id",
        "no record %.80r; %s" % (id, "did you mean %s?" % ", ".join(close) if close else "`memories list` shows them"),
    )


def team_copies(root: str, id: str) -> list[tuple[Store, Entry]]:
    """(mirror, entry) of the team's records that the project at `root` searches and that an id or a path names."""
    found = []
    for store in mirrors.find_team(Store(scope="project", root=root, folders=())):
        for entry in catalog.entries(store):
            if id.strip() in (entry.id, entry.path, os.path.join(store.root, entry.path)):
                found.append((store, entry))
    return found


def check_readable(place: WritableStore, found: list[Entry], draft: Draft) -> None:
    """RecordError when the file that a new record's title leads to is there but cannot be read: it may well be that record."""
    id = names.new_id(str(draft.fields.get("title") or ""), draft.category, set())
    path = place.path(FOLDERS[draft.category], id)
    if (
        draft.fields.get("id")
        or any(entry.path == path for entry in found)
        or not os.path.lexists(place.absolute(path))
    ):
        return
    message = (
        "holds a file that is no valid record, maybe the one of this title; run `memories fsck`, or give another title"
    )
    raise RecordError("%s: %s" % (path, message), [Problem(path=place.shown(path), location="title", message=message)])


def taken_ids(place: WritableStore, found: list[Entry]) -> set[str]:
    """Ids that a new record may not get: of every record, and of every file that lies in the store, valid or not."""
    taken = {entry.id for entry in found}
    for folder in folders(place):
        try:
            taken.update(name[:-5] for name in os.listdir(os.path.join(place.base, folder)) if name.endswith(".json"))
        except OSError:
            continue
    return taken


def may_replace(old: Entry, draft: Draft, update_id: str, now: int) -> bool:
    """Whether a new record may take the place of a retired one: not within a day, and never when it was asked for by --update."""
    if old.status != "retired" or update_id:
        return False
    return old.updated is None or now - old.updated >= RESURRECTION


def refuse_inactive(old: Entry, place: WritableStore, named: bool = False) -> RecordError:
    """`named`: the caller meant this record, and no new one that has its title."""
    archived = old.status == "archived"
    step = "run `memories %s %s` first" % ("unarchive" if archived else "restore", old.id)
    rule = "is archived" if archived else "is retired" if named else "rule 24 hours: was retired less than a day ago"
    advice = (
        ""
        if named
        else ", or give another title"
        if archived
        else ", give another title, or save it again after that day"
    )
    return refusal("record_status", "%s %s; %s%s" % (place.shown(old.path), rule, step, advice))


def check_digest(place: WritableStore, entry: Entry, digest: str) -> None:
    """RecordError when the file is no longer what the caller saw. `digest` is sha256 or md5 in hex; "" accepts anything."""
    if not digest:
        return
    import hashlib

    data = read_bytes(place.absolute(entry.path)) or b""
    made = {64: "sha256", 32: "md5"}.get(len(digest.strip()))
    if made is None:
        raise refusal("hash", "expected the sha256 or md5 of the file in hex, got %.80r" % digest)
    if hashlib.new(made, data, usedforsecurity=False).hexdigest() != digest.strip().lower():
        raise refusal(
            "hash",
            "rule no lost update: %s has changed since you read it; read it again (`memories show %s`) and repeat"
            % (place.shown(entry.path), entry.id),
        )


def refusal(place: str, message: str) -> RecordError:
    return RecordError("%s: %s" % (place, message), [Problem(location=place, message=message)])


def _is_called(place: WritableStore, entry: Entry, name: str) -> bool:
    path = entry.path[: -len(".json")]
    paths = (path, path[len(place.prefix) :], "%s/%s" % (entry.kind, entry.id))
    return (
        name in paths
        or (name.startswith("mem_") and path.endswith("/" + name))
        or name == place.absolute(entry.path)[: -len(".json")]
    )


def _candidates(place: WritableStore, name: str) -> list[str]:
    if not schema.valid_id(name):
        return []
    return [place.path(folder, name) for folder in folders(place)]
