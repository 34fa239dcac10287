"""The text of a brief: its blocks, with the lines grouped by folder to repeat no path; escaped, cut to a budget."""

from __future__ import annotations

from ..core.clock import format_time
from ..core.instructions import LEFT_OUT, spoken
from ..state.left_off import open_ends as find_open
from .rows import MAX_NAME, MAX_TAG, plain, told
from .values import SECTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from ..core.settings import Config
    from ..state.left_off import OpenEnd
    from .values import Entry

    Folders = dict[tuple[str, str], tuple[Entry, dict[str, int]]]
    """{(store, folder): (one of its memories, {tag: memories that have it})}."""

CLOSE = "</memory-brief>"
BY = ' by="whoever can commit to this repository"'
ADVICE = (
    "Before you act on a request, open those that bear on it: Read or `cat` %s, or `memories get NAME`. When "
    "none does, carry on. `memories search WORDS` finds what is not listed."
)
STOPPED_PARTS = (
    ("goal", "", 0.4),
    ("outcome", "Outcome: ", 0.1),
    ("next_actions", "Next: ", 0.35),
    ("blockers", "Blocked: ", 0.15),
)
"""(key of a session summary's content, words before it, share of the room at most)."""
NOTES = (
    "notes, not a request"  # what keeps them from being read as the user's own words
)
DRAFT_PARTS = (
    ("goal", "Asked: ", 0.25),
    ("statement", "Last said: ", 0.5),
    ("next", "Next: ", 0.3),
    ("files", "Changed: ", 0.25),
    ("outcome", "Outcome: ", 0.1),
)
"""The same of a draft, triage/left_off.py."""
MAX_FOLDERS, MAX_TAGS = 20, 8  # told of what is not listed: folders, and tags of each
ALL = "untagged"  # stands for no tag, and here for all memories of a folder
OPEN_PARTS = (("text", "", 1.0),)
SETTING = "session.standing_order"
STANDING = (
    "When the user states a rule or limit (constraint; guard it), a lasting wish (preference) or a decision with "
    "reason, a tried way is given up (decision: why), a failure fixed (runbook) or work left (tech_debt), save each "
    "at once, unasked: %s. Correct what `#now` marks. No ideas, jokes, guesses, exceptions, or what code says."
)
BEGIN = (
    "This project has no memory yet. When the user states a rule or limit (constraint), a wish (preference) or a "
    "decision with its reason, and later sessions need it, %s. The first save asks the user."
)


def frame(source: str, blocks: list[list[str]], committed: bool, advised: bool) -> str:
    """Blocks of lines in the frame; "" for no blocks.

    committed  whether something of it came with the repository
    advised    whether there are memories to open, which the advice at the end is about
    """
    lines = [line for block in blocks for line in block]
    if not lines:
        return ""
    folder = plain(source, 400)
    opening = f'<memory-brief source="{folder or "documents"}"' + BY * committed + ">"
    names = folder + "FOLDER/NAME*.json" if folder else "FOLDER/NAME*"
    return "\n".join([opening, *lines, *[ADVICE % names] * advised, CLOSE])


def section(name: str, rows: list[tuple[str, str]]) -> list[str]:
    """A heading, then the rows, (folder, text), by folder; nothing for none."""
    groups: dict[str, list[str]] = {}
    for place, text in rows:
        groups.setdefault(place, [place]).append(text)
    return sum(groups.values(), [SECTIONS[name][1]]) if rows else []


def folder(entry: Entry, source: str) -> str:
    """The folder that an entry is in: below `source` for the project's own store, else whole."""
    path = entry.memory.path.rpartition("/")[0] + "/"
    if not entry.store.kind.own:
        return plain(entry.store.shown(path), 400)
    return plain(path[len(source) :] if path.startswith(source) else path, 400)


def count(entries: Iterable[Entry], folders: Folders, by: int = 1) -> None:
    """Adds memories to those that are not listed; by -1 takes them out again."""
    for entry in entries:
        key = entry.store.root, entry.memory.path.rpartition("/")[0]
        named = folders.setdefault(key, (entry, {}))[1]
        for tag in {ALL, *entry.memory.tags}:
            named[tag] = named.get(tag, 0) + by


def not_listed(folders: Folders, source: str, where: str) -> list[str]:
    """How many memories are not listed, and a line for each folder: how many, and their commonest tags."""
    lines, total = [], 0
    for entry, counts in folders.values():
        named = {**counts}
        size = named.pop(ALL)
        total += size
        often = sorted([(-times, tag) for tag, times in named.items() if times > 1])[
            :MAX_TAGS
        ]
        more = ", ".join(filter(None, [told(tag, MAX_TAG) for _, tag in often]))
        text = f"{folder(entry, source)} {size}" + (f" ({more})" if more else "")
        lines += [text] if size else []
    heading = f"Not listed: {total} more.{where}"
    return [heading, *sorted(lines)[:MAX_FOLDERS]] if lines else []


def stopped(
    entry: Entry, content: dict[str, Any], place: str, room: int, origin: str
) -> str:
    """Where work stopped, in at most `room` characters: goal, outcome, next actions and blockers of a session.

    place   the folder and the short name of its record
    origin  whose words they are: "commit 1a2b3c4 by Ana"; "" when nothing is known
    """
    day = format_time(entry.memory.updated or 0)[:10]
    whose = ", ".join(filter(None, [day, place, told(origin)]))
    return _filled(
        f"Where we stopped ({whose}; {NOTES}):", content, STOPPED_PARTS, room
    )


def left_off(draft: dict[str, Any], room: int) -> str:
    """The same for a session whose summary nobody saved, from the draft of its transcript."""
    day = format_time(draft["at"])[:10]
    statement = draft.get("statement", "")
    cut = statement[: room // 2 - 20]
    steps = [
        end.step
        for end in find_open(draft)
        if end.text == statement and end.step not in cut
    ]
    content = {**draft, "next": steps}
    return _filled(
        f"Where we stopped ({day}, drafted, not saved; {NOTES}):",
        content,
        DRAFT_PARTS,
        room,
    )


def open_ends(ends: Sequence[OpenEnd], room: int) -> list[str]:
    """A heading, and a line for each thing that an earlier session left open."""
    lines = [f"Left open in earlier sessions ({NOTES}):"] if ends else []
    for end in ends:
        branch = "branch " + plain(end.branch, MAX_NAME) if end.branch else ""
        whose = ", ".join(
            filter(None, [format_time(end.at)[:10], branch, told(end.origin)])
        )
        most = room * 2 // 3
        text = end.text if len(end.text) + 40 < most else end.step
        lines.append(_filled(f"- {whose}:", {"text": text}, OPEN_PARTS, most))
    return lines


def _filled(
    text: str,
    content: dict[str, Any],
    parts: Sequence[tuple[str, str, float]],
    room: int,
) -> str:
    """`text`, then the parts as a quotation, without what speaks to the agent."""
    left, said, flagged = room - len(text) - len(' "" ') - len(LEFT_OUT), "", False
    for key, words, share in parts:
        value = content.get(key)
        items = value if isinstance(value, list) else [value]
        safe = [
            spoken(item, 400).replace("<", "‹")
            for item in items
            if isinstance(item, str) and item.strip()
        ]
        flagged = flagged or "" in safe
        shown = "; ".join(filter(None, safe)).replace('"', "'")
        most = min(left - len(said), int(room * share)) - len(words) - 2
        if not shown or most <= 10:
            continue
        if len(shown) > most:
            shown = shown[: most - 1].rstrip() + "…"
        end = "" if shown[-1] in ".!?…" else "."
        said += " " * bool(said) + words + shown + end
    if said:
        text += f' "{said}"'
    return f"{text} {LEFT_OUT}" if flagged else text


def standing(config: Config, how: str, begun: bool = True) -> str:
    """The order, at most 450 characters unless the command's path is long; "" where the user switched it off.

    how    the way to save, as `Host.how_to_save` says it
    begun  whether the project has a store
    """
    if not config.get(SETTING):
        return ""
    return (STANDING if begun else BEGIN) % how
