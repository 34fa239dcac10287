"""A summary as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from .by_store import COLUMNS, TITLE, store_figures
from .intervals import CLEAR, Comparison
from .measures import METRICS, key_metrics
from .summary import Group, Summary, label
from .values import BEIR

REST = {False: ("leaks", "silent"), True: ()}
FOOT = (
    "In brackets: 95 % bootstrap interval over prompts. docs/maintainers/evaluation.md explains what they are worth.\n"
)


def as_text(summary: Summary) -> str:
    """Engines side by side for each collection and pool; kinds and spread of the first engine; comparisons; briefs."""
    parts = ["".join(_group(summary, name)) for name in summary.names]
    parts += ["".join(_spread(summary))]
    parts += ["".join(_comparisons(summary))]
    parts += ["".join(_stores(summary, engine)) for engine in summary.engines]
    parts += ["".join(_briefs(summary))]
    return "\n".join([part for part in parts if part] + [FOOT])


def _group(summary: Summary, name: str) -> Iterator[str]:
    groups = [summary.group(engine, name) for engine in summary.engines]
    form = groups[0].form
    yield f"{_title(summary, groups[0])}\n"
    keys, rest = key_metrics(form), REST[form == BEIR]
    yield (
        f"  {'engine':12}"
        + "".join(f"{_short(m.name):>19}" for m in keys)
        + "".join(f"{r:>8}" for r in rest)
        + "   ms  p95\n"
    )
    for group in groups:
        cells = [_with_interval(group, metric.name) for metric in keys] + [f"{_plain(group, r):>8}" for r in rest]
        yield (
            f"  {group.engine:12}" + "".join(cells) + f"{group.milliseconds(0.5):5.0f}{group.milliseconds(0.95):5.0f}\n"
        )
    if len(groups[0].kinds) > 1 and (groups[0].pooled or len(summary.names) == 1 or form == BEIR):
        yield from _kinds(groups[0])


def _title(summary: Summary, group: Group) -> str:
    if group.pooled:
        size = len([g for g in summary.of(group.engine) if g.form == group.form]) - 1
        return (
            f"{group.name}: {len(group.outcomes)} prompts of {size} {'text sets' if group.form == BEIR else 'projects'}"
        )
    return f"{group.name}: {len(group.outcomes)} prompts"


def _kinds(group: Group) -> Iterator[str]:
    metrics = key_metrics(group.form)
    yield (
        f"\n  by kind, {group.engine}\n  {'kind':34}{'n':>5}" + "".join(f"{_short(m.name):>14}" for m in metrics) + "\n"
    )
    for name, kind in group.kinds.items():
        worst = (
            f"  <- worst: {label(kind.kind_score[0])} {_number(kind.kind_score[1])}" if name == group.worst_kind else ""
        )
        yield (
            f"  {name[:33]:34}{len(kind.outcomes):5}"
            + "".join(f"{_plain(kind, m.name):>14}" for m in metrics)
            + worst
            + "\n"
        )


def _spread(summary: Summary) -> Iterator[str]:
    spread = summary.spread(summary.engines[0])
    if spread:
        yield f"spread over projects, {summary.engines[0]}\n"
    for metric, ((low, where), (high, there)) in spread.items():
        yield f"  {_short(metric):14}{_number(low):>6} ({where}) to {_number(high)} ({there})\n"


def _comparisons(summary: Summary) -> Iterator[str]:
    """A block for each other engine and form, a line a group."""
    for other in summary.engines[1:]:
        for form in dict.fromkeys(group.form for group in summary.groups):
            names = [group.name for group in summary.of(other) if group.form == form]
            rows = {name: [c for group, c in summary.comparisons if group == name and c.b == other] for name in names}
            yield f"{summary.engines[0]} less {other}, paired (* p < {CLEAR}, permutation test)\n"
            yield f"  {'':14}" + "".join(f"{_short(c.metric):>24}" for c in rows[names[0]]) + "\n"
            for name, row in rows.items():
                yield f"  {name:14}" + "".join(map(_comparison, row)) + "\n"


def _stores(summary: Summary, engine: str) -> Iterator[str]:
    """A line for each project, the pool and the merged store."""
    found = store_figures(summary, engine)
    if found:
        yield f"{TITLE}, {engine}\n"
        yield f"  {'store':24}" + "".join(f"{heading:>12}" for heading in COLUMNS.values()) + "\n"
    for name, values in found.items():
        yield f"  {name[:23]:24}" + "".join(f"{_cell(m, values.get(m)):>12}" for m in COLUMNS) + "\n"


def _briefs(summary: Summary) -> Iterator[str]:
    """A line for each store and each part of one."""
    if summary.briefs:
        yield "brief at the start of a session\n"
        yield f"  {'store':34}{'titles':>8}{'characters':>12}{'left out':>10}{'tags':>6}\n"
    for b in summary.briefs:
        yield f"  {b.label[:33]:34}{b.titles:8}{b.characters:12}{b.left_out:10}{b.tags:6}\n"


def _comparison(c: Comparison) -> str:
    mark = "*" if c.p < CLEAR else " "
    return f"{c.difference:+.3f} [{c.interval.low:+.3f} {c.interval.high:+.3f}]{mark}".rjust(24)


def _with_interval(group: Group, metric: str) -> str:
    interval = group.intervals[metric]
    if not group.counts(metric):
        return f"{'-':>19}"
    return f"{_number(group.figures[metric])} [{_number(interval.low)} {_number(interval.high)}]".rjust(19)


def _plain(group: Group, metric: str) -> str:
    if not group.counts(metric):
        return "-"
    return f"{group.figures[metric]:.0f}" if METRICS[metric].count else _number(group.figures[metric])


def _short(metric: str) -> str:
    return {"inject_precision": "precision", "negative_quiet": "quiet"}.get(metric, label(metric))


def _cell(metric: str, value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}" if metric == "shortlist_characters" else _number(value)


def _number(value: float) -> str:
    """.834, 1.00"""
    text = f"{value:.3f}"
    return text[1:] if text.startswith("0.") else f"{value:.2f}"
