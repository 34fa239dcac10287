"""What may be wrong with the links between records, for the rules of `fsck`: circles, and links that one end lacks."""

from __future__ import annotations

from ..save import links, merge
from .scan import Scan

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..save.batch import Batch
    from .scan import Fix, Violations


def circles(scan: Scan) -> Violations:
    """Cycles of `supersedes`, in which every record is superseded and none injected; each cycle once."""
    seen: set[str] = set()
    for id in sorted(scan.by_id):
        circle = [] if id in seen else links.shortest_path(scan.graph, id, id)
        seen.update(circle)
        if circle:
            yield (
                sorted({scan.by_id[name][0] for name in circle if name in scan.by_id}),
                " -> ".join(circle),
            )


def unknown_older(scan: Scan) -> Violations:
    for path, record in scan.records.items():
        for id in links.older(record):
            if id not in scan.by_id:
                yield path, id, record["id"]


def unknown_newer(scan: Scan) -> Violations:
    for path, record in scan.records.items():
        newer = links.newer(record)
        if newer and newer not in scan.by_id:
            yield path, newer


def unsaid_by_older(scan: Scan) -> Violations:
    """Links without their counterpart in the older record, unless adding that would close a cycle.

    They are not added: a file that somebody wrote may name any number of records, and would take them out of use.
    """
    for record in scan.records.values():
        for id in links.older(record):
            path, old = scan.by_id.get(id, ("", None))
            if (
                old
                and not old.get("superseded_by")
                and not links.shortest_path(scan.graph, id, record["id"])
            ):
                yield path, record["id"], id


def unsaid_by_newer(scan: Scan) -> Violations:
    """The same in the newer record, whose schema version must have `supersedes`."""
    for record in scan.records.values():
        id = record["id"]
        path, new = scan.by_id.get(links.newer(record), ("", None))
        if not new or new.get("schema_version") != "1.1" or id in links.older(new):
            continue
        if not links.shortest_path(scan.graph, id, new["id"]):
            yield path, id, _adding(path, new, id)


def _adding(path: str, record: dict[str, Any], id: str) -> Fix:
    """A fix that makes a record supersede `id`, on top of the changes that earlier fixes in the batch made."""

    def add(batch: Batch) -> None:
        now = batch.pending(path) or record
        batch.put(path, merge.ordered({**now, "supersedes": [*links.older(now), id]}))

    return add
