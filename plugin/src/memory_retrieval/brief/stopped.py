"""Where work stopped: the newest session summary, and what earlier sessions left open.

A summary is a memory that a session saved; a draft is what its transcript says where it saved none.
"""

from __future__ import annotations

from ..core.categories import SESSION
from ..core.clock import believed
from ..core.model import Value
from ..state.left_off import OpenEnd, matter, open_ends
from ..store.schema import INCOMPLETE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .source import Source
    from .values import Entry

    Record = dict[str, Any]

OPEN_ENDS = 3  # shown at most, that of the last session among them


class Summary(Value):
    """A session summary of the project, with its record as it is on disk, and when it was last changed."""

    entry: Entry
    record: Record
    updated: int

    @property
    def whole(self) -> bool:
        """Whether it is about a whole session, and not one sentence that was saved on the way."""
        return self.record.get(INCOMPLETE) is not True

    def is_of(self, draft: Record) -> bool:
        """Whether the session of a draft saved it itself, so that it is better than the draft."""
        by = self.record.get("source")
        named = by.get("session") if isinstance(by, dict) else None
        return bool(
            draft["started"] <= self.updated <= draft["at"] or named == draft["session"]
        )

    def texts(self, key: str) -> list[str]:
        value = self.record["content"].get(key)
        return (
            [text for text in value if isinstance(text, str)]
            if isinstance(value, list)
            else []
        )

    def left(self) -> list[str]:
        """What it leaves to be done: its next actions, or the one sentence that it consists of."""
        if self.whole:
            return self.texts("next_actions")
        said = self.record["content"].get("goal") or self.record.get("title")
        return [said] if isinstance(said, str) else []


def summaries_of(
    entries: list[Entry], source: Source, since: int, now: int
) -> list[Summary]:
    """The project's session summaries since a time; the later file first."""
    recent = []
    for at, entry in enumerate(entries):
        if entry.memory.kind != SESSION or not entry.store.kind.own:
            continue
        updated = believed(entry.memory.updated, now) or 0
        if updated >= since:
            recent.append((updated, source.written(entry), entry.memory.path, at))
    found = []
    for updated, _, _, at in sorted(recent, reverse=True):
        record = source.read(entries[at]) or {}
        if isinstance(record.get("content"), dict):
            found.append(Summary(entries[at], record, updated))
    return found


def newest_of(summaries: list[Summary], draft: Record) -> Summary | None:
    """The newest summary of a whole session; None where a later session left a draft alone."""
    for one in summaries:
        if one.whole and (not draft or one.is_of(draft) or one.updated > draft["at"]):
            return one
    return None


def open_ends_of(
    source: Source, summaries: list[Summary], stopped: Summary | None, since: int
) -> list[OpenEnd]:
    """What sessions left open and no later summary calls done: those of drafts first, of this branch before others.

    stopped  the summary that is shown itself
    """
    found: list[tuple[OpenEnd, Summary | None]] = []
    for draft in source.left_off:
        found += [(end, None) for end in open_ends(draft) if end.at >= since]
    for one in summaries:
        steps = [] if one is stopped else one.left()
        if steps:
            text = " ".join(steps)
            found.append(
                (
                    OpenEnd(
                        at=one.updated,
                        branch="",
                        draft={},
                        id="",
                        step=steps[0],
                        text=text,
                    ),
                    one,
                )
            )
    found.sort(
        key=lambda item: (
            item[1] is not None,
            item[0].branch != source.branch,
            -item[0].at,
        )
    )
    shown: list[OpenEnd] = []
    said = [matter(" ".join(stopped.left()))] if stopped else []
    done: dict[str, set[str]] = {}
    for end, summary in found:
        if len(shown) == OPEN_ENDS:
            break
        if not (_is_settled(end, summaries, done) or is_said(end, said)):
            said.append(matter(end.text))
            shown.append(
                end
                if summary is None
                else end.replace(origin=source.origin(summary.entry, summary.record))
            )
    return shown


def is_said(end: OpenEnd, said: list[set[str]]) -> bool:
    """Whether one of these texts has all words of what was left open, which are three at least."""
    words = matter(end.step)
    return len(words) > 2 and any(words <= other for other in said)


def _is_settled(
    end: OpenEnd, summaries: list[Summary], done: dict[str, set[str]]
) -> bool:
    """Whether a summary stands for what was left open, as one of the same session, or a later one calls it done.

    done  the words of what summaries call completed, by path; what it lacks is added
    """
    if end.draft and any(one.whole and one.is_of(end.draft) for one in summaries):
        return True
    since = end.draft.get("at", end.at)
    later = [one for one in summaries if one.updated > since]
    for one in later:
        path = one.entry.memory.path
        if path not in done:
            done[path] = matter(" ".join(one.texts("completed")))
    return end.mentioned(*[done[one.entry.memory.path] for one in later])
