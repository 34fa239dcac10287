"""What in a store may be out of date, and what to do about it. Nothing is changed without a decision.

There is one rule for each reason: it only reads, and yields (path of the record, Reason). What the user decided to keep
is known to it: `since` is the later of the record's last change and of that decision.
"""

from __future__ import annotations

import os

from ..core import clock, environment, guards, holds, jsontext
from ..core.categories import BY_KEY, SESSION
from ..core.errors import RecordError
from ..core.globs import WILD
from ..core.model import Kind, Memory, Record, Store, Value
from ..core.sanitize import one_line
from ..save import find, guarding, lifecycle, names
from ..save.commit import witnessed
from ..save.draft import leads_out
from ..save.edit import Editing
from ..save.request import SaveOutcome
from ..state import accepted, inbox_files, ledger, left_off, reviewed, usage
from ..state.reviewed import NEVER
from ..store import catalog, documents, kinds, schema
from ..store.catalog import read_entry
from ..store.lock import StoreLock
from ..store.settings import load_config
from . import contradictions, inbox
from .conflicts import both_hold, find_conflicts, shown_records

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    from ..state.left_off import OpenEnd
    from ..store.catalog import Entry
    from ..store.place import Place

    Found = Iterator[tuple[str, "Reason"]]
    Rule = Callable[["Look"], Found]

DAYS = 36_500  # of the ledger: all that is kept
ENOUGH = 200  # prompts since the record was changed or kept, before it counts as unused
SAYS = {
    "contradiction": "The newer %s says something different on the same topic.",
    "duplicate": "The newer %s says much the same.",
    "same_matter": "The newer %s is on the same subject and may replace it.",
}


class Reason(Value):
    """Why a record may be out of date.

    kind   guard, expired, now, imported, conflict, gone, old or unused; of a document, lost or now
    text   one sentence
    marks  the facts that it rests on; where all of them were known when the user kept the record, it is not asked again
    other  the id of the newer record of a conflict
    """

    kind: str
    text: str
    marks: tuple[str, ...] = ()
    other: str = ""


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


def find_reviews(store: Store, *, kept: bool = False) -> list[Review]:
    """The active records that may be out of date, those with the weightiest reasons first.

    kept  also those that the user decided to keep
    """
    look = Look(store, kept=kept)
    found: dict[str, list[Reason]] = {}
    weight: dict[str, int] = {}
    for number, rule in enumerate(RULES if store.kind.curated else (unaccepted,)):
        for path, reason in rule(look):
            if path in look.records and not look.is_known(path, reason):
                weight.setdefault(path, number)
                found.setdefault(path, []).append(reason)
    reviews = [
        Review(entry=look.records[path][0], reasons=reasons)
        for path, reasons in found.items()
    ]
    return sorted(
        reviews,
        key=lambda r: (weight[r.entry.path], r.entry.updated or 0, r.entry.path),
    )


class Waiting(Value):
    """What waits for a decision.

    kind     "candidate" of the inbox, "open" where a session left something open, or "record"
    what     the candidate as `inbox` has it, the OpenEnd, or the Review
    answers  {answer: the command that gives it}
    """

    kind: str
    id: str
    what: Any
    answers: dict[str, str]


def find_waiting(store: Store, *, kept: bool = False) -> list[Waiting]:
    """All that waits for a decision about a store: the inbox, what sessions left open, and the records to review.

    kept  also what the user decided to keep
    """
    found: list[Waiting] = []
    if inbox_files.count_candidates(store.root):
        for candidate in inbox.list_candidates(store.root):
            answers = {
                answer: f"memories review {answer} ID"
                for answer in ("accept", "reject")
            }
            found.append(Waiting("candidate", candidate["id"], candidate, answers))
    for end in find_open_ends(store, kept=kept):
        answers = {
            answer: f"memories review {end.id} --{answer}"
            for answer in ("keep", "drop")
        }
        found.append(Waiting("open", end.id, end, answers))
    for review in find_lost(store, kept=kept) + find_reviews(store, kept=kept):
        answers = _answers(store, review)
        found.append(Waiting("record", review.entry.id, review, answers))
    return found


def _answers(store: Store, review: Review) -> dict[str, str]:
    id, more = review.entry.id, kinds.option(store.kind)
    answers = {
        "keep": f"memories review {id} --keep{more}",
        "replace": f"memories save --supersedes {id}{more}",
    }
    if not review.entry.path.endswith(".json"):
        return answers
    answers["update"] = f"memories save --update {id}{more}"
    if store.kind.curated:
        answers["retire"] = f"memories review {id} --retire{more}"
    return answers


def find_lost(store: Store, *, kept: bool = False) -> list[Review]:
    """The documents that the code contradicts, or whose status names a successor that is not there.

    kept  as for `find_reviews`
    """
    own = store.kind.own
    told: list[tuple[Memory, Reason]] = []
    for held in kinds.DOCUMENTS.stores([store.root] if own else []):
        told += [(one.memory, _now(one)) for one in contradictions.find(held)]
    for _, memory, raw in documents.heads(store.root) if own else ():
        name = raw.get("successor")
        if memory and name and not memory.superseded_by:
            text = f"Its status names {name} as its successor, which is not there."
            told.append((memory, Reason("lost", text, (f"lost:{name}",))))
    known = {} if kept else reviewed.read(store.root)
    found = []
    for memory, reason in told:
        if reason.marks[0] not in known.get(memory.path, NEVER).marks:
            found.append(Review(catalog.from_memory(memory), [reason]))
    return found


def find_open_ends(store: Store, *, kept: bool = False) -> list[OpenEnd]:
    """What sessions left open so long ago that the brief no longer shows it, the oldest first; `kept`: all of it."""
    since = environment.now() - left_off.SHOWN_DAYS * clock.DAY
    ends = left_off.all_open(store.root) if _has_ends(store.kind) else []
    return [end for end in reversed(ends) if kept or end.at < since]


def _has_ends(kind: Kind) -> bool:
    """Whether what sessions left open is kept for stores of a kind."""
    return kind.own and kind.curated


def decide_open_end(place: Place, id: str, *, drop: bool) -> SaveOutcome:
    """Drops what a session left open, or shows it in the brief again. RecordError when the id names none."""
    target = place.existing(kinds.PROJECT)
    end = {end.id: end for end in left_off.all_open(target.root)}.get(id)
    if end is None:
        raise RecordError.at(
            id, "no session left this unfinished, or it is already done", "not-found"
        )
    if drop:
        left_off.close(target.root, end)
    else:
        left_off.keep(target.root, end, environment.now())
    return SaveOutcome(status="dropped" if drop else "kept", id=id)


def keep(
    place: Place, id: str, *, review: Review | None = None, by_user: bool = False
) -> SaveOutcome:
    """Remembers that a record holds as it is: it comes up again when it, or what it rests on, changes.

    review   of the record, where the caller knows it; else the store is looked through again
    by_user  a person decides, no agent: the guard of the record is accepted

    A pair that may contradict is remembered in the records (`holds_with`), the rest for this user on this machine.
    RecordError when the id names no record; StoreError when the state cannot be written.
    """
    if id.startswith(left_off.PREFIX) and _has_ends(place.kind):
        return decide_open_end(place, id, drop=False)
    target = place.existing()
    document = find.document(place, id)
    if document:
        entry = document[1]
    else:
        entry = find.find_in(place, target, catalog.entries(target), id)
    review = review or _review_of(target, entry)
    reasons = review.reasons
    notes: list[str] = []
    for other in [reason.other for reason in reasons if reason.other]:
        notes += both_hold(place, entry.id, other).notes
    if not document:
        _take_again(place, entry, reasons)
    with StoreLock(target.base):
        guarded = [reason for reason in reasons if reason.kind == "guard"]
        marks = [
            mark for reason in reasons if reason not in guarded for mark in reason.marks
        ]
        reviewed.keep(target.root, entry.path, environment.now(), marks)
        for reason in guarded:
            notes.append(_accepted(target, entry, reason, by_user=by_user))
    return SaveOutcome(
        status="kept", id=entry.id, path=target.shown(entry.path), notes=notes
    )


def _accepted(store: Store, entry: Entry, reason: Reason, *, by_user: bool) -> str:
    """What became of a guard. RecordError where it judges one of its examples otherwise; one may have none."""
    record = read_entry(store, entry)[0] or {}
    found = [one for one in schema.guard_problems(record) if one.code != "missing"]
    if found and by_user:
        raise RecordError("the guard was not accepted", found)
    if by_user and accepted.accept(store.root, list(reason.marks)):
        return "guard: it holds from now on: " + reason.text.partition(": ")[2]
    return guarding.ACCEPT % (entry.id, kinds.option(store.kind))


def _take_again(place: Place, entry: Entry, reasons: list[Reason]) -> None:
    """Gives a record that the code contradicted the witnesses that it has now."""
    if "now" in [reason.kind for reason in reasons]:
        with Editing(place, "review") as edit:
            edit.put(entry, witnessed(edit.store, edit.read(entry)))


def retire(
    place: Place, id: str, reason: str = "", *, review: Review | None = None
) -> SaveOutcome:
    """Takes a record out of use: superseded by the newer one of a conflict, else retired. `undo` takes it back.

    A folder of documents stands for all records that were imported from it. RecordError when the id names no active
    record.
    """
    if id.startswith(left_off.PREFIX) and _has_ends(place.kind):
        return decide_open_end(place, id, drop=True)
    if not place.kind.curated:
        raise RecordError.at(
            "id",
            'give a pattern "record_status": "retired" with `memories save --update`',
        )
    target = place.existing()
    paths = _imported_from(target, id)
    if paths:
        return lifecycle.retire_many(place, paths, reason or f"read in place in {id}")
    entry = find.find_in(place, target, catalog.entries(target), id)
    review = review or _review_of(target, entry)
    newer = review.newer()
    if newer and not reason:
        return lifecycle.resolve(place, entry.id, newer)
    why = [reason, *[said.text for said in review.reasons]]
    return lifecycle.change_status(
        place, "retire", entry.id, next(filter(None, why), "")
    )


def _review_of(store: Store, entry: Entry) -> Review:
    found = find_reviews(store, kept=True) + find_lost(store, kept=True)
    reviews = {review.entry.path: review for review in found}
    return reviews.get(entry.path) or Review(entry=entry, reasons=[])


class Look:
    """A store as the rules see it.

    records  {path: (entry, record)} of the active records
    kept     {path: the last decision to keep it}; {} to ask about everything
    prompts  times of the prompts in the ledger, ascending
    """

    def __init__(self, store: Store, *, kept: bool) -> None:
        self.store, self.now, top = (
            store,
            environment.now(),
            store.root.removesuffix(f"/{store.place}"),
        )
        self.usage = usage.load(top)
        self.records = shown_records(store)
        self.kept = {} if kept else reviewed.read(store.root)
        times = [
            line.get("at")
            for line in ledger.entries(DAYS)
            if line.get("root") == store.root
        ]
        self.prompts = sorted(
            [float(at or 0) for at in times if type(at) in (int, float)]
        )

    def is_known(self, path: str, reason: Reason) -> bool:
        """Whether the user knew all that a reason rests on when they kept the record."""
        known = self.kept.get(path, NEVER).marks
        return bool(reason.marks) and set(reason.marks) <= set(known)

    def since(self, entry: Entry) -> int:
        """When the record was last changed or kept."""
        return max(entry.updated or 0, self.kept.get(entry.path, NEVER).at)


def expired(look: Look) -> Found:
    """Constraints whose own end date has passed."""
    for path, (_, record) in look.records.items():
        content = record["content"]
        end = holds.end_of(record["category"], content)
        if end is not None and end <= look.now:
            text, named = (
                f"It applied until {_day(end - 1)}.",
                clock.parse_time(content["expires"]) or 0,
            )
            yield path, Reason(kind="expired", text=text, marks=(f"expired:{named}",))


def contradicted(look: Look) -> Found:
    """Records that the code no longer agrees with."""
    for found in contradictions.find(look.store) if look.store.kind.own else ():
        yield found.memory.path, _now(found)


def _now(found: contradictions.Contradiction) -> Reason:
    return Reason("now", found.text, (f"now:{found.line}",))


def imported(look: Look) -> Found:
    """Records that were imported from a document which is read in place now."""
    read = documents.in_use(look.store.root) if look.store.kind.own else []
    for path, (_, record) in look.records.items() if read else ():
        name = _source(record)
        of = [one for one in read if name and f"/{one}".endswith(f"/{name}")]
        if len(of) == 1:
            folder = of[0].rpartition("/")[0] or "."
            text = (
                f"It was imported from {of[0]}, which is read in place now; "
                f"`memories review {folder} --retire` retires all from there."
            )
            yield path, Reason(kind="imported", text=text, marks=(f"from:{of[0]}",))


def _source(record: Record) -> str:
    """The file that a record was imported from; "" for none."""
    source = record.get("source") or {}
    is_imported = str(source.get("agent")).startswith("import:")
    return str(source.get("author") or "") if is_imported else ""


def _imported_from(store: Store, folder: str) -> list[str]:
    """The paths of the records that were imported from documents in a folder of the project."""
    folder = folder.strip("./")
    if not os.path.isdir(store.absolute(folder or ".")):
        return []
    start = f"from:{folder}/" if folder else "from:"
    return [
        path
        for path, reason in imported(Look(store, kept=True))
        if reason.marks[0].startswith(start)
    ]


def conflicting(look: Look) -> Found:
    """Records that a newer one may contradict, repeat or replace."""
    for c in find_conflicts(look.store, look.records):
        text = SAYS[c.kind] % (f"{c.newer.id} ({one_line(c.newer.title, 80)})")
        yield c.older.path, Reason(kind="conflict", text=text, other=c.newer.id)


def gone(look: Look) -> Found:
    """Records that name files which do not exist."""
    for path, (_, record) in look.records.items() if look.store.kind.own else ():
        missing = [
            file for file in named_files(record) if not _exists(look.store, file)
        ]
        if missing:
            listed, do = names.listed(missing, 3), "does" if len(missing) == 1 else "do"
            marks = tuple(f"gone:{file}" for file in missing)
            yield (
                path,
                Reason(
                    kind="gone",
                    text=f"It names {listed}, which {do} not exist.",
                    marks=marks,
                ),
            )


def old(look: Look) -> Found:
    """Records past the `retention_days` of their category: session summaries, unless configured otherwise."""
    for path, (entry, _) in look.records.items():
        key = f"categories.{entry.kind}.retention_days"
        days = load_config(look.store).get(key)
        age = (look.now - look.since(entry)) // clock.DAY
        if days and age > days:
            changed = _day(entry.updated or 0)
            text = f"It was last changed on {changed}; it is not injected after {days} days ({key})."
            yield path, Reason(kind="old", text=text)


def unused(look: Look) -> Found:
    """Records that no prompt brought up and no agent opened, though there were prompts enough."""
    for path, (entry, _) in look.records.items():
        if BY_KEY[entry.kind].binding[0] or entry.kind == SESSION:
            continue  # these act through the brief, without a prompt
        shown, since = look.store.shown(path), look.since(entry)
        if look.usage.shown.get(shown) or look.usage.used.get(shown):
            continue
        prompts = sum(at >= since for at in look.prompts)
        if prompts >= ENOUGH:
            text = f"In the last {prompts} prompts it was never injected, and no agent opened it."
            yield path, Reason(kind="unused", text=text)


def unaccepted(look: Look) -> Found:
    """Records with a guard that this user has not accepted, as those of a clone."""
    known = accepted.read(look.store.root)
    found: dict[str, tuple[str, str]] = {}
    loaded = []
    for path, (_, record) in look.records.items():
        text, mark = guarding.marked(path, record)
        guard = guards.load(text)
        if guard is None or mark in known:
            continue
        calls = {key: record["guard"].get(key) for key in ("breaks", "passes")}
        found[path] = one_line(f"{text} {jsontext.dumps(calls)}", 1000), mark
        loaded.append((guard, path))
    judged = guards.affordable(loaded, guards.ORDINARY)
    for path, (text, mark) in found.items():
        does = "only reminds" if path in judged else "is too slow to judge"
        said = f"Its guard {does} until you accept it, by keeping the memory: "
        yield path, Reason(kind="guard", text=said + text, marks=(mark,))


RULES: tuple[Rule, ...] = (
    unaccepted,
    expired,
    contradicted,
    imported,
    conflicting,
    gone,
    old,
    unused,
)
"""In the order in which they are asked."""


def named_files(record: Record) -> list[str]:
    """The files and folders below the project that a record names, without patterns."""
    anchors = [
        anchor["path"]
        for anchor in record.get("anchors") or ()
        if isinstance(anchor, dict)
    ]
    files = [*(record.get("related_files") or ()), *anchors]
    plain = [name for name in dict.fromkeys(files) if name and not WILD & set(name)]
    return [name for name in plain if not leads_out(name)]


def _exists(store: Store, file: str) -> bool:
    name, _, line = file.rpartition(":")  # `src/a.py:12`
    return store.has_file(file) or bool(
        name and line.isdigit() and store.has_file(name)
    )


def _day(seconds: int) -> str:
    return clock.format_time(seconds)[:10]
