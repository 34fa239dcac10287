"""Links between records: `supersedes` has its other end, `superseded_by`, and both follow a record that gets another id."""

from ..core import clock, config
from ..store.reader import read_record
from . import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..index.catalog import Entry
    from .batch import Batch
    from .place import Place


def link(batch, place, found, record):
    # type: (Batch, Place, list[Entry], dict[str, Any]) -> list[str]
    """Adds to the batch the back link in every record that `record` supersedes; notes say what was done."""
    notes = []
    for id in record.get("supersedes") or ():
        entry = next((e for e in found if e.id == id), None)
        if entry is None or id == record["id"]:
            notes.append("supersedes: there is no other record %r; correct it with `memories edit %s`" % (id, record["id"]))
            continue
        old = batch.record(entry)
        if old is not None and old.get("superseded_by") != record["id"]:
            batch.put(entry.path, superseded(old, record["id"]))
            notes.append("%s is superseded now and no longer injected" % id)
    return notes


def superseded(old, by):
    # type: (dict[str, Any], str) -> dict[str, Any]
    """A record that another one has taken the place of."""
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "schema_version": "1.1", "superseded_by": by, "updated_at": date}
    return merge.ordered(
        merge.with_change(record, date, "Superseded by %s" % by, field="superseded_by", old_value=old.get("superseded_by"), new_value=by)
    )


def follow(batch, place, found, old_id, new_id):
    # type: (Batch, Place, list[Entry], str, str) -> None
    """Adds to the batch every record that referred to a renamed one."""
    for entry in referring(place, found, old_id):
        raw = batch.record(entry)
        if raw is not None:
            batch.put(entry.path, _with_reference(raw, old_id, new_id))


def referring(place, found, id):
    # type: (Place, list[Entry], str) -> list[Entry]
    """The records that have `id` at either end of a link. A record with `supersedes` is found through the one it superseded."""
    named = id.encode("ascii", "replace")
    out = []
    for entry in found:
        if entry.id == id:
            continue
        if entry.superseded_by == id:
            out.append(entry)
            continue
        try:
            with open(place.absolute(entry.path), "rb") as file:
                data = file.read()
        except OSError:
            continue
        if b'"supersedes"' in data and named in data:
            raw = read_record(place.root, entry.path, entry.kind)[1]
            if raw is not None and id in (raw.get("supersedes") or ()):
                out.append(entry)
    return out


def _with_reference(raw, old_id, new_id):
    # type: (dict[str, Any], str, str) -> dict[str, Any]
    record = dict(raw)
    if record.get("superseded_by") == old_id:
        record["superseded_by"] = new_id
    if record.get("supersedes"):
        record["supersedes"] = [new_id if id == old_id else id for id in record["supersedes"]]
    return merge.ordered(record)
