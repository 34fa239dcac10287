"""Links between records: `supersedes` has its other end, `superseded_by`, and both follow a record that gets another id.

No chain of links may lead back to where it began: every record in such a ring would be superseded, and none injected.
"""

from __future__ import annotations

from ..core import clock, config
from ..core.errors import RecordError
from ..core.model import Problem
from ..store.reader import read_record
from . import merge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..store.catalog import Entry
    from .batch import Batch
    from .writable import WritableStore


def check(
    place: WritableStore,
    found: list[Entry],
    record: dict[str, Any],
    before: dict[str, Any] | None = None,
    unknown_too: bool = True,
) -> None:
    """RecordError when a record is to supersede itself, one that supersedes it (be it through others), or one nobody knows.

    before       the record as it was; links it had already are left alone unless its id changes
    unknown_too  False for whole records, of a backup say: what they supersede may long be gone
    """
    own = {record["id"], (before or record)["id"]}
    had = (before or {}).get("supersedes") or () if len(own) == 1 else ()
    graph: dict[str, set[str]] | None = None
    problems: list[Problem] = []
    for id in [id for id in record.get("supersedes") or () if id not in had]:
        if id in own:
            problems.append(_refused("rule no ring: a record cannot supersede itself; leave %r out" % id))
            continue
        graph = _graph(place, found) if graph is None else graph
        if any(id == end or shortest_path(graph, id, end) for end in own):
            problems.append(
                _refused(
                    "rule no ring: %s supersedes %s already, both would vanish; leave it out, or take the other link "
                    "out first with `memories edit %s`" % (id, " or ".join(sorted(own)), id)
                )
            )
        elif (
            unknown_too
            and id not in ((before or {}).get("supersedes") or ())
            and not any(entry.id == id for entry in found)
        ):
            problems.append(
                _refused("there is no record %r; leave it out, or name one that `memories list` shows" % id)
            )
    if problems:
        raise RecordError("the links are refused", problems)


def shortest_path(graph: dict[str, set[str]], start: str, end: str) -> list[str]:
    """The ids on the shortest way from a record to one it supersedes, through others or not, both included; [] when there is none."""
    ways: list[list[str]] = [[start]]
    seen: set[str] = set()
    for path in ways:
        for id in sorted(graph.get(path[-1], ())):
            if id == end:
                return [*path, id]
            if id not in seen:
                seen.add(id)
                ways.append([*path, id])
    return []


def add_edges(graph: dict[str, set[str]], record: dict[str, Any]) -> None:
    """Adds to a graph {id: ids it supersedes} what a record says, at either end of its links."""
    graph.setdefault(record["id"], set()).update(record.get("supersedes") or ())
    if record.get("superseded_by"):
        graph.setdefault(record["superseded_by"], set()).add(record["id"])


def unlink(batch: Batch, found: list[Entry], before: dict[str, Any], record: dict[str, Any]) -> list[str]:
    """Adds to the batch every record that `record` no longer supersedes, without its back link; notes say so."""
    notes = []
    kept = record.get("supersedes") or ()
    for entry in [
        e for e in found if e.id in (before.get("supersedes") or ()) and e.id not in kept and e.id != record["id"]
    ]:
        old = batch.record(entry)
        if old is not None and old.get("superseded_by") == record["id"]:
            date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
            changed = {**old, "superseded_by": None, "updated_at": date}
            summary = "No longer superseded by %s" % record["id"]
            batch.put(
                entry.path,
                merge.ordered(merge.with_change(changed, date, summary, field="superseded_by", old_value=record["id"])),
            )
            notes.append("%s is no longer superseded by %s" % (entry.id, record["id"]))
    return notes


def _graph(place: WritableStore, found: list[Entry]) -> dict[str, set[str]]:
    graph: dict[str, set[str]] = {}
    for entry in found:
        raw = read_record(place.root, entry.path, entry.kind)[1] if _has_links(place, entry) else None
        if raw is not None:
            add_edges(graph, raw)
    return graph


def _has_links(place: WritableStore, entry: Entry) -> bool:
    if entry.superseded_by:
        return True
    try:
        with open(place.absolute(entry.path), "rb") as file:
            return b'"supersedes"' in file.read()
    except OSError:
        return False


def _refused(message: str) -> Problem:
    return Problem(location="supersedes", message=message)


def link(batch: Batch, place: WritableStore, found: list[Entry], record: dict[str, Any]) -> list[str]:
    """Adds to the batch the back link in every record that `record` supersedes; notes say what was done."""
    notes = []
    for id in record.get("supersedes") or ():
        entry = next((e for e in found if e.id == id), None)
        if entry is None or id == record["id"]:
            notes.append(
                "supersedes: there is no other record %r; correct it with `memories edit %s`" % (id, record["id"])
            )
            continue
        old = batch.record(entry)
        if old is not None and old.get("superseded_by") != record["id"]:
            batch.put(entry.path, superseded(old, record["id"]))
            notes.append("%s is superseded now and no longer injected" % id)
    return notes


def superseded(old: dict[str, Any], by: str) -> dict[str, Any]:
    """A record that another one has taken the place of."""
    date = clock.format_time(merge.later(config.now(), old.get("updated_at")))
    record = {**old, "schema_version": "1.1", "superseded_by": by, "updated_at": date}
    return merge.ordered(
        merge.with_change(
            record,
            date,
            "Superseded by %s" % by,
            field="superseded_by",
            old_value=old.get("superseded_by"),
            new_value=by,
        )
    )


def rename_references(batch: Batch, place: WritableStore, found: list[Entry], old_id: str, new_id: str) -> None:
    """Adds to the batch every record that referred to a renamed one."""
    for entry in referring(place, found, old_id):
        raw = batch.record(entry)
        if raw is not None:
            batch.put(entry.path, _with_reference(raw, old_id, new_id))


def referring(place: WritableStore, found: list[Entry], id: str) -> list[Entry]:
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


def _with_reference(raw: dict[str, Any], old_id: str, new_id: str) -> dict[str, Any]:
    record = dict(raw)
    if record.get("superseded_by") == old_id:
        record["superseded_by"] = new_id
    if record.get("supersedes"):
        record["supersedes"] = [new_id if id == old_id else id for id in record["supersedes"]]
    return merge.ordered(record)
