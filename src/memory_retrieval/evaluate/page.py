"""A summary as one HTML file that needs nothing else: tables, plots, what went wrong. No scripts, no fonts, no network."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from . import plots
from .measures import METRICS, QueryOutcome, key_metrics
from .style import STYLE
from .summary import POOLS, Group, Summary, label
from .values import BEIR, PROJECT

FORMS = {PROJECT: "projects", BEIR: "text sets"}
SHOWN = 40  # prompts under "what went wrong"


def page(summary: Summary) -> str:
    """The whole document."""
    body = [
        *_head(summary),
        *_tables(summary),
        *_plots(summary),
        *_differences(summary),
        *_failures(summary),
        *_notes(),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>Retrieval evaluation</title><style>{STYLE}</style></head><body><main>{''.join(body)}</main></body></html>\n"
    )


def _head(summary: Summary) -> Iterator[str]:
    names = ", ".join(run.collection.name for run in summary.runs if run.engine == summary.engines[0])
    yield f"<h1>Retrieval evaluation</h1><p>{escape(names)}</p><ul class=legend>"
    for number, engine in enumerate(summary.engines):
        yield f"<li>{plots.legend_mark(number)} {escape(engine)}</li>"
    yield "</ul>"


def _tables(summary: Summary) -> Iterator[str]:
    yield "<h2>Figures</h2>"
    for form in (PROJECT, BEIR):
        groups = [group for group in summary.groups if group.form == form]
        if not groups:
            continue
        metrics = key_metrics(form)
        extra = ("leaks", "silent") if form == PROJECT else ()
        head = ["collection", "engine", "queries", *[m.label for m in metrics], *map(label, extra), "ms", "p95"]
        rows = []
        for name in dict.fromkeys(group.name for group in groups):
            for group in [summary.group(engine, name) for engine in summary.engines]:
                cells = [_interval(group, m.name) for m in metrics] + [_value(group, name) for name in extra]
                speed = [f"{group.milliseconds(0.5):.1f}", f"{group.milliseconds(0.95):.1f}"]
                rows.append([escape(group.name), escape(group.engine), str(len(group.outcomes)), *cells, *speed])
        yield _table(head, rows)


def _interval(group: Group, metric: str) -> str:
    low, high = group.intervals[metric].low, group.intervals[metric].high
    return f"{_value(group, metric)} <small>{low:.3f}&#8211;{high:.3f}</small>" if _counts(group, metric) else "&#8211;"


def _value(group: Group, metric: str) -> str:
    if not _counts(group, metric):
        return "&#8211;"
    return f"{group.figures[metric]:.0f}" if METRICS[metric].count else f"{group.figures[metric]:.3f}"


def _counts(group: Group, metric: str) -> bool:
    return METRICS[metric].count or any(METRICS[metric].share(o)[1] for o in group.outcomes)


def _plots(summary: Summary) -> Iterator[str]:
    for form in (PROJECT, BEIR):
        groups = _pools(summary, form)
        if groups:
            yield from _kind_plot(groups)
            yield from _trade_off(groups)
            yield from _times(groups)


def _pools(summary: Summary, form: str) -> list[Group]:
    """Of each engine, its pool over the form, or its one collection."""
    found = []
    for engine in summary.engines:
        groups = [group for group in summary.of(engine) if group.form == form]
        found += [group for group in groups if group.name == POOLS[form] and group.pooled] or groups[:1]
    return found


def _kind_plot(groups: Sequence[Group]) -> Iterator[str]:
    rows = []
    for kind in groups[0].kinds:
        values = [(number, group.kinds[kind].handled[1]) for number, group in enumerate(groups)]
        rows.append((kind, values))
    worst = groups[0].worst_kind
    described = f"Worst kind of {groups[0].engine}: {worst}." if worst else "All prompts are of one kind."
    what = (
        "recall@5"
        if groups[0].form == BEIR
        else "inject hit; for kinds with nothing to find, the share met with silence"
    )
    yield f"<h2>Quality by kind, {FORMS[groups[0].form]}</h2><p>{escape(what)}. {escape(described)}</p>"
    yield _figure(
        plots.by_kind(rows, "Quality by kind", described),
        ["kind", "n", *[g.engine for g in groups]],
        [
            [
                escape(kind) + (" (worst)" if kind == worst else ""),
                str(len(groups[0].kinds[kind].outcomes)),
                *[f"{v:.3f}" for _, v in values],
            ]
            for kind, values in rows
        ],
    )


def _trade_off(groups: Sequence[Group]) -> Iterator[str]:
    curves = []
    for number, group in enumerate(groups):
        points = plots.sweep(group)
        if points:
            curves.append((number, points, (group.figures["inject_hit"], group.figures["inject_precision"])))
    if not curves:
        yield "<h2>Precision against hits</h2><p>The engines were run as processes, which tell no scores of what they left out.</p>"
        return
    described = "Each curve runs from a high threshold to none; the mark is the threshold in force."
    rows = [
        [escape(groups[number].engine), f"{hit:.3f}", f"{precision:.3f}"]
        for number, points, _ in curves
        for hit, precision in points[:: max(1, len(points) // 12)]
    ]
    yield f"<h2>Precision against hits, {FORMS[groups[0].form]}</h2><p>{described}</p>"
    yield _figure(
        plots.trade_off(curves, "Precision against hits", described), ["engine", "inject hit", "precision"], rows
    )


def _times(groups: Sequence[Group]) -> Iterator[str]:
    values = [(number, group.engine, [o.inject_ms for o in group.outcomes]) for number, group in enumerate(groups)]
    rows = [[escape(g.engine), *[f"{g.milliseconds(share):.2f}" for share in (0.5, 0.95, 1.0)]] for g in groups]
    described = "Milliseconds for one injection, without the start of a process unless the run was made with --process."
    yield f"<h2>Time, {FORMS[groups[0].form]}</h2><p>{described}</p>"
    yield _figure(
        plots.times(values, "Time for one injection", described), ["engine", "median ms", "p95 ms", "longest ms"], rows
    )


def _differences(summary: Summary) -> Iterator[str]:
    if not summary.comparisons:
        return
    yield f"<h2>{escape(summary.engines[0])} against the others</h2><p>Paired over the same prompts; bold where p &lt; 0.05.</p>"
    rows = []
    for name, c in summary.comparisons:
        strong = ("<b>", "</b>") if c.p < 0.05 else ("", "")
        difference = (
            f"{strong[0]}{c.difference:+.3f}{strong[1]} <small>{c.interval.low:+.3f} to {c.interval.high:+.3f}</small>"
        )
        rows.append([escape(name), escape(c.b), escape(label(c.metric)), difference, f"{c.p:.3f}"])
    yield f"<details><summary>{len(rows)} differences</summary>"
    yield _table(["collection", "less", "metric", "difference", "p"], rows) + "</details>"


def _failures(summary: Summary) -> Iterator[str]:
    """Prompts that the first engine handled wrong, by collection; a figure alone mends nothing."""
    engine = summary.engines[0]
    for run in summary.runs:
        if run.engine != engine or run.collection.form == BEIR:
            continue
        wrong = [o for o in run.outcomes if o.leaked or o.wrong or (o.query.relevant and not o.hit)]
        if not wrong:
            continue
        yield f"<h2>What went wrong: {escape(run.collection.name)}, {escape(engine)}</h2>"
        yield f"<details><summary>{len(wrong)} of {len(run.outcomes)} prompts</summary>"
        yield _table(["prompt", "kind", "should come", "came"], [_failure(o) for o in wrong[:SHOWN]]) + "</details>"


def _failure(outcome: QueryOutcome) -> list[str]:
    query = outcome.query
    wanted = (
        "<br>".join(f"{escape(key)} <small>grade {grade}</small>" for key, grade in query.relevant.items()) or "nothing"
    )
    came = (
        "<br>".join(f"<b>{escape(key)}</b>" if key in outcome.wrong else escape(key) for key in outcome.injected)
        or "nothing"
    )
    return [f"{escape(query.prompt[:200])} <small>{escape(query.id)}</small>", escape(query.kind), wanted, came]


def _notes() -> Iterator[str]:
    yield (
        "<h2>How to read this</h2><p>Small figures are 95 % bootstrap intervals over prompts. On collections written by the people "
        "who write the ranking, figures are a floor against regressions and no evidence of quality elsewhere.</p>"
    )


def _figure(svg: str, head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    return f"<figure>{svg}<details><summary>as a table</summary>{_table(head, rows)}</details></figure>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    table = f"<table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"
    return f'<div class="wide" tabindex="0" role="region" aria-label="{escape(", ".join(head))}">{table}</div>'
