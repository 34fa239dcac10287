"""A summary as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape

from .everyday import NAMES, quiet
from .measures import KEY, METRICS
from .stores import MERGED
from .summary import Group, Summary

REST = "leaks", "silent"
FOOT = "In brackets: 95 % bootstrap interval over prompts. docs/maintainers/evaluation.md explains what they are worth.\n"
COLUMNS = {
    "negative_quiet_near": "near",
    "negative_quiet_far": "far",
    **{name: name.replace("_quiet", "").replace("_", " ") for name in NAMES},
    "shortlist_recall": "shortlist",
    "shortlist_characters": "characters",
}
"""{metric: heading}."""
TITLE = "silence and shortlist by store"


def as_text(summary: Summary) -> str:
    """Engines side by side for each collection and pool; kinds of the first engine; briefs."""
    parts = [_group(summary, name) for name in summary.names]
    parts += [_stores(summary, engine) for engine in summary.engines]
    parts.append(_briefs(summary))
    texts = ["".join(lines) for lines in parts]
    return "\n".join([*filter(None, texts), FOOT])


def _group(summary: Summary, name: str) -> Iterator[str]:
    groups = [summary.group(engine, name) for engine in summary.engines]
    first = groups[0]
    count, of = len(first.outcomes), _pool_of(summary, first) if first.pooled else ""
    yield f"{first.name}: {count} prompts{of}\n"
    heads = _cells(map(_short, KEY), 19) + _cells(REST, 8)
    yield f"  {'engine':12}{heads}   ms  p95\n"
    for group in groups:
        cells = [_with_interval(group, metric) for metric in KEY]
        others = [_plain(group, metric) for metric in REST]
        median, p95 = group.milliseconds(0.5), group.milliseconds(0.95)
        figures = _cells(cells, 19) + _cells(others, 8)
        times = f"{median:5.0f}{p95:5.0f}"
        yield f"  {group.engine:12}" + figures + times + "\n"
    if len(first.kinds) > 1 and (first.pooled or len(summary.names) == 1):
        yield from _kinds(first)


def _pool_of(summary: Summary, pool: Group) -> str:
    count = sum(not group.pooled for group in summary.of(pool.engine))
    return f" of {count} projects"


def _cells(texts: Iterable[str], width: int) -> str:
    return "".join([text.rjust(width) for text in texts])


def _kinds(group: Group) -> Iterator[str]:
    yield (
        f"\n  by kind, {group.engine}\n  {'kind':34}{'n':>5}"
        + _cells(map(_short, KEY), 14)
        + "\n"
    )
    for name, kind in group.kinds.items():
        count, cells = len(kind.outcomes), [_plain(kind, metric) for metric in KEY]
        yield f"  {name[:33]:34}{count:5}" + _cells(cells, 14) + "\n"


def _stores(summary: Summary, engine: str) -> Iterator[str]:
    """A line for each project, the pool and the merged store."""
    found = store_figures(summary, engine)
    if found:
        yield f"{TITLE}, {engine}\n"
        yield f"  {'store':24}" + _cells(COLUMNS.values(), 12) + "\n"
    for name, values in found.items():
        cells = [_cell(metric, values.get(metric)) for metric in COLUMNS]
        yield f"  {name[:23]:24}" + _cells(cells, 12) + "\n"


def _briefs(summary: Summary) -> Iterator[str]:
    """A line for each store and each part of one."""
    if summary.briefs:
        yield "brief at the start of a session\n"
        yield f"  {'store':34}{'titles':>8}{'characters':>12}{'left out':>10}\n"
    for brief in summary.briefs:
        yield f"  {brief.label[:33]:34}{brief.titles:8}{brief.characters:12}{brief.left_out:10}\n"


def _with_interval(group: Group, metric: str) -> str:
    if not group.counts(metric):
        return "-"
    interval = group.intervals[metric]
    value, low, high = map(
        _number, (group.figures[metric], interval.low, interval.high)
    )
    return f"{value} [{low} {high}]"


def _plain(group: Group, metric: str) -> str:
    if not group.counts(metric):
        return "-"
    value = group.figures[metric]
    return f"{value:.0f}" if METRICS[metric].count else _number(value)


def _short(metric: str) -> str:
    return {"inject_precision": "precision", "negative_quiet": "quiet"}.get(
        metric, METRICS[metric].label
    )


def _cell(metric: str, value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:.0f}" if metric == "shortlist_characters" else _number(value)


def _number(value: float) -> str:
    """.834, 1.00"""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else f"{value:.2f}"


def store_figures(summary: Summary, engine: str) -> dict[str, dict[str, float]]:
    """{project, pool or MERGED: {those of COLUMNS that have a value there}}."""
    found = {}
    for group in summary.of(engine) + summary.merged_of(engine):
        counted = [name for name in COLUMNS if name not in NAMES and group.counts(name)]
        everyday = everyday_figures(summary, engine, group.name, pooled=group.pooled)
        found[group.name] = {name: group.figures[name] for name in counted} | everyday
    return found


def everyday_figures(
    summary: Summary, engine: str, store: str, *, pooled: bool
) -> dict[str, float]:
    """Silence at everyday prompts over a store; `pooled`: over the stores of all projects, each by itself."""
    answers = [answer for answer in summary.everyday if answer.engine == engine]
    if pooled:
        return quiet([answer for answer in answers if answer.store != MERGED])
    return quiet([answer for answer in answers if answer.store == store])


def page(summary: Summary) -> str:
    """The text as an HTML document."""
    text = escape(as_text(summary))
    head = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Retrieval evaluation</title></head>'
    return f'{head}<body><pre tabindex="0">{text}</pre></body></html>\n'
