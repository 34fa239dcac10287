"""The brief of a session start: where work stopped, the rules in force, and one line for each memory, within a budget.

`make_brief` reads as the whole flow. Code lists and cuts; which memories bear on a request is left to the agent that
reads it.
"""

from __future__ import annotations

from ..core import holds
from ..core.categories import BY_KEY, SESSION, binds
from ..core.clock import DAY, believed, format_time
from ..core.model import CATEGORIES, Value
from ..state.left_off import SHOWN_DAYS, OpenEnd, matter
from ..store.layouts import DOCUMENT
from . import render
from .rows import Lines, plain
from .stopped import is_said, newest_of, open_ends_of, summaries_of
from .values import FIRST, ORDER, SECTIONS, Brief, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..core.settings import Config
    from .source import Source

    Record = dict[str, Any]

BEARING = 10  # documents on the work at hand, where not all are listed
READ_COUNTS = 30 * DAY  # seconds by which each reading makes a memory count as younger
SHORTEST = 20  # characters of a line at least; what cannot fit is not tried
MAX_READS = 6  # readings that count
LATE = ("tech_debt", SESSION, DOCUMENT)
RANK = (*FIRST, *sorted({*CATEGORIES, "pattern"}.difference(FIRST, LATE)), *LATE)
"""The kinds in the order in which they are shown; where room is short, the last go first."""
INCOMPLETE_LIST = "This list is incomplete, and so are its counts: not all memories have been read yet."
RULE, OTHER = True, False
STEPS = (
    (RULE, 1),
    (RULE, 2),
    (RULE, 3),
    (OTHER, 1),
    (OTHER, 2),
    (RULE, 4),
    (OTHER, 3),
    (RULE, 5),
    (OTHER, 4),
    (OTHER, 5),
    (RULE, 6),
    (OTHER, 6),
)
"""What is told first where room is short: of rules in force and of others, up to which detail of a row."""
STOPPED = (600, 400, 250)  # characters of "where we stopped", best first
LARGE = 3  # a store is large whose brief has no room for a third of its titles: then they are counted by folder
ALWAYS = ("stopped", "rules", "work")  # the sections that are listed then too


class Parts(Value):
    """The entries of a brief before it is decided how many fit.

    content   of the session summary in the section "stopped"; {} without one
    left_off  the draft that stands there because no summary is newer; {} without one
    lines     says what the line of an entry says
    open      what other sessions left open, in the order in which it is shown
    origin    whose words `content` are; "" when nothing is known
    root      the folder of the project's records, which their paths are shown relative to
    complete  whether the entries are all that there are
    """

    content: Record
    entries: list[Entry]
    left_off: Record
    lines: Lines
    open: list[OpenEnd]
    origin: str
    root: str
    complete: bool = True


def make_brief(source: Source, config: Config, now: int) -> Brief:
    """The brief. The same memories on the same day give the same text, unless not all of them fit."""
    limit = config.get("session.brief_chars")
    shown, hidden = _allowed(source, config, now)
    parts = _parts(shown, source, now, now - SHOWN_DAYS * DAY)
    if config.get("session.brief") == "rules":
        parts = parts.replace(
            entries=[e for e in parts.entries if e.section in ("stopped", "rules")]
        )
    made = _whole(parts, limit) or _cut(parts, limit, source, now)
    left_out = (*made.left_out, *hidden)
    whole = source.complete and not left_out
    return made.replace(left_out=left_out, whole=whole, kept=parts.lines.made)


def _allowed(
    source: Source, config: Config, now: int
) -> tuple[list[Entry], list[Entry]]:
    """(entries that may be shown, those that hold and may not, with the reason)."""
    shown, hidden = [], []
    switched_off = {
        kind for kind in CATEGORIES if not config.get(f"categories.{kind}.enabled")
    }
    for memory, store in source.memories:
        if not holds.holds(memory, now) or memory.kind not in RANK:
            continue
        entry = Entry(memory, "by folder, the newest first", "catalogue", store)
        if store.kind.documents:
            entry = entry.replace(section="documents")
        if not store.kind.own:
            entry = entry.replace(section="elsewhere", reason=store.kind.source)
        if memory.path in source.usage.muted:
            hidden.append(
                entry.replace(reason="muted; `memories mute ID --off` brings it back")
            )
        elif memory.kind in switched_off:
            hidden.append(
                entry.replace(reason=f"the category {memory.kind} is switched off")
            )
        else:
            shown.append(entry)
    return shown, hidden


def _order(entry: Entry) -> tuple[int, bool, str, int, int, int, str]:
    """The order in which entries are shown: by kind, the newest first; documents by path."""
    store, memory = entry.store, entry.memory
    newest = 0 if store.kind.documents else -(memory.updated or 0)
    place = not store.kind.personal, store.root, -len(store.place)
    return ORDER[entry.section], *place, RANK.index(memory.kind), newest, memory.path


def _parts(shown: list[Entry], source: Source, now: int, since: int) -> Parts:
    """The entries with the sections that they belong to; where work stopped counts when it was after `since`."""
    entries = [_rule(entry) or entry for entry in shown]
    summaries = summaries_of(entries, source, since, now)
    draft = source.left_off[0] if source.left_off else {}
    if draft and draft["at"] < since:
        draft = {}
    stopped = newest_of(summaries, draft)
    content, origin = {}, ""
    if stopped is not None:
        content, draft = stopped.record["content"], {}
        origin = source.origin(stopped.entry, stopped.record)
        entries = [entry for entry in entries if entry is not stopped.entry]
        entries.append(
            stopped.entry.replace(
                section="stopped", reason="the newest session summary"
            )
        )
    ends = open_ends_of(source, summaries, stopped, since)
    statement = str(draft.get("statement", ""))
    return Parts(
        content=content,
        entries=entries,
        left_off=draft,
        lines=Lines(
            [memory for memory, _ in source.memories], source.read, now, source.kept
        ),
        open=[
            end
            for end in ends
            if end.text != statement and not is_said(end, [matter(statement)])
        ],
        origin=origin,
        root=_root(entries),
        complete=source.complete,
    )


def _rule(entry: Entry) -> Entry | None:
    """The entry as a rule in force; None for any other record."""
    kind = entry.memory.kind
    if not binds(kind, entry.memory.severity):
        return None
    field, value = BY_KEY[kind].binding[:2]
    return entry.replace(section="rules", reason=f"its {field} is {value}")


def _root(entries: list[Entry]) -> str:
    """The folder below the project that holds the folders of its records: `.claude/memory/` as a rule."""
    for entry in sorted(entries, key=lambda entry: len(entry.store.place)):
        if (
            entry.store.kind.own
            and not entry.store.kind.documents
            and entry.memory.kind in CATEGORIES
        ):
            return entry.memory.path.rpartition("/")[0].rpartition("/")[0] + "/"
    return ""


def _imports_last(entries: list[Entry], lines: Lines, room: int) -> list[Entry]:
    """The entries, in the same order but for those of the catalogue that were imported from other notes."""
    out = []
    for entry in entries:
        # What comes after titles of `room` characters is not shown, and not read.
        last = entry.section == "catalogue" and room > 0 and lines.told(entry).imported
        room -= 0 if last else len(entry.memory.title)
        out.append(entry.replace(section="imported") if last else entry)
    return sorted(out, key=lambda entry: ORDER[entry.section])


def _whole(parts: Parts, limit: int) -> Brief | None:
    """Everything, as detailed as fits; None when it does not fit."""
    if len(parts.entries) > limit // SHORTEST:
        return None
    entries = sorted(parts.entries, key=_order)
    entries = _imports_last(entries, parts.lines, limit)
    for room in STOPPED:
        made = _filled(parts, entries, room, limit, {})
        if made is not None:
            return made
    return None


def _filled(
    parts: Parts, entries: list[Entry], room: int, limit: int, left: render.Folders
) -> Brief | None:
    """The brief of these entries: first clauses, and then for one entry after the other more, while there is room.

    room  characters of "where we stopped"; None when not even the clauses fit
    left  what is not listed
    """
    rows = [parts.lines.row(entry, 0) for entry in entries]
    rest = _rest(parts, left)
    spare = limit - len(_text(parts, entries, rows, room, rest))
    if spare < 0:
        return None
    for of_rules, detail in STEPS if spare > SHORTEST else ():
        for at, entry in enumerate(entries):
            is_rule = entry.section == "rules"
            if entry.section == "stopped" or is_rule != of_rules:
                continue
            row = parts.lines.row(entry, detail)
            more = len(row) - len(rows[at])
            if more <= spare:
                rows[at], spare = row, spare - more
    return Brief(
        entries=tuple(entries),
        text=_text(parts, entries, rows, room, rest),
        lines={entry.memory.path: rows[at] for at, entry in enumerate(entries)},
    )


def _cut(parts: Parts, limit: int, source: Source, now: int) -> Brief:
    """As much as fits: rules, what bears on the work at hand, and titles, unless they are few of many."""
    ranked: list[Entry] = []
    counted: list[Entry] = []
    documents = 0
    for entry in _ranked(parts, source, now):
        documents += entry.store.kind.documents
        of = (
            counted
            if entry.store.kind.documents
            and (entry.section != "work" or documents > BEARING)
            else ranked
        )
        of.append(entry)
    ranked = _imports_last(ranked, parts.lines, limit)
    left: render.Folders = {}
    render.count(ranked + counted, left)
    fits = _fitting(parts, ranked, limit, left)
    always = sum(entry.section in ALWAYS for entry in ranked)
    if (fits - always) * LARGE < len(ranked) - always:
        fits = min(fits, always)
    render.count(ranked[:fits], left, -1)
    for count in range(fits, -1, -1):
        shown = sorted(ranked[:count], key=_order)
        made = _filled(parts, shown, STOPPED[1], limit, left)
        if made is not None:
            left_out = [
                Entry(e.memory, "did not fit; " + e.reason, e.section, e.store)
                for e in ranked[count:] + counted
            ]
            return made.replace(left_out=(*left_out,))
        render.count(ranked[count - 1 : count], left)
    return Brief(entries=(), left_out=tuple(ranked + counted), text="")


def _fitting(
    parts: Parts, ranked: list[Entry], limit: int, left: render.Folders
) -> int:
    """How many of these entries fit with their clauses, beside all that is said of those that do not.

    left  all entries
    """
    stopped = [entry for entry in ranked if entry.section == "stopped"]
    rest = _rest(parts, left)
    size = len(_text(parts, stopped, [""] * len(stopped), STOPPED[1], rest))
    said: set[tuple[object, str]] = set()
    for at, entry in enumerate(ranked):
        if entry.section == "stopped":
            continue
        heading, place = SECTIONS[entry.section][1], render.folder(entry, parts.root)
        lines = {
            (heading, heading),
            (heading, place),
            (at, parts.lines.row(entry, 0)),
        } - said
        said |= lines
        size += sum([len(text) + 1 for _, text in lines])
        if size > limit:
            return at
    return len(ranked)


def _ranked(parts: Parts, source: Source, now: int) -> list[Entry]:
    """The entries, first those that a brief can least do without."""
    bearing = source.bearing()
    weighed, days = [], {}  # to write a day takes longer than the rest
    for entry in parts.entries:
        updated = believed(entry.memory.updated, now) or 0
        weight, reason = bearing.of(entry.memory)
        reads = source.usage.used.get(entry.memory.path, 0)
        if entry.section in ("catalogue", "documents"):
            day = updated // DAY
            if day not in days:
                days[day] = format_time(updated)[:10]
            reason = reason or f"updated {days[day]}, read {reads} times"
            entry = Entry(
                entry.memory, reason, "work" if weight else entry.section, entry.store
            )
        recent = updated + min(MAX_READS, reads) * READ_COUNTS
        rank, near = RANK.index(entry.memory.kind), -len(entry.store.place)
        weighed.append(
            (
                (ORDER[entry.section], -weight, near, rank, -recent, entry.memory.path),
                entry,
            )
        )
    return [entry for _, entry in sorted(weighed, key=lambda pair: pair[0])]


def _text(
    parts: Parts, entries: list[Entry], rows: list[str], room: int, rest: list[str]
) -> str:
    """The text of the entries with their rows, and of what is not listed."""
    blocks = []
    placed: dict[str, list[tuple[str, str]]] = {}
    for at, entry in enumerate(entries):
        placed.setdefault(entry.section, []).append(
            (render.folder(entry, parts.root), rows[at])
        )
    for name in SECTIONS:
        if name == "stopped":
            for entry in entries:
                if entry.section != name:
                    continue
                place = render.folder(entry, parts.root) + parts.lines.name(entry)
                blocks.append(
                    [render.stopped(entry, parts.content, place, room, parts.origin)]
                )
            blocks.append(
                [render.left_off(parts.left_off, room)] if parts.left_off else []
            )
            blocks.append(render.open_ends(parts.open, room))
        else:
            blocks.append(render.section(name, placed.get(name, [])))
    committed = any(entry.store.kind.committed for entry in parts.entries)
    blocks.append(rest)
    return render.frame(parts.root, blocks, committed, bool(parts.entries))


def _rest(parts: Parts, left: render.Folders) -> list[str]:
    """The lines on what is not listed."""
    nested = any(entry.store.place for entry in parts.entries)
    where = (
        f" {plain(parts.root, 400)}index.md has all titles."
        if parts.root and not nested
        else ""
    )
    lines = render.not_listed(left, parts.root, where)
    return lines if parts.complete else [*lines, INCOMPLETE_LIST]
