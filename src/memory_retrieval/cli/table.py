"""Tables for a terminal: columns that fit its width, whatever script their text is in. Piped output has no tables."""

from __future__ import annotations

from unicodedata import category, east_asian_width

from ..core.clock import in_words
from ..core.model import Value
from ..core.sanitize import JOINERS
from ..store.layouts import DISPLAY
from .output import colour

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

GAP = 2  # cells between columns
SHORT = {"year": "y", "month": "mo", "week": "w", "day": "d", "hour": "h", "minute": "min"}


class Column(Value):
    """A column: as wide as its text, or, when `share` is given, that part of what the others leave.

    least  cells that it needs; while a column has fewer, others are left out
    drop   which goes first on a narrow terminal, the highest; 0 stays
    """

    name: str
    share: float = 0.0
    least: int = 8
    drop: int = 0
    right: bool = False
    style: str = ""


def lay_out(columns: Sequence[Column], rows: Sequence[Sequence[str]], cells: int) -> str:
    """The table as lines of at most `cells` cells, a heading first. Each row has a text for each column."""
    widths = _widths(columns, rows, cells)
    kept = [i for i, wide in enumerate(widths) if wide]
    shown = [(columns[i], widths[i]) for i in kept]
    lines = [_line([column.name.upper() for column, _ in shown], shown, heading=True)]
    lines += [_line([row[i] for i in kept], shown) for row in rows]
    return "\n".join(lines) + "\n"


def kind_name(kind: str) -> str:
    """A category or kind in few cells."""
    return "session" if kind == "session_summary" else DISPLAY.get(kind, "memory").lower().replace("_", " ")


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


def age(seconds: float | None, now: float, short: bool = False) -> str:
    """`3 days ago`, or `3 d`; "-" for no time."""
    if seconds is None:
        return "-"
    past = now - seconds
    text = in_words(past)
    if not text:
        return "now" if short else "just now"
    if short:
        number, unit = text.split()
        text = "%s %s" % (number, SHORT[unit.rstrip("s")])
    return "in " + text if past < 0 else text if short else text + " ago"


def size() -> tuple[int, int]:
    """(columns, lines) of the terminal."""
    import shutil

    terminal = shutil.get_terminal_size((80, 24))
    return max(20, terminal.columns), terminal.lines


def fits(encoding: str | None, text: str) -> bool:
    """Whether a terminal's encoding has all characters of a text."""
    try:
        text.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def bar(part: int, whole: int, cells: int = 20) -> str:
    """A bar of at most `cells` cells; at least one for anything above none."""
    import sys

    block = "█" if fits(sys.stdout.encoding, "█") else "#"
    return block * max(1 if part else 0, round(cells * part / whole)) if whole else ""


def _widths(columns: Sequence[Column], rows: Sequence[Sequence[str]], cells: int) -> list[int]:
    """Cells of each column, 0 for those that are left out."""
    natural = [max([cells_of(c.name)] + [cells_of(row[i]) for row in rows]) for i, c in enumerate(columns)]
    kept = list(range(len(columns)))
    while True:
        widths = _shared(columns, natural, kept, cells)
        tight = any(widths[i] < min(columns[i].least, natural[i]) for i in kept if columns[i].share)
        first = max(kept, key=lambda i: columns[i].drop)
        if not tight or not columns[first].drop:
            break
        kept.remove(first)
    elastic = [i for i in kept if columns[i].share]
    spare = sum(max(0, widths[i] - natural[i]) for i in elastic)
    for i in elastic:  # a column may have what others do not need
        widths[i] = min(widths[i], natural[i])
        more = min(spare, natural[i] - widths[i])
        widths[i], spare = widths[i] + more, spare - more
    return [max(1, widths[i]) if i in kept else 0 for i in range(len(columns))]


def _shared(columns: Sequence[Column], natural: Sequence[int], kept: Sequence[int], cells: int) -> dict[int, int]:
    """{column: width} of the columns that are kept: their natural width, or their share of the rest."""
    room = cells - GAP * (len(kept) - 1) - sum(natural[i] for i in kept if not columns[i].share)
    shares = sum(columns[i].share for i in kept) or 1.0
    return {i: int(room * columns[i].share / shares) if columns[i].share else natural[i] for i in kept}


def _line(texts: Sequence[str], columns: Sequence[tuple[Column, int]], *, heading: bool = False) -> str:
    parts = []
    for text, (column, width) in zip(texts, columns):
        text = cut(text, width)
        padding = " " * (width - cells_of(text))
        style = "bold" if heading else column.style
        shown = colour(text, style) if style and text else text
        parts.append(padding + shown if column.right else shown + padding)
    return (" " * GAP).join(parts).rstrip()
