"""How records of each kind are filed: what differs between the six categories and the kinds of the pattern store."""

from __future__ import annotations

from ..core.model import FOLDERS, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Iterable

    from .record_store import RecordStore


class KindPolicy(Value):
    """One kind of record.

    schema       the kind to give to `schema.validate`; None for the six categories, whose records name theirs
    folder       the folder of the store, relative to it
    title        the field that serves as the title
    same_title   saving a title that exists updates its record
    time         the field with the time of creation
    uuid         ids are random and file names are mem_<id>; otherwise ids are made from titles
    curated      status, history, links, retention and duplicates are maintained, as for the six categories
    """

    kind: str
    folder: str
    time: str
    schema: str | None = None
    title: str = "title"
    same_title: bool = True
    uuid: bool = False
    curated: bool = False

    def path(self, store: RecordStore, id: str) -> str:
        """The path of the record with an id."""
        return store.path(self.folder, "mem_" + id.split("mem_")[-1] if self.uuid else id)

    def id_folders(self) -> Iterable[str]:
        """The folders within which ids are unique; () for the whole store."""
        return () if self.curated else (self.folder,)


def policy_of(kind: str) -> KindPolicy:
    """The policy of a category or of a kind of the pattern store."""
    return PATTERN_KINDS[kind] if kind in PATTERN_KINDS else _category(kind)


def _category(kind: str) -> KindPolicy:
    return KindPolicy(kind=kind, folder=FOLDERS[kind], time="created_at", curated=True)


PATTERN_KINDS = {
    policy.kind: policy
    for policy in (
        KindPolicy(kind="pattern", schema="pattern", folder="memories", time="learned_at", uuid=True),
        KindPolicy(kind="source", schema="source", folder="sources", time="fetched_at"),
        KindPolicy(kind="backlog", schema="backlog", folder="backlog", time="created_at"),
        KindPolicy(kind="event", schema="event", folder="events", time="timestamp", title="summary", same_title=False),
        KindPolicy(kind="review", schema="review", folder="reviews", time="timestamp", title="subject"),
    )
}
