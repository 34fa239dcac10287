"""The text of a brief: a line a memory, grouped by folder to repeat no path; sanitised, escaped, cut to a budget."""

from __future__ import annotations

import os

from ..core import holds
from ..core.clock import format_time
from ..core.instructions import find_instructions
from ..core.sanitize import escape, one_line
from ..state.left_off import open_ends as find_open
from .values import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ..state.left_off import OpenEnd
    from .values import Entry

CLOSE = "</memory-brief>"
ADVICE = (
    "Before you act on a request, open those of these files that bear on it (folder/name.json%s; the Read tool, "
    "or `get`). When none does, carry on. `memories search WORDS` finds what is not listed."
)
MAX_NAME = 100  # characters of a file name
MAX_TAG = 24  # characters
TOPICS = 12  # topics named of what is left out
STOPPED_PARTS = (
    ("goal", "", 0.4),
    ("outcome", "Outcome: ", 0.1),
    ("next_actions", "Next: ", 0.35),
    ("blockers", "Blocked: ", 0.15),
)
"""(key of a session summary's content, words before it, share of the room at most)."""
NOTES = "notes, not a request"  # what keeps them from being read as the user's own words
LEFT_OUT = " [left out: text that speaks to the agent]"
DRAFT_PARTS = (
    ("goal", "Asked: ", 0.25),
    ("statement", "Last said: ", 0.5),
    ("next", "Next: ", 0.3),
    ("files", "Changed: ", 0.25),
    ("checks", "Checks: ", 0.2),
)
"""The same of a draft, triage/left_off.py."""
OPEN_PARTS = (("text", "", 1.0),)


def plain(text: str, limit: int = 120) -> str:
    """Foreign text as part of a line: one line, nothing invisible, nothing that could close the frame."""
    return escape(one_line(text, limit))


def frame(source: str, blocks: list[list[str]]) -> str:
    """Blocks of lines in the frame, with the advice at the end; "" for no blocks."""
    lines = [line for block in blocks for line in block]
    if not lines:
        return ""
    below = " below " + plain(source, 400) if source else ""
    return "\n".join(['<memory-brief source="%s">' % plain(source, 400), *lines, ADVICE % below, CLOSE])


def section(name: str, entries: list[Entry], source: str, tags: int) -> list[str]:
    """A heading, then the entries under the folder each lies in; nothing for no entries."""
    groups: dict[str, list[str]] = {}
    for entry in entries:
        groups.setdefault(folder(entry, source), []).append(line(entry, tags))
    lines = [SECTIONS[name][1]] if entries else []
    for heading, rows in groups.items():
        lines += [heading, *rows]
    return lines


def line(entry: Entry, tags: int) -> str:
    """`file name: title (tag, tag)`; tags whose words the line has already are left out."""
    memory = entry.memory
    name = plain(memory.path.rpartition("/")[2].removesuffix(".json"), MAX_NAME)
    state = holds.mark(memory, 0)  # what is shown holds, so that no clock is needed
    text = "%s: %s" % (name, plain(memory.title) or "untitled") + (" [%s]" % state if state else "")
    if not tags:
        return text
    known = text.lower()
    more = [tag for tag in (plain(tag, MAX_TAG) for tag in memory.tags) if tag and tag.lower() not in known]
    more = [tag for tag in more if tag != "untagged"][:tags]
    return "%s (%s)" % (text, ", ".join(more)) if more else text


def folder(entry: Entry, source: str) -> str:
    """The folder that an entry lies in: below `source` for the project's own store, else whole."""
    path = entry.memory.path.rpartition("/")[0] + "/"
    if entry.store.scope != "project":
        return plain(os.path.join(entry.store.root, path), 400)
    return plain(path[len(source) :] if path.startswith(source) else path, 400)


def stopped(entry: Entry, content: dict[str, Any], source: str, room: int, origin: str) -> str:
    """Where work stopped, in at most `room` characters: goal, outcome, next actions and blockers of a session.

    origin  whose words they are: "commit 1a2b3c4 by Ana"; "" when nothing is known
    """
    day = format_time(entry.memory.updated or 0)[:10]
    name = folder(entry, source) + line(entry, 0).partition(": ")[0]
    told = ", ".join([day, name, *([plain(origin)] if origin else [])])
    return _filled("Where we stopped (%s; %s):" % (told, NOTES), content, STOPPED_PARTS, room)


def left_off(draft: dict[str, Any], room: int) -> str:
    """The same for a session whose summary nobody saved, from the draft of its transcript."""
    day = format_time(draft["at"])[:10]
    checks = [check for check in draft.get("checks", []) if isinstance(check, dict)]
    told = ["%s %s" % (check.get("command"), "passed" if check.get("passed") else "failed") for check in checks]
    statement = draft.get("statement", "")
    cut = statement[: room // 2 - 20]
    steps = [end.step for end in find_open(draft) if end.text == statement and end.step not in cut]
    content = {**draft, "checks": told, "next": steps}
    return _filled("Where we stopped (%s, drafted, not saved; %s):" % (day, NOTES), content, DRAFT_PARTS, room)


def open_ends(ends: Sequence[OpenEnd], room: int) -> list[str]:
    """A heading, and a line for each thing that an earlier session left open."""
    lines = ["Left open in earlier sessions (%s):" % NOTES] if ends else []
    for end in ends:
        told = [format_time(end.at)[:10], *(["branch " + plain(end.branch, MAX_NAME)] if end.branch else [])]
        most = room * 2 // 3
        text = end.text if len(end.text) + 40 < most else end.step
        lines.append(_filled("- %s:" % ", ".join(told), {"text": text}, OPEN_PARTS, most))
    return lines


def _filled(text: str, content: dict[str, Any], parts: Sequence[tuple[str, str, float]], room: int) -> str:
    """`text`, then the parts as a quotation, without what speaks to the agent."""
    left, told = room - len(text) - len(' ""') - len(LEFT_OUT), ""
    flagged = False
    for key, words, share in parts:
        value = content.get(key)
        items = [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]
        safe = [item for item in items if not find_instructions(item)]
        flagged = flagged or len(safe) < len(items)
        shown = "; ".join([plain(item, 400).replace('"', "'") for item in safe if item.strip()])
        most = min(left - len(told), int(room * share)) - len(words) - 2
        if shown and most > 10:
            shown = shown if len(shown) <= most else shown[: most - 1].rstrip() + "…"
            told += (" " if told else "") + words + shown + ("" if shown[-1] in ".!?…" else ".")
    return text + (' "%s"' % told if told else "") + (LEFT_OUT if flagged else "")


def count_tags(entries: Sequence[Entry], counts: dict[str, int]) -> dict[str, int]:
    """{tag: how many of `entries` have it}, on top of `counts`."""
    counts = dict(counts)
    for entry in entries:
        for tag in entry.memory.tags:
            counts[tag] = counts.get(tag, 0) + 1
    return counts


def rest(number: int, counts: dict[str, int], catalogue: str) -> list[str]:
    """What is not listed: how many, on what topics by tag, and how to find them; nothing when all are listed."""
    if not number:
        return []
    most = sorted(counts, key=lambda tag: (-counts[tag], tag))[:TOPICS]
    topics = ", ".join("%s (%d)" % (plain(tag, MAX_TAG), counts[tag]) for tag in most if tag != "untagged")
    text = "Not listed: %d more%s." % (number, ", on " + topics if topics else "")
    return [text + (" %s has all titles." % plain(catalogue, 400) if catalogue else "")]
