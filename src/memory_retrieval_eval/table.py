"""A summary as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .everyday import NAMES, quiet
from .measures import METRICS, key_metrics
from .stores import MERGED
from .summary import Group, Summary, label
from .values import BEIR, PROJECT

REST = {False: ("leaks", "silent"), True: ()}
FOOT = (
    "In brackets: 95 % bootstrap interval over prompts. docs/maintainers/evaluation.md explains what they are worth.\n"
)
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
    """Engines side by side for each collection and pool; kinds and spread of the first engine; briefs."""
    parts = ["".join(_group(summary, name)) for name in summary.names]
    parts += ["".join(_spread(summary))]
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


def store_figures(summary: Summary, engine: str) -> dict[str, dict[str, float]]:
    """{project, pool or MERGED: {those of COLUMNS that have a value there}}."""
    groups = [group for group in summary.of(engine) if group.form == PROJECT] + summary.merged_of(engine)
    return {
        group.name: {name: group.figures[name] for name in COLUMNS if name not in NAMES and group.counts(name)}
        | everyday_figures(summary, engine, group.name, pooled=group.pooled)
        for group in groups
    }


def everyday_figures(summary: Summary, engine: str, store: str, *, pooled: bool) -> dict[str, float]:
    """Silence at everyday prompts over a store; `pooled`: over the stores of all projects, each by itself."""
    answers = [answer for answer in summary.everyday if answer.engine == engine]
    if pooled:
        return quiet([answer for answer in answers if answer.store != MERGED])
    return quiet([answer for answer in answers if answer.store == store])


def page(summary: Summary) -> str:
    """The text as an HTML document."""
    head = '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Retrieval evaluation</title></head>'
    return f'{head}<body><pre tabindex="0">{escape(as_text(summary))}</pre></body></html>\n'
