"""What in a store may be out of date, and what to do about it. Nothing is changed without a decision."""

from __future__ import annotations

from ..core import config
from ..core.model import Value
from ..state import ledger, reviewed, usage
from . import find, lifecycle, resolve
from .conflicts import both_hold
from .request import SaveOutcome
from .review_rules import RULES, Look
from .writable import existing_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..store.catalog import Entry
    from .review_rules import Reason
    from .writable import WritableStore

DAYS = 36_500  # of the ledger: all that is kept


class Review(Value):
    """A record to look at.

    entry    its entry in the catalogue
    reasons  why, the weightiest first
    """

    entry: Entry
    reasons: list[Reason]

    def newer(self) -> str:
        """The id of the record that may replace it; "" for none."""
        return next((reason.other for reason in self.reasons if reason.other), "")


def find_reviews(store: WritableStore, *, kept: bool = False) -> list[Review]:
    """The active records that may be out of date, those with the weightiest reasons first.

    kept  also those that the user decided to keep
    """
    look = _look(store, kept=kept)
    found: dict[str, list[Reason]] = {}
    weight: dict[str, int] = {}
    for number, rule in enumerate(RULES):
        for path, reason in rule(look):
            known = look.kept.get(path, reviewed.NEVER).marks
            if path in look.records and not (reason.marks and set(reason.marks) <= set(known)):
                weight.setdefault(path, number)
                found.setdefault(path, []).append(reason)
    paths = sorted(found, key=lambda path: (weight[path], look.records[path][0].updated or 0, path))
    return [Review(entry=look.records[path][0], reasons=found[path]) for path in paths]


def keep(
    id: str, *, store: str = "project", cwd: str = "", root: str = "", review: Review | None = None
) -> SaveOutcome:
    """Remembers that a record holds as it is: it comes up again when it, or what it rests on, changes.

    review  of the record, where the caller knows it; else the store is looked through again

    A pair that may contradict is remembered in the records (`holds_with`), the rest for this user on this machine.
    RecordError when the id names no record; StoreError when the state cannot be written.
    """
    target = existing_store(store, cwd, root)
    entry = find.find_in(target, target.entries(), id)
    review = review or _review_of(target, entry)
    reasons = review.reasons if review else []
    notes: list[str] = []
    for other in [reason.other for reason in reasons if reason.other]:
        notes += both_hold(entry.id, other, store=store, cwd=cwd, root=root).notes
    with target.locked():
        marks = [mark for reason in reasons for mark in reason.marks]
        reviewed.keep(target.root, entry.path, config.now(), marks)
    return SaveOutcome(status="kept", id=entry.id, path=target.shown(entry.path), notes=notes)


def retire(
    id: str, reason: str = "", *, store: str = "project", cwd: str = "", root: str = "", review: Review | None = None
) -> SaveOutcome:
    """Takes a record out of use: superseded by the newer one of a conflict, else retired. `undo` takes it back.

    RecordError when the id names no active record.
    """
    target = existing_store(store, cwd, root)
    entry = find.find_in(target, target.entries(), id)
    review = review or _review_of(target, entry)
    newer = review.newer() if review else ""
    if newer and not reason:
        return resolve.resolve(entry.id, newer, store=store, cwd=cwd, root=root)
    why = reason or (review.reasons[0].text if review else "")
    return lifecycle.change_status("retire", entry.id, why, cwd, root, store)


def _review_of(store: WritableStore, entry: Entry) -> Review | None:
    return next((review for review in find_reviews(store, kept=True) if review.entry.path == entry.path), None)


def _look(store: WritableStore, *, kept: bool) -> Look:
    records = {}
    for entry in [entry for entry in store.entries() if entry.shown()]:
        raw = store.read(entry)[0]
        if raw is not None:  # else the file was changed meanwhile
            records[entry.path] = (entry, raw)
    times = [line.get("at") for line in ledger.entries(DAYS) if line.get("root") == store.root]
    prompts = sorted(float(at) for at in times if isinstance(at, (int, float)) and not isinstance(at, bool))
    known = {} if kept else reviewed.read(store.root)
    return Look(store, records, known, config.now(), usage.load(store.root), prompts)
