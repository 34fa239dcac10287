"""Three plots as SVG text: quality by kind, precision against hits over the threshold, times. By hand, so no library is needed.

Colours are CSS variables of the page (`--e0`, `--e1`, ...), so that a plot follows its light or dark; engines differ in mark as well
as in colour. Each plot has a title and a description for those who cannot see it; the page gives the same numbers as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from html import escape
from math import log10

from .summary import Group

WIDTH = 760
LEFT, RIGHT = 150, 90  # room for names, and for a figure behind
ROW = 24
ENGINES = 6  # colours and marks; further engines begin anew
STEPS = 60  # thresholds tried
PER_DECADE = 8  # bars of the histogram


def by_kind(rows: Sequence[tuple[str, Sequence[tuple[int, float]]]], title: str, description: str) -> str:
    """A row a kind, a mark an engine: `rows` are (kind, [(engine's number, value 0..1)])."""
    height = ROW * len(rows) + 50
    parts = [_ruler(height - 34, lambda tick: _x(tick), (0, 0.2, 0.4, 0.6, 0.8, 1.0))]
    for number, (kind, values) in enumerate(rows):
        y = 14 + ROW * number + ROW / 2
        parts.append(text(LEFT - 10, y + 4, kind[:22], "end"))
        parts.append(f'<line class="row" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>')
        parts += [
            _mark(engine, _x(value), y + _aside(i, len(values)), f"{kind}: {value:.3f}")
            for i, (engine, value) in enumerate(values)
        ]
    return svg(height, title, description, parts)


def trade_off(
    curves: Sequence[tuple[int, Sequence[tuple[float, float]], tuple[float, float]]], title: str, description: str
) -> str:
    """Precision (up) against hits (across): `curves` are (engine's number, [(hit, precision)], point in force)."""
    height, top, bottom = 340, 14, 50

    def y(value: float) -> float:
        return height - bottom - value * (height - bottom - top)

    parts = [_ruler(height - bottom, lambda tick: _x(tick), (0, 0.2, 0.4, 0.6, 0.8, 1.0))]
    for tick in (0, 0.2, 0.4, 0.6, 0.8, 1.0):
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(text(LEFT - 10, y(tick) + 4, f"{tick:.1f}", "end"))
    parts.append(text(LEFT - 44, y(0.5), "precision", "middle", f' transform="rotate(-90 {LEFT - 44} {y(0.5):.1f})"'))
    parts.append(text((LEFT + WIDTH - RIGHT) / 2, height - 8, "inject hit", "middle"))
    for engine, points, here in curves:
        path = " ".join(f"{_x(hit):.1f},{y(precision):.1f}" for hit, precision in points)
        parts.append(f'<polyline class="e{engine % ENGINES}" fill="none" points="{path}"/>')
        parts.append(_mark(engine, _x(here[0]), y(here[1]), f"in force: hit {here[0]:.3f}, precision {here[1]:.3f}", 7))
    return svg(height, title, description, parts)


def times(groups: Sequence[tuple[int, str, Sequence[float]]], title: str, description: str) -> str:
    """A histogram an engine, on one logarithmic scale: `groups` are (engine's number, name, milliseconds)."""
    everything = [max(0.01, ms) for _, _, values in groups for ms in values]
    low, high = _decade(min(everything), False), _decade(max(everything), True)
    panel = 64
    height = panel * len(groups) + 50
    bins = (high - low) * PER_DECADE

    def x(ms: float) -> float:
        return LEFT + (log10(max(0.01, ms)) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    ticks = [float(10**power) for power in range(low, high + 1)]
    parts = [_ruler(height - 36, x, ticks, "ms")]
    for number, (engine, name, values) in enumerate(groups):
        base = 14 + panel * (number + 1) - 8
        counts = [0] * bins
        for ms in values:
            counts[min(bins - 1, max(0, int((log10(max(0.01, ms)) - low) * PER_DECADE)))] += 1
        parts.append(text(LEFT - 10, base - panel / 2 + 12, name[:22], "end"))
        parts += _bars(engine, counts, base, panel - 18, low)
        middle = sorted(values)[len(values) // 2]
        parts.append(
            f'<line class="median" x1="{x(middle):.1f}" x2="{x(middle):.1f}" y1="{base - panel + 18}" y2="{base}"/>'
        )
        parts.append(text(WIDTH - RIGHT + 12, base - panel / 2 + 12, f"{_amount(middle)} ms", "start"))
    return svg(height, title, description, parts)


def sweep(group: Group) -> list[tuple[float, float]]:
    """(inject hit, inject precision) for thresholds from the highest score to none, from what each outcome considered."""
    scores = sorted({score for o in group.outcomes for _, score in o.considered}, reverse=True)
    positives = [o for o in group.outcomes if o.query.relevant]
    points = []
    for threshold in _thinned(scores):
        taken = [(o, [key for key, score in o.considered if score >= threshold]) for o in group.outcomes]
        total = sum(len(keys) for _, keys in taken)
        good = sum(key in o.query.relevant for o, keys in taken for key in keys)
        hits = sum(_hit(o.query.relevant, keys) for o, keys in taken if o.query.relevant)
        points.append((hits / len(positives) if positives else 0.0, good / total if total else 0.0))
    return points


def _hit(relevant: dict[str, int], keys: Iterable[str]) -> bool:
    wanted = {key for key, grade in relevant.items() if grade == 2} or set(relevant)
    return any(key in wanted for key in keys)


def _thinned(values: Sequence[float]) -> list[float]:
    """At most about STEPS of the values, the first and the last among them."""
    step = max(1, len(values) // STEPS)
    return list(dict.fromkeys([*values[::step], *values[-1:]]))


def _bars(engine: int, counts: Sequence[int], base: float, room: float, low: int) -> list[str]:
    width = (WIDTH - LEFT - RIGHT) / len(counts)
    out, most = [], max(counts)
    for i, count in enumerate(counts):
        if count:
            tall = max(1.5, room * count / most)
            between = (
                f"{_amount(10 ** (low + i / PER_DECADE))} to {_amount(10 ** (low + (i + 1) / PER_DECADE))} ms: {count}"
            )
            out.append(
                f'<rect class="e{engine % ENGINES} bar" x="{LEFT + i * width + 0.5:.1f}" y="{base - tall:.1f}" width="{width - 1:.1f}" '
                f'height="{tall:.1f}"><title>{between}</title></rect>'
            )
    return out


def _amount(ms: float) -> str:
    """Two figures that count."""
    return f"{ms:.0f}" if ms >= 10 else f"{ms:.2g}"


def _decade(value: float, up: bool) -> int:
    power = log10(value)
    return int(power // 1) + (1 if up else 0)


def _x(value: float) -> float:
    """Across, for a value of 0..1."""
    return LEFT + value * (WIDTH - LEFT - RIGHT)


def _aside(number: int, count: int) -> float:
    """Marks of one row are set a little apart, so that equal values stay visible."""
    return (number - (count - 1) / 2) * min(5.0, 14 / max(1, count))


def _ruler(bottom: float, x: Callable[[float], float], ticks: Iterable[float], unit: str = "") -> str:
    out = []
    for tick in ticks:
        name = f"{tick:g} {unit}" if unit else f"{tick:.1f}"
        out.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="10" y2="{bottom}"/>')
        out.append(text(x(tick), bottom + 16, name, "middle"))
    return "".join(out)


def text(x: float, y: float, words: str, anchor: str, more: str = "") -> str:
    """A line of text; `anchor` start, middle or end."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(words)}</text>'


def _mark(engine: int, x: float, y: float, title: str, size: float = 5) -> str:
    """Circle, square, diamond, triangle, cross, ring: engines can be told apart without colour."""
    s, style = size, f'class="e{engine % ENGINES} mark"'
    shapes = (
        f'<circle {style} cx="{x:.1f}" cy="{y:.1f}" r="{s}">',
        f'<rect {style} x="{x - s:.1f}" y="{y - s:.1f}" width="{2 * s}" height="{2 * s}">',
        f'<path {style} d="M{x:.1f} {y - s - 1:.1f}l{s + 1} {s + 1}l-{s + 1} {s + 1}l-{s + 1}-{s + 1}z">',
        f'<path {style} d="M{x:.1f} {y - s:.1f}l{s + 1} {2 * s}h-{2 * (s + 1)}z">',
        f'<path {style} d="M{x - s:.1f} {y - 1.5:.1f}h{2 * s}v3h-{2 * s}z">',
        f'<circle {style} cx="{x:.1f}" cy="{y:.1f}" r="{s - 1}">',
    )
    shape = shapes[engine % ENGINES]
    return f"{shape}<title>{escape(title)}</title></{shape[1:].split(' ', 1)[0]}>"


def legend_mark(engine: int) -> str:
    """A mark for the page's legend."""
    return f'<svg class="key" width="16" height="16" aria-hidden="true">{_mark(engine, 8, 8, "")}</svg>'


def svg(height: float, title: str, description: str, parts: Iterable[str], width: float = WIDTH) -> str:
    """A drawing that says what it shows to those who cannot see it."""
    label = escape(f"{title}. {description}", quote=True)
    return f'<svg role="img" aria-label="{label}" viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>'
