"""Tables for a terminal: titles and IDs give way to its width, whatever script they are in. Piped output has none."""

from __future__ import annotations

from unicodedata import category, east_asian_width

from ..core import config, holds
from ..core.categories import BY_KEY
from ..core.clock import in_words
from ..core.sanitize import JOINERS, one_line, plain_title
from ..store.layouts import DISPLAY
from .output import colour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..core.model import Memory

GAP = "  "
SHARES = {"title": 0.62, "id": 0.38}  # of the width that the other columns leave
LEAST = 12  # cells of a title or an ID, even where the line is wider than the terminal then
MEMORY = ("category", "title", "state", "changed", "id")
STYLES = {"category": "cyan", "state": "yellow", "changed": "dim", "id": "dim"}


def lay_out(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """The table as lines, a heading first. Each row has a text for each name; columns without any are left out."""
    import shutil

    columns = [(name, column) for name, column in zip(names, zip(*rows)) if any(column)]
    widths = _widths(columns, shutil.get_terminal_size((80, 24)).columns)
    lines = [GAP.join(_cell(name.upper(), width, "bold") for (name, _), width in zip(columns, widths))]
    for number in range(len(rows)):
        cells = (_cell(column[number], w, STYLES.get(name, "")) for (name, column), w in zip(columns, widths))
        lines.append(GAP.join(cells))
    return "".join(line.rstrip() + "\n" for line in lines)


def memory(memory: Memory) -> list[str]:
    """The texts of a memory in the columns MEMORY."""
    return [
        kind_name(memory.kind),
        plain_title(memory.title),
        holds.mark(memory, config.now()),
        age(memory.updated, config.now()),
        one_line(memory.id, 200),
    ]


def kind_name(kind: str) -> str:
    """A category or kind in few cells."""
    known = BY_KEY.get(kind)
    return known.label.lower() if known is not None else DISPLAY.get(kind, "memory").lower().replace("_", " ")


def cells_of(text: str) -> int:
    """The width of a text on a terminal: two cells for wide characters, none for combining ones."""
    if text.isascii():
        return len(text)
    return sum(
        [0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in ("W", "F") else 1 for c in text]
    )


def cut(text: str, cells: int) -> str:
    """`text` in at most `cells` cells, ended by an ellipsis when something was left out."""
    if cells_of(text) <= cells:
        return text
    out, used = [], 0
    for c in text:
        used += cells_of(c)
        if used > cells - 1:
            break
        out.append(c)
    return "".join(out).rstrip(" " + JOINERS) + "…" if cells > 0 else ""


def age(seconds: float | None, now: float) -> str:
    """`3 days ago`; "-" for no time."""
    if seconds is None:
        return "-"
    text = in_words(now - seconds)
    if not text:
        return "just now"
    return "in " + text if seconds > now else text + " ago"


def _widths(columns: Sequence[tuple[str, Sequence[str]]], cells: int) -> list[int]:
    """Cells of each column: what its texts need, but for those of SHARES what the others leave."""
    natural = [max(map(cells_of, (name, *column))) for name, column in columns]
    fixed = sum(wide for wide, (name, _) in zip(natural, columns) if name not in SHARES)
    room = cells - fixed - len(GAP) * (len(columns) - 1)
    if sum(natural) - fixed <= room:
        return natural
    return [
        min(wide, max(LEAST, int(room * SHARES[name]))) if name in SHARES else wide
        for wide, (name, _) in zip(natural, columns)
    ]


def _cell(text: str, width: int, style: str) -> str:
    text = cut(text, width)
    padding = " " * (width - cells_of(text))
    return (colour(text, style) if style and text else text) + padding
