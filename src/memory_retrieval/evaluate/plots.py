"""Two plots as SVG text: quality by kind, and precision against hits over the threshold.

Colours are CSS variables of the page (`--e0`, `--e1`, ...), so plots follow its light or dark theme; each engine also
has a mark of its own. Every plot carries a description for screen readers, and the page repeats its numbers as a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

WIDTH = 760
LEFT, RIGHT = 150, 90  # margins, for names and for what a mark covers
TOP, BOTTOM = 14, 50
ROW = 24
MARKS = "●■◆▲✚○"  # one for each engine; a seventh engine starts again
TICKS = (0, 0.2, 0.4, 0.6, 0.8, 1.0)

Point = tuple[float, float]


def by_kind(rows: Sequence[tuple[str, Sequence[float]]], title: str, description: str) -> str:
    """A row for each kind and a mark for each engine: `rows` are (kind, a value of 0..1 for each engine)."""
    height = ROW * len(rows) + TOP + BOTTOM
    parts = [_ruler(height - BOTTOM)]
    for number, (kind, values) in enumerate(rows):
        y = TOP + ROW * (number + 0.5)
        parts.append(text(LEFT - 10, y + 4, kind[:22], "end"))
        parts.append(f'<line class="row" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        for engine, value in enumerate(values):
            offset = (engine - (len(values) - 1) / 2) * min(5.0, 14 / len(values))  # keeps equal values visible
            parts.append(mark(engine, _x(value), y + offset, f"{kind}: {value:.3f}"))
    return svg(height, title, description, parts)


def trade_off(curves: Sequence[tuple[int, Sequence[Point], Point]], title: str, description: str) -> str:
    """Precision (up) against hits (across): `curves` are (engine's number, [(hit, precision)], the point in force)."""
    height = 340

    def y(value: float) -> float:
        return height - BOTTOM - value * (height - BOTTOM - TOP)

    parts = [_ruler(height - BOTTOM)]
    for tick in TICKS:
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(text(LEFT - 10, y(tick) + 4, f"{tick:.1f}", "end"))
    parts.append(text(LEFT - 44, y(0.5), "precision", "middle", f' transform="rotate(-90 {LEFT - 44} {y(0.5):.1f})"'))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, height - 8, "inject hit", "middle"))
    for engine, points, (hit, precision) in curves:
        path = " ".join(f"{_x(a):.1f},{y(b):.1f}" for a, b in points)
        parts.append(f'<polyline class="e{engine % len(MARKS)}" fill="none" points="{path}"/>')
        parts.append(mark(engine, _x(hit), y(precision), f"current: hit {hit:.3f}, precision {precision:.3f}"))
    return svg(height, title, description, parts)


def mark(engine: int, x: float, y: float, title: str) -> str:
    """The engine's mark, with its centre at (x, y)."""
    number = engine % len(MARKS)
    shape = f'<text class="e{number} mark" x="{x:.1f}" y="{y:.1f}" text-anchor="middle" dominant-baseline="central">'
    return f"{shape}{MARKS[number]}<title>{escape(title)}</title></text>"


def legend_mark(engine: int) -> str:
    """The engine's mark for the page's legend."""
    return f'<svg class="key" width="16" height="16" aria-hidden="true">{mark(engine, 8, 8, "")}</svg>'


def text(x: float, y: float, words: str, anchor: str, more: str = "") -> str:
    """A line of text; `anchor` is start, middle or end."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def svg(height: float, title: str, description: str, parts: Iterable[str], width: float = WIDTH) -> str:
    """A drawing with a text alternative."""
    label = escape(f"{title}. {description}", quote=True)
    return f'<svg role="img" aria-label="{label}" viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>'


def _x(value: float) -> float:
    return LEFT + value * (WIDTH - LEFT - RIGHT)


def _ruler(bottom: float) -> str:
    """Vertical lines with the values of the horizontal axis."""
    lines = [f'<line class="grid" x1="{_x(t):.1f}" x2="{_x(t):.1f}" y1="10" y2="{bottom}"/>' for t in TICKS]
    return "".join(lines) + "".join(text(_x(tick), bottom + 16, f"{tick:.1f}", "middle") for tick in TICKS)
