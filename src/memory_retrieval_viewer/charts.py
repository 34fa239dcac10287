"""Small plots as SVG text. Colours are classes of the style sheet, so a plot follows light and dark.

Each plot has a description in words; pages give the same numbers as a table.
"""

from __future__ import annotations

import html
from collections.abc import Iterable, Sequence

from markupsafe import Markup

from memory_retrieval.core.sanitize import visible

WIDTH, HEIGHT = 360, 150  # of a plot; text stays legible on a phone
FOOT, TOP = 22, 16
METER = 120  # width of a bar in a table
LINEAGE, NODE, LETTERS = 270, 46, 36  # width of a lineage, height of a record in it, letters of a title


def escape(words: str) -> str:
    """Words of a record as SVG: what nobody sees is taken out, what means something to a browser escaped."""
    return html.escape(visible(words))


def columns(
    bars: Sequence[tuple[str, Sequence[int]]],
    title: str,
    names: Sequence[str],
    every: int = 1,
    colours: Sequence[str] = ("c0", "c1"),
) -> Markup:
    """Stacked columns.

    bars     (label, amount of each of `names`)
    every    labels every n-th column, the last one in any case
    colours  a class for each of `names`
    """
    most = max([sum(amounts) for _, amounts in bars] + [1])
    step = WIDTH / max(1, len(bars))
    parts = ['<line class="axis" x1="0" x2="%d" y1="%d" y2="%d"/>' % (WIDTH, HEIGHT - FOOT, HEIGHT - FOOT)]
    parts.append(text(WIDTH, 11, "highest: %s" % f"{most:,}", "end"))
    for number, (name, amounts) in enumerate(bars):
        words = [" " + kind if len(names) > 1 else "" for kind in names]
        parts += _column(
            number * step,
            step,
            [amount / most for amount in amounts],
            colours,
            ["%s: %d%s" % (name, amount, word) for amount, word in zip(amounts, words, strict=False)],
        )
        if (len(bars) - 1 - number) % every == 0:
            parts.append(
                text(
                    number * step + step / 2,
                    HEIGHT - 7,
                    name,
                    "middle" if 0 < number < len(bars) - 1 or len(bars) < 9 else "start" if number == 0 else "end",
                )
            )
    newest = zip(bars[-1][1] if bars else (), names, strict=False)
    last = ", ".join("%s %s" % (f"{amount:,}", name) for amount, name in newest) or "nothing"
    return Markup(svg(HEIGHT, title, "Last column: %s. The same numbers follow as a table." % last, parts, WIDTH))


def share(amounts: Sequence[int], whole: int, names: Sequence[str]) -> Markup:
    """One bar of a table, as long as its share of the whole, with a coloured segment for each amount."""
    parts, x = [], 0.0
    for colour, amount in enumerate(amounts):
        if amount and whole:
            wide = max(1.0, METER * amount / whole)
            parts.append(f'<rect class="c{colour}" x="{x:.1f}" y="0" width="{wide:.1f}" height="10"/>')
            x += wide
    title = ", ".join("%d %s" % (amount, name) for amount, name in zip(amounts, names, strict=True) if amount)
    return _bar(parts, title or "none")


def meter(value: float, mark: float | None = None, title: str = "") -> Markup:
    """A value of 0 to 1 as a bar; `mark` draws a line at a threshold."""
    parts = [f'<rect class="track" x="0" y="0" width="{METER}" height="10"/>']
    colour = "c0" if mark is None or value >= mark else "c3"
    parts.append(f'<rect class="{colour}" x="0" y="0" width="{METER * min(1.0, max(0.0, value)):.1f}" height="10"/>')
    if mark is not None:
        parts.append(f'<line class="mark" x1="{METER * mark:.1f}" x2="{METER * mark:.1f}" y1="0" y2="10"/>')
    return _bar(parts, title or "%.2f" % value)


def leaning(value: float, most: float) -> Markup:
    """A signed value as a bar from the middle: positive to the right, negative to the left; `most` fills one half."""
    half = METER / 2
    wide = half * min(1.0, abs(value) / (most or 1.0))
    x = half if value >= 0 else half - wide
    parts = [f'<rect class="{"c0" if value >= 0 else "c2"}" x="{x:.1f}" y="0" width="{wide:.1f}" height="10"/>']
    parts.append(f'<line class="axis" x1="{half}" x2="{half}" y1="0" y2="10"/>')
    return _bar(parts, "%+.2f" % value)


def lineage(nodes: Sequence[tuple[str, str, str]]) -> Markup:
    """Records on a line, the newest on top: (what it is to this record, title, address; "" for this record itself)."""
    end = NODE * len(nodes) - NODE / 2 - 6
    parts = ['<line class="rail-line" x1="9" x2="9" y1="%d" y2="%d"/>' % (NODE / 2 - 6, end)]
    for number, (relation, title, address) in enumerate(nodes):
        y = number * NODE + NODE / 2 - 6
        parts.append('<circle class="%s" cx="9" cy="%d" r="5"/>' % ("dot" if address else "dot here", y))
        parts.append('<text x="24" y="%d">%s</text>' % (y - 4, escape(relation)))
        short = title if len(title) <= LETTERS else title[: LETTERS - 1].rstrip() + "…"
        words = '<text class="title" x="24" y="%d">%s<title>%s</title></text>' % (y + 12, escape(short), escape(title))
        parts.append('<a href="%s">%s</a>' % (escape(address), words) if address else words)
    return Markup(
        '<svg class="lineage" viewBox="0 0 %d %d">%s</svg>' % (LINEAGE, NODE * len(nodes) - 8, "".join(parts))
    )


def _column(
    left: float, step: float, heights: Sequence[float], colours: Sequence[str], titles: Sequence[str]
) -> list[str]:
    """The rectangles of a stacked column, from the bottom up; `heights` are shares of the plot's height."""
    base, parts = float(HEIGHT - FOOT), []
    for height, colour, title in zip(heights, colours, titles, strict=False):
        tall = (HEIGHT - FOOT - TOP) * height
        if height:
            parts.append(
                f'<rect class="{colour}" x="{left + step * 0.12:.1f}" y="{base - tall:.1f}" width="{step * 0.76:.1f}" '
                f'height="{max(1.0, tall):.1f}"><title>{escape(title)}</title></rect>'
            )
        base -= tall
    return parts


def _bar(parts: Sequence[str], title: str) -> Markup:
    """Hidden from screen readers, since every table has the number beside the bar."""
    return Markup(
        f'<svg class="strip" aria-hidden="true" viewBox="0 0 {METER} 10"><title>{escape(title)}</title>'
        f"{''.join(parts)}</svg>"
    )


def svg(height: float, title: str, description: str, parts: Iterable[str], width: float) -> str:
    """A drawing with a text alternative."""
    label = html.escape(f"{title}. {description}", quote=True)
    return f'<svg role="img" aria-label="{label}" viewBox="0 0 {width:.0f} {height:.0f}">{"".join(parts)}</svg>'


def text(x: float, y: float, words: str, anchor: str, more: str = "") -> str:
    """A line of text; `anchor` is start, middle or end."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{html.escape(words)}</text>'
